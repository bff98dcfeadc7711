import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client, cookiesOf } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from './app.ts';
import { serverTables } from './migrations.ts';

// Servers are started: slow on a busy machine, but speed is not tested here.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;
const USDT = 1;

let db: TestDatabase;
let dataDir: string;
let app: App;
let client: Client;

beforeAll(async () => {
  db = await createTestDatabase(serverTables());
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-visitors-'));
  await start();
});
afterAll(async () => {
  await stop();
  await db.drop();
  fs.rmSync(dataDir, { recursive: true });
});

async function start(): Promise<void> {
  const settings = {
    PORT: '0',
    FEED: 'simulated',
    TRIAL_CHAIN: 'off',
    LIMITS_FACTOR: '100',
    DATA_DIR: dataDir,
  };
  app = await startApp({ config: readConfig({ ...settings, ...urlsOf(db) }), log: silentLog });
  client = new Client(app.address);
}

async function stop(): Promise<void> {
  client.close();
  await app.stop();
}

/** The job runs at the start; waits until it has noted what it did. */
async function restart(change: string): Promise<void> {
  await stop();
  await db.pool.query(change);
  await start();
  await expect.poll(() => ended(), { timeout: 60_000 }).toBe(1);
}

async function ended(): Promise<number> {
  const { rowCount } = await db.pool.query('select from person where lost_at is not null');
  return rowCount ?? 0;
}

async function enter() {
  const entered = await client.post('tempLogin', {}, { browser: true });
  const session = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  return { userId: entered.data.userId as number, session };
}

const totals = async (owner: number) => {
  const { rows } = await db.pool.query<{ total: string }>(
    'select (available + held)::text as total from demo.balance where account = $1',
    [accountId(owner, WALLET.currency, USDT)],
  );
  return BigInt(rows[0]?.total ?? 0);
};

const returned = async () => {
  const { rows } = await db.pool.query<{ amount: string; from: number }>(
    `select amount::text, from_account as "from" from demo.posting where purpose = $1`,
    [PURPOSE.virtualReturn],
  );
  return rows;
};

test('IDEN-083 a lost visitor is ended with orders and keys; who can come back stays; a kill ends nothing twice', async () => {
  const [gone, back] = [await enter(), await enter()];
  const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.01' };
  const placed = await client.post('placeOrder', { ...order, limitPrice: '60000' }, gone.session);
  expect(placed.code).toBe(0);
  const key = { label: 'bot', kind: 'hmac', permission: 'trade' };
  expect((await client.post('createApiKey', key, gone.session)).code).toBe(0);
  const outside = await totals(OWNER.outsideVirtual);
  const all = [await totals(gone.userId), await totals(back.userId)];
  expect(all).toEqual([10_000_000_000_000n, 10_000_000_000_000n]);
  // The key alone has been of use since the session ended: that does not keep a visitor.
  await restart(
    `update person set created_at = created_at - ${NINE_DAYS};
     update session set last_seen_at = last_seen_at - ${NINE_DAYS} where user_id = ${gone.userId}`,
  );
  expect([await totals(gone.userId), await totals(back.userId)]).toEqual([0n, all[1]]);
  expect((await totals(OWNER.outsideVirtual)) - outside).toBe(all[0]);
  const { rows: open } = await db.pool.query('select from demo.open_order where user_id = $1', [
    gone.userId,
  ]);
  const { rows: keys } = await db.pool.query('select from api_key where revoked_at is null');
  expect([open.length, keys.length]).toEqual([0, 0]);
  expect((await client.get('getInfo', {}, gone.session)).code).toBe(1000);
  expect((await client.get('getInfo', {}, back.session)).data.userId).toBe(back.userId);
  expect(await returned()).toHaveLength(1);
  // As if the server had been killed before it noted that the account was ended.
  await restart('update person set lost_at = null');
  expect(await returned()).toHaveLength(1);
  const health = (await (await fetch(`${app.address}/health`)).json()) as { status: string };
  expect(health.status).not.toBe('failing');
});
