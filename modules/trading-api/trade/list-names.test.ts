import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { askSigned, type Frame, Sockets } from '../streams/streams.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let sockets: Sockets;
let key: TestKey;
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
  key = await api.key(await api.demo.newUser({ USDT: '100000', BTC: '2' }));
});

const symbol = 'BTCUSDT';
type Params = Record<string, string | number>;

const pair: Params = {
  ...{ symbol, side: 'SELL', quantity: '0.01' },
  ...{ aboveType: 'LIMIT_MAKER', abovePrice: '97000', aboveClientOrderId: 'up' },
  ...{ belowType: 'STOP_LOSS', belowStopPrice: '95000', belowClientOrderId: 'down' },
};
const older: Params = {
  ...{ symbol, side: 'SELL', quantity: '0.01', price: '97000', stopPrice: '95000' },
  ...{ limitClientOrderId: 'up', stopClientOrderId: 'down' },
};
const entry: Params = {
  ...{ symbol, workingType: 'LIMIT', workingSide: 'BUY', workingPrice: '95900' },
  ...{ workingQuantity: '0.01', workingTimeInForce: 'GTC', workingClientOrderId: 'up' },
  ...{ pendingSide: 'SELL', pendingQuantity: '0.01' },
};
const one: Params = { ...entry, pendingType: 'LIMIT_MAKER', pendingPrice: '99000' };
const two: Params = {
  ...{ ...entry, pendingAboveType: 'LIMIT_MAKER', pendingAbovePrice: '99000' },
  ...{ pendingBelowType: 'STOP_LOSS', pendingBelowStopPrice: '93000' },
};
const LISTS: readonly (readonly [path: string, params: Params])[] = [
  ['orderList/oco', pair],
  ['order/oco', older],
  ['orderList/oto', one],
  ['orderList/otoco', two],
];

const ask = (method: string, path: string, params: Params = {}) =>
  api.signed(key, method, `/api/v3/${path}`, params);

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await ask(method, path, params);
  expect(status, text).toBe(200);
  return body;
}

async function codeOf(method: string, path: string, params: Params): Promise<number> {
  return (await ask(method, path, params)).body.code;
}

describe('the client id of an order list', () => {
  it.each(LISTS)(
    'TAPI-420 finds and cancels the list, whatever its orders are called: %s',
    async (path, params) => {
      const socket = await sockets.at('/demo/ws-api/v3');
      await askSigned(api, socket, key, 'userDataStream.subscribe.signature');
      const named = { ...params, listClientOrderId: 'mine' };
      const { orderReports: _, ...placed } = await ok('POST', path, named);
      expect(placed.listClientOrderId).toBe('mine');
      expect(placed.orders[0].clientOrderId).toBe('up');
      expect(await ok('GET', 'orderList', { origClientOrderId: 'mine' })).toEqual(placed);
      expect(await ok('GET', 'orderList', { orderListId: placed.orderListId })).toEqual(placed);
      expect(await ok('GET', 'openOrderList')).toEqual([placed]);
      // It is not the id of an order, and that of an order is not one of a list.
      expect(await codeOf('GET', 'order', { symbol, origClientOrderId: 'mine' })).toBe(-2013);
      expect(await codeOf('GET', 'orderList', { origClientOrderId: 'up' })).toBe(-2018);
      // While the list is live its id is not free: a client that lost the answer places it once.
      const others: Params = { ...named };
      for (const name of Object.keys(others).filter((one) => /(?<!list)ClientOrderId$/.test(one))) {
        others[name] = `${others[name]}-2`;
      }
      const again = await ask('POST', path, others);
      expect([again.status, again.body]).toEqual([
        400,
        { code: -2010, msg: 'Duplicate order sent.' },
      ]);
      const gone = await ok('DELETE', 'orderList', { symbol, listClientOrderId: 'mine' });
      expect(gone).toMatchObject({ listClientOrderId: 'mine', listOrderStatus: 'ALL_DONE' });
      expect(await ok('GET', 'openOrders', { symbol })).toEqual([]);
      expect(await ok('GET', 'allOrderList')).toMatchObject([{ listClientOrderId: 'mine' }]);
      const names = () =>
        socket.received.flatMap(({ event }: Frame) => (event?.e === 'listStatus' ? [event.C] : []));
      await vi.waitUntil(() => names().length === 2, { timeout: 60_000 });
      expect(names()).toEqual(['mine', 'mine']);
      // The id may be used again, and names the last list that had it.
      const next = await ok('POST', path, others);
      expect(await ok('GET', 'orderList', { origClientOrderId: 'mine' })).toMatchObject({
        orderListId: next.orderListId,
      });
    },
  );

  it('TAPI-420 a list without one gets one of its own; those of orders and lists do not collide', async () => {
    const { aboveClientOrderId: _, belowClientOrderId: __, ...plain } = pair;
    const first = await ok('POST', 'orderList/oco', plain);
    const { listClientOrderId } = first;
    const legs = first.orders.map((order: { clientOrderId: string }) => order.clientOrderId);
    expect(new Set([listClientOrderId, ...legs]).size).toBe(3);
    const found = await ok('GET', 'orderList', { origClientOrderId: listClientOrderId });
    expect(found.orderListId).toBe(first.orderListId);
    const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90000' };
    const newOrder = { ...order, quantity: '0.001', newClientOrderId: 'both' };
    await ok('POST', 'order', newOrder);
    const second = await ok('POST', 'orderList/oco', { ...plain, listClientOrderId: 'both' });
    expect(second.orders[0].clientOrderId).not.toBe('both');
    expect(await ok('GET', 'order', { symbol, origClientOrderId: 'both' })).toMatchObject({
      orderListId: -1,
    });
    await ok('POST', 'order', { ...newOrder, newClientOrderId: listClientOrderId });
  });

  it('TAPI-420 a list of before such ids were kept is known by that of its first order', async () => {
    const placed = await ok('POST', 'orderList/oco', { ...pair, listClientOrderId: 'kept' });
    const { orderListId } = placed;
    const client = await api.db.connect();
    await client.query(`UPDATE demo.open_order SET list_name = '' WHERE oco = ${orderListId}`);
    await client.end();
    const found = await ok('GET', 'orderList', { origClientOrderId: 'up' });
    expect(found).toMatchObject({ orderListId, listClientOrderId: 'up' });
    await ok('DELETE', 'orderList', { symbol, orderListId });
  });

  it('TAPI-427 cancelling all orders answers the lists among them as lists', async () => {
    const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '90000' };
    const { orderId } = await ok('POST', 'order', { ...order, quantity: '0.001' });
    const list = await ok('POST', 'orderList/oco', { ...pair, listClientOrderId: 'mine' });
    const [single, listed, ...more] = await ok('DELETE', 'openOrders', { symbol });
    expect(more).toEqual([]);
    expect(single).toMatchObject({ orderId, orderListId: -1, status: 'CANCELED' });
    expect(listed).toMatchObject({
      ...{ orderListId: list.orderListId, contingencyType: 'OCO', listOrderStatus: 'ALL_DONE' },
      ...{ listClientOrderId: 'mine', orders: list.orders },
    });
    const reports: { origClientOrderId: string; status: string }[] = listed.orderReports;
    expect(reports.map((one) => `${one.origClientOrderId} ${one.status}`)).toEqual([
      'up CANCELED',
      'down CANCELED',
    ]);
  });
});
