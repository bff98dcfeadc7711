import type { RowOf } from '@assay/core/schema/record';
import { expect, it } from 'vitest';
import { POLICIES } from '../rules/policy.ts';
import type { optionPerson } from '../store/tables.ts';
import { People } from './people.ts';

type Row = RowOf<typeof optionPerson>;

/** The one table that people need, without a machine around it. */
function paperTable() {
  const rows = new Map<number, Row>();
  return {
    get: (userId: number) => rows.get(userId),
    insert: (row: Row) => {
      rows.set(row.userId, { ...row });
      return rows.get(row.userId)!;
    },
    change: (row: Row, news: Partial<Row>) => Object.assign(row, news),
  };
}

const MINUTE = 60_000;
const USER = 1_000;

it('OPTN-090 after five losses in a row a licensed policy sells nothing for a quarter of an hour, and no other policy does so', () => {
  const people = new People(paperTable() as never);
  people.bought(USER, 1, 0);
  const refused = (at: number, policy: keyof typeof POLICIES = 'licensed') =>
    people.refuse(USER, 1, at, POLICIES[policy]);
  const lose = (at: number) => people.ended(USER, true, false, at);
  for (const at of [1, 2, 3, 4]) lose(at * MINUTE);
  expect(refused(5 * MINUTE)).toBeNull();
  lose(5 * MINUTE);
  const until = { until: String(20 * MINUTE) };
  expect(refused(5 * MINUTE)).toEqual({ refusal: 'coolOff', detail: until });
  expect(refused(20 * MINUTE - 1)).toEqual({ refusal: 'coolOff', detail: until });
  expect(refused(20 * MINUTE)).toBeNull();
  expect(refused(6 * MINUTE, 'practice')).toBeNull();
  // One more loss begins it again; a void or tied one changes nothing; a gain ends the row.
  lose(30 * MINUTE);
  expect(refused(31 * MINUTE)).toMatchObject({ refusal: 'coolOff' });
  people.ended(USER, false, false, 32 * MINUTE);
  expect(refused(33 * MINUTE)).toMatchObject({ refusal: 'coolOff' });
  people.ended(USER, false, true, 34 * MINUTE);
  expect(refused(35 * MINUTE)).toBeNull();
  lose(36 * MINUTE);
  expect(refused(37 * MINUTE)).toBeNull();
});
