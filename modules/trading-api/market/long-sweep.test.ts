import { BOUNDS } from '@assay/core/order/life/bounds';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';

/** One order with more trades than one read of the tape has rows. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const MAKERS = 7;
const EACH = 200;
/** The number of orders at the better of two prices; the others are at the worse one. */
const BETTER = 1_100;
const ALL = MAKERS * EACH;

let api: TestApi;
beforeAll(async () => {
  // Orders of earlier builds had no limit of fills.
  api = await startTestApi({ house: {}, bounds: { ...BOUNDS, fills: ALL } });
  await api.demo.quote({ BTCUSDT: '100' });
  const makers = await api.demo.newUsers(MAKERS, { BTC: '100' });
  const taker = await api.demo.newUser({ USDT: '1000000' });
  const places = Array.from({ length: ALL }, (_, i) =>
    api.demo.place(makers[i % MAKERS]!, {
      market: 'BTCUSDT',
      side: 'sell',
      type: 'limit',
      quantity: '0.05',
      limitPrice: i < BETTER ? '100' : '101',
    }),
  );
  expect((await Promise.all(places)).filter(({ ok }) => !ok)).toEqual([]);
  const buy = { market: 'BTCUSDT', side: 'buy', type: 'market' } as const;
  const bought = await api.demo.place(taker, { ...buy, quantity: String(ALL / 20) });
  expect(bought).toMatchObject({ ok: true });
});
afterAll(() => api.stop());

it('TAPI-013 aggregates are complete however long they are, from any id and from any end', async () => {
  const ask = async (query: string) =>
    (await api.send('GET', '/api/v3/aggTrades', `symbol=BTCUSDT${query}`)).body;
  const better = { f: 1, l: BETTER, a: 1, p: '100', q: String(BETTER / 20), m: false };
  const worse = { f: BETTER + 1, l: ALL, a: BETTER + 1, p: '101', q: String((ALL - BETTER) / 20) };
  expect(await ask('')).toMatchObject([better, worse]);
  expect(await ask('&fromId=0')).toMatchObject([better, worse]);
  expect(await ask('&fromId=1&limit=1')).toMatchObject([better]);
  expect(await ask('&limit=1')).toMatchObject([worse]);
  for (const inside of [2, 500, 1_000, 1_001, BETTER, BETTER + 1]) {
    expect(await ask(`&fromId=${inside}`), String(inside)).toMatchObject([worse]);
  }
  expect(await ask(`&fromId=${BETTER + 2}`)).toEqual([]);
  const [{ T }] = await ask('&limit=1');
  expect(await ask(`&startTime=${T}&limit=1`)).toMatchObject([better]);
  expect(await ask(`&startTime=${T + 1}`)).toEqual([]);
  expect(await ask(`&endTime=${T}`)).toMatchObject([better, worse]);
  expect(await ask(`&endTime=${T - 1}`)).toEqual([]);
  const { body: page } = await api.send(
    'GET',
    '/api/v3/historicalTrades',
    `symbol=BTCUSDT&fromId=${ALL - 1}`,
  );
  expect(page.map(({ id, quoteQty }: Record<string, unknown>) => [id, quoteQty])).toEqual([
    [ALL - 1, '5.05'],
    [ALL, '5.05'],
  ]);
});
