import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { createWithdrawals } from '@assay/modules/wallet';
import { SHIPPED } from '@assay/modules/wallet/rules';
import { settableClock } from '@assay/platform/clock';
import { openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import type { Pool } from 'pg';
import { serverTables } from '../../apps/server/migrations.ts';
import { startTestRealm } from '../../apps/server/testing/test-realm.ts';
import { walletRealm } from '../../apps/server/trading.ts';
import { noBank } from '../../modules/wallet/testing/no-bank.ts';
import { cleanAtExit } from '../leftovers.ts';

/**
 * Withdrawals through the whole queue, fsync on: asked for, approved by the limit of the tier,
 * handed over, noted as paid, settled. Who people are and what they prove is not in it. Beside it
 * the same rows are written as they are, with the same commits, by as many connections.
 * `--withdrawals` makes it smaller.
 */
const TOGETHER = 40;
const EACH = 15;
/** The queue may take so many times as long as its bare rows. */
const MOST_TIMES_OF_ROWS = 6;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** 20:00 in Hong Kong. */
const START_AT = 1_763_640_000_000;

/** The rows that a withdrawal has in the end. */
const COPIES = {
  destination: 'withdrawal_destination',
  lot: 'withdrawal_lot',
  hold: 'withdrawal_hold',
  payout: 'withdrawal_payout',
  ended: 'real.ended_withdrawal',
};

const { values } = parseArgs({ options: { withdrawals: { type: 'string', default: '10000' } } });
const count = Number(values.withdrawals);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-money-'));
fs.chmodSync(folder, 0o755);
cleanAtExit({ folder, database: folder });
const db = await openDatabase({ folder, log: silentLog });
await migrate(db, serverTables());
const clock = settableClock(START_AT);
const realm = await startTestRealm({ realm: 'real', db, clock, house: {} });
const people = await realm.newUsers(Math.ceil(count / EACH), { USDT: '100000' });
const rules = [{ ...SHIPPED, perDay: 1_000, turnoverMode: 0 }];
const withdrawals = createWithdrawals(db, walletRealm(realm.engine), {
  identity: {
    stepUp: async () => null,
    checkTradePassword: async () => null,
    withdrawalLimits: async () => [],
    habits: async () => ({ newDeviceAt: null, hours: [] }),
    hasTradePassword: async () => true,
  },
  // Known for long, so that nothing waits.
  book: { find: async () => ({ addedAt: 0, isStrict: false }), isWhitelistOnly: async () => false },
  networks: () => [
    {
      ...{ chainId: 1, chain: 'Ethereum', asset: 'USDT', decimals: 6, explorer: '' },
      token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    },
  ],
  bank: () => noBank,
  rules: () => rules,
  verified: async () => 'senior',
  turnoverDone: async () => 0n,
  travel: async () => ({ recipientFrom: 100_000_000_000n, providerFrom: null }),
  customer: async () => ({ name: '', email: '', phone: '', country: '', createdAt: 0 }),
  mask: (name) => name,
  record: async () => undefined,
  payer: () => 'signer',
  paid: async () => 'paid',
  isRead: () => true,
  contradicted: () => [],
});
const handler = withdrawals.calls[0]!.handlers.requestWithdrawal as (
  input: object,
  context: object,
) => Promise<unknown>;

const { pool } = db;
const asking = await timed(() => inParallel(count, request));
const paying = await timed(pay);
const { rows } = await pool.query<{ state: string; count: number }>(
  'select state, count(*)::int as count from real.ended_withdrawal group by state',
);
const settled = rows.find(({ state }) => state === 'paid')?.count ?? 0;
const bare = await timed(() => writeRows(pool));
realm.audit();
const seconds = asking + paying;
const ratio = seconds / bare;
const print = {
  ...{ bench: 'withdrawals', withdrawals: count, settled, seconds, asking, paying },
  ...{ rowsSeconds: bare, perSecond: settled / seconds, ratio, limit: MOST_TIMES_OF_ROWS },
};
const rounded = Object.entries(print).map(([name, value]) => [
  name,
  typeof value === 'number' ? Math.round(value * 100) / 100 : value,
]);
console.log(
  JSON.stringify({ ...Object.fromEntries(rounded), isWithin: ratio <= MOST_TIMES_OF_ROWS }),
);
if (settled !== count) process.exitCode = 1;
await realm.stop();
await db.close();

async function request(at: number): Promise<void> {
  const input = {
    ...{ asset: 'USDT', amount: formatDecimal(BigInt(15_000_000_000 + at * 100), SCALE) },
    ...{ chainId: 1, address: ADDRESS, memo: '', kind: 'ordinary', recipient: '', provider: '' },
    tradePassword: '271845',
  };
  const actor = { userId: people[at % people.length]!, realm: 'real', sessionId: 'bench' };
  const answer = await handler(input, { actor, now: clock.now(), commandId: `bench-${at}` });
  if (typeof answer !== 'object' || answer === null || !('withdrawal' in answer)) {
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  }
}

/** What the job of the server does, and what the signer tells it. */
async function pay(): Promise<void> {
  const signal = new AbortController().signal;
  for (;;) {
    clock.advance(2_000);
    await withdrawals.job.run(clock.now(), signal);
    const paying = realm.engine.machines.wallet.withdrawals
      .rows()
      .filter(({ state }) => state === 'paying');
    if (paying.length === 0) return;
    await inParallel(paying.length, (at) => {
      const withdrawalId = paying[at]!.id;
      const transaction = `0x${withdrawalId.toString(16).padStart(64, '0')}`;
      return withdrawals.recordPayout({ withdrawalId, chainId: 1, transaction }, clock.now());
    });
  }
}

/** The rows of a withdrawal as they are in the end, in the commits in which they come to be. */
async function writeRows(to: Pool): Promise<void> {
  const owner = await db.connectOwner();
  for (const [copy, of] of Object.entries(COPIES)) {
    await owner.query(`create table bench_${copy} (like ${of} including all)`);
    await owner.query(`grant all on bench_${copy} to public`);
  }
  await owner.end();
  const { rows: all } = await to.query<{ id: number; digest: string }>(
    'select withdrawal_id as id, digest from withdrawal_destination order by withdrawal_id',
  );
  await inParallel(all.length, async (at) => {
    const { id, digest } = all[at]!;
    const client = await to.connect();
    try {
      await client.query('begin');
      const copy = (name: string, of: string, what = 'digest', value: unknown = digest) =>
        client.query(`insert into bench_${name} select * from ${of} where ${what} = $1`, [value]);
      await copy('destination', 'withdrawal_destination');
      await copy('lot', 'withdrawal_lot');
      await copy('hold', 'withdrawal_hold');
      await client.query('commit');
      const named = [digest];
      const touch = (column: string) =>
        client.query(`update bench_destination set ${column} = ${column} where digest = $1`, named);
      await touch('withdrawal_id');
      await touch('payer');
      await copy('payout', 'withdrawal_payout', 'withdrawal_id', id);
      await copy('ended', 'real.ended_withdrawal', 'id', id);
    } finally {
      client.release();
    }
  });
}

/** Each once, so many at a time. */
async function inParallel(times: number, act: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < times) {
      next += 1;
      await act(next - 1);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
