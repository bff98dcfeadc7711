import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { SPOT_HOLDS } from '@assay/modules/spot';
import type { Client } from '@assay/platform/db/database';
import type { RowReader } from '@assay/platform/engine/machine';
import { replayLog } from '@assay/platform/engine/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { auditJournal, auditTables, JournalDigest } from './audit.ts';
import { postingLine } from './store/audit.ts';

let realm: TestRealm;
let client: Client;
let journal: ReadonlyMap<number, string>;

/** A few users who trade, with orders and a stop left open, on both sides and in two markets. */
beforeAll(async () => {
  realm = await startTestRealm();
  const dice = createDice(9);
  const users = await realm.newUsers(4, { USDT: '50000', BTC: '1', ETH: '10' });
  await realm.quote({ BTCUSDT: '90000', ETHUSDT: '3000' });
  for (let i = 0; i < 60; i += 1) {
    const market = dice.pick(['BTCUSDT', 'ETHUSDT']);
    const [center, quantity] = market === 'BTCUSDT' ? [90_000, '0.003'] : [3000, '0.07'];
    const limitPrice = (center * (1 + dice.int(-20, 20) / 10_000)).toFixed(2);
    const side = dice.pick(['buy', 'sell'] as const);
    await realm.place(dice.pick(users), { market, side, type: 'limit', quantity, limitPrice });
  }
  const stop = { market: 'BTCUSDT', type: 'stopMarket', quantity: '0.01' } as const;
  await realm.place(users[0]!, { ...stop, side: 'buy', triggerPrice: '95000' });
  await realm.place(users[1]!, { ...stop, side: 'sell', triggerPrice: '85000' });
  await realm.must(users[3]!, 'resetVirtualAccount', {
    userId: users[3],
    grants: [{ asset: 'BTC', amount: '2' }],
  });
  await realm.engine.settled();
  client = await realm.db.connect();
  await client.query('SET search_path TO demo, public');
  const digest = new JournalDigest();
  const { findings, sequencer } = await replayLog(client, createRealmMachines('demo'), (at) => {
    digest.take(at.machines.ledger.ledger.postings);
  });
  expect(findings).toEqual([]);
  expect(sequencer.stateHash()).toBe(realm.stateHash());
  journal = digest.end();
}, 120_000);
afterAll(async () => {
  await client?.end();
  await realm.stop();
});

/** Reads inside the transaction that is open, so that what was edited can be rolled back. */
const reader: RowReader = {
  rows: async (sql, values = []) => (await client.query(sql, values as unknown[])).rows,
  each: async (sql, visit) => {
    for (const row of (await client.query(sql)).rows) visit(row);
  },
};

async function audit(): Promise<string[]> {
  const found = await auditTables(reader, [SPOT_HOLDS]);
  if (found.length > 0) return found.map(({ kind, what }) => `${kind} ${what}`);
  return (await auditJournal(reader, journal)).map(({ kind, what }) => `${kind} ${what}`);
}

const TABLES = ['balance', 'posting', 'open_order'] as const;

/** Makes the edit, runs `find`, and rolls back. */
async function undone<T>(edit: () => Promise<unknown>, find: () => Promise<T>): Promise<T> {
  // Triggers keep postings permanent; somebody with the database's password can switch them off.
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await edit();
    return await find();
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Changes one row in one column, deletes one, or inserts one; returns the SQL. */
async function randomEdit(dice: Dice): Promise<string> {
  const table = dice.pick(TABLES);
  const { rows } = await client.query(`SELECT ctid::text AS at FROM ${table} ORDER BY ctid`);
  const { at } = dice.pick(rows) as { at: string };
  const kind = dice.int(0, 9);
  const run = (sql: string) => client.query(sql).then(() => sql);
  if (kind === 0) return run(`DELETE FROM ${table} WHERE ctid = '${at}'`);
  if (kind === 1 && table === 'posting')
    return run(`INSERT INTO posting SELECT * FROM posting WHERE ctid = '${at}'`);
  if (kind === 1 && table === 'balance') {
    const nobody = accountId(dice.int(5000, 9000), WALLET.currency, dice.int(1, 4));
    return run(`INSERT INTO balance VALUES (${nobody}, ${dice.int(1, 99)}, 0)`);
  }
  if (kind === 1) {
    return run(`INSERT INTO open_order SELECT * FROM open_order WHERE ctid = '${at}' ON CONFLICT DO NOTHING;
      UPDATE open_order SET held = held + 1 WHERE ctid = '${at}'`);
  }
  const step = dice.pick([-1, 1, 1000, -1000]);
  const column = {
    balance: ['available', 'held', 'account'],
    posting: ['amount', 'seq', 'purpose', 'from_account', 'to_account'],
    open_order: ['held', 'side', 'user_id'],
  }[table];
  const name = dice.pick(column);
  const change: Record<string, string> = {
    side: '1 - side',
    // Another purpose that there is, another user: nothing that a constraint would notice.
    purpose: 'CASE purpose WHEN 10 THEN 11 WHEN 11 THEN 12 WHEN 12 THEN 13 ELSE 10 END',
    user_id: 'user_id + 1',
    account: `account + ${16_384 * dice.int(1, 3) * 100}`,
    seq: `seq + ${dice.pick([-1, 1])}`,
    held: 'held + 1',
    amount: 'amount + 1',
    from_account: `from_account + ${dice.pick([1, 16_384])}`,
    to_account: `to_account + ${dice.pick([1, 16_384])}`,
  };
  return run(
    `UPDATE ${table} SET ${name} = ${change[name] ?? `${name} + ${step}`} WHERE ctid = '${at}'`,
  );
}

describe('the audit of the tables', () => {
  it('LEDG-062 LEDG-064 finds nothing in a ledger that nobody touched', async () => {
    expect(await audit()).toEqual([]);
    const { rows } = await client.query('SELECT count(*)::int AS n FROM posting');
    expect(rows[0].n).toBeGreaterThan(100);
    const { rows: open } = await client.query('SELECT count(*)::int AS n FROM open_order');
    expect(open[0].n).toBeGreaterThan(60);
  });

  it('LEDG-061 postings are permanent: the database refuses to change, delete or empty them', async () => {
    for (const sql of [
      'UPDATE posting SET amount = amount + 1',
      'UPDATE posting SET amount = amount WHERE false',
      'DELETE FROM posting',
      'TRUNCATE posting',
    ]) {
      await expect(client.query(sql), sql).rejects.toThrow('postings are permanent');
    }
    await expect(client.query('UPDATE balance SET held = -1')).rejects.toThrow('check');
  });

  it('LEDG-062 names what is wrong', async () => {
    const bob = accountId(1001, WALLET.currency, 1);
    const fees = accountId(OWNER.fees, WALLET.currency, 1);
    const found = async (sql: string) => {
      const look = () => auditTables(reader, [SPOT_HOLDS]);
      const findings = await undone(() => client.query(sql), look);
      return findings.map(({ kind }) => kind).toSorted();
    };
    const one = `WHERE account = ${bob}`;
    expect(await found(`UPDATE balance SET available = available + 1 ${one}`)).toEqual([
      'asset',
      'balance',
    ]);
    expect(
      await found(`UPDATE balance SET available = available - 1, held = held + 1 ${one}`),
    ).toEqual(['hold']);
    const below = `UPDATE balance SET available = -5 WHERE account = ${fees}`;
    expect(await found(below)).toEqual(['asset', 'balance', 'negative']);
    expect(await found('UPDATE posting SET purpose = 99 WHERE seq = 8')).toEqual(['posting']);
    expect(await found('UPDATE posting SET seq = 0 WHERE seq = 8')).toEqual(['posting']);
    expect(await found('UPDATE posting SET seq = 1000000 WHERE seq = 8')).toEqual(['posting']);
    expect(await audit()).toEqual([]);
  });

  it('LEDG-063 finds each of 1,000 rows changed, taken out or put in', async () => {
    const dice = createDice(1000);
    const missed: string[] = [];
    const kinds = new Set<string>();
    for (let i = 0; i < 1000; i += 1) {
      let what = '';
      const edit = async () => {
        what = await randomEdit(dice);
      };
      const [first] = await undone(edit, audit);
      if (first === undefined) missed.push(what);
      else kinds.add(first.split(' ')[0] as string);
    }
    expect(missed).toEqual([]);
    expect([...kinds].toSorted()).toEqual(['balance', 'hold', 'journal', 'posting']);
    expect(await audit()).toEqual([]);
  }, 240_000);

  it('LEDG-064 finds a posting that somebody put in together with its balances', async () => {
    const [thief, house] = [1001, OWNER.marketMaker].map((owner) =>
      accountId(owner, WALLET.currency, 1),
    );
    const edit = () =>
      client.query(`INSERT INTO posting VALUES (8, ${house}, ${thief}, 100, 11);
        UPDATE balance SET available = available + 100 WHERE account = ${thief};
        UPDATE balance SET available = available - 100 WHERE account = ${house}`);
    expect(await undone(edit, () => auditTables(reader, [SPOT_HOLDS]))).toEqual([]);
    expect(await undone(edit, audit)).toEqual(['journal postings of commands 0 to 999']);
  });

  it('LEDG-065 passes over the postings of commands that the replay did not decide', async () => {
    const from = 30;
    const digest = new JournalDigest();
    const { rows } = await client.query(
      `SELECT seq, from_account, to_account, amount::text, purpose FROM posting
       WHERE seq >= $1 ORDER BY seq`,
      [from],
    );
    for (const { seq, from_account, to_account, amount, purpose } of rows) {
      digest.add(seq, postingLine(seq, from_account, to_account, BigInt(amount), purpose));
    }
    const due = digest.end();
    const postings = (await client.query('SELECT 1 FROM posting')).rows.length;
    expect(rows.length).toBeLessThan(postings);
    expect(await auditJournal(reader, due, from)).toEqual([]);
    expect(await auditJournal(reader, due)).toHaveLength(1);
    const edit = (seq: number) => () =>
      client.query('UPDATE posting SET amount = amount + 1 WHERE seq = $1', [seq]);
    const find = () => auditJournal(reader, due, from);
    expect(await undone(edit(8), find)).toEqual([]);
    expect(await undone(edit(rows[0].seq), find)).toHaveLength(1);
  });
});
