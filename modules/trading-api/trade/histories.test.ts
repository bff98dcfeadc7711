import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

/** Some sixty orders of one account, a quarter of an hour apart, half of which trade. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const ORDERS = 60;

let api: TestApi;
let key: TestKey;
let user = 0;
let start = 0;

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  const [mine = 0, maker = 0] = await api.demo.newUsers(2, {
    ...{ USDT: '10000000', BTC: '100', ETH: '1000' },
  });
  user = mine;
  key = await api.key(mine);
  start = api.clock.now();
  for (let n = 0; n < ORDERS; n += 1) {
    api.clock.set(start + n * QUARTER_MS);
    const limit = {
      market: n % 3 === 2 ? 'ETHUSDT' : 'BTCUSDT',
      type: 'limit' as const,
      limitPrice: `${1_000 + n}`,
    };
    // An ended order frees its client order id.
    const name = { clientOrderId: `name-${n % 2 === 0 ? n % 50 : n}` };
    await api.demo.place(mine, { ...limit, ...name, side: 'buy', quantity: '0.31' });
    if (n % 2 === 1) continue;
    for (const quantity of ['0.1', '0.1', '0.11']) {
      await api.demo.place(maker, { ...limit, side: 'sell', quantity });
    }
  }
  // The last order trades with one of the same account.
  const own = { market: 'BTCUSDT', side: 'sell', type: 'limit', selfTrade: 'none' } as const;
  await api.demo.place(mine, { ...own, quantity: '0.31', limitPrice: '1058' });
});
afterAll(() => api.stop());

/** The fields of orders and trades that are compared. */
interface Row {
  readonly orderId: number;
  readonly id: number;
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly status: string;
  readonly price: string;
  readonly qty: string;
  readonly quoteQty: string;
  readonly commission: string;
  readonly time: number;
  readonly isMaker: boolean;
}

async function ask(path: string, params: Record<string, string | number> = {}, by = key) {
  const { status, body, text } = await api.signed(by, 'GET', `/api/v3/${path}`, params);
  expect(status, text).toBe(200);
  return body as Row[];
}

const idsOf = (rows: readonly Row[]) => rows.map(({ orderId }) => orderId);
const BTC = { symbol: 'BTCUSDT' };

async function everything(
  path: string,
  field: 'id' | 'orderId',
  from: string,
  limit: number,
  by = key,
) {
  const rows: Row[] = [];
  for (let next = 0; ; ) {
    const page = await ask(path, { ...BTC, [from]: next, limit }, by);
    rows.push(...page);
    if (page.length < limit) return rows;
    next = (page.at(-1)?.[field] ?? 0) + 1;
  }
}

describe('allOrders', () => {
  it('TAPI-120 gives each order once over any page size, rising', async () => {
    const whole = await ask('allOrders', BTC);
    expect(whole).toHaveLength(41);
    expect(idsOf(whole)).toEqual([...idsOf(whole)].sort((a, b) => a - b));
    for (const limit of [1, 7, 40, 41]) {
      expect(await everything('allOrders', 'orderId', 'orderId', limit)).toEqual(whole);
    }
    expect(await ask('allOrders', { ...BTC, limit: 5 })).toEqual(whole.slice(-5));
    const { data } = await api.get(user, 'getOrderHistory', { market: 'BTCUSDT', limit: '100' });
    const ended = whole.filter(({ status }) => status === 'FILLED');
    expect(idsOf(ended).reverse()).toEqual(data.orders.map(({ id }: { id: number }) => id));
  });

  it('TAPI-120 gives the orders between two times, both included', async () => {
    const whole = await ask('allOrders', BTC);
    for (const [from, to] of [
      [0, 10],
      [3, 3],
      [7, 40],
      [ORDERS, ORDERS + 4],
    ] as const) {
      const [startTime, endTime] = [start + from * QUARTER_MS, start + to * QUARTER_MS];
      const expected = whole.filter(({ time }) => time >= startTime && time <= endTime);
      expect(await ask('allOrders', { ...BTC, startTime, endTime })).toEqual(expected);
      const since = whole.filter(({ time }) => time >= startTime);
      expect(await ask('allOrders', { ...BTC, startTime, limit: 9 })).toEqual(since.slice(0, 9));
      const until = whole.filter(({ time }) => time <= endTime);
      expect(await ask('allOrders', { ...BTC, endTime, limit: 9 })).toEqual(until.slice(-9));
    }
  });

  it('TAPI-120 refuses spans of time that are too long or reversed', async () => {
    const span = (startTime: number, endTime: number) =>
      api.signed(key, 'GET', '/api/v3/allOrders', { ...BTC, startTime, endTime });
    expect((await span(start, start + DAY_MS)).status).toBe(200);
    expect((await span(start, start + DAY_MS + 1)).body).toEqual({
      code: -1127,
      msg: 'More than 24 hours between startTime and endTime.',
    });
    expect((await span(start, start - 1)).body.code).toBe(-1128);
  });
});

describe('order and openOrders', () => {
  it('TAPI-120 an order is found by id and by name; a name finds its latest order', async () => {
    const whole = await ask('allOrders', BTC);
    for (const order of whole.slice(0, 4)) {
      expect(await ask('order', { ...BTC, orderId: order.orderId })).toEqual(order);
    }
    const twice = whole.filter(({ clientOrderId }) => clientOrderId === 'name-4');
    expect(twice).toHaveLength(2);
    expect(await ask('order', { ...BTC, origClientOrderId: 'name-4' })).toEqual(twice[1]);
  });

  it('TAPI-120 open orders are those of one market or of all', async () => {
    const all = await ask('openOrders');
    const mine = await ask('openOrders', BTC);
    expect(all.length).toBeGreaterThan(mine.length);
    const { data } = await api.get(user, 'getOpenOrders');
    expect(idsOf(all).reverse()).toEqual(data.orders.map(({ id }: { id: number }) => id));
    expect(mine).toEqual(all.filter(({ symbol }) => symbol === 'BTCUSDT'));
  });

  it('TAPI-124 orders and trades of others are not found', async () => {
    const other = await api.key(await api.demo.newUser());
    const [order] = await ask('openOrders', BTC);
    const params = { ...BTC, orderId: Number(order?.orderId) };
    const answer = await api.signed(other, 'GET', '/api/v3/order', params);
    expect(answer.body).toEqual({ code: -2013, msg: 'Order does not exist.' });
    const cancel = await api.signed(other, 'DELETE', '/api/v3/order', params);
    expect(cancel.body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
    const newQty = { ...params, newQty: '0.1' };
    const amend = await api.signed(other, 'PUT', '/api/v3/order/amend/keepPriority', newQty);
    expect(amend.body.code).toBe(-2013);
    for (const path of ['allOrders', 'myTrades', 'openOrders']) {
      expect(await ask(path, BTC, other)).toEqual([]);
    }
  });
});

describe('myTrades', () => {
  it('TAPI-121 gives each fill once, rising, over any page size', async () => {
    const whole = await ask('myTrades', BTC);
    const { data } = await api.get(user, 'getFills', { market: 'BTCUSDT', limit: '500' });
    expect(
      whole.map(({ id, isMaker, price, qty, quoteQty, commission, time }) => ({
        ...{ id, isMaker, price, qty, quoteQty, commission, time },
      })),
    ).toEqual(
      data.fills.reverse().map((fill: Record<string, unknown>) => ({
        ...{ id: fill.id, isMaker: fill.liquidity === 'maker', price: fill.price },
        ...{ qty: fill.quantity, quoteQty: fill.quote, commission: fill.fee, time: fill.at },
      })),
    );
    for (const limit of [3, 50, 500]) {
      expect(await everything('myTrades', 'id', 'fromId', limit)).toEqual(whole);
    }
    expect(await ask('myTrades', { ...BTC, limit: 4 })).toEqual(whole.slice(-4));
  });

  it('TAPI-121 a page does not end between both fills of a trade with oneself', async () => {
    const trader = await api.demo.newUser({ USDT: '1000000', BTC: '2' });
    const own = await api.key(trader);
    const order = {
      market: 'BTCUSDT',
      quantity: '0.01',
      limitPrice: '1057.5',
      selfTrade: 'none',
    } as const;
    for (const side of ['sell', 'buy', 'buy', 'sell'] as const) {
      const reply = await api.demo.place(trader, { ...order, side, type: 'limit' });
      expect(reply.ok).toBe(true);
    }
    const whole = await ask('myTrades', BTC, own);
    expect(whole.map(({ isMaker }) => isMaker)).toEqual([true, false, true, false]);
    for (const limit of [1, 2, 3]) {
      expect(await everything('myTrades', 'id', 'fromId', limit, own)).toEqual(whole);
    }
  });

  it('TAPI-121 gives those of an order and of a span of time', async () => {
    const whole = await ask('myTrades', BTC);
    const orderId = Number(whole[4]?.orderId);
    const ofOrder = whole.filter((row) => row.orderId === orderId);
    expect(ofOrder).toHaveLength(3);
    expect(await ask('myTrades', { ...BTC, orderId })).toEqual(ofOrder);
    const [startTime, endTime] = [start + 10 * QUARTER_MS, start + 30 * QUARTER_MS];
    const within = whole.filter(({ time }) => time >= startTime && time <= endTime);
    expect(within.length).toBeGreaterThan(3);
    expect(await ask('myTrades', { ...BTC, startTime, endTime })).toEqual(within);
    const { body } = await api.signed(key, 'GET', '/api/v3/myTrades', { symbol: 'NOPE' });
    expect(body).toEqual({ code: -1121, msg: 'Invalid symbol.' });
  });
});

describe('the account', () => {
  it('TAPI-316 the account says when it last changed, by a posting or a hold, and not when it was asked', async () => {
    /** What is done between two readings of the clock, which runs. */
    const during = async (act: () => Promise<unknown>) => {
      const from = api.clock.now();
      const result = await act();
      const to = api.clock.now();
      api.clock.advance(5_000);
      return { result, isIn: (at: number) => at >= from && at <= to };
    };
    const open = () => api.demo.newUsers(1, { USDT: '1000' });
    const opened = await during(open);
    const [other = 0] = opened.result as number[];
    const theirs = await api.key(other);
    const said = async () => (await api.signed(theirs, 'GET', '/api/v3/account')).body.updateTime;
    expect(opened.isIn(await said())).toBe(true);
    const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.01' } as const;
    const body = { ...order, limitPrice: '900' };
    const placed = await during(() => api.demo.must(other, 'placeOrder', body));
    expect(placed.isIn(await said())).toBe(true);
    const { id } = placed.result as { id: number };
    const canceled = await during(() => api.demo.must(other, 'cancelOrder', { orderId: id }));
    expect(canceled.isIn(await said())).toBe(true);
  });

  it('TAPI-122 balances, rates and limits are those of our own calls', async () => {
    const { body } = await api.signed(key, 'GET', '/api/v3/account');
    const { data } = await api.get(user, 'getAsset2');
    expect(body.balances).toHaveLength(data.balances.length);
    for (const { asset, available, held } of data.balances) {
      expect(body.balances).toContainEqual({ asset, free: available, locked: held });
    }
    expect(body).toMatchObject({
      ...{ canTrade: true, accountType: 'SPOT', permissions: ['SPOT'], makerCommission: 10 },
      commissionRates: { maker: '0.001', taker: '0.001' },
    });
    const some = await api.signed(key, 'GET', '/api/v3/account', { omitZeroBalances: 'true' });
    expect(some.body.balances).toHaveLength(3);
    const tier = { userId: user, makerPpm: 150, takerPpm: 450 };
    await api.demo.must(91, 'setFeeTier', tier);
    const rates = await api.signed(key, 'GET', '/api/v3/account/commission', BTC);
    expect(rates.body).toMatchObject({
      symbol: 'BTCUSDT',
      standardCommission: { maker: '0.00015', taker: '0.00045' },
    });
    const used = await api.signed(key, 'GET', '/api/v3/rateLimit/order');
    expect(used.body).toMatchObject([
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, count: 0 },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, count: 0 },
    ]);
  });

  it('TAPI-123 records that never exist here are empty lists', async () => {
    expect(await ask('myPreventedMatches', BTC)).toEqual([]);
    expect(await ask('myAllocations', BTC)).toEqual([]);
    for (const path of ['openOrderList', 'allOrderList']) expect(await ask(path)).toEqual([]);
    const { body } = await api.signed(key, 'GET', '/api/v3/orderList', { orderListId: 1 });
    expect(body).toEqual({ code: -2018, msg: 'Order list does not exist.' });
  });
});
