import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CONTRACTS } from '@assay/modules/cfd';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client, cookiesOf, type Sent } from '@assay/platform/testing/client';
import { createTestDatabase, urlsOf } from '@assay/platform/testing/database';
import { hasSystemPostgres, startSystemPostgres } from '@assay/platform/testing/system-postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, startApp } from './app.ts';

/** The whole server as `npm start` starts it, on a test database and a free port. */
// Each test has processes and a database of its own: slow on a busy machine, but speed is not
// tested here.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

interface Place {
  readonly url: string;
  /** What the product opens it by. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): void | Promise<void>;
}
const places: Record<string, () => Place | Promise<Place>> = {
  'the embedded PostgreSQL': onEmbedded,
  ...(hasSystemPostgres ? { 'PostgreSQL 15': onSystemPostgres } : {}),
};

function onSystemPostgres(): Place {
  const { url, stop } = startSystemPostgres();
  return { url, settings: { DATABASE_URL: url }, drop: stop };
}

async function onEmbedded(): Promise<Place> {
  const db = await createTestDatabase();
  return { url: db.url, settings: urlsOf(db), drop: db.drop };
}

describe.each(Object.entries(places))('on %s', (_name, makePlace) => {
  let db: Place;
  let dataDir: string;
  let app: App;
  let client: Client;

  function start(): Promise<App> {
    const settings = {
      PORT: '0',
      FEED: 'simulated',
      TRIAL_CHAIN: 'off',
      DATA_DIR: dataDir,
      ...db.settings,
    };
    return startApp({ config: readConfig(settings), log: silentLog });
  }

  beforeAll(async () => {
    db = await makePlace();
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-app-'));
    app = await start();
    client = new Client(app.address);
  });
  afterAll(async () => {
    client.close();
    await app.stop();
    await db.drop();
    fs.rmSync(dataDir, { recursive: true });
  });

  const ok = { status: 200, code: 0 };

  test('OPSX-063 a visitor finds priced markets with depth as soon as the server is up', async () => {
    const listed = () => client.get('getmarketList');
    const list = await listed();
    expect(list).toMatchObject(ok);
    expect(list.data.markets.length).toBeGreaterThanOrEqual(12);
    for (const market of list.data.markets) {
      expect(market).toMatchObject({ status: 'trading', source: 'simulated', simulated: true });
    }
    // Metals and pairs have none yet where this runs on a weekend.
    const unpriced = async () =>
      (await listed()).data.markets.filter(
        (one: { index: string; session: { open: boolean } }) =>
          one.session.open && !(Number(one.index) > 0),
      );
    await expect.poll(unpriced, { timeout: 60_000 }).toEqual([]);
    await expect.poll(async () => (await firstDepth()).data.bids.length).toBeGreaterThan(5);
    expect((await client.get('getSetting')).data).toMatchObject({ simulated: true });
    expect((await client.get('new_data')).data).toMatchObject({
      markets: 12 + CONTRACTS.length,
      users: 0,
    });
  });

  const firstDepth = () => client.get('getDepth', { market: 'BTCUSDT' });

  async function enter(): Promise<Sent> {
    const entered = await client.post('tempLogin', {}, { browser: true });
    expect(entered).toMatchObject(ok);
    return { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
  }

  test('OPSX-063 MRKT-071 a virtual account trades with the house, and keeps it over a restart', async () => {
    const visitor = await enter();
    const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
    await expect.poll(async () => (await firstDepth()).data.asks.length).toBeGreaterThan(5);
    const placed = await client.post('placeOrder', order, visitor);
    expect(placed).toMatchObject(ok);
    expect(placed.data.order).toMatchObject({ status: 'filled', filledQuantity: '0.01' });
    const before = await client.get('getAsset2', {}, visitor);
    const held = (received: typeof before, asset: string) =>
      received.data.balances.find((one: { asset: string }) => one.asset === asset).total;
    expect(held(before, 'BTC')).toBe('0.00999');
    expect(Number(held(before, 'USDT'))).toBeLessThan(100_000);

    await app.stop();
    client.close();
    app = await start();
    client = new Client(app.address);
    const after = await client.get('getAsset2', {}, visitor);
    expect(held(after, 'USDT')).toBe(held(before, 'USDT'));
    expect(held(after, 'BTC')).toBe('0.00999');
    const fills = await client.get('getFills', {}, visitor);
    const [fill] = fills.data.fills;
    expect(fill).toMatchObject({ market: 'BTCUSDT', quantity: '0.01' });
    const { data } = await client.get('getCurrencyMessage', { market: 'BTCUSDT' }, visitor);
    expect(data).toMatchObject({ last: fill.price, lastAt: fill.at });
  });

  test('OPSX-064 capital of the house is public, given once, and every asset sums to zero', async () => {
    for (const realm of ['real', 'demo']) {
      const { data } = await client.get('getHouseAccounts', { realm });
      const usdt = data.accounts.filter((one: { asset: string }) => one.asset === 'USDT');
      const outside = usdt.find((one: { owner: string }) => one.owner === 'outside:capital');
      // Quotes, contracts, options, custody, two strategies; and in the real realm what is sold for
      // bank money, what is lent, and rewards.
      expect(outside.available).toBe(realm === 'real' ? '-33750000' : '-32240000');
      for (const sum of data.sums) expect(sum.sum).toBe('0');
    }
  });
});
