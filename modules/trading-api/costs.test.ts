import { Reading } from '@assay/platform/http/reading';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../apps/server/testing/test-api.ts';
import { createDocs } from './docs/docs.ts';
import { apiLimits } from './limits.ts';

/** How much work a request causes in the database and on the engine's core. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A tape of long sweeps: hundreds of its trades are one row of an answer. */
const SWEEPS = 60;
const EACH = 200;

const reading = new Reading();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ reading });
  const rules = api.trading.orders.demo.realm.rules('BTCUSDT');
  await api.db.pool.query(
    `insert into demo.trade (market, id, seq, at, ticks, lots, taker_side, taker_order,
       maker_order, taker_user, maker_user, taker_fee, maker_fee)
     select $1, n + 1, n / $2::int, n / $2::int, 1000, 1, 0, 1, 1, 1000, 1001, 0, 0
     from generate_series(0, $3::int) n`,
    [rules?.id, EACH, SWEEPS * EACH - 1],
  );
});
afterAll(() => api.stop());

interface Query {
  readonly name?: string;
  readonly values: readonly unknown[];
}

/** The queries from now on whose statement names begin with `start`. */
function watchQueries(start: string): () => Query[] {
  const reads = vi.spyOn(api.db.app.pool, 'query');
  return () => {
    const queries = reads.mock.calls.map(([query]) => query as unknown as Query);
    reads.mockRestore();
    return queries.filter(({ name }) => name?.startsWith(start));
  };
}

const ask = async (query: string): Promise<{ f: number; l: number }[]> =>
  (await api.send('GET', '/api/v3/aggTrades', `symbol=BTCUSDT&limit=1000${query}`)).body;

it('TAPI-160 a request reads a few thousand rows, and answers with the complete aggregates', async () => {
  const asked = watchQueries('tape-');
  const last = await ask('');
  const first = await ask('&fromId=0');
  expect(asked().length).toBeLessThanOrEqual(10);
  expect([last.at(-1), first[0]]).toMatchObject([{ l: SWEEPS * EACH }, { f: 1, l: EACH }]);
  for (const answer of [last, first]) {
    expect(answer.length).toBeGreaterThan(20);
    for (const { f, l } of answer) expect(l - f + 1).toBe(EACH);
  }
});

it('TAPI-160 pages of them have neither a gap nor a repetition', async () => {
  const ids: number[] = [];
  for (let from = 0; ; ) {
    const page = await ask(`&fromId=${from}`);
    if (page.length === 0) break;
    ids.push(...page.map(({ f }) => f));
    from = page.at(-1)!.f + 1;
  }
  expect(ids).toEqual(Array.from({ length: SWEEPS }, (_, i) => i * EACH + 1));
});

it('TAPI-161 the trades of an order are searched between its first and its last command', async () => {
  await api.demo.quote({ ETHUSDT: '3000' });
  const user = await api.demo.newUser({ USDT: '10000' });
  const key = await api.key(user);
  const market = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
  const place = (fields: object) =>
    api.signed(key, 'POST', '/api/v3/order', { ...market, ...fields });
  const [{ body: one }, { body: rests }] = [
    await place({}),
    await place({ type: 'LIMIT', timeInForce: 'GTC', price: '2000' }),
  ];
  for (let i = 0; i < 3; i += 1) await place({});
  const tradesOf = async (orderId: number, symbol = 'ETHUSDT') =>
    (await api.signed(key, 'GET', '/api/v3/myTrades', { symbol, orderId })).body;
  const asked = watchQueries('fills-');
  expect(await tradesOf(one.orderId)).toMatchObject([{ orderId: one.orderId, qty: '0.01' }]);
  const [query] = asked();
  expect(query?.values[4]).toBeLessThan(api.demo.engine.status.durableSeq);
  // No search for an order without trades, of another market, or that does not exist.
  const nothing = watchQueries('fills-');
  for (const [id, symbol] of [[rests.orderId], [one.orderId, 'BTCUSDT'], [1]]) {
    expect(await tradesOf(id, symbol)).toEqual([]);
  }
  expect(nothing()).toEqual([]);
});

it('TAPI-162 the reference is generated once a minute, whatever hosts its readers name', async () => {
  const views = vi.fn(() => api.pricing.boards.demo.views());
  const [{ endpoints = [] } = {}] = api.apis;
  const limits = apiLimits(1);
  const site = { siteName: 'A', mode: 'trial', publicUrl: '' } as const;
  const docs = createDocs({ ...site, endpoints, board: { views }, limits });
  const read = async (host: string, now: number) => {
    const request = { method: 'GET', path: '', query: '', body: '', ip: '192.0.2.1', now };
    return (await docs.answer({ ...request, headers: { host } }))?.body ?? '';
  };
  for (const host of ['one.example', 'two.example:81', '[::1]:8080']) {
    expect(await read(host, 1)).toContain(`ws://${host}/demo/ws`);
  }
  expect(await read('one.example', 60_000)).not.toMatch(/two\.example|host\.invalid/);
  expect(views).toHaveBeenCalledTimes(1);
  await read('one.example', 60_001);
  expect(views).toHaveBeenCalledTimes(2);
});

it.each([
  ['klines?symbol=BTCUSDT&interval=1h&limit=500', 2],
  ['klines?symbol=BTCUSDT&interval=1h&limit=501', 5],
  ['klines?symbol=BTCUSDT&interval=1h&limit=1e9', 5],
  ['aggTrades?symbol=BTCUSDT', 4],
  ['aggTrades?symbol=BTCUSDT&limit=1000', 10],
  ['depth?symbol=BTCUSDT&limit=x', 250],
  ['klines?symbol=BTCUSDT&interval=12h&limit=1000', 5],
  ['klines?symbol=BTCUSDT&interval=1M&timeZone=05:30&limit=1000', 5],
  ['klines?symbol=BTCUSDT&interval=1d&timeZone=5:45', 2],
  ['klines?symbol=BTCUSDT&interval=1s&limit=10', 10],
  ['ticker?symbol=BTCUSDT&windowSize=1d', 4],
  ['ticker?symbol=BTCUSDT&windowSize=7d', 20],
  ['ticker/24hr?symbols=["BTCUSDT","ETHUSDT"]', 4],
])('TAPI-165 many rows weigh more: %s', async (address, weight) => {
  const [path = '', query = ''] = address.split('?');
  const used = async (name: string, sent: string) =>
    Number((await api.send('GET', `/api/v3/${name}`, sent)).headers['x-mbx-used-weight']);
  // A minute may start between the two requests, which resets the count.
  await vi.waitUntil(async () => {
    const before = await used('ping', '');
    return (await used(path, query)) - before === weight;
  }, 60_000);
});

it('TAPI-401 candles count the stored ones that they are made of, not those that were asked for', async () => {
  await api.demo.quote({ ETHUSDT: '3000' });
  const spend = vi.spyOn(reading, 'spend');
  const costOf = async (interval: string, zone: string) => {
    spend.mockClear();
    const query = `symbol=ETHUSDT&interval=${interval}&limit=1000&timeZone=${zone}`;
    const { body, text } = await api.send('GET', '/api/v3/klines', query);
    const bytes = Number(spend.mock.calls[0]?.[1]) - text.length;
    return bytes / body.length;
  };
  const minute = await costOf('1m', '0');
  expect(minute).toBeGreaterThan(0);
  // Of days, of hours, and of quarters of an hour.
  expect(await costOf('1M', '0')).toBe(31 * minute);
  expect(await costOf('1M', '8')).toBe(31 * 24 * minute);
  expect(await costOf('1M', '05:30')).toBe(31 * 96 * minute);
});
