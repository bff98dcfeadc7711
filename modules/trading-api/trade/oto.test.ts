import { Spot } from '@binance/spot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { askSigned, type Frame, Sockets } from '../streams/streams.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let sockets: Sockets;
let key: TestKey;
let user = 0;
let other = 0;
beforeAll(async () => {
  api = await startTestApi({ house: {} });
  sockets = new Sockets(api.origin);
  await api.demo.quote({ BTCUSDT: '96000' });
});
afterAll(() => {
  sockets.close();
  return api.stop();
});
beforeEach(async () => {
  [user = 0, other = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
  key = await api.key(user);
});

const symbol = 'BTCUSDT';
type Params = Record<string, string | number>;
type Row = Record<string, unknown>;

/** Buys at 95,900. */
const working: Params = {
  ...{ workingType: 'LIMIT', workingSide: 'BUY', workingPrice: '95900' },
  ...{ workingQuantity: '0.02', workingTimeInForce: 'GTC' },
};
const waits: Params = { pendingSide: 'SELL', pendingQuantity: '0.02' };
const one: Params = {
  ...{ symbol, ...working, ...waits },
  pendingType: 'LIMIT_MAKER',
  pendingPrice: '99000',
};
/** Sells at 99,000 or, once the price has fallen to 93,000, at market. */
const two: Params = {
  ...{ symbol, ...working, ...waits, pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '99000' },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: '93000' },
};
const without = (params: Params, ...names: string[]): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

const ask = (method: string, path: string, params: Params = {}) =>
  api.signed(key, method, `/api/v3/${path}`, params);

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await ask(method, path, params);
  expect(status, text).toBe(200);
  return body;
}

/** Fills what is bid down to a price. */
async function sell(quantity: string, limitPrice: string): Promise<void> {
  const order = { market: symbol, side: 'sell', type: 'limit', quantity, limitPrice } as const;
  expect((await api.demo.place(other, order)).ok).toBe(true);
}

const statuses = (rows: Row[]) => rows.map(({ status }) => status);

describe('lists whose first order triggers the others', () => {
  it('TAPI-330 TAPI-338 an order and one that waits: placed, shown, filled, placed in its turn', async () => {
    const list = await ok('POST', 'orderList/oto', { ...one, listClientOrderId: 'entry' });
    const { orderListId } = list;
    expect(list).toMatchObject({
      ...{ contingencyType: 'OTO', listStatusType: 'EXEC_STARTED', listOrderStatus: 'EXECUTING' },
      ...{ listClientOrderId: 'entry', symbol },
      orderReports: [
        { orderId: orderListId, orderListId, type: 'LIMIT', side: 'BUY', status: 'NEW' },
        { orderListId, type: 'LIMIT_MAKER', side: 'SELL', status: 'PENDING_NEW', workingTime: -1 },
      ],
    });
    const [, waiting] = list.orders;
    expect(await ok('GET', 'openOrders', { symbol })).toMatchObject([
      { orderId: orderListId, status: 'NEW', isWorking: true },
      { orderId: waiting.orderId, status: 'PENDING_NEW', isWorking: false },
    ]);
    for (const orderId of [orderListId, waiting.orderId]) {
      const change = { symbol, orderId, newQty: '0.01' };
      const { status, body } = await ask('PUT', 'order/amend/keepPriority', change);
      expect([status, body.code]).toEqual([400, -2038]);
    }
    // Nothing is held for what waits.
    const { balances } = await ok('GET', 'account', { omitZeroBalances: 'true' });
    const btc = () => balances.find(({ asset }: { asset: string }) => asset === 'BTC');
    expect(btc()).toEqual({ asset: 'BTC', free: '2', locked: '0' });
    await sell('0.02', '95900');
    expect(await ok('GET', 'order', { symbol, orderId: waiting.orderId })).toMatchObject({
      ...{ status: 'NEW', isWorking: true, workingTime: expect.any(Number) },
    });
    // It is an order like any other now.
    const { orderId } = waiting;
    const smaller = await ok('PUT', 'order/amend/keepPriority', {
      symbol,
      orderId,
      newQty: '0.01',
    });
    expect(smaller.amendedOrder).toMatchObject({ qty: '0.01', status: 'NEW' });
    const shown = { orderListId, contingencyType: 'OTO', listOrderStatus: 'EXECUTING' };
    expect(await ok('GET', 'orderList', { origClientOrderId: 'entry' })).toMatchObject(shown);
    expect(await ok('GET', 'openOrderList')).toMatchObject([{ ...shown, orders: list.orders }]);
    const gone = await ok('DELETE', 'orderList', { symbol, orderListId });
    expect(statuses(gone.orderReports)).toEqual(['FILLED', 'CANCELED']);
    expect(await ok('GET', 'openOrderList')).toEqual([]);
    expect(await ok('GET', 'allOrderList')).toMatchObject([{ listOrderStatus: 'ALL_DONE' }]);
  });

  it('TAPI-331 a pair that waits, by an unmodified client: cancelled with its list, or placed', async () => {
    const { restAPI: rest } = new Spot({
      configurationRestAPI: {
        ...{ apiKey: key.name, apiSecret: key.secret, basePath: `${api.origin}/demo` },
      },
    });
    const numbers = Object.fromEntries(
      Object.entries(two).map(([name, value]) => [
        name,
        /Price|Quantity/.test(name) ? Number(value) : value,
      ]),
    );
    const place = async () => (await rest.orderListOtoco(numbers as never)).data();
    const first = await place();
    expect(first.orders).toHaveLength(3);
    const gone = await ok('DELETE', 'orderList', {
      symbol,
      orderListId: Number(first.orderListId),
    });
    expect(statuses(gone.orderReports)).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);
    const second = await place();
    await sell('0.02', '95900');
    const [filled, above, below] = await ok('GET', 'allOrders', {
      ...{ symbol, orderId: Number(second.orderListId) },
    });
    expect(statuses([filled, above, below])).toEqual(['FILLED', 'NEW', 'NEW']);
    expect(below).toMatchObject({ type: 'STOP_LOSS', stopPrice: '93000', isWorking: false });
    await ok('DELETE', 'order', { symbol, orderId: above.orderId });
    const list = await ok('GET', 'orderList', { orderListId: Number(second.orderListId) });
    expect(list).toMatchObject({ contingencyType: 'OTO', listStatusType: 'ALL_DONE' });
  });

  it('TAPI-332 events show each step, and why an order could not be placed', async () => {
    const reader = await sockets.at('/demo/ws-api/v3');
    await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
    const place = (params: Params) => askSigned(api, reader, key, 'orderList.place.otoco', params);
    const answer = await place({
      ...two,
      listClientOrderId: 'list',
      workingClientOrderId: 'entry',
      pendingAboveClientOrderId: 'up',
      pendingBelowClientOrderId: 'down',
    });
    expect(answer).toMatchObject({ status: 200, result: { contingencyType: 'OTO' } });
    await sell('0.02', '95900');
    // More than the account has: it cannot be placed when its turn comes.
    const poor = {
      ...one,
      pendingQuantity: '9',
      listClientOrderId: 'poor',
      workingClientOrderId: 'few',
      pendingClientOrderId: 'much',
    };
    await askSigned(api, reader, key, 'orderList.place.oto', poor);
    await sell('0.02', '95900');
    const events = () =>
      reader.received.flatMap(({ event }: Frame) => {
        if (event?.e === 'listStatus')
          return [`${event.C} ${event.c} ${event.l} ${event.O.length}`];
        return event?.e === 'executionReport'
          ? [`${event.c} ${event.x} ${event.X} ${event.r}`]
          : [];
      });
    await vi.waitUntil(() => events().some((event) => event.startsWith('poor OTO ALL_DONE')), {
      timeout: 60_000,
    });
    expect(events()).toEqual([
      'entry NEW NEW NONE',
      'up NEW PENDING_NEW NONE',
      'down NEW PENDING_NEW NONE',
      'list OTO EXEC_STARTED 3',
      'entry TRADE FILLED NONE',
      'up NEW NEW NONE',
      'down NEW NEW NONE',
      'few NEW NEW NONE',
      'much NEW PENDING_NEW NONE',
      'poor OTO EXEC_STARTED 2',
      'few TRADE FILLED NONE',
      'much REJECTED REJECTED INSUFFICIENT_BALANCES',
      'poor OTO ALL_DONE 2',
    ]);
  });

  it.each([
    ['oto', without(one, 'workingPrice'), -1102, 'workingPrice'],
    ['oto', without(one, 'workingTimeInForce'), -1102, 'workingTimeInForce'],
    ['oto', without(one, 'pendingPrice'), -1102, 'pendingPrice'],
    ['oto', { ...one, pendingStopPrice: '93000' }, -1106, 'pendingStopPrice'],
    ['oto', { ...one, workingType: 'MARKET' }, -1116, 'Invalid orderType.'],
    ['oto', { ...one, pendingTrailingDelta: '100' }, -2010, 'not supported in order lists'],
    ['oto', { ...one, workingTrailingDelta: '100' }, -2010, 'not supported in order lists'],
    ['oto', { ...one, pendingQuantity: '0.0000001' }, -1013, 'LOT_SIZE'],
    [
      'oto',
      { ...one, workingType: 'LIMIT_MAKER', workingTimeInForce: 'GTC' },
      -1106,
      'workingTimeInForce',
    ],
    ['oto', { ...one, workingQuantity: '5' }, -2010, 'insufficient balance'],
    ['oto', { ...one, symbol: 'NOPEUSDT' }, -1121, 'Invalid symbol.'],
    ['otoco', without(two, 'pendingBelowType'), -1102, 'pendingBelowType'],
    ['otoco', { ...two, pendingAboveType: 'STOP_LOSS' }, -1158, 'not supported'],
    ['otoco', { ...two, pendingBelowTrailingDelta: '100' }, -2010, 'not supported in order lists'],
    ['otoco', { ...two, pendingBelowStopPrice: '99500' }, -2010, 'relationship of the prices'],
    [
      'otoco',
      { ...two, pendingAboveClientOrderId: 'x', pendingBelowClientOrderId: 'x' },
      -2010,
      'Duplicate',
    ],
  ] as const)('TAPI-333 %s refuses %j and places nothing', async (kind, params, code, text) => {
    const before = api.demo.stateHash();
    const { status, body } = await ask('POST', `orderList/${kind}`, params);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.msg).toContain(text);
    expect(api.demo.stateHash()).toBe(before);
  });

  it('TAPI-334 a pair may take profit by a stop; the market says that it allows lists', async () => {
    const take = { pendingAboveType: 'TAKE_PROFIT', pendingAboveStopPrice: '99000' };
    const list = await ok('POST', 'orderList/otoco', {
      ...without(two, 'pendingAbovePrice'),
      ...take,
    });
    await sell('0.02', '95900');
    const [, above] = await ok('GET', 'allOrders', { symbol, orderId: list.orderListId });
    expect(above).toMatchObject({ type: 'TAKE_PROFIT', status: 'NEW', stopPrice: '99000' });
    const { body } = await api.signed(key, 'GET', '/api/v3/exchangeInfo', { symbol });
    expect(body.symbols[0]).toMatchObject({ otoAllowed: true });
  });
});
