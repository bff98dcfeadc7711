import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from 'pg';
import { BankMachine } from '../engine/testing/bank.ts';
import { type Bank, deposit, openBank } from '../engine/testing/bank-engine.ts';
import { RealmCheck } from './realm-check.ts';

let bank: Bank;
let client: Client;

const newCheck = () =>
  new RealmCheck({ realm: 'demo', machines: () => ({ bank: new BankMachine() }), build: undefined });

beforeAll(async () => {
  bank = await openBank();
  client = await bank.connect();
});
afterAll(() => bank.close());

async function inSnapshot<T>(work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

async function look(check: RealmCheck): Promise<string[]> {
  return inSnapshot(async () => {
    const findings = await check.follow(client);
    for (const step of check.steps()) findings.push(...(await step(client)));
    return findings;
  });
}

it('ENGN-220 probe', async () => {
  const check = newCheck();
  expect(await look(check)).toEqual([]);
  const engine = bank.engine();
  await engine.start();
  for (let i = 0; i < 30; i += 1) await deposit(engine, `id${i}`, `acc${i % 3}`, (i % 4) - 1);
  expect(await look(check)).toEqual([]);
  expect(check.stateHash()).toBe(engine.sequencer.stateHash());
  for (const sql of [
    'UPDATE bank SET amount = amount + 1 WHERE account = (SELECT min(account) FROM bank)',
    'DELETE FROM bank WHERE account = (SELECT min(account) FROM bank)',
    "INSERT INTO bank VALUES ('thief', 5)",
    'UPDATE bank_move SET amount = amount + 1 WHERE seq = 7',
    'UPDATE bank_move SET seq = 100 WHERE seq = 7',
    'DELETE FROM bank_move WHERE seq = 7',
    'INSERT INTO bank_move SELECT * FROM bank_move WHERE seq = 7',
    'DELETE FROM engine_batch WHERE first_seq = 5',
    'UPDATE engine_batch SET epoch = 2 WHERE first_seq = 5',
    "UPDATE engine_batch SET log = replace(log, '1', '2') WHERE first_seq = 5",
    'UPDATE engine SET last_at = last_at + 1',
  ]) {
    const findings = await (async () => {
      await client.query('BEGIN');
      await client.query(sql);
      const found = await check.follow(client);
      for (const step of check.steps()) found.push(...(await step(client)));
      await client.query('ROLLBACK');
      return found;
    })();
    console.log(sql, findings);
    expect(findings, sql).not.toEqual([]);
  }
  expect(await look(check)).toEqual([]);
});
