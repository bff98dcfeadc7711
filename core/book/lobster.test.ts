import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOBSTER, type LobsterDay, readLobster, replayLobster } from '../testing/lobster.ts';
import { Book } from './book.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const FILE = path.resolve(ROOT, '..', 'shared', 'data', 'order-flow', 'LOBSTER_AMZN_5.zip');
const isHere = existsSync(FILE);
// The data may not be redistributed: where it is missing, the test says so and is skipped.
if (!isHere) console.log(`SKIPPED lobster.test.ts: there is no ${path.relative(ROOT, FILE)}`);

const ROWS = 155_935;

describe.skipIf(!isHere)('a real day', () => {
  let read: LobsterDay | undefined;
  const day = () => {
    read ??= readLobster(readFileSync(FILE));
    return read;
  };

  it('BOOK-100 equals the book of the exchange on all 5 levels after every message', () => {
    const book = new Book();
    const report = replayLobster(day(), book);
    expect(day().levels).toBe(5);
    expect(report).toMatchObject({ rows: ROWS, mismatches: 0, firstMismatch: -1 });
    // All but a few dozen of the 8,974 executions met the head of the queue.
    expect(report.matched + report.behind).toBe(8974);
    expect(report.behind).toBeLessThan(40);
    book.validate();
  });

  it.each([0, 1000, 5004, 20_000])(
    'BOOK-101 notices that the first deletion from row %d on is missing, at its row',
    (from) => {
      const deletion = day().type.indexOf(LOBSTER.delete, from);
      const report = replayLobster(day(), new Book(), deletion);
      expect(report).toMatchObject({ rows: deletion + 1, mismatches: 1, firstMismatch: deletion });
    },
  );
});
