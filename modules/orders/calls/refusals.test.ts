import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS } from '@assay/core/order/life/bounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrowMarkets, testMarkets } from '../../../apps/server/testing/test-listings.ts';
import { startTestServer, type TestServer } from '../../../apps/server/testing/test-server.ts';
import { calls } from '../schema/index.ts';

let server: TestServer;
let user = 0;
/** Orders of the user: a resting one, a post-only one, and a partially filled one. */
let resting = 0;
let postOnly = 0;
let partly = 0;

const seen = new Map<string, Set<string>>();

beforeAll(async () => {
  const bounds = { ...BOUNDS, fills: 1, openOrders: 30 };
  server = await startTestServer({ house: {}, markets: narrowMarkets, bounds });
  user = await server.demo.newUser({ USDT: '100000', BTC: '2' });
  const maker = await server.demo.newUser({ USDT: '10000000', BTC: '200', ETH: '10' });
  await server.demo.quote({ BTCUSDT: '96000' });
  const place = async (who: number, order: object): Promise<number> => {
    const { data, text } = await server.post(who, 'placeOrder', { ...limit, ...order });
    expect(data.order, text).toBeDefined();
    return data.order.id;
  };
  await place(maker, { side: 'sell', quantity: '0.5', limitPrice: '97000' });
  await place(maker, { side: 'sell', quantity: '0.1', limitPrice: '97000' });
  await place(maker, { market: 'ETHUSDT', side: 'sell', quantity: '1', limitPrice: '3000' });
  resting = await place(user, { quantity: '0.01', limitPrice: '95000', clientOrderId: 'taken' });
  postOnly = await place(user, { quantity: '0.01', limitPrice: '94000', postOnly: true });
  partly = await place(user, { quantity: '0.02', limitPrice: '95500' });
  await place(maker, { side: 'sell', quantity: '0.005', limitPrice: '95500' });
  await server.demo.must(OWNER.setup, 'setMarketStatus', { market: 'DOGEUSDT', status: 'halted' });
  const late = { ...testMarkets[2], symbol: 'DOGENEW', stage: 'preOpen' };
  await server.demo.must(OWNER.setup, 'listMarket', late);
});
afterAll(() => server.stop());

const limit = {
  market: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  quantity: '0.01',
  limitPrice: '95000',
};
const market = { market: 'BTCUSDT', side: 'buy', type: 'market' };
const stop = { market: 'BTCUSDT', side: 'sell', type: 'stopMarket', quantity: '0.001' };

/** Expects the refusal with its text, and that it changed nothing. */
async function expectRefusal(
  name: keyof typeof calls,
  fields: object,
  refusal: string,
  detail: Record<string, string>,
  method: 'get' | 'post' = 'post',
): Promise<void> {
  const before = server.demo.stateHash();
  const answer = await server[method](user, name, fields as Record<string, string>);
  const { status, code, data, message, text } = answer;
  expect({ status, code, data }, text).toEqual({ status: 200, code: 1, data: { refusal, detail } });
  expect(message).toMatch(/^[A-Z].+ /);
  expect(message).not.toMatch(/[{}]|refusal\./);
  expect(server.demo.stateHash()).toBe(before);
  seen.set(name, (seen.get(name) ?? new Set()).add(refusal));
}

const BTC = { market: 'BTCUSDT' };

describe('placeOco', () => {
  const oco = {
    market: 'BTCUSDT',
    side: 'sell',
    quantity: '0.01',
    limitPrice: '98000',
    triggerPrice: '94000',
  };

  it.each([
    ['unknownMarket', { market: 'NOPEUSDT' }, { market: 'NOPEUSDT' }],
    ['marketNotOpen', { market: 'DOGENEW' }, { market: 'DOGENEW' }],
    ['marketHalted', { market: 'DOGEUSDT' }, { market: 'DOGEUSDT' }],
    [
      'invalidOrder',
      { stopLimitPrice: '93000', maxSlippagePpm: 5 },
      { ...BTC, field: 'maxSlippagePpm' },
    ],
    ['invalidQuantity', { quantity: '0.000000001' }, { ...BTC, base: 'BTC' }],
    ['stepSize', { quantity: '0.000015' }, { ...BTC, base: 'BTC', step: '0.00001' }],
    // The stop is a market order, whose minimum quantity is higher.
    ['minQuantity', { quantity: '0.0001' }, { ...BTC, base: 'BTC', min: '0.0002' }],
    ['maxQuantity', { quantity: '100.00001' }, { ...BTC, base: 'BTC', max: '100' }],
    ['invalidPrice', { triggerPrice: '0.0000000001' }, { ...BTC, quote: 'USDT' }],
    ['unsupportedTriggerSource', { triggerSource: 'index' }, BTC],
    ['tickSize', { triggerPrice: '94000.005' }, { ...BTC, quote: 'USDT', tick: '0.01' }],
    ['maxPrice', { limitPrice: '1000000.01' }, { ...BTC, quote: 'USDT', max: '1000000' }],
    ['minNotional', { quantity: '0.00005' }, { ...BTC, quote: 'USDT', min: '5' }],
    ['maxNotional', { quantity: '95' }, { ...BTC, quote: 'USDT', max: '9000000' }],
    ['clientOrderIdInUse', { limitClientOrderId: 'taken' }, BTC],
    ['percentPrice', { quantity: '0.001', limitPrice: '480000.01' }, BTC],
    [
      'noReferencePrice',
      { market: 'ETHUSDT', limitPrice: '4000', triggerPrice: '3000' },
      { market: 'ETHUSDT' },
    ],
    ['triggersAtOnce', { triggerPrice: '95500' }, BTC],
    ['wouldTake', { limitPrice: '95500' }, BTC],
    ['ocoPrices', { triggerPrice: '96000' }, BTC],
    ['insufficientBalance', { quantity: '3' }, { ...BTC, asset: 'BTC' }],
  ])('SPOT-310 is refused by %s %j', async (refusal, change, detail) => {
    await expectRefusal('placeOco', { ...oco, ...change }, refusal, detail);
  });

  it('SPOT-310 SPOT-123 places both, and neither can be amended', async () => {
    const { data, text } = await server.post(user, 'placeOco', oco);
    expect(data, text).toMatchObject({
      limit: { type: 'limit', status: 'new', postOnly: true, limitPrice: '98000', held: '0.01' },
      stop: { type: 'stopMarket', status: 'pending', triggerPrice: '94000', held: '0' },
    });
    const change = { orderId: data.limit.id, quantity: '0.005' };
    await expectRefusal('amendOrder', change, 'partOfOco', BTC);
    const { data: canceled } = await server.post(user, 'cancelOrder', { orderId: data.stop.id });
    expect(canceled.order.status).toBe('canceled');
    const open = await server.get(user, 'getOpenOrders');
    const ids = open.data.orders.map(({ id }: { id: number }) => id);
    expect(ids).not.toContain(data.limit.id);
  });
});

describe('placeOrder', () => {
  it.each([
    ['unknownMarket', { ...limit, market: 'NOPEUSDT' }, { market: 'NOPEUSDT' }],
    ['marketNotOpen', { ...limit, market: 'DOGENEW' }, { market: 'DOGENEW' }],
    ['marketHalted', { ...limit, market: 'DOGEUSDT' }, { market: 'DOGEUSDT' }],
    ['invalidOrder', { ...limit, limitPrice: undefined }, { ...BTC, field: 'limitPrice' }],
    ['invalidOrder', { ...limit, triggerPrice: '1' }, { ...BTC, field: 'triggerPrice' }],
    ['invalidOrder', { ...limit, quoteAmount: '50' }, { ...BTC, field: 'quoteAmount' }],
    ['invalidOrder', { ...market }, { ...BTC, field: 'quantity' }],
    ['invalidOrder', { ...limit, maxSlippagePpm: 5 }, { ...BTC, field: 'maxSlippagePpm' }],
    [
      'invalidOrder',
      { ...stop, triggerPrice: '1', timeInForce: 'fok' },
      { ...BTC, field: 'timeInForce' },
    ],
    [
      'invalidOrder',
      { ...limit, timeInForce: 'ioc', postOnly: true },
      { ...BTC, field: 'postOnly' },
    ],
    ['unsupportedTriggerSource', { ...stop, triggerPrice: '1', triggerSource: 'index' }, BTC],
    ['invalidQuantity', { ...limit, quantity: '0.000000001' }, { ...BTC, base: 'BTC' }],
    ['invalidQuantity', { ...limit, quantity: '99999999999999999999' }, { ...BTC, base: 'BTC' }],
    ['stepSize', { ...limit, quantity: '0.000015' }, { ...BTC, base: 'BTC', step: '0.00001' }],
    [
      'minQuantity',
      { ...limit, market: 'ETHUSDT', quantity: '0.0009' },
      { market: 'ETHUSDT', base: 'ETH', min: '0.001' },
    ],
    ['maxQuantity', { ...limit, quantity: '100.00001' }, { ...BTC, base: 'BTC', max: '100' }],
    ['stepSize', { ...market, quantity: '0.00025' }, { ...BTC, base: 'BTC', step: '0.0001' }],
    ['minQuantity', { ...market, quantity: '0.0001' }, { ...BTC, base: 'BTC', min: '0.0002' }],
    ['maxQuantity', { ...market, quantity: '9.0001' }, { ...BTC, base: 'BTC', max: '9' }],
    ['minQuantity', { ...market, quoteAmount: '19' }, { ...BTC, base: 'BTC', min: '0.0002' }],
    [
      'maxQuantity',
      { ...stop, quantity: '9.0001', triggerPrice: '90000' },
      { ...BTC, base: 'BTC', max: '9' },
    ],
    ['invalidPrice', { ...limit, limitPrice: '0.0000000001' }, { ...BTC, quote: 'USDT' }],
    ['tickSize', { ...limit, limitPrice: '95000.005' }, { ...BTC, quote: 'USDT', tick: '0.01' }],
    ['maxPrice', { ...limit, limitPrice: '1000000.01' }, { ...BTC, quote: 'USDT', max: '1000000' }],
    ['icebergParts', { ...limit, icebergQuantity: '0.0001' }, { ...BTC, limit: '10' }],
    [
      'trailingDelta',
      { ...stop, triggerPrice: '90000', trailingDelta: 9 },
      { ...BTC, min: '10', max: '2000' },
    ],
    ['invalidAmount', { ...market, quoteAmount: '5.000000001' }, { ...BTC, quote: 'USDT' }],
    ['minNotional', { ...market, quoteAmount: '4.99' }, { ...BTC, quote: 'USDT', min: '5' }],
    ['minNotional', { ...limit, quantity: '0.00005' }, { ...BTC, quote: 'USDT', min: '5' }],
    ['maxNotional', { ...limit, quantity: '95' }, { ...BTC, quote: 'USDT', max: '9000000' }],
    ['clientOrderIdInUse', { ...limit, clientOrderId: 'taken' }, BTC],
    ['percentPrice', { ...limit, quantity: '0.001', limitPrice: '480000.01' }, BTC],
    ['percentPrice', { ...limit, limitPrice: '19199.99' }, BTC],
    ['percentPrice', { ...limit, side: 'sell', limitPrice: '47999.99' }, BTC],
    [
      'noReferencePrice',
      { ...stop, market: 'ETHUSDT', quantity: '0.01', triggerPrice: '3000' },
      { market: 'ETHUSDT' },
    ],
    ['triggersAtOnce', { ...stop, triggerPrice: '95500' }, BTC],
    [
      'noLiquidity',
      { ...market, market: 'ETHUSDT', side: 'sell', quantity: '1' },
      { market: 'ETHUSDT' },
    ],
    ['wouldTake', { ...limit, limitPrice: '97000', postOnly: true }, BTC],
    [
      'tooManyFills',
      { ...limit, quantity: '0.6', limitPrice: '97000', timeInForce: 'fok' },
      { ...BTC, limit: '1' },
    ],
    ['insufficientBalance', { ...limit, quantity: '1.1' }, { ...BTC, asset: 'USDT' }],
    ['insufficientBalance', { ...limit, side: 'sell', quantity: '3' }, { ...BTC, asset: 'BTC' }],
  ])('SPOT-310 is refused by %s %j', async (refusal, order, detail) => {
    await expectRefusal('placeOrder', order, refusal, detail);
  });

  it('SPOT-310 SPOT-422 is refused with tooManyStops, and tooManyOrdersInAll', async () => {
    for (let i = 0; i < 25; i += 1) {
      const { code } = await server.post(user, 'placeOrder', {
        ...stop,
        triggerPrice: `${50_000 + i}`,
      });
      expect(code).toBe(0);
    }
    const one = { ...stop, triggerPrice: '49000' };
    await expectRefusal('placeOrder', one, 'tooManyStops', { ...BTC, limit: '25' });
    const oco = { ...BTC, side: 'sell', quantity: '0.01', limitPrice: '98000' };
    const both = { ...oco, triggerPrice: '94000' };
    await expectRefusal('placeOco', both, 'tooManyStops', { ...BTC, limit: '25' });
    // With these there are 30 in all markets.
    for (const limitPrice of ['80000', '80001']) {
      expect((await server.post(user, 'placeOrder', { ...limit, limitPrice })).code).toBe(0);
    }
    const all = { ...BTC, limit: '30' };
    await expectRefusal('placeOrder', { ...limit, limitPrice: '79999' }, 'tooManyOrdersInAll', all);
    await expectRefusal('placeOco', both, 'tooManyOrdersInAll', all);
  });
});

describe('the other calls', () => {
  it.each([
    ['unknownOrder', () => ({ orderId: 1, quantity: '1' }), {}],
    [
      'invalidQuantity',
      () => ({ orderId: resting, quantity: '0.000000001' }),
      { ...BTC, base: 'BTC' },
    ],
    [
      'stepSize',
      () => ({ orderId: resting, quantity: '0.000011' }),
      { ...BTC, base: 'BTC', step: '0.00001' },
    ],
    [
      'minQuantity',
      () => ({ orderId: partly, quantity: '0.005' }),
      { ...BTC, base: 'BTC', min: '0.00501' },
    ],
    [
      'maxQuantity',
      () => ({ orderId: resting, quantity: '101' }),
      { ...BTC, base: 'BTC', max: '100' },
    ],
    [
      'invalidPrice',
      () => ({ orderId: resting, limitPrice: '0.000000001' }),
      { ...BTC, quote: 'USDT' },
    ],
    [
      'tickSize',
      () => ({ clientOrderId: 'taken', limitPrice: '1.001' }),
      { ...BTC, quote: 'USDT', tick: '0.01' },
    ],
    [
      'maxPrice',
      () => ({ orderId: resting, limitPrice: '1000001' }),
      { ...BTC, quote: 'USDT', max: '1000000' },
    ],
    ['nothingToChange', () => ({ orderId: resting, quantity: '0.01', limitPrice: '95000' }), BTC],
    [
      'minNotional',
      () => ({ orderId: resting, quantity: '0.00005' }),
      { ...BTC, quote: 'USDT', min: '5' },
    ],
    [
      'maxNotional',
      () => ({ orderId: resting, quantity: '95' }),
      { ...BTC, quote: 'USDT', max: '9000000' },
    ],
    [
      'clientOrderIdInUse',
      () => ({ orderId: postOnly, quantity: '0.009', newClientOrderId: 'taken' }),
      BTC,
    ],
    ['percentPrice', () => ({ orderId: resting, limitPrice: '19199' }), BTC],
    ['wouldTake', () => ({ orderId: postOnly, limitPrice: '97000' }), BTC],
    [
      'insufficientBalance',
      () => ({ orderId: resting, quantity: '1.2' }),
      { ...BTC, asset: 'USDT' },
    ],
  ] as const)('SPOT-310 amendOrder is refused by %s', async (refusal, fields, detail) => {
    await expectRefusal('amendOrder', fields(), refusal, detail);
  });

  it('SPOT-310 amendOrder is refused with marketHalted', async () => {
    await server.demo.must(OWNER.setup, 'setMarketStatus', { market: 'BTCUSDT', status: 'halted' });
    await expectRefusal('amendOrder', { orderId: resting, quantity: '0.009' }, 'marketHalted', BTC);
    await server.demo.must(OWNER.setup, 'setMarketStatus', {
      market: 'BTCUSDT',
      status: 'trading',
    });
  });

  it('SPOT-310 SPOT-442 SPOT-444 SPOT-453 amendOrder is refused by trigger and visible part', async () => {
    const field = { ...BTC, field: 'triggerPrice' };
    const plain = { orderId: resting, triggerPrice: '1' };
    await expectRefusal('amendOrder', plain, 'invalidOrder', field);
    await server.demo.must(user, 'cancelAllOrders', { ...BTC });
    const parts = { ...limit, quantity: '0.001', icebergQuantity: '0.0001', limitPrice: '90000' };
    const { data: iceberg } = await server.post(user, 'placeOrder', parts);
    const more = { orderId: iceberg.order.id, quantity: '0.00101' };
    await expectRefusal('amendOrder', more, 'icebergParts', { ...BTC, limit: '10' });
    const byMark = { ...stop, triggerPrice: '90000', triggerSource: 'mark' };
    const { data } = await server.post(user, 'placeOrder', byMark);
    const change = { orderId: data.order.id, triggerPrice: '96000' };
    await expectRefusal('amendOrder', change, 'triggersAtOnce', BTC);
    server.demo.clock.advance(10_001);
    await expectRefusal('amendOrder', change, 'noReferencePrice', BTC);
  });

  it('SPOT-310 cancelOrder, cancelAllOrders and the lists are refused with their reasons', async () => {
    await expectRefusal('cancelOrder', { clientOrderId: 'nobody' }, 'unknownOrder', {});
    const nope = { market: 'NOPEUSDT' };
    await expectRefusal('cancelAllOrders', nope, 'unknownMarket', nope);
    const other = { product: 'other' };
    const both = { ...other, ...nope };
    await expectRefusal('cancelAllOrders', both, 'unknownProduct', both);
    for (const name of ['getOpenOrders', 'getOrderHistory', 'getFills'] as const) {
      await expectRefusal(name, both, 'unknownProduct', other, 'get');
    }
    await expectRefusal('getDealList', nope, 'unknownMarket', nope, 'get');
    await expectRefusal('getDepth', nope, 'unknownMarket', nope, 'get');
  });

  it('SPOT-310 every refusal of the schema has occurred above', () => {
    // An invalid client order id is refused by the schema of the call, and spot has no terms. Of
    // orders fewer may be open here than in a market (TAPI-410).
    const unreached = [
      ...['invalidClientOrderId', 'termsNotMet', 'tooManyOrders'],
      // Nobody here has chosen to prove trades (ORDR-160).
      ...['stepUpNeeded', 'stepUpWrong'],
    ];
    for (const [name, { refusals }] of Object.entries(calls)) {
      // Orders in a market that is not open have ended, or are ending.
      const here = name === 'amendOrder' ? [...unreached, 'marketNotOpen'] : unreached;
      const reached = (refusal: string) => !here.includes(refusal);
      expect([...(seen.get(name) ?? [])].sort(), name).toEqual(refusals.filter(reached).sort());
    }
  });

  it('SPOT-311 an order of another user is refused as an unknown one', async () => {
    const other = await server.demo.newUser({ USDT: '1000' });
    const before = server.demo.stateHash();
    for (const [name, more] of [
      ['cancelOrder', {}],
      ['amendOrder', { quantity: '0.005' }],
    ] as const) {
      const theirs = await server.post(other, name, { orderId: resting, ...more });
      const none = await server.post(other, name, { orderId: 7, ...more });
      expect(theirs.data).toEqual({ refusal: 'unknownOrder', detail: {} });
      expect(theirs.text).toBe(none.text);
    }
    for (const name of ['getOpenOrders', 'getOrderHistory', 'getFills']) {
      const { data } = await server.get(other, name);
      expect(data.orders ?? data.fills).toEqual([]);
    }
    const fills = await server.get(other, 'getFills', { orderId: String(partly) });
    expect(fills.data.fills).toEqual([]);
    expect(server.demo.stateHash()).toBe(before);
  });

  it('SPOT-312 a visitor is asked to log in and nothing is decided', async () => {
    const { seq } = server.demo.engine.status;
    for (const name of ['placeOrder', 'cancelOrder', 'cancelAllOrders', 'amendOrder']) {
      expect(await server.post(null, name, limit)).toMatchObject({ status: 401, code: 2000 });
    }
    for (const name of ['getOpenOrders', 'getOrderHistory', 'getFills']) {
      expect(await server.get(null, name)).toMatchObject({ status: 401, code: 2000 });
    }
    expect(server.demo.engine.status.seq).toBe(seq);
  });
});
