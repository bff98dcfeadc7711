import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let key: TestKey;
let maker = 0;
let users: number[] = [];
beforeAll(async () => {
  api = await startTestApi({ house: {} });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.demo.quote({ BTCUSDT: '96000' });
  for (const user of users) await api.demo.must(user, 'cancelAllOrders', {});
  users = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
  maker = users[1] ?? 0;
  key = await api.key(users[0] ?? 0);
});

const symbol = 'BTCUSDT';
type Params = Record<string, string | number>;

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await api.signed(key, method, `/api/v3/${path}`, params);
  expect(status, text).toBe(200);
  return body;
}

async function errorOf(path: string, params: Params) {
  const { status, body } = await api.signed(key, 'POST', `/api/v3/${path}`, params);
  return [status, body.code, body.msg];
}

async function places(side: 'buy' | 'sell', quantity: string, limitPrice: string) {
  const order = { market: symbol, side, type: 'limit', quantity, limitPrice } as const;
  expect((await api.demo.place(maker, order)).ok).toBe(true);
}

describe('triggerSource', () => {
  const stop = {
    ...{ symbol, side: 'SELL', type: 'STOP_LOSS', quantity: '0.01', stopPrice: '95000' },
    newOrderRespType: 'RESULT',
  };

  it('TAPI-390 names the price that fires a stop, in answers too, and only of a stop', async () => {
    await places('sell', '0.01', '96500');
    await places('buy', '0.01', '95500');
    const placed = await ok('POST', 'order', { ...stop, triggerSource: 'MARK_PRICE' });
    expect(placed).toMatchObject({ status: 'NEW', triggerSource: 'MARK_PRICE' });
    const { orderId } = placed;
    const query = { symbol, orderId };
    expect(await ok('GET', 'order', query)).toMatchObject({ triggerSource: 'MARK_PRICE' });
    const byLast = await ok('POST', 'order', { ...stop, triggerSource: 'LAST_PRICE' });
    expect(byLast).not.toHaveProperty('triggerSource');
    const list = {
      ...{ symbol, side: 'SELL', quantity: '0.01', aboveType: 'LIMIT_MAKER', abovePrice: '97000' },
      ...{ belowType: 'STOP_LOSS', belowStopPrice: '94000', triggerSource: 'MARK_PRICE' },
    };
    const { orderReports } = await ok('POST', 'orderList/oco', list);
    expect(orderReports[1]).toMatchObject({ triggerSource: 'MARK_PRICE' });
    const limit = { ...stop, type: 'LIMIT', timeInForce: 'GTC', price: '97000', stopPrice: '' };
    const { stopPrice: _, ...plain } = limit;
    expect(await errorOf('order', { ...plain, triggerSource: 'MARK_PRICE' })).toEqual([
      ...[400, -1106, "Parameter 'triggerSource' sent when not required."],
    ]);
    expect(await errorOf('order', { ...stop, triggerSource: 'INDEX' })).toEqual([
      ...[400, -1130, "Data sent for parameter 'triggerSource' is not valid."],
    ]);
    // Nobody trades; the mark price falls, and with it the stop fires.
    await api.demo.must(maker, 'cancelAllOrders', {});
    await api.demo.quote({ BTCUSDT: '94900' });
    expect(await ok('GET', 'order', query)).toMatchObject({ isWorking: true });
  });
});

describe('keepPriority', () => {
  it('TAPI-391 makes a stop that waits smaller', async () => {
    await places('sell', '0.01', '96000');
    const stop = { symbol, side: 'SELL', type: 'STOP_LOSS', quantity: '0.02', stopPrice: '95000' };
    const { orderId } = await ok('POST', 'order', stop);
    const change = { symbol, orderId, newQty: '0.01' };
    const { amendedOrder } = await ok('PUT', 'order/amend/keepPriority', change);
    expect(amendedOrder).toMatchObject({ qty: '0.01', type: 'STOP_LOSS', workingTime: -1 });
    const found = await ok('GET', 'order', { symbol, orderId });
    expect(found).toMatchObject({ origQty: '0.01', isWorking: false, stopPrice: '95000' });
  });
});

describe('icebergQty', () => {
  const order = {
    ...{ symbol, side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: '96100' },
    ...{ quantity: '0.05', icebergQty: '0.01', newOrderRespType: 'RESULT' },
  };

  it('TAPI-392 shows a part of the order', async () => {
    const placed = await ok('POST', 'order', order);
    expect(placed).toMatchObject({ icebergQty: '0.01', origQty: '0.05' });
    const { orderId } = placed;
    const found = await ok('GET', 'order', { symbol, orderId });
    expect(found).toMatchObject({ icebergQty: '0.01' });
    const depth = await api.send('GET', '/api/v3/depth', `symbol=${symbol}`, { realm: 'demo' });
    expect(depth.body.asks).toEqual([['96100', '0.01']]);
    await places('buy', '0.034', '96100');
    const after = await api.send('GET', '/api/v3/depth', `symbol=${symbol}`, { realm: 'demo' });
    expect(after.body.asks).toEqual([['96100', '0.006']]);
    const info = await api.send('GET', '/api/v3/exchangeInfo', `symbol=${symbol}`);
    expect(info.body.symbols[0]).toMatchObject({ icebergAllowed: true });
    expect(info.body.symbols[0].filters).toContainEqual({ filterType: 'ICEBERG_PARTS', limit: 10 });
    expect(await ok('POST', 'order', { ...order, icebergQty: '0' })).toMatchObject({});
  });

  it('TAPI-392 is refused where it does not belong', async () => {
    expect(await errorOf('order', { ...order, icebergQty: '0.004' })).toEqual([
      ...[400, -1013, 'Filter failure: ICEBERG_PARTS'],
    ]);
    const { price: _, timeInForce: __, ...market } = { ...order, type: 'MARKET' };
    expect(await errorOf('order', market)).toEqual([
      ...[400, -1106, "Parameter 'icebergQty' sent when not required."],
    ]);
    const [status, code] = await errorOf('order', { ...order, timeInForce: 'IOC' });
    expect([status, code]).toEqual([400, -1128]);
  });
});

describe('trailingDelta', () => {
  const stop = {
    ...{ symbol, side: 'SELL', type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '80000' },
    ...{ quantity: '0.01', trailingDelta: '100', newOrderRespType: 'RESULT' },
  };
  const trade = async (price: string) => {
    await places('sell', '0.001', price);
    const order = { market: symbol, side: 'buy', type: 'limit', quantity: '0.001' } as const;
    await api.demo.place(key.userId, { ...order, limitPrice: price });
  };

  it('TAPI-393 follows the last price, from the stop price on if there is one', async () => {
    await trade('96000');
    const placed = await ok('POST', 'order', stop);
    expect(placed).toMatchObject({ trailingDelta: 100, trailingTime: expect.any(Number) });
    expect(placed).not.toHaveProperty('stopPrice');
    const profit = { ...stop, type: 'TAKE_PROFIT_LIMIT', stopPrice: '97000' };
    const waits = await ok('POST', 'order', profit);
    const begins = { type: 'TAKE_PROFIT_LIMIT', stopPrice: '97000', trailingTime: -1 };
    expect(waits).toMatchObject(begins);
    await trade('97000');
    const follows = await ok('GET', 'order', { symbol, orderId: waits.orderId });
    expect(follows).toMatchObject({
      ...begins,
      trailingTime: expect.any(Number),
      isWorking: false,
    });
    expect(follows.trailingTime).toBeGreaterThan(0);
    await trade('96030');
    const fired = await ok('GET', 'order', { symbol, orderId: placed.orderId });
    expect(fired).toMatchObject({ isWorking: true, type: 'STOP_LOSS_LIMIT', stopPrice: '0' });
    const info = await api.send('GET', '/api/v3/exchangeInfo', `symbol=${symbol}`);
    const { allowTrailingStop, filters } = info.body.symbols[0];
    expect(allowTrailingStop).toBe(true);
    const filter = filters.find(
      (one: { filterType: string }) => one.filterType === 'TRAILING_DELTA',
    );
    expect(filter).toMatchObject({ minTrailingAboveDelta: 10, maxTrailingBelowDelta: 2000 });
  });

  it('TAPI-393 belongs to a stop', async () => {
    const { trailingDelta: _, ...neither } = stop;
    expect((await errorOf('order', neither)).slice(0, 2)).toEqual([400, -1102]);
    expect(await errorOf('order', { ...stop, type: 'LIMIT' })).toEqual([
      ...[400, -1106, "Parameter 'trailingDelta' sent when not required."],
    ]);
    const byMark = { ...stop, stopPrice: '90000', triggerSource: 'MARK_PRICE' };
    expect((await errorOf('order', byMark)).slice(0, 2)).toEqual([400, -1128]);
  });
});
