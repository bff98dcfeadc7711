import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BankMachine } from '../engine/testing/bank.ts';
import { type Bank, deposit, openBank } from '../engine/testing/bank-engine.ts';
import { allSteps, RealmCheck } from './realm-check.ts';

let bank: Bank;
let client: Client;
let check: RealmCheck;

beforeAll(async () => {
  bank = await openBank();
  client = await bank.connect();
  check = newCheck();
});
afterAll(() => bank.close());

const newCheck = () =>
  new RealmCheck({
    ...{ realm: 'demo', build: undefined },
    machines: () => ({ bank: new BankMachine() }),
  });

/** Edits, looks at everything, and takes the edit back. */
async function look(edit = 'SELECT 1'): Promise<string[]> {
  await client.query('BEGIN');
  try {
    await client.query(edit);
    const findings = await check.follow(client);
    for (const step of allSteps(check)) findings.push(...(await step(client)));
    return findings;
  } finally {
    await client.query('ROLLBACK');
  }
}

const ONE = 'WHERE account = (SELECT min(account) FROM bank)';

const EDITS: readonly (readonly [edit: string, finding: string])[] = [
  [`UPDATE bank SET amount = amount + 1 ${ONE}`, 'bank acc0: amount'],
  [`DELETE FROM bank ${ONE}`, 'bank has no row acc0'],
  [`INSERT INTO bank VALUES ('thief', 5)`, 'bank has a row thief that no command made'],
  [`UPDATE bank SET account = 'thief' ${ONE}`, 'bank has a row thief'],
  ['UPDATE bank_move SET amount = amount + 1 WHERE seq = 7', 'bank_move: rows above seq 0'],
  ['UPDATE bank_move SET seq = 100 WHERE seq = 7', 'bank_move: rows'],
  ['DELETE FROM bank_move WHERE seq = 7', 'bank_move: rows'],
  ['INSERT INTO bank_move SELECT * FROM bank_move WHERE seq = 7', 'a row is there twice'],
  ['DELETE FROM engine_batch WHERE first_seq = 5', 'engine_batch: rows'],
  ['UPDATE engine_batch SET epoch = 2 WHERE first_seq = 5', 'engine_batch: rows'],
  [`UPDATE engine_batch SET ids = ids || '\\x01' WHERE first_seq = 5`, 'engine_batch: rows'],
  [
    `UPDATE engine_batch SET log = replace(log, '1', '2') WHERE first_seq = 5`,
    'engine_batch: rows',
  ],
  ['UPDATE engine SET last_at = last_at + 1', 'the time is not that of the engine'],
  [`UPDATE engine SET head = 'x'`, 'the head is not that of the engine'],
  // Last, because what is added to the log is followed.
  [
    `INSERT INTO engine_batch SELECT first_seq + 1000, last_seq + 1000, epoch, at, head, ids, log
     FROM engine_batch WHERE first_seq = 5`,
    'log at command 1005: follows 40',
  ],
];

it('ENGN-230 ENGN-231 rows are those that the log makes, and every edit of one is found', async () => {
  expect(await look()).toEqual([]);
  const engine = bank.engine();
  await engine.start();
  for (let i = 0; i < 40; i += 1) await deposit(engine, `id${i}`, `acc${i % 3}`, (i % 4) - 1);
  expect(await look()).toEqual([]);
  expect(check.stateHash()).toBe(engine.sequencer.stateHash());
  for (const [edit, finding] of EDITS) {
    expect((await look(edit)).join('\n'), edit).toContain(finding);
  }
});

it('ENGN-234 whoever begins to look at a long log knows its rows as they are then', async () => {
  const long = await openBank();
  try {
    const engine = long.engine();
    await engine.start();
    for (let made = 0; made < 5_200; made += 400) {
      const some = Array.from({ length: 400 }, (_, i) => `id${made + i}`);
      await Promise.all(some.map((id) => deposit(engine, id, 'acc', 1)));
    }
    [client, check] = [await long.connect(), newCheck()];
    expect(await look()).toEqual([]);
    expect((await look('UPDATE bank_move SET amount = 2 WHERE seq = 7')).join()).toContain('rows');
  } finally {
    await client.end();
    await long.close();
  }
}, 300_000);
