import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@assay/platform/config';
import { silentLog } from '@assay/platform/log';
import { Client, cookiesOf } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase, urlsOf } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, startApp } from './app.ts';
import { serverTables } from './migrations.ts';

/** The charting feed through the whole server, as a front end reads it. */
vi.setConfig({ hookTimeout: 240_000 });

let db: TestDatabase;
let dataDir: string;
let app: App;
let client: Client;
beforeAll(async () => {
  db = await createTestDatabase(serverTables());
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-udf-'));
  const settings = {
    PORT: '0',
    FEED: 'simulated',
    TRIAL_CHAIN: 'off',
    DATA_DIR: dataDir,
    ...urlsOf(db),
  };
  app = await startApp({ config: readConfig(settings), log: silentLog });
  client = new Client(app.address);
  const ready = async () => (await client.get('getFeedStatus')).data.historyReady;
  await vi.waitUntil(ready, { timeout: 180_000, interval: 250 });
});
afterAll(async () => {
  client.close();
  await app.stop();
  await db.drop();
  fs.rmSync(dataDir, { recursive: true });
});

async function ask(address: string) {
  const response = await fetch(`${app.address}/${address}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const udf = async (address: string) => JSON.parse((await ask(`udf/${address}`)).text);
const seconds = () => Math.floor(Date.now() / 1000);

interface Bars {
  readonly t: number[];
  readonly [column: string]: number[];
}

describe('the charting feed', () => {
  it('UDF-010 describes its capabilities', async () => {
    expect(await udf('config')).toMatchObject({
      supported_resolutions: expect.arrayContaining(['1', '60', '1D', '1W', '1M']),
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_time: true,
      exchanges: [{ value: 'Assay' }],
    });
  });

  it('UDF-011 describes a market down to its tick', async () => {
    for (const symbol of ['BTCUSDT', 'Assay:BTCUSDT', 'btcusdt']) {
      const info = await udf(`symbols?symbol=${symbol}`);
      expect(info).toMatchObject({
        name: 'BTCUSDT',
        ticker: 'BTCUSDT',
        description: 'Bitcoin / USDT (simulated prices)',
        type: 'crypto',
        session: '24x7',
        timezone: 'Etc/UTC',
        listed_exchange: 'Assay',
        has_intraday: true,
        visible_plots_set: 'ohlcv',
      });
      const { data } = await client.get('getCurrencyMessage', { market: 'BTCUSDT' });
      expect(info.minmov / info.pricescale).toBe(Number(data.tickSize));
    }
  });

  it('UDF-012 finds markets by symbol and name', async () => {
    const names = async (query: string) =>
      (await udf(`search?${query}`)).map(({ symbol }: { symbol: string }) => symbol);
    expect(await names('query=bitcoin&type=&exchange=&limit=30')).toContain('BTCUSDT');
    expect((await names('query=ETH'))[0]).toMatch(/^ETH/);
    expect(await names('query=&limit=3')).toHaveLength(3);
    expect(await names('query=BTC&type=stock')).toEqual([]);
    expect(await names('query=BTC&exchange=elsewhere')).toEqual([]);
    expect(await names('query=%F0%9F%98%80')).toEqual([]);
  });

  it('UDF-013 gives the time', async () => {
    const { text, headers } = await ask('udf/time');
    expect(Math.abs(Number(text) - seconds())).toBeLessThan(5);
    expect(headers.get('content-type')).toBe('text/plain');
  });

  it('UDF-014 gives the figures of markets, and an error for an unknown one', async () => {
    const { s, d } = await udf('quotes?symbols=BTCUSDT,NOSUCH');
    expect(s).toBe('ok');
    expect(d[1]).toEqual({ s: 'error', n: 'NOSUCH', v: {} });
    expect(d[0]).toMatchObject({ s: 'ok', n: 'BTCUSDT', v: { short_name: 'BTCUSDT' } });
    expect(d[0].v.bid).toBeLessThan(d[0].v.ask);
    expect(d[0].v.low_price).toBeLessThanOrEqual(d[0].v.high_price);
  });

  it('UDF-020 gives the candles of getKline in columns', async () => {
    const to = Math.floor(seconds() / 3600) * 3600;
    const from = to - 48 * 3600;
    const bars: Bars & { s: string } = await udf(
      `history?symbol=BTCUSDT&resolution=60&from=${from}&to=${to}`,
    );
    expect(bars.s).toBe('ok');
    expect(bars.t).toHaveLength(48);
    expect([bars.t[0], bars.t.at(-1)]).toEqual([from, to - 3600]);
    const range = { from: String(from * 1000), to: String(to * 1000 - 1), limit: '100' };
    const asked = { market: 'BTCUSDT', interval: '1h', ...range };
    const { data } = await client.get('getKline', asked);
    const columns = { o: 'open', h: 'high', l: 'low', c: 'close', v: 'volume' };
    for (const [column, field] of Object.entries(columns)) {
      const candles = data.map((candle: Record<string, string>) => Number(candle[field]));
      expect(bars[column], field).toEqual(candles);
    }
  });

  it.each(['1', '15', '240', '1D', '3D', '1W', '1M', 'D'])(
    'UDF-021 counts back from the end at resolution %s, whatever `from` is',
    async (resolution) => {
      const history = (span: string) =>
        udf(`history?symbol=ETHUSDT&resolution=${resolution}&${span}`);
      // Bars that have begun: another one may begin between two questions.
      const to = Math.floor(seconds() / 60) * 60;
      const ten: Bars = await history(`from=${to - 1}&to=${to}&countback=10`);
      expect(ten.t).toHaveLength(10);
      expect(ten.t).toEqual([...ten.t].sort((a, b) => a - b));
      expect(ten.t.at(-1)).toBeLessThan(to);
      const two: Bars = await history(`to=${to}&countback=2`);
      expect(two.t).toEqual(ten.t.slice(-2));
      const last: Bars = await history(`to=${seconds() + 60}&countback=1`);
      expect(last.t[0]).toBeGreaterThanOrEqual(ten.t.at(-1)!);
      expect(last.t[0]).toBeLessThanOrEqual(seconds());
      const before: Bars = await history(`to=${ten.t[5]}&countback=3`);
      expect(before.t).toEqual(ten.t.slice(2, 5));
    },
  );

  it('UDF-040 fills minutes without a price with the last one', async () => {
    const from = Math.floor(seconds() / 60) * 60 - 5 * 86_400;
    const span = `symbol=XRPUSDT&resolution=1&from=${from}&to=${from + 1200}`;
    const before: Bars = await udf(`history?${span}`);
    await db.pool.query(
      `delete from feed_candle where index_name = 'XRP-USDT' and level = 1
       and minute between $1 and $2`,
      [from / 60 + 5, from / 60 + 14],
    );
    const after: Bars = await udf(`history?${span}`);
    expect(after.t).toEqual(before.t);
    expect(after.t).toHaveLength(20);
    for (const column of ['o', 'h', 'l', 'c']) {
      expect(after[column]?.slice(5, 15)).toEqual(Array(10).fill(before.c?.[4]));
      expect(after[column]?.slice(15)).toEqual(before[column]?.slice(15));
    }
    const last: Bars = await udf(`history?${span.replace('&from=', '&countback=10&from=')}`);
    expect(last.t).toEqual(after.t.slice(-10));
    const within = span.replace(/from=\d+&to=\d+/, `from=${from + 480}&to=${from + 540}`);
    expect((await udf(`history?${within}`)).c).toEqual([before.c?.[4]]);
  });

  it('UDF-022 gives the time of the previous bar where there is none', async () => {
    const late = seconds() + 86_400;
    const after = await udf(`history?symbol=BTCUSDT&resolution=1&from=${late}&to=${late + 60}`);
    expect(after.s).toBe('no_data');
    expect(after.nextTime).toBeGreaterThan(seconds() - 300);
    expect(await udf('history?symbol=BTCUSDT&resolution=1D&from=86400&to=864000')).toEqual({
      s: 'no_data',
    });
  });

  it.each([
    ['symbols?symbol=NOSUCH', 'unknown symbol'],
    ['symbols', 'unknown symbol'],
    ['history?symbol=NOSUCH&resolution=1&from=1&to=2', 'unknown symbol'],
    ['history?symbol=BTCUSDT&resolution=7&from=1&to=2', 'wrong field: resolution'],
    ['history?symbol=BTCUSDT&resolution=constructor&from=1&to=2', 'wrong field: resolution'],
    ['history?symbol=BTCUSDT&resolution=1&from=1', 'wrong field: to'],
    ['history?symbol=BTCUSDT&resolution=1&from=-1&to=2', 'wrong field: from'],
    ['history?symbol=BTCUSDT&resolution=1&from=5&to=5', 'wrong field: from'],
    ['history?symbol=BTCUSDT&resolution=1&from=1e3&to=2000', 'wrong field: from'],
    ['history?symbol=BTCUSDT&resolution=1&to=2000&countback=-1', 'wrong field: countback'],
    ['history?symbol=BTCUSDT&symbol=ETHUSDT&resolution=1&from=1&to=2', 'repeated field: symbol'],
    ['quotes', 'wrong field: symbols'],
    [`quotes?symbols=${'AB,'.repeat(101)}`, 'wrong field: symbols'],
  ])('UDF-030 explains what is wrong with request %#', async (address, errmsg) => {
    const { status, text } = await ask(`udf/${address}`);
    expect([status, JSON.parse(text)]).toEqual([200, { s: 'error', errmsg }]);
  });

  it('UDF-030 an unknown address is an error too', async () => {
    for (const address of ['udf/', 'udf/nothing', 'udf/toString', 'udf/marks?symbol=BTCUSDT']) {
      const { status, text } = await ask(address);
      expect([address, status, JSON.parse(text).s]).toEqual([address, 404, 'error']);
    }
    const post = await fetch(`${app.address}/udf/config`, { method: 'POST' });
    expect(post.status).toBe(404);
  });

  it('UDF-031 any page may read it, and each realm shows its own trades', async () => {
    const { headers } = await ask('udf/config');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const entered = await client.post('tempLogin', {}, { browser: true });
    const sent = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
    const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
    const placed = await client.post('placeOrder', order, sent);
    expect(placed).toMatchObject({ status: 200, code: 0 });
    const span = 'history?symbol=BTCUSDT&resolution=1D&to=99999999999&countback=1';
    const traded = async () => JSON.parse((await ask(`demo/udf/${span}`)).text).v[0];
    await expect.poll(traded).toBe(0.01);
    expect((await udf(span)).v[0]).not.toBe(0.01);
  });

  it('UDF-030 too many requests are refused with the time to wait, in the same shape', async () => {
    const refused: Awaited<ReturnType<typeof ask>>[] = [];
    // On a busy machine the first of them may have left the limit's window already.
    for (let burst = 0; refused.length === 0 && burst < 10; burst += 1) {
      const asked = await Promise.all(Array.from({ length: 650 }, () => ask('udf/time')));
      refused.push(...asked.filter(({ status }) => status === 429));
    }
    expect(JSON.parse(refused[0]!.text)).toEqual({ s: 'error', errmsg: 'tooManyRequests' });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
