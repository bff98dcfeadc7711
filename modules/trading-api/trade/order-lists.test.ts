import { Spot } from '@binance/spot';
import Binance from 'binance-api-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { askSigned, type Frame, Sockets } from '../streams/streams.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let sockets: Sockets;
let key: TestKey;
let user = 0;
let seller = 0;
let buyer = 0;
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
  [user = 0, seller = 0, buyer = 0] = await api.demo.newUsers(3, { USDT: '100000', BTC: '2' });
  key = await api.key(user);
});

const symbol = 'BTCUSDT';
/** Sells at 97,000, or, once the price has fallen to 95,000, at 94,900 or better. */
const bracket = { symbol, side: 'SELL', quantity: '0.02' };
const above = { aboveType: 'LIMIT_MAKER', abovePrice: '97000' };
const below = {
  ...{ belowType: 'STOP_LOSS_LIMIT', belowStopPrice: '95000' },
  ...{ belowPrice: '94900', belowTimeInForce: 'GTC' },
};

type Params = Record<string, string | number>;

const ask = (method: string, path: string, params: Params = {}) =>
  api.signed(key, method, `/api/v3/${path}`, params);

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await ask(method, path, params);
  expect(status, text).toBe(200);
  return body;
}

async function trade(side: 'buy' | 'sell', quantity: string, limitPrice: string): Promise<void> {
  const order = { market: symbol, side, type: 'limit', quantity, limitPrice } as const;
  expect((await api.demo.place(side === 'buy' ? buyer : seller, order)).ok).toBe(true);
}

describe('order lists', () => {
  it('TAPI-140 TAPI-141 places two orders, shows them as a list and cancels both', async () => {
    const list = await ok('POST', 'orderList/oco', {
      ...{ ...bracket, ...above, ...below },
      ...{ listClientOrderId: 'both', aboveClientOrderId: 'up', belowClientOrderId: 'down' },
    });
    const [limitId, stopId] = list.orders.map(({ orderId }: { orderId: number }) => orderId);
    const running = {
      ...{ orderListId: limitId, contingencyType: 'OCO', listStatusType: 'EXEC_STARTED' },
      ...{ listOrderStatus: 'EXECUTING', listClientOrderId: 'both', symbol },
      transactionTime: expect.any(Number),
      orders: [
        { symbol, orderId: limitId, clientOrderId: 'up' },
        { symbol, orderId: stopId, clientOrderId: 'down' },
      ],
    };
    expect(list).toEqual({ ...running, orderReports: expect.any(Array) });
    expect(list.orderReports).toMatchObject([
      {
        orderId: limitId,
        orderListId: limitId,
        type: 'LIMIT_MAKER',
        status: 'NEW',
        price: '97000',
      },
      {
        ...{ orderId: stopId, orderListId: limitId, type: 'STOP_LOSS_LIMIT', status: 'NEW' },
        ...{ stopPrice: '95000', price: '94900', timeInForce: 'GTC', workingTime: -1 },
      },
    ]);
    expect(await ok('GET', 'orderList', { orderListId: limitId })).toEqual(running);
    expect(await ok('GET', 'orderList', { origClientOrderId: 'both' })).toEqual(running);
    expect(await ok('GET', 'openOrderList')).toEqual([running]);
    // The quantity to sell is held once.
    const { balances } = await ok('GET', 'account', { omitZeroBalances: 'true' });
    const held = balances.find(({ asset }: { asset: string }) => asset === 'BTC');
    expect(held).toEqual({ asset: 'BTC', free: '1.98', locked: '0.02' });
    expect((await ask('GET', 'orderList', { origClientOrderId: 'down' })).body.code).toBe(-2018);
    const gone = await ok('DELETE', 'orderList', { symbol, listClientOrderId: 'both' });
    expect(gone).toMatchObject({ listStatusType: 'ALL_DONE', listOrderStatus: 'ALL_DONE' });
    expect(gone.orderReports.map(({ status }: { status: string }) => status)).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    expect(await ok('GET', 'openOrderList')).toEqual([]);
    expect(await ok('GET', 'allOrderList')).toMatchObject([{ listOrderStatus: 'ALL_DONE' }]);
    const again = await ask('DELETE', 'orderList', { symbol, orderListId: limitId });
    expect([again.status, again.body]).toEqual([400, { code: -2011, msg: 'Unknown order sent.' }]);
  });

  it('TAPI-141 one that trades ends the other; a fired stop is cancelled through its list', async () => {
    const first = await ok('POST', 'orderList/oco', { ...bracket, ...above, ...below });
    await trade('buy', '0.02', '97000');
    const [sold, stopped] = await ok('GET', 'allOrders', { symbol });
    expect([sold.status, stopped.status]).toEqual(['FILLED', 'EXPIRED']);
    expect([sold.orderListId, stopped.orderListId]).toEqual([first.orderListId, first.orderListId]);
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const second = await ok('POST', 'orderList/oco', { ...bracket, ...above, ...below });
    await trade('sell', '0.001', '95000');
    await trade('buy', '0.001', '95000');
    const lists = await ok('GET', 'allOrderList', { fromId: second.orderListId });
    expect(lists).toMatchObject([{ listOrderStatus: 'EXECUTING' }]);
    expect(await ok('GET', 'openOrderList')).toEqual([]);
    const { orderListId } = second;
    const gone = await ok('DELETE', 'orderList', { symbol, orderListId });
    expect(gone.orderReports.map(({ status }: { status: string }) => status)).toEqual([
      'EXPIRED',
      'CANCELED',
    ]);
  });

  it('TAPI-143 its orders and their trades name the list, and no others do', async () => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const first = await ok('POST', 'orderList/oco', { ...bracket, ...above, ...below });
    await trade('buy', '0.005', '97000');
    const lists = async (path: string, params: Params = {}) => {
      const rows: { orderListId: number }[] = await ok('GET', path, { symbol, ...params });
      return rows.map(({ orderListId }) => orderListId);
    };
    // While the order is open, and once it has ended.
    expect(await lists('myTrades')).toEqual([first.orderListId]);
    await trade('buy', '0.015', '97000');
    expect(await lists('myTrades')).toEqual([first.orderListId, first.orderListId]);
    const alone = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
    const { orderId } = await ok('POST', 'order', { ...alone, price: '96000' });
    await trade('sell', '0.01', '96000');
    expect(await lists('myTrades', { orderId })).toEqual([-1]);
    expect(await lists('myTrades')).toEqual([first.orderListId, first.orderListId, -1]);
    expect(await lists('allOrders')).toEqual([first.orderListId, first.orderListId, -1]);
    // A stop that fires trades as an order of its list, too.
    const second = await ok('POST', 'orderList/oco', { ...bracket, ...above, ...below });
    await trade('buy', '0.03', '95000');
    await trade('sell', '0.001', '95000');
    expect((await lists('myTrades')).slice(3)).toEqual([second.orderListId]);
    const orders = await ok('GET', 'orderList', { orderListId: second.orderListId });
    const stopId = orders.orders[1].orderId;
    expect(await lists('myTrades', { orderId: stopId })).toEqual([second.orderListId]);
    expect(await ok('GET', 'order', { symbol, orderId: stopId })).toMatchObject({
      ...{ orderListId: second.orderListId, status: 'FILLED' },
    });
  });

  it.each(
    (['LIMIT_MAKER', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'] as const).flatMap((better) =>
      (['STOP_LOSS', 'STOP_LOSS_LIMIT'] as const).map((worse) => [better, worse] as const),
    ),
  )('TAPI-335 places %s and %s on either side of the price', async (better, worse) => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const sent = (name: string, type: string, at: string): Params => ({
      [`${name}Type`]: type,
      [`${name}${type === 'LIMIT_MAKER' ? 'Price' : 'StopPrice'}`]: at,
      ...(type.endsWith('_LIMIT') && { [`${name}Price`]: at, [`${name}TimeInForce`]: 'GTC' }),
    });
    for (const [side, gain, loss] of [
      ['SELL', 'above', 'below'],
      ['BUY', 'below', 'above'],
    ] as const) {
      const at = { above: '97000', below: '95000' };
      const pair = { ...sent(gain, better, at[gain]), ...sent(loss, worse, at[loss]) };
      const list = await ok('POST', 'orderList/oco', { ...bracket, side, ...pair });
      const shown = (type: string, price: string) => ({
        ...{ type, side, status: 'NEW', isWorking: type === 'LIMIT_MAKER' },
        ...{ price: type === 'STOP_LOSS' || type === 'TAKE_PROFIT' ? '0' : price },
        stopPrice: type === 'LIMIT_MAKER' ? '0' : price,
      });
      const open = await ok('GET', 'openOrders', { symbol });
      expect(open).toMatchObject([shown(better, at[gain]), shown(worse, at[loss])]);
      expect(list).toMatchObject({
        ...{ contingencyType: 'OCO', listOrderStatus: 'EXECUTING', orderListId: open[0].orderId },
        orderReports: [{ type: better }, { type: worse }],
      });
      const amended = await ask('PUT', 'order/amend/keepPriority', {
        ...{ symbol, orderId: open[0].orderId, newQty: '0.01' },
      });
      expect([amended.status, amended.body.code]).toEqual([400, -2038]);
      const { orderListId } = list;
      await ok('DELETE', 'orderList', { symbol, orderListId });
    }
  });

  it('TAPI-336 a stop that takes profit fires, ends the other, and both events say so', async () => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const { restAPI: rest } = new Spot({
      configurationRestAPI: {
        ...{ apiKey: key.name, apiSecret: key.secret, basePath: `${api.origin}/demo` },
      },
    });
    const reader = await sockets.at('/demo/ws-api/v3');
    await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
    const placed = await rest.orderListOco({
      ...{ symbol, side: 'SELL', quantity: 0.02, aboveClientOrderId: 'up' },
      ...{ aboveType: 'TAKE_PROFIT', aboveStopPrice: 97_000 },
      ...{ belowType: 'STOP_LOSS', belowStopPrice: 95_000, belowClientOrderId: 'down' },
    } as never);
    const { orderListId } = await placed.data();
    await trade('buy', '0.03', '97000');
    await trade('sell', '0.001', '97000');
    const events = () =>
      reader.received.flatMap(({ event }: Frame) => {
        if (event?.e === 'listStatus') return [`${event.c} ${event.l}`];
        return event?.e === 'executionReport' ? [`${event.c} ${event.o} ${event.X}`] : [];
      });
    await vi.waitUntil(() => events().includes('OCO ALL_DONE'), { timeout: 60_000 });
    expect(events()).toEqual([
      'up TAKE_PROFIT NEW',
      'down STOP_LOSS NEW',
      'OCO EXEC_STARTED',
      'up TAKE_PROFIT NEW',
      'up TAKE_PROFIT FILLED',
      'down STOP_LOSS EXPIRED',
      'OCO ALL_DONE',
    ]);
    expect(await ok('GET', 'orderList', { orderListId: Number(orderListId) })).toMatchObject({
      ...{ contingencyType: 'OCO', listOrderStatus: 'ALL_DONE' },
    });
  });

  const takes = { aboveType: 'TAKE_PROFIT', abovePrice: undefined, aboveStopPrice: '97000' };
  it.each([
    [{ ...takes, aboveStopPrice: undefined }, -1102, 'aboveStopPrice'],
    [{ ...takes, abovePrice: '97000' }, -1106, 'abovePrice'],
    [{ ...takes, aboveTimeInForce: 'GTC' }, -1106, 'aboveTimeInForce'],
    [{ ...takes, aboveType: 'TAKE_PROFIT_LIMIT' }, -1102, 'aboveTimeInForce'],
    [{ ...takes, aboveStopPrice: '97000.001' }, -1013, 'PRICE_FILTER'],
    [{ ...takes, aboveStopPrice: '95500' }, -2010, 'relationship of the prices'],
    [{ ...takes, aboveIcebergQty: '0.01' }, -1106, 'aboveIcebergQty'],
    [{ ...takes, aboveTrailingDelta: '100' }, -2010, 'not supported in order lists'],
    [{ ...takes, belowTrailingDelta: '100' }, -2010, 'not supported in order lists'],
    [{ ...takes, belowType: 'TAKE_PROFIT_LIMIT' }, -1158, 'one STOP_LOSS'],
    [{ ...takes, side: 'BUY' }, -1158, 'one STOP_LOSS'],
  ])('TAPI-337 refuses %j by the name of the parameter', async (change, code, text) => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const before = api.demo.stateHash();
    const sent = Object.entries({ ...bracket, ...above, ...below, ...change });
    const params = Object.fromEntries(sent.filter(([, value]) => value !== undefined)) as Params;
    const { status, body } = await ask('POST', 'orderList/oco', params);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.msg).toContain(text);
    expect(api.demo.stateHash()).toBe(before);
  });

  it.each([
    [{ aboveType: 'STOP_LOSS', aboveStopPrice: '97000' }, 400, -1158],
    [{ abovePrice: '' }, 400, -1105],
    [{ belowStopPrice: '96000' }, 400, -2010],
    [{ belowStopPrice: '96500' }, 400, -2010],
    [{ belowType: 'STOP_LOSS' }, 400, -1106],
    [{ aboveStopPrice: '97000' }, 400, -1106],
    [{ quantity: '5' }, 400, -2010],
    [{ quantity: '0.000001' }, 400, -1013],
    [{ symbol: 'NOPEUSDT' }, 400, -1121],
  ])('TAPI-142 refuses %j and places neither', async (change, status, code) => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const before = api.demo.stateHash();
    const answer = await ask('POST', 'orderList/oco', {
      ...bracket,
      ...above,
      ...below,
      ...change,
    });
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    expect(api.demo.stateHash()).toBe(before);
  });

  it.each(['limitIcebergQty', 'stopIcebergQty'])(
    'TAPI-337 refuses %s of the older names as the newer ones do: a pair shows all of itself',
    async (name) => {
      const legs = { price: '97000', stopPrice: '95000', [name]: '0.01' };
      const { body } = await ask('POST', 'order/oco', { ...bracket, ...legs });
      expect(body).toEqual({ code: -1106, msg: `Parameter '${name}' sent when not required.` });
    },
  );

  it.each([
    ['orderList/oco', { abovePrice: '97000.000000001' }, 'abovePrice'],
    ['orderList/oco', { belowStopPrice: '95000.000000001' }, 'belowStopPrice'],
    ['orderList/oco', { quantity: '0.020000001' }, 'quantity'],
    ['order/oco', { stopPrice: '95000.000000001' }, 'stopPrice'],
    ['order/oco', { stopLimitPrice: '94900.000000001' }, 'stopLimitPrice'],
  ])('TAPI-315 %s refuses %j by the name that its sender gave', async (path, change, name) => {
    await trade('sell', '0.001', '96000');
    await trade('buy', '0.001', '96000');
    const stop = { stopPrice: '95000', stopLimitPrice: '94900', stopLimitTimeInForce: 'GTC' };
    const legs = path === 'order/oco' ? { price: '97000', ...stop } : { ...above, ...below };
    const { body } = await ask('POST', path, { ...bracket, ...legs, ...change });
    expect(body).toEqual({ code: -1111, msg: `Parameter '${name}' has too much precision.` });
  });

  it.each([
    ['DELETE', 'orderList', { symbol }, ['listClientOrderId', 'orderListId']],
    ['GET', 'orderList', {}, ['origClientOrderId', 'orderListId']],
    ['DELETE', 'order', { symbol }, ['origClientOrderId', 'orderId']],
    [
      'POST',
      'order/cancelReplace',
      {
        ...{ symbol, side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.02' },
        ...{ price: '97000', cancelReplaceMode: 'ALLOW_FAILURE' },
      },
      ['cancelOrigClientOrderId', 'cancelOrderId'],
    ],
  ] as const)(
    'TAPI-315 %s %s asks for what it reads, and places nothing',
    async (method, path, params, [one, other]) => {
      const before = api.demo.stateHash();
      const { status, body } = await ask(method, path, params as Params);
      const msg = `Param '${one}' or '${other}' must be sent, but both were empty/null!`;
      expect([status, body]).toEqual([400, { code: -1102, msg }]);
      expect(api.demo.stateHash()).toBe(before);
    },
  );

  it('TAPI-140 an unmodified client places a list by the older names', async () => {
    const client = Binance({
      apiKey: key.name,
      apiSecret: key.secret,
      httpBase: `${api.origin}/demo`,
    });
    const list = await client.orderOco({
      ...{ symbol, side: 'SELL', quantity: '0.02', price: '97000' },
      ...{ stopPrice: '95000', stopLimitPrice: '94900', stopLimitTimeInForce: 'GTC' },
      ...{ limitClientOrderId: 'a', stopClientOrderId: 'b' },
    } as never);
    expect(list.orders.map(({ clientOrderId }) => clientOrderId)).toEqual(['a', 'b']);
    expect(await ok('GET', 'openOrderList')).toHaveLength(1);
  });
});
