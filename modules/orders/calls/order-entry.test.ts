import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../../apps/server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // Without a house, every trade below is made by the test.
  server = await startTestServer({ house: {} });
});
afterAll(() => server.stop());

const FUNDS = { USDT: '1000000', BTC: '2' };
const sell = { market: 'BTCUSDT', side: 'sell', type: 'limit' } as const;
const buy = { market: 'BTCUSDT', side: 'buy', type: 'limit' } as const;

async function people(count: number): Promise<number[]> {
  return server.demo.newUsers(count, FUNDS);
}

async function balanceOf(user: number, asset: string) {
  const { data } = await server.get(user, 'getAsset2');
  return data.balances.find((each: { asset: string }) => each.asset === asset);
}

describe('placeOrder', () => {
  it('SPOT-301 answers with the order, the fills that it took at once, and its receipt', async () => {
    const [maker = 0, taker = 0] = await people(2);
    const low = { ...sell, quantity: '0.1', limitPrice: '90000' };
    const high = { ...sell, quantity: '0.1', limitPrice: '90000.01', clientOrderId: 'my:first' };
    const [first, second] = [
      await server.post(maker, 'placeOrder', low),
      await server.post(maker, 'placeOrder', high),
    ];
    expect(second.data).toMatchObject({
      order: {
        id: expect.any(Number),
        market: 'BTCUSDT',
        side: 'sell',
        type: 'limit',
        timeInForce: 'gtc',
        postOnly: false,
        selfTrade: 'expireTaker',
        status: 'new',
        quantity: '0.1',
        quoteAmount: '',
        limitPrice: '90000.01',
        triggerPrice: '',
        triggerWhen: '',
        filledQuantity: '0',
        filledQuote: '0',
        averageFillPrice: '',
        fee: '0',
        feeAsset: 'USDT',
        held: '0.1',
        oco: 0,
        clientOrderId: 'my:first',
      },
      fills: [],
    });
    const order = { ...buy, quantity: '0.15', limitPrice: '90001', timeInForce: 'ioc' };
    const { status, code, data } = await server.post(taker, 'placeOrder', order);
    expect({ status, code }).toEqual({ status: 200, code: 0 });
    expect(data.order).toMatchObject({
      status: 'filled',
      filledQuantity: '0.15',
      filledQuote: '13500.0005',
      averageFillPrice: '90000.00333333',
      fee: '0.00015',
      feeAsset: 'BTC',
      held: '0',
      timeInForce: 'ioc',
    });
    const common = { orderId: data.order.id, market: 'BTCUSDT', side: 'buy', liquidity: 'taker' };
    expect(data.fills).toMatchObject([
      { ...common, price: '90000', quantity: '0.1', quote: '9000', fee: '0.0001', feeAsset: 'BTC' },
      { ...common, price: '90000.01', quantity: '0.05', quote: '4500.0005', fee: '0.00005' },
    ]);
    expect(data.receipt).toEqual({
      seq: data.order.seq,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(data.order.seq).toBeGreaterThan(first.data.order.seq);
    const history = await server.get(taker, 'getOrderHistory');
    expect(history.data.orders).toEqual([data.order]);
    const fills = await server.get(taker, 'getFills');
    const { seq } = data.order;
    const listed = data.fills.map((fill: object) => ({ ...fill, seq }));
    expect(fills.data.fills.reverse()).toEqual(listed);
    await server.post(maker, 'cancelAllOrders');
  });

  it('SPOT-301 answers with the stored order for every type of order', async () => {
    const [maker = 0, user = 0] = await people(2);
    await server.post(maker, 'placeOrder', { ...sell, quantity: '1', limitPrice: '90000' });
    await server.post(maker, 'placeOrder', { ...buy, quantity: '0.5', limitPrice: '80000' });
    const common = { market: 'BTCUSDT' };
    const orders = [
      { ...buy, quantity: '0.01', limitPrice: '85000', postOnly: true },
      { ...buy, quantity: '0.01', limitPrice: '95000', timeInForce: 'fok' },
      { ...buy, quantity: '1.5', limitPrice: '95000', timeInForce: 'fok' },
      { ...common, side: 'buy', type: 'market', quantity: '0.02', maxSlippagePpm: 1000 },
      { ...common, side: 'buy', type: 'market', quoteAmount: '999.99' },
      { ...common, side: 'sell', type: 'market', quoteAmount: '777.7' },
      { ...common, side: 'sell', type: 'stopMarket', quantity: '0.01', triggerPrice: '70000' },
      { ...common, side: 'buy', type: 'stopMarket', quoteAmount: '100', triggerPrice: '97000' },
      {
        ...common,
        side: 'buy',
        type: 'stopLimit',
        quantity: '0.01',
        limitPrice: '98000',
        triggerPrice: '97000.5',
        selfTrade: 'decrement',
      },
    ];
    for (const order of orders) {
      const { code, data, message } = await server.post(user, 'placeOrder', order);
      expect({ code, message }, JSON.stringify(order)).toEqual({ code: 0, message: '' });
      const open = await server.get(user, 'getOpenOrders');
      const ended = await server.get(user, 'getOrderHistory');
      const all = [...open.data.orders, ...ended.data.orders];
      const stored = all.find(({ id }) => id === data.order.id);
      expect(stored, JSON.stringify(order)).toEqual(data.order);
      for (const [field, value] of Object.entries(order)) {
        if (field !== 'maxSlippagePpm') expect(data.order[field]).toEqual(value);
      }
      const way = data.order.triggerPrice === '70000' ? 'falls' : 'rises';
      expect(data.order.triggerWhen).toBe(data.order.triggerPrice === '' ? '' : way);
    }
    await server.post(user, 'cancelAllOrders');
    await server.post(maker, 'cancelAllOrders');
  });

  it('SPOT-301 SPOT-121 orders of an OCO name it in every answer, open and ended', async () => {
    const [maker = 0, user = 0] = await people(2);
    await server.post(maker, 'placeOrder', { ...sell, quantity: '0.01', limitPrice: '90000' });
    await server.post(user, 'placeOrder', { ...buy, quantity: '0.01', limitPrice: '90000' });
    const oco = { market: 'BTCUSDT', side: 'buy', quantity: '0.01', limitPrice: '85000' };
    const { data, text } = await server.post(user, 'placeOco', { ...oco, triggerPrice: '95000' });
    const { limit, stop } = data;
    expect(limit, text).toMatchObject({ oco: limit.id, triggerWhen: '' });
    expect(stop).toMatchObject({ oco: limit.id, triggerWhen: 'rises' });
    const open = await server.get(user, 'getOpenOrders');
    expect(open.data.orders).toEqual([stop, limit]);
    const canceled = await server.post(user, 'cancelOrder', { orderId: stop.id });
    const ended = await server.get(user, 'getOrderHistory');
    const [stopThen, limitThen] = ended.data.orders;
    expect(stopThen).toEqual(canceled.data.order);
    expect(stopThen).toMatchObject({ id: stop.id, oco: limit.id, triggerWhen: 'rises' });
    expect(limitThen).toMatchObject({ id: limit.id, oco: limit.id, status: 'canceled' });
  });

  it('SPOT-302 a repeated command id gets the first answer, whatever has happened to the order since', async () => {
    const [maker = 0, user = 0] = await people(2);
    const order = { ...buy, quantity: '0.01', limitPrice: '80000', cid: 'first-time' };
    const first = await server.post(user, 'placeOrder', order);
    const orderId = first.data.order.id;
    await server.post(maker, 'placeOrder', { ...sell, quantity: '0.004', limitPrice: '80000' });
    await server.post(user, 'cancelOrder', { orderId });
    const again = await server.post(user, 'placeOrder', order);
    expect(again.data).toEqual(first.data);
    const header = { 'idempotency-key': 'first-time' };
    const { cid: _, ...plain } = order;
    const sent = { token: tokenOf('demo', user), headers: header };
    const byHeader = await server.client.post('placeOrder', plain, sent);
    expect(byHeader.data).toEqual(first.data);
    expect((await server.get(user, 'getOpenOrders')).data.orders).toEqual([]);
    expect(await balanceOf(user, 'USDT')).toMatchObject({ held: '0' });

    const { seq } = server.demo.engine.status;
    const other = await server.post(user, 'placeOrder', { ...order, quantity: '0.02' });
    expect(other).toMatchObject({ status: 200, code: 1, data: { refusal: 'idempotencyConflict' } });
    expect(server.demo.engine.status.seq).toBe(seq);
  });

  it('SPOT-303 the same command id is a different one for another user, another call and another realm', async () => {
    const [alice = 0, bob = 0] = await people(2);
    const order = { ...buy, quantity: '0.01', limitPrice: '70000', cid: 'shared-id' };
    const one = await server.post(alice, 'placeOrder', order);
    const two = await server.post(bob, 'placeOrder', order);
    expect(two.data.order.id).not.toBe(one.data.order.id);
    const canceled = await server.post(alice, 'cancelAllOrders', { cid: 'shared-id' });
    expect(canceled.data.canceled).toEqual([one.data.order.id]);
    const real = await server.client.post('placeOrder', order, { token: tokenOf('real', bob) });
    expect(real.data).toEqual({ refusal: 'insufficientBalance', detail: expect.anything() });
    expect((await server.get(bob, 'getOpenOrders')).data.orders).toHaveLength(1);
    await server.post(bob, 'cancelAllOrders');
  });
});

describe('cancelOrder, cancelAllOrders, amendOrder', () => {
  it('SPOT-304 cancelOrder by either id ends the order and releases what it held', async () => {
    const [maker = 0, user = 0] = await people(2);
    const order = { ...buy, quantity: '0.01', limitPrice: '80000' };
    const byId = await server.post(user, 'placeOrder', order);
    const named = await server.post(user, 'placeOrder', { ...order, clientOrderId: 'mine' });
    await server.post(maker, 'placeOrder', { ...sell, quantity: '0.015', limitPrice: '80000' });
    expect(byId.data.order.status).toBe('new');
    const { data } = await server.post(user, 'cancelOrder', { clientOrderId: 'mine' });
    expect(data.order).toMatchObject({
      id: named.data.order.id,
      status: 'canceled',
      filledQuantity: '0.005',
      filledQuote: '400',
      fee: '0.000005',
      held: '0',
      seq: data.receipt.seq,
    });
    expect((await balanceOf(user, 'USDT')).held).toBe('0');
    const again = await server.post(user, 'cancelOrder', { clientOrderId: 'mine' });
    expect(again.data.refusal).toBe('unknownOrder');
    const history = await server.get(user, 'getOrderHistory', { limit: '1' });
    expect(history.data.orders).toEqual([data.order]);
  });

  it('SPOT-304 a repeated command id gets the first answer of cancelOrder', async () => {
    const [user = 0] = await people(1);
    const order = { ...buy, quantity: '0.01', limitPrice: '80000' };
    const { data } = await server.post(user, 'placeOrder', order);
    const body = { orderId: data.order.id, cid: 'cancel-once' };
    const first = await server.post(user, 'cancelOrder', body);
    const again = await server.post(user, 'cancelOrder', body);
    expect(first.code).toBe(0);
    expect(again.data).toEqual(first.data);
  });

  it('SPOT-305 cancelAllOrders ends every open order of the user, or those of one market', async () => {
    const [user = 0, other = 0] = await people(2);
    const stop = { type: 'stopMarket', side: 'sell', quantity: '0.01', triggerPrice: '60000' };
    const ids: number[] = [];
    for (const order of [
      { ...buy, quantity: '0.01', limitPrice: '70000' },
      { ...stop, market: 'BTCUSDT' },
      { market: 'ETHUSDT', side: 'buy', type: 'limit', quantity: '1', limitPrice: '3000' },
    ]) {
      const { data } = await server.post(user, 'placeOrder', order);
      ids.push(data.order.id);
    }
    await server.post(other, 'placeOrder', { ...buy, quantity: '0.01', limitPrice: '70000' });
    const eth = await server.post(user, 'cancelAllOrders', { market: 'ETHUSDT' });
    expect(eth.data.canceled).toEqual([ids[2]]);
    const rest = await server.post(user, 'cancelAllOrders');
    expect(new Set(rest.data.canceled)).toEqual(new Set(ids.slice(0, 2)));
    expect((await server.get(user, 'getOpenOrders')).data.orders).toEqual([]);
    expect((await server.get(other, 'getOpenOrders')).data.orders).toHaveLength(1);
    expect((await balanceOf(user, 'USDT')).available).toBe('1000000');
    await server.post(other, 'cancelAllOrders');
  });

  it('SPOT-306 SPOT-097 amendOrder answers with the amended order and the fills that it took', async () => {
    const [maker = 0, user = 0] = await people(2);
    const placed = await server.post(user, 'placeOrder', {
      ...buy,
      quantity: '0.02',
      limitPrice: '80000',
      clientOrderId: 'amend-me',
    });
    const { id } = placed.data.order;
    const less = await server.post(user, 'amendOrder', { orderId: id, quantity: '0.01' });
    expect(less.data).toMatchObject({ order: { id, quantity: '0.01', status: 'new' }, fills: [] });
    await server.post(maker, 'placeOrder', { ...sell, quantity: '0.004', limitPrice: '81000' });
    const body = { clientOrderId: 'amend-me', limitPrice: '81500', cid: 'amend-once' };
    const more = await server.post(user, 'amendOrder', body);
    expect(more.data).toMatchObject({
      order: { id, limitPrice: '81500', filledQuantity: '0.004', status: 'partiallyFilled' },
      fills: [{ orderId: id, price: '81000', quantity: '0.004', liquidity: 'taker' }],
    });
    const open = await server.get(user, 'getOpenOrders');
    expect(open.data.orders).toEqual([more.data.order]);
    const renamed = { orderId: id, quantity: '0.009', newClientOrderId: 'amended' };
    const other = await server.post(user, 'amendOrder', renamed);
    expect(other.data.order).toMatchObject({ id, clientOrderId: 'amended', quantity: '0.009' });
    expect((await server.get(user, 'getOpenOrders')).data.orders).toEqual([other.data.order]);
    await server.post(user, 'cancelOrder', { clientOrderId: 'amended' });
    const again = await server.post(user, 'amendOrder', body);
    expect(again.data).toEqual(more.data);
  });
});
