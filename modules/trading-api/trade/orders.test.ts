import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let key: TestKey;
let maker = 0;
/** All users that traded; their orders are cancelled before the next test. */
let users: number[] = [];
beforeAll(async () => {
  api = await startTestApi({ house: {} });
  await api.demo.quote({ BTCUSDT: '96000' });
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const user of users) await api.demo.must(user, 'cancelAllOrders', {});
  users = await api.demo.newUsers(3, { USDT: '100000', BTC: '2' });
  maker = users[1] ?? 0;
  key = await api.key(users[0] ?? 0);
});

const symbol = 'BTCUSDT';
const limit = {
  ...{ symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '0.01', price: '95000' },
};

type Params = Record<string, string | number>;

async function ask(method: string, path: string, params: Params = {}, by = key) {
  return api.signed(by, method, `/api/v3/${path}`, params);
}

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await ask(method, path, params);
  expect(status, text).toBe(200);
  return body;
}

async function sells(quantity: string, limitPrice: string): Promise<void> {
  const order = { market: symbol, side: 'sell', type: 'limit', quantity, limitPrice } as const;
  expect((await api.demo.place(maker, order)).ok).toBe(true);
}

describe('POST order', () => {
  const ack = {
    ...{ symbol, orderId: expect.any(Number), orderListId: -1 },
    ...{ clientOrderId: 'mine', transactTime: expect.any(Number) },
  };
  const result = {
    ...ack,
    ...{ price: '96001', origQty: '0.02', executedQty: '0.015', origQuoteOrderQty: '0' },
    ...{ cummulativeQuoteQty: '1440.00305', status: 'EXPIRED', timeInForce: 'IOC' },
    ...{ type: 'LIMIT', side: 'BUY', workingTime: expect.any(Number) },
    selfTradePreventionMode: 'NONE',
  };
  it('TAPI-312 without a mode has the self-trade prevention that exchangeInfo names', async () => {
    const { body } = await api.send('GET', '/api/v3/exchangeInfo', `symbol=${symbol}`);
    const [market] = body.symbols;
    const { selfTradePreventionMode: used } = await ok('POST', 'order', limit);
    expect(market.defaultSelfTradePreventionMode).toBe(used);
    // It is what is done: an order that would meet the first expires, and the first stays.
    const meets = await ok('POST', 'order', { ...limit, side: 'SELL' });
    expect([used, meets.status]).toEqual(['EXPIRE_TAKER', 'EXPIRED_IN_MATCH']);
    expect(await ok('GET', 'openOrders')).toHaveLength(1);
  });

  const fills = [
    {
      ...{ price: '96000.2', qty: '0.01', commission: '0.00001' },
      ...{ commissionAsset: 'BTC', tradeId: expect.any(Number) },
    },
    {
      ...{ price: '96000.21', qty: '0.005', commission: '0.000005' },
      ...{ commissionAsset: 'BTC', tradeId: expect.any(Number) },
    },
  ];

  it.each([
    ['ACK', ack],
    ['RESULT', result],
    ['FULL', { ...result, fills }],
  ])('TAPI-110 is answered as %s', async (newOrderRespType, expected) => {
    await sells('0.01', '96000.2');
    await sells('0.005', '96000.21');
    const body = await ok('POST', 'order', {
      ...limit,
      ...{ timeInForce: 'IOC', quantity: '0.02', price: '96001', newClientOrderId: 'mine' },
      ...{ newOrderRespType, selfTradePreventionMode: 'NONE' },
    });
    expect(body).toEqual(expected);
  });

  it('TAPI-110 TAPI-381 an amount is spent whole, the commission is taken from what it buys', async () => {
    await sells('1', '96000');
    const body = await ok('POST', 'order', {
      ...{ symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '1000' },
    });
    // 0.01041 x 96000 = 999.36; 0.01042 would cost 1000.32. A thousandth of it, rounded up.
    expect(body).toMatchObject({
      ...{ price: '0', origQty: '0.01041', executedQty: '0.01041', origQuoteOrderQty: '1000' },
      ...{ cummulativeQuoteQty: '999.36', status: 'FILLED', type: 'MARKET', timeInForce: 'GTC' },
      fills: [{ commission: '0.00001041', commissionAsset: 'BTC' }],
    });
  });

  it('TAPI-110 stops wait, fire and keep their type in every list', async () => {
    await sells('1', '96000');
    const stop = { symbol, side: 'SELL', quantity: '0.01', newOrderRespType: 'RESULT' };
    const own = { type: 'STOP_LOSS', stopPrice: '94000' };
    const waiting = await ok('POST', 'order', { ...stop, ...own });
    expect(waiting).toMatchObject({ ...own, status: 'NEW', workingTime: -1, price: '0' });
    const { orderId } = waiting;
    expect(await ok('GET', 'order', { symbol, orderId })).toMatchObject({
      ...{ ...own, isWorking: false, workingTime: -1 },
    });
    const limited = { type: 'TAKE_PROFIT_LIMIT', stopPrice: '97000', price: '96900' };
    const second = await ok('POST', 'order', { ...stop, ...limited, timeInForce: 'GTC' });
    expect(second).toMatchObject({ ...limited, timeInForce: 'GTC' });
    const ended = await ok('DELETE', 'order', { symbol, orderId: second.orderId });
    expect(ended).toMatchObject({ ...limited, status: 'CANCELED' });
    expect(await ok('GET', 'order', { symbol, orderId: second.orderId })).toMatchObject({
      ...{ status: 'CANCELED', workingTime: -1 },
    });
    // The price falls to the trigger.
    const order = { market: symbol, type: 'limit', quantity: '0.005' } as const;
    await api.demo.place(key.userId, { ...order, side: 'buy', limitPrice: '94000' });
    await api.demo.place(maker, { ...order, side: 'sell', limitPrice: '94000' });
    const fired = await ok('GET', 'order', { symbol, orderId });
    expect(fired).toMatchObject({ ...own, isWorking: true, status: 'EXPIRED' });
    expect(fired.workingTime).toBeGreaterThanOrEqual(waiting.transactTime);
  });

  it.each([
    ['LIMIT', { timeInForce: '' }, -1102, "Mandatory parameter 'timeInForce' was not sent"],
    ['LIMIT', { price: '' }, -1102, "Mandatory parameter 'price' was not sent"],
    ['LIMIT', { quantity: '' }, -1102, "Mandatory parameter 'quantity' was not sent"],
    ['LIMIT', { stopPrice: '9' }, -1106, "Parameter 'stopPrice' sent when not required."],
    ['LIMIT', { quoteOrderQty: '9' }, -1106, "Parameter 'quoteOrderQty' sent when not required."],
    ['LIMIT_MAKER', {}, -1106, "Parameter 'timeInForce' sent when not required."],
    ['MARKET', {}, -1106, "Parameter 'timeInForce' sent when not required."],
    ['MARKET', { timeInForce: '' }, -1106, "Parameter 'price' sent when not required."],
    [
      'MARKET',
      { timeInForce: '', price: '', quantity: '' },
      -1102,
      "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
    ],
    [
      'MARKET',
      { timeInForce: '', price: '', quoteOrderQty: '9' },
      -1128,
      'Combination of optional parameters invalid.',
    ],
    ['STOP_LOSS', { price: '', timeInForce: '' }, -1102, "Mandatory parameter 'stopPrice'"],
    ['STOP_LOSS_LIMIT', {}, -1102, "Mandatory parameter 'stopPrice' was not sent"],
    ['LIMIT', { trailingDelta: '90' }, -1106, "Parameter 'trailingDelta' sent when not required"],
    ['NONE', {}, -1116, 'Invalid orderType.'],
    ['LIMIT', { side: 'buy' }, -1117, 'Invalid side.'],
    ['LIMIT', { timeInForce: 'GTX' }, -1115, 'Invalid timeInForce.'],
    ['LIMIT', { quantity: '1e-2' }, -1100, "Illegal characters found in parameter 'quantity'"],
    ['LIMIT', { price: '-5' }, -1100, "Illegal characters found in parameter 'price'"],
    ['LIMIT', { newClientOrderId: 'a b' }, -1100, "Illegal characters found in parameter 'newC"],
    ['LIMIT', { newClientOrderId: 'a'.repeat(37) }, -1100, 'Illegal characters found in parame'],
    ['LIMIT', { newOrderRespType: 'ALL' }, -1130, "Data sent for parameter 'newOrderRespType'"],
    ['LIMIT', { selfTradePreventionMode: 'TRANSFER' }, -1130, "Data sent for parameter 'selfTr"],
    ['LIMIT', { strategyType: '5' }, -1134, 'strategyType was less than 1000000.'],
    ['LIMIT', { symbol: 'btcusdt' }, -1100, "Illegal characters found in parameter 'symbol'"],
    ['LIMIT', { symbol: 'NOPE' }, -1121, 'Invalid symbol.'],
  ])('TAPI-111 %s %j is refused by %d %s', async (type, more, code, text) => {
    const params = Object.entries({ ...limit, type, ...more }).filter(([, value]) => value !== '');
    const before = api.demo.stateHash();
    for (const path of ['order', 'order/test']) {
      const { status, body } = await ask('POST', path, Object.fromEntries(params));
      expect({ status, code: body.code }, body.msg).toEqual({ status: 400, code });
      expect(body.msg).toContain(text);
    }
    expect(api.demo.stateHash()).toBe(before);
  });

  it('TAPI-111 trailing zeros and notes of the sender are accepted', async () => {
    const more = { quantity: '00.0100000', price: '95000.000000000', strategyId: 7 };
    const body = await ok('POST', 'order', { ...limit, ...more, strategyType: 1_000_000 });
    expect(body).toMatchObject({ origQty: '0.01', price: '95000' });
  });

  it('TAPI-113 order/test places nothing, and says what an order would pay', async () => {
    const before = api.demo.stateHash();
    expect(await ok('POST', 'order/test', limit)).toEqual({});
    const tested = await ok('POST', 'order/test', { ...limit, computeCommissionRates: 'true' });
    expect(tested.standardCommissionForOrder).toEqual({ maker: '0.001', taker: '0.001' });
    expect(api.demo.stateHash()).toBe(before);
  });
});

describe('order/cancelReplace', () => {
  const replace = { ...limit, price: '94000', cancelReplaceMode: 'STOP_ON_FAILURE' };

  it('TAPI-114 cancels and places', async () => {
    const { orderId } = await ok('POST', 'order', limit);
    const body = await ok('POST', 'order/cancelReplace', { ...replace, cancelOrderId: orderId });
    expect(body).toMatchObject({
      ...{ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' },
      cancelResponse: { orderId, status: 'CANCELED' },
      newOrderResponse: { price: '94000', status: 'NEW' },
    });
    const open = await ok('GET', 'openOrders', { symbol });
    expect(open).toMatchObject([{ orderId: body.newOrderResponse.orderId }]);
  });

  it('TAPI-114 places nothing when the first order is unknown, unless failures are allowed', async () => {
    const missing = { code: -2011, msg: 'Unknown order sent.' };
    const params = { ...replace, cancelOrderId: 12_345 };
    const stopped = await ask('POST', 'order/cancelReplace', params);
    const notAttempted = {
      ...{ cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED' },
      ...{ cancelResponse: missing, newOrderResponse: null },
    };
    expect({ status: stopped.status, body: stopped.body }).toEqual({
      status: 400,
      body: { code: -2022, msg: 'Order cancel-replace failed.', data: notAttempted },
    });
    expect(await ok('GET', 'openOrders')).toEqual([]);
    const allowed = { ...params, cancelReplaceMode: 'ALLOW_FAILURE' };
    const placed = await ask('POST', 'order/cancelReplace', allowed);
    expect({ status: placed.status, body: placed.body }).toMatchObject({
      status: 409,
      body: {
        ...{ code: -2021, msg: 'Order cancel-replace partially failed.' },
        data: {
          ...{ cancelResult: 'FAILURE', newOrderResult: 'SUCCESS', cancelResponse: missing },
          newOrderResponse: { status: 'NEW' },
        },
      },
    });
    const both = await ask('POST', 'order/cancelReplace', { ...allowed, quantity: '50' });
    expect({ status: both.status, body: both.body }).toMatchObject({
      status: 400,
      body: { code: -2022, data: { cancelResult: 'FAILURE', newOrderResult: 'FAILURE' } },
    });
  });

  it('TAPI-114 reports that the first order is cancelled when the second is refused', async () => {
    const { orderId } = await ok('POST', 'order', limit);
    const params = { ...replace, quantity: '50', cancelOrderId: orderId };
    const { status, body } = await ask('POST', 'order/cancelReplace', params);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: -2021,
        data: {
          ...{ cancelResult: 'SUCCESS', newOrderResult: 'FAILURE' },
          newOrderResponse: {
            code: -2010,
            msg: 'Account has insufficient balance for requested action.',
          },
        },
      },
    });
    expect(await ok('GET', 'openOrders')).toEqual([]);
  });

  it('TAPI-114 does nothing when the new order is invalid', async () => {
    const { orderId } = await ok('POST', 'order', limit);
    const params: Params = { ...replace, type: 'STOP_LOSS_LIMIT', cancelOrderId: orderId };
    expect((await ask('POST', 'order/cancelReplace', params)).body.code).toBe(-1102);
    expect(await ok('GET', 'openOrders')).toHaveLength(1);
  });
});

describe('order/amend/keepPriority and DELETE', () => {
  it('TAPI-115 a smaller order keeps its priority', async () => {
    const { orderId } = await ok('POST', 'order', { ...limit, newClientOrderId: 'first' });
    const rival = { market: symbol, type: 'limit', quantity: '0.01', limitPrice: '95000' } as const;
    await api.demo.place(users[2] ?? 0, { ...rival, side: 'buy' });
    const amend = (params: Params) =>
      ask('PUT', 'order/amend/keepPriority', { symbol, orderId, ...params });
    const { body } = await amend({ newQty: '0.004' });
    expect(body).toMatchObject({
      transactTime: expect.any(Number),
      executionId: expect.any(Number),
      amendedOrder: { orderId, clientOrderId: 'first', qty: '0.004', status: 'NEW' },
    });
    await api.demo.place(maker, { ...rival, side: 'sell', quantity: '0.004' });
    expect(await ok('GET', 'order', { symbol, orderId })).toMatchObject({ status: 'FILLED' });
    const second = await ok('POST', 'order', limit);
    const larger = await amend({ orderId: second.orderId, newQty: '0.02' });
    expect(larger.body).toEqual({
      code: -2038,
      msg: 'Order amend (quantity increase) is not supported.',
    });
  });

  it('TAPI-137 keepPriority gives the order another client order id, by which it is then found', async () => {
    const first = { newClientOrderId: 'first' };
    const { orderId } = await ok('POST', 'order', { ...limit, ...first });
    await ok('POST', 'order', { ...limit, newClientOrderId: 'taken' });
    const amend = (params: Params) => ask('PUT', 'order/amend/keepPriority', { symbol, ...params });
    const named = { origClientOrderId: 'first', newQty: '0.006' };
    const duplicate = await amend({ ...named, newClientOrderId: 'taken' });
    expect(duplicate.body).toEqual({ code: -2038, msg: 'Duplicate order sent.' });
    expect((await amend({ ...named, newClientOrderId: 'a b' })).body.code).toBe(-1100);
    const { body } = await amend({ ...named, newClientOrderId: 'second' });
    expect(body.amendedOrder).toMatchObject({
      ...{ orderId, origClientOrderId: 'first', clientOrderId: 'second', qty: '0.006' },
    });
    const found = (name: string) => ask('GET', 'order', { symbol, origClientOrderId: name });
    expect((await found('second')).body).toMatchObject({ orderId, clientOrderId: 'second' });
    expect((await found('first')).body.code).toBe(-2013);
    expect((await ok('POST', 'order', { ...limit, ...first })).clientOrderId).toBe('first');
    // Without a name, or with its own, the order keeps its name.
    for (const more of [{}, { newClientOrderId: 'second' }]) {
      const newQty = 'newClientOrderId' in more ? '0.004' : '0.005';
      const { body: again } = await amend({ orderId, newQty, ...more });
      const same = { origClientOrderId: 'second', clientOrderId: 'second', qty: newQty };
      expect(again.amendedOrder).toMatchObject(same);
    }
  });

  it('TAPI-116 by id, by name, and only in the state of cancelRestrictions', async () => {
    const first = await ok('POST', 'order', { ...limit, newClientOrderId: 'first' });
    const second = await ok('POST', 'order', { ...limit, price: '95500', quantity: '0.02' });
    await sells('0.005', '95500');
    const only = (name: string, params: Params) =>
      ask('DELETE', 'order', { symbol, cancelRestrictions: name, ...params });
    const restricted = {
      code: -2011,
      msg: 'Order was not canceled due to cancel restrictions.',
    };
    const { orderId } = second;
    expect((await only('ONLY_NEW', { orderId })).body).toEqual(restricted);
    const named = { origClientOrderId: 'first' };
    expect((await only('ONLY_PARTIALLY_FILLED', named)).body).toEqual(restricted);
    expect((await only('ONCE', named)).body.code).toBe(-1145);
    expect((await ask('DELETE', 'order', { symbol })).body).toMatchObject({ code: -1102 });
    const partly = await only('ONLY_PARTIALLY_FILLED', { orderId });
    expect(partly.body).toMatchObject({ orderId, status: 'CANCELED', executedQty: '0.005' });
    const gone = await ok('DELETE', 'order', { symbol, ...named, newClientOrderId: 'undo' });
    expect(gone).toMatchObject({
      orderId: first.orderId,
      origClientOrderId: 'first',
      clientOrderId: 'undo',
    });
  });

  it('TAPI-116 all of a market', async () => {
    const placed = [await ok('POST', 'order', limit), await ok('POST', 'order', limit)];
    const gone = await ok('DELETE', 'openOrders', { symbol });
    expect(gone.map(({ orderId }: { orderId: number }) => orderId)).toEqual(
      placed.map(({ orderId }) => orderId),
    );
    const { status, body } = await ask('DELETE', 'openOrders', { symbol });
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: -2011, msg: 'Unknown order sent.' },
    });
  });
});
