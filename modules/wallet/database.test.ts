import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { rowReader } from '@assay/platform/engine/store';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { replayLog, verifyLog } from '@assay/platform/engine/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { approvalTable } from '../../apps/server/staff.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { WITHDRAWAL_HOLDS } from './store/holds.ts';

const DIGEST = 'ab'.repeat(32);
const STAFF = staffActor(3);
const HOLDS = [SPOT_HOLDS, WITHDRAWAL_HOLDS];

let realm: TestRealm;
let user: number;

beforeAll(async () => {
  realm = await startTestRealm({ realm: 'real' });
  user = await realm.newUser({ USDT: '1000', BTC: '1' });
});
afterAll(() => realm.stop());

const decided = { digest: DIGEST, reason: 'notSent', payout: DIGEST, ground: 'tier' };

async function request(amount = '10', asset = 'USDT'): Promise<number> {
  const body = { asset, amount, fee: '0.1', digest: DIGEST };
  return (await realm.must(user, 'requestWithdrawal', body)).id as number;
}

async function steps(withdrawalId: number, ...types: readonly string[]): Promise<void> {
  for (const type of types) {
    const byStaff = type === 'refuseWithdrawal' || type === 'returnWithdrawal';
    const actor = type === 'cancelWithdrawal' ? user : byStaff ? STAFF : OWNER.custody;
    await realm.must(actor, type, { withdrawalId, ...decided });
  }
}

/** Runs a query or an audit on a connection of its own. */
async function look<T>(
  ask: (client: Awaited<ReturnType<TestRealm['db']['connect']>>) => Promise<T>,
): Promise<T> {
  const client = await realm.db.connect();
  try {
    await client.query('SET search_path TO real, public');
    return await ask(client);
  } finally {
    await client.end();
  }
}

const rows = (sql: string) => look(async (client) => (await client.query(sql)).rows);

describe('withdrawals in the database', () => {
  it('WDRL-008 open ones are loaded, ended ones are rows, and a restart or a kill changes nothing', async () => {
    const open = [await request(), await request(), await request('0.5', 'BTC')];
    await steps(open[1]!, 'approveWithdrawal');
    await steps(open[2]!, 'approveWithdrawal', 'payWithdrawal');
    const ended = [await request('20'), await request('30'), await request(), await request()];
    await steps(ended[0]!, 'approveWithdrawal', 'payWithdrawal', 'settleWithdrawal');
    await steps(ended[1]!, 'approveWithdrawal', 'payWithdrawal', 'returnWithdrawal');
    await steps(ended[2]!, 'refuseWithdrawal');
    await steps(ended[3]!, 'cancelWithdrawal');
    const before = realm.stateHash();
    const ids = () => realm.machines.wallet.withdrawals.rows().map(({ id }) => id);
    await realm.restart();
    expect([realm.stateHash(), ids()]).toEqual([before, open]);
    await realm.db.pool.query('SELECT pg_terminate_backend(backend) FROM real.engine');
    // Answered only once another connection has loaded the realm.
    await insist(() => realm.send(user, 'cancelWithdrawal', { withdrawalId: 1 }));
    expect([realm.stateHash(), ids()]).toEqual([before, open]);
    realm.audit();
    const stored = await rows(
      `SELECT id, state, amount, fee, reason, payout, ended_by, approved_seq < paying_seq AS paid
       FROM ended_withdrawal ORDER BY id`,
    );
    const common = { amount: '1000000000', fee: '10000000', reason: '', payout: '' };
    const of = (row: object) => ({ ...common, ended_by: `${OWNER.custody}`, paid: true, ...row });
    const texts = stored.map((row) => ({
      ...row,
      ...{ amount: String(row.amount), fee: String(row.fee), ended_by: String(row.ended_by) },
    }));
    expect(texts).toEqual([
      of({ id: ended[0], state: 'paid', amount: '2000000000', payout: DIGEST }),
      of({
        ...{ id: ended[1], state: 'returned', amount: '3000000000', reason: 'notSent' },
        ended_by: `${STAFF}`,
      }),
      of({
        ...{ id: ended[2], state: 'refused', reason: 'notSent' },
        ...{ ended_by: `${STAFF}`, paid: null },
      }),
      of({ id: ended[3], state: 'cancelled', ended_by: `${user}`, paid: null }),
    ]);
  });

  it('WDRL-009 the audit of the tables counts what open withdrawals hold', async () => {
    await request('77');
    expect(await look((client) => auditTables(rowReader(client), HOLDS))).toEqual([]);
    const [finding] = await look((client) => auditTables(rowReader(client), [SPOT_HOLDS]));
    expect(finding?.kind).toBe('hold');
    expect(await look(async (client) => (await verifyLog(client)).findings)).toEqual([]);
    const replayed = await look(async (client) => {
      const { findings, sequencer } = await replayLog(client, createRealmMachines('real'));
      return [findings, sequencer.stateHash()];
    });
    expect(replayed).toEqual([[], realm.stateHash()]);
  });

  it('WDRL-010 what ended is only ever added: the application can neither change nor delete it', async () => {
    const { app } = realm.db as TestRealm['db'] & { app: TestRealm['db'] };
    for (const table of ['ended_withdrawal', 'deposit_credit']) {
      for (const sql of [`UPDATE real.${table} SET amount = 1`, `DELETE FROM real.${table}`]) {
        await expect(app.pool.query(sql), sql).rejects.toThrow('permission denied');
      }
    }
  });
});

describe('what takes two people', () => {
  it('WDRL-011 to refuse, to give back, and to approve on the ground of two, or of none that is known', () => {
    const table = approvalTable('production');
    const needs = (type: string, body: object) => table.policyOf(type, body)?.needs ?? 1;
    expect(needs('refuseWithdrawal', {})).toBe(2);
    expect(needs('returnWithdrawal', {})).toBe(2);
    for (const ground of ['tier', 'onePerson'])
      expect(needs('approveWithdrawal', { ground })).toBe(1);
    for (const ground of ['twoPeople', 'x', undefined, null, ['tier']]) {
      expect(needs('approveWithdrawal', { ground })).toBe(2);
    }
    for (const type of ['payWithdrawal', 'settleWithdrawal', 'cancelWithdrawal', 'creditDeposit']) {
      expect(needs(type, {})).toBe(1);
    }
  });
});

describe('deposits in the database', () => {
  it('DEPO-003 one command id credits once, at once and after a restart; another body is refused', async () => {
    const owner = user + 50;
    const id = `deposit:1:0x${'ef'.repeat(32)}:0`;
    const body = { userId: owner, asset: 'USDT', amount: '12.5', digest: DIGEST, rules: 1 };
    const credit = (change = {}) =>
      realm.send(OWNER.custody, 'creditDeposit', { ...body, ...change }, id);
    const replies = await Promise.all(Array.from({ length: 32 }, () => credit()));
    await realm.restart();
    replies.push(await credit());
    expect(new Set(replies.map(({ hash }) => hash)).size).toBe(1);
    expect(replies.every(({ ok }) => ok)).toBe(true);
    for (const change of [{ amount: '12.6' }, { userId: owner + 1 }]) {
      const reply = await credit(change);
      expect(reply).toMatchObject({ ok: false, refusal: 'commandIdReused' });
    }
    const stored = await rows(
      `SELECT amount::text, digest, rules, seq FROM deposit_credit WHERE user_id >= ${owner}`,
    );
    expect(stored).toEqual([
      { amount: '1250000000', digest: DIGEST, rules: 1, seq: replies[0]?.seq },
    ]);
  });
});
