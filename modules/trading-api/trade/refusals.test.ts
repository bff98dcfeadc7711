import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS } from '@assay/core/order/life/bounds';
import { ORDER_REFUSALS, type OrderRefusal } from '@assay/core/order/refusals';
import { EngineUnavailable, OutcomeUnknown } from '@assay/platform/engine/status';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { narrowMarkets, testMarkets } from '../../../apps/server/testing/test-listings.ts';
import { apiErrorOf } from '../errors.ts';
import { answered } from './refusals.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let key: TestKey;
const orders = { resting: 0, partly: 0 };

beforeAll(async () => {
  const bounds = { ...BOUNDS, fills: 1, openOrders: 200 };
  api = await startTestApi({ house: {}, markets: narrowMarkets, bounds });
  const [user = 0, maker = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '5', ETH: '1' });
  key = await api.key(user);
  await api.demo.quote({ BTCUSDT: '96000' });
  const sell = { market: 'BTCUSDT', side: 'sell', type: 'limit' } as const;
  await api.demo.place(maker, { ...sell, quantity: '0.5', limitPrice: '97000' });
  await api.demo.place(maker, { ...sell, quantity: '0.1', limitPrice: '97000' });
  orders.resting = await place({ newClientOrderId: 'taken' });
  orders.partly = await place({ price: '95500', quantity: '0.02' });
  await api.demo.place(maker, { ...sell, quantity: '0.005', limitPrice: '95500' });
  const halt = { market: 'DOGEUSDT', status: 'halted' };
  await api.demo.must(OWNER.setup, 'setMarketStatus', halt);
  const late = { ...testMarkets[2], symbol: 'DOGENEW', stage: 'preOpen' };
  await api.demo.must(OWNER.setup, 'listMarket', late);
});
afterAll(() => api.stop());

const limit = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '95000',
};
const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' };
const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_LOSS', quantity: '0.01' };

async function place(more: object): Promise<number> {
  const { body } = await api.signed(key, 'POST', '/api/v3/order', { ...limit, ...more });
  return body.orderId;
}

const met = new Set<OrderRefusal>();
const filter = (name: string) => [400, -1013, `Filter failure: ${name}`] as const;
const rejected = (text: string) => [400, -2010, text] as const;

/** Expects a refusal with this status, code and text, and no change. */
async function expectError(
  method: string,
  path: string,
  params: object,
  [status, code, msg]: readonly [number, number, string],
): Promise<void> {
  const before = api.demo.stateHash();
  const answer = await api.signed(key, method, path, params as Record<string, string>);
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { code, msg } });
  expect(api.demo.stateHash()).toBe(before);
}

const precise = (name: string) =>
  [400, -1111, `Parameter '${name}' has too much precision.`] as const;

/** Refusals of POST order: the engine's code, the parameters, and the error that clients get. */
const PLACING: readonly (readonly [
  OrderRefusal,
  Record<string, string | undefined>,
  readonly [number, number, string],
])[] = [
  ['unknownMarket', { ...limit, symbol: 'NOPEUSDT' }, [400, -1121, 'Invalid symbol.']],
  [
    'marketNotOpen',
    { ...limit, symbol: 'DOGENEW', price: '0.1', quantity: '100' },
    rejected('Market is closed.'),
  ],
  [
    'marketHalted',
    { ...limit, symbol: 'DOGEUSDT', price: '0.1', quantity: '100' },
    rejected('Market is closed.'),
  ],
  [
    'invalidOrder',
    { ...stop, type: 'STOP_LOSS_LIMIT', stopPrice: '95000', price: '94000', timeInForce: 'FOK' },
    [400, -1115, 'Invalid timeInForce.'],
  ],
  ['invalidQuantity', { ...limit, quantity: '0.000000001' }, precise('quantity')],
  ['invalidQuantity', { ...limit, quantity: '0' }, [400, -1013, 'Invalid quantity.']],
  ['invalidQuantity', { ...limit, quantity: '99999999999999999999' }, filter('LOT_SIZE')],
  ['stepSize', { ...limit, quantity: '0.000015' }, filter('LOT_SIZE')],
  ['stepSize', { ...market, quantity: '0.00025' }, filter('MARKET_LOT_SIZE')],
  ['stepSize', { ...market, quantity: '0.000251' }, filter('LOT_SIZE')],
  [
    'minQuantity',
    { ...limit, symbol: 'ETHUSDT', quantity: '0.0009', price: '3000' },
    filter('LOT_SIZE'),
  ],
  ['minQuantity', { ...market, quantity: '0.0001' }, filter('MARKET_LOT_SIZE')],
  ['minQuantity', { ...market, quoteOrderQty: '10' }, filter('MARKET_LOT_SIZE')],
  ['maxQuantity', { ...limit, quantity: '100.00001' }, filter('LOT_SIZE')],
  ['maxQuantity', { ...market, quantity: '9.0001' }, filter('MARKET_LOT_SIZE')],
  ['icebergParts', { ...limit, icebergQty: '0.00001' }, filter('ICEBERG_PARTS')],
  ['invalidPrice', { ...limit, price: '0.000000001' }, precise('price')],
  ['invalidPrice', { ...stop, stopPrice: '95000.123456789' }, precise('stopPrice')],
  ['invalidPrice', { ...limit, price: '0.00' }, [400, -1013, 'Invalid price.']],
  ['tickSize', { ...limit, price: '95000.001' }, filter('PRICE_FILTER')],
  ['tickSize', { ...stop, stopPrice: '95000.001' }, filter('PRICE_FILTER')],
  ['maxPrice', { ...limit, price: '1000000.01' }, filter('PRICE_FILTER')],
  ['trailingDelta', { ...stop, trailingDelta: '9' }, filter('TRAILING_DELTA')],
  ['invalidAmount', { ...market, quoteOrderQty: '0' }, [400, -1013, 'Invalid quoteOrderQty.']],
  ['invalidAmount', { ...market, quoteOrderQty: '10.123456789' }, precise('quoteOrderQty')],
  ['minNotional', { ...limit, quantity: '0.00005' }, filter('NOTIONAL')],
  ['minNotional', { ...market, quoteOrderQty: '4.99' }, filter('NOTIONAL')],
  ['maxNotional', { ...limit, quantity: '95' }, filter('NOTIONAL')],
  [
    'clientOrderIdInUse',
    { ...limit, newClientOrderId: 'taken' },
    rejected('Duplicate order sent.'),
  ],
  ['percentPrice', { ...limit, price: '19199' }, filter('PERCENT_PRICE_BY_SIDE')],
  [
    'noReferencePrice',
    { ...stop, symbol: 'ETHUSDT', stopPrice: '3000' },
    rejected('There is no price yet that the stop price could be held against.'),
  ],
  [
    'triggersAtOnce',
    { ...stop, stopPrice: '95600' },
    rejected('Stop price would trigger immediately.'),
  ],
  [
    'triggersAtOnce',
    { ...stop, type: 'TAKE_PROFIT', stopPrice: '95000' },
    rejected('Stop price would trigger immediately.'),
  ],
  [
    'triggersAtOnce',
    { ...stop, side: 'BUY', stopPrice: '95000' },
    rejected('Stop price would trigger immediately.'),
  ],
  [
    'noLiquidity',
    { ...market, symbol: 'ETHUSDT', quantity: '0.1' },
    rejected('Order book liquidity is less than LOT_SIZE filter minimum quantity.'),
  ],
  [
    'wouldTake',
    { ...limit, type: 'LIMIT_MAKER', timeInForce: undefined, price: '97000' },
    rejected('Order would immediately match and take.'),
  ],
  [
    'tooManyFills',
    { ...limit, quantity: '0.6', price: '97000', timeInForce: 'FOK' },
    rejected('FOK order would need too many fills.'),
  ],
  [
    'insufficientBalance',
    { ...limit, quantity: '2' },
    rejected('Account has insufficient balance for requested action.'),
  ],
  [
    'insufficientBalance',
    { ...stop, quantity: '8', stopPrice: '95000' },
    rejected('Account has insufficient balance for requested action.'),
  ],
];

const sent = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

describe('refusals of the engine', () => {
  it.each(PLACING)('TAPI-112 %s %j is answered as %j', async (refusal, params, error) => {
    await expectError('POST', '/api/v3/order', sent(params), error);
    met.add(refusal);
  });

  it.each(PLACING)(
    'TAPI-113 order/test answers %s %j in the same way',
    async (_, params, error) => {
      if (params.quoteOrderQty === '10') return; // only an actual match shows what the amount buys
      await expectError('POST', '/api/v3/order/test', sent(params), error);
    },
  );

  it('TAPI-112 TAPI-410 orders and stops beyond the allowed number', async () => {
    const other = await api.key(await api.demo.newUser({ USDT: '100000', BTC: '20' }));
    const send = (params: object) => api.signed(other, 'POST', '/api/v3/order', params as never);
    for (const [params, most, name] of [
      [{ ...stop, stopPrice: '90000' }, 25, 'MAX_NUM_ALGO_ORDERS'],
      [{ ...limit, quantity: '0.0001' }, 200 - 25, 'MAX_NUM_ORDERS'],
    ] as const) {
      const numbered = (n: number) => ({ ...params, newClientOrderId: `${name}-${n}` });
      const answers = await Promise.all(Array.from({ length: most }, (_, n) => send(numbered(n))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      for (const path of ['/api/v3/order', '/api/v3/order/test']) {
        const { body } = await api.signed(other, 'POST', path, numbered(most) as never);
        expect(body).toEqual({ code: -1013, msg: `Filter failure: ${name}` });
      }
    }
    met.add('tooManyStops');
    met.add('tooManyOrders');
    const more = { ...limit, symbol: 'ETHUSDT', price: '2000' };
    const { body } = await api.signed(other, 'POST', '/api/v3/order', more);
    expect(body).toEqual({ code: -1013, msg: 'Filter failure: EXCHANGE_MAX_NUM_ORDERS' });
    met.add('tooManyOrdersInAll');
  });

  const unknown = [400, -2011, 'Unknown order sent.'] as const;
  const missing = [400, -2013, 'Order does not exist.'] as const;
  const btc = { symbol: 'BTCUSDT' };

  it.each([
    ['unknownOrder', 'DELETE', 'order', () => ({ ...btc, orderId: '12345' }), unknown],
    ['unknownOrder', 'DELETE', 'order', () => ({ ...btc, origClientOrderId: 'no' }), unknown],
    [
      'unknownOrder',
      'DELETE',
      'order',
      () => ({ symbol: 'ETHUSDT', orderId: orders.resting }),
      unknown,
    ],
    [
      'unknownOrder',
      'DELETE',
      'order',
      () => ({ ...btc, orderId: orders.resting, origClientOrderId: 'no' }),
      unknown,
    ],
    ['unknownOrder', 'DELETE', 'openOrders', () => ({ symbol: 'ETHUSDT' }), unknown],
    [
      'unknownOrder',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: 12345, newQty: '0.001' }),
      missing,
    ],
    ['unknownOrder', 'GET', 'order', () => ({ ...btc, orderId: 12345 }), missing],
    [
      'unknownOrder',
      'GET',
      'order',
      () => ({ symbol: 'ETHUSDT', orderId: orders.resting }),
      missing,
    ],
    [
      'nothingToChange',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: orders.resting, newQty: '0.01' }),
      [400, -2038, 'The requested action would change no state; rejecting.'],
    ],
    [
      'nothingToChange',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: orders.resting, newQty: '0.01', newClientOrderId: 'other' }),
      [400, -2038, 'Order amend needs a smaller newQty; newClientOrderId alone is not changed.'],
    ],
    [
      'clientOrderIdInUse',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: orders.partly, newQty: '0.006', newClientOrderId: 'taken' }),
      [400, -2038, 'Duplicate order sent.'],
    ],
    [
      'minQuantity',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: orders.partly, newQty: '0.005' }),
      filter('LOT_SIZE'),
    ],
    [
      'invalidQuantity',
      'PUT',
      'order/amend/keepPriority',
      () => ({ ...btc, orderId: orders.partly, newQty: '0.000000001' }),
      precise('newQty'),
    ],
  ] as const)('TAPI-112 %s: %s %s', async (refusal, method, path, params, error) => {
    await expectError(method, `/api/v3/${path}`, params(), error);
    met.add(refusal);
  });

  it('TAPI-112 every refusal has occurred above, or cannot occur here', () => {
    // Client order ids are checked before, and lists have their own address. No endpoint takes a
    // product, a trigger source or terms.
    const never: readonly OrderRefusal[] = [
      ...(['invalidClientOrderId', 'unknownProduct', 'partOfOco', 'ocoPrices'] as const),
      ...(['unsupportedTriggerSource', 'termsNotMet'] as const),
    ];
    expect([...met, ...never].sort()).toEqual([...ORDER_REFUSALS].sort());
  });

  it('SPOT-423 an order that has met as many as one may is EXPIRED; exchangeInfo has the bound', async () => {
    const order = { ...limit, quantity: '0.6', price: '97000' };
    const { body } = await api.signed(key, 'POST', '/api/v3/order', order);
    expect(body).toMatchObject({ status: 'EXPIRED', executedQty: '0.5', origQty: '0.6' });
    const info = await api.send('GET', '/api/v3/exchangeInfo', '');
    const filter = { filterType: 'EXCHANGE_MAX_NUM_ORDERS', maxNumOrders: BOUNDS.openOrders };
    expect(info.body.exchangeFilters).toEqual([filter]);
  });

  it('TAPI-112 an engine that accepts nothing, and an unknown outcome', async () => {
    const errorFor = (error: Error) =>
      answered(Promise.reject(error), { action: 'place' }).catch((thrown: unknown) => thrown);
    expect(await errorFor(new EngineUnavailable('recovering'))).toMatchObject({
      code: -1001,
      status: 503,
    });
    expect(await errorFor(new OutcomeUnknown('commit'))).toMatchObject({
      code: -1007,
      status: 504,
    });
    const fault = new Error('a fault');
    expect(await errorFor(fault)).toBe(fault);
    const gone = Object.assign(new Error('the database ends'), { code: '57P01' });
    expect(apiErrorOf(gone, true)).toMatchObject({ code: -1001, status: 503 });
    expect(apiErrorOf(gone, false)).toMatchObject({ code: -1007, status: 504 });
    expect(apiErrorOf(fault, false)).toMatchObject({ code: -1000, status: 500 });
    await api.demo.engine.stop();
    const { status, body } = await api.signed(key, 'POST', '/api/v3/order', limit);
    expect({ status, code: body.code }).toEqual({ status: 503, code: -1001 });
    await api.demo.restart();
  });
});
