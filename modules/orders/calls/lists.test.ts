import { placedBy } from '@assay/core/order/life/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../../apps/server/testing/test-server.ts';
import type { FillView, OrderView } from '../schema/index.ts';

/** Two users; about a hundred orders, one a minute; a third of them trade. */
let server: TestServer;
let user = 0;
let maker = 0;
const START = 1_763_640_000_000;
const MINUTE = 60_000;

beforeAll(async () => {
  server = await startTestServer({ house: {} });
  [user = 0, maker = 0] = await server.demo.newUsers(2, {
    USDT: '10000000',
    BTC: '100',
    ETH: '1000',
  });
  for (let i = 0; i < 90; i += 1) {
    server.demo.clock.set(START + i * MINUTE);
    const market = i % 2 === 0 ? 'BTCUSDT' : 'ETHUSDT';
    const price = `${1000 + i}`;
    const limit = { market, type: 'limit', limitPrice: price };
    const mine = { ...limit, side: 'buy', quantity: '0.3' };
    const { data } = await server.post(user, 'placeOrder', mine);
    // A third is filled by three trades, a third cancelled, a third stays open. The last order
    // trades with one of the same user.
    for (const quantity of i % 3 === 0 ? ['0.1', '0.1', '0.1'] : []) {
      await server.post(maker, 'placeOrder', { ...limit, side: 'sell', quantity });
    }
    if (i % 3 === 1) await server.post(user, 'cancelOrder', { orderId: data.order.id });
    if (i === 89) await server.post(user, 'placeOrder', { ...mine, side: 'sell' });
  }
});
afterAll(() => server.stop());

async function allPages<T>(
  name: string,
  list: string,
  fields: Record<string, string>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const more = before === '' ? {} : { before };
    const { data, text } = await server.get(user, name, { ...fields, ...more });
    expect(data[list], text).toBeDefined();
    expect(data[list].length).toBeLessThanOrEqual(Number(fields.limit));
    rows.push(...data[list]);
    before = data.next === null ? null : String(data.next);
  }
  return rows;
}

const falling = (numbers: number[]) =>
  numbers.every((n, i) => i === 0 || n < (numbers[i - 1] ?? 0));

describe('orders', () => {
  it('SPOT-330 open orders of one market or of all, newest first, with their sequence number', async () => {
    const all = (await server.get(user, 'getOpenOrders')).data;
    expect(all.orders).toHaveLength(30);
    expect(all.seq).toBe(server.demo.engine.status.durableSeq);
    expect(falling(all.orders.map((order: OrderView) => order.id))).toBe(true);
    const btc = (await server.get(user, 'getOpenOrders', { market: 'BTCUSDT' })).data.orders;
    expect(btc).toEqual(all.orders.filter((order: OrderView) => order.market === 'BTCUSDT'));
    expect((await server.get(user, 'getOpenOrders', { market: 'NOPEUSDT' })).data.orders).toEqual(
      [],
    );
  });

  it('SPOT-331 history contains each ended order once, newest first, at any page size', async () => {
    const whole = (await server.get(user, 'getOrderHistory', { limit: '500' })).data;
    expect(whole.next).toBeNull();
    expect(whole.orders).toHaveLength(61);
    expect(falling(whole.orders.map((order: OrderView) => order.id))).toBe(true);
    for (const limit of ['1', '7', '20', '61']) {
      expect(await allPages('getOrderHistory', 'orders', { limit })).toEqual(whole.orders);
    }
  });

  it('SPOT-331 history by market, status and time of placing', async () => {
    const whole: OrderView[] = (await server.get(user, 'getOrderHistory', { limit: '500' })).data
      .orders;
    const from = START + 10 * MINUTE;
    const to = START + 20 * MINUTE;
    for (const [fields, keep] of [
      [{ market: 'ETHUSDT' }, (o: OrderView) => o.market === 'ETHUSDT'],
      [{ market: 'NOPEUSDT' }, () => false],
      [{ status: 'filled' }, (o: OrderView) => o.status === 'filled'],
      [{ status: 'canceled' }, (o: OrderView) => o.status === 'canceled'],
      [{ status: 'expired' }, (o: OrderView) => o.status === 'expiredInMatch'],
      [{ status: 'expiredInMatch' }, (o: OrderView) => o.status === 'expiredInMatch'],
      [{ from: String(from) }, (o: OrderView) => o.createdAt >= from],
      [
        { from: String(from), to: String(to), market: 'BTCUSDT', status: 'filled' },
        (o: OrderView) =>
          o.createdAt >= from &&
          o.createdAt <= to &&
          o.market === 'BTCUSDT' &&
          o.status === 'filled',
      ],
    ] as const) {
      const found = await allPages('getOrderHistory', 'orders', { ...fields, limit: '4' });
      expect(found, JSON.stringify(fields)).toEqual(whole.filter(keep));
    }
  });
});

describe('fills', () => {
  it('SPOT-332 each fill is listed once, newest first, at any page size', async () => {
    const whole = (await server.get(user, 'getFills', { limit: '500' })).data;
    expect(whole.fills).toHaveLength(90);
    expect(whole.next).toBeNull();
    expect(new Set(whole.fills.map((fill: FillView) => `${fill.market} ${fill.id}`)).size).toBe(90);
    expect(whole.fills.every((fill: FillView) => fill.liquidity === 'maker')).toBe(true);
    for (const limit of ['1', '7', '89', '90']) {
      expect(await allPages('getFills', 'fills', { limit })).toEqual(whole.fills);
    }
  });

  it('SPOT-332 fills by market, time and order add up to their orders', async () => {
    const whole: FillView[] = (await server.get(user, 'getFills', { limit: '500' })).data.fills;
    const orders: OrderView[] = (await server.get(user, 'getOrderHistory', { status: 'filled' }))
      .data.orders;
    const from = String(START + 30 * MINUTE);
    const eth = await allPages<FillView>('getFills', 'fills', {
      market: 'ETHUSDT',
      from,
      limit: '5',
    });
    expect(eth).toEqual(
      whole.filter((fill) => fill.market === 'ETHUSDT' && fill.at >= Number(from)),
    );
    for (const order of orders.slice(0, 5)) {
      const fields = { orderId: String(order.id), limit: '2' };
      const found = await allPages<FillView>('getFills', 'fills', fields);
      expect(found).toEqual(whole.filter((fill) => fill.orderId === order.id));
      expect(found).toHaveLength(3);
    }
    expect(placedBy(orders[0]?.id ?? 0)).toBeGreaterThan(0);
  });

  it('SPOT-332 a trade with oneself is two fills', async () => {
    const self = await server.demo.newUser({ USDT: '1000', ETH: '1' });
    const limit = { market: 'ETHUSDT', type: 'limit', limitPrice: '5000', quantity: '0.1' };
    const one = await server.post(self, 'placeOrder', { ...limit, side: 'sell' });
    const none = { ...limit, side: 'buy', selfTrade: 'none' };
    const two = await server.post(self, 'placeOrder', none);
    const { fills } = (await server.get(self, 'getFills')).data;
    expect(fills).toMatchObject([
      { orderId: two.data.order.id, side: 'buy', liquidity: 'taker' },
      { orderId: one.data.order.id, side: 'sell', liquidity: 'maker' },
    ]);
    const first = (await server.get(self, 'getFills', { limit: '1' })).data;
    const second = (await server.get(self, 'getFills', { limit: '1', before: first.next })).data;
    expect([...first.fills, ...second.fills]).toEqual(fills);
    expect(second.next).toBeNull();
  });
});

describe('public data', () => {
  it('SPOT-333 trades of a market: the last ones, or those from an id on, oldest first', async () => {
    const list = async (fields: Record<string, string>) =>
      (await server.get(user, 'getDealList', { market: 'BTCUSDT', ...fields })).data.trades;
    const all = await list({ limit: '1000' });
    expect(all.map((trade: { id: number }) => trade.id)).toEqual(
      Array.from({ length: 45 }, (_, i) => i + 1),
    );
    expect(await list({ limit: '3' })).toEqual(all.slice(-3));
    expect(await list({ limit: '3', fromId: '10' })).toEqual(all.slice(9, 12));
    expect(await list({ fromId: '46' })).toEqual([]);
    expect(all[0]).toEqual({
      id: 1,
      market: 'BTCUSDT',
      price: '1000',
      quantity: '0.1',
      takerSide: 'sell',
      at: START,
    });
  });

  it('SPOT-333 SPOT-355 a visitor sees the real realm, a user the one of their session', async () => {
    const visitor = await server.get(null, 'getDealList', { market: 'BTCUSDT' });
    expect(visitor.data.trades).toEqual([]);
    const real = await server.client.get(
      'getDepth',
      { market: 'BTCUSDT' },
      { token: tokenOf('real', user) },
    );
    expect(real.data).toMatchObject({ bids: [], asks: [] });
    const own = await server.client.get('getOpenOrders', {}, { token: tokenOf('real', user) });
    expect(own.data.orders).toEqual([]);
  });

  it('SPOT-334 depth: the best levels and the house’s part of each', async () => {
    await server.demo.must(91, 'fundHouse', { owner: 2, asset: 'USDT', amount: '10000000' });
    await server.demo.must(91, 'fundHouse', { owner: 2, asset: 'DOGE', amount: '90000000' });
    await server.demo.quote({ DOGEUSDT: '0.2' });
    const depth = async (limit: string) =>
      (await server.get(user, 'getDepth', { market: 'DOGEUSDT', limit })).data;
    const before = await depth('500');
    expect(before.bids.length).toBeGreaterThan(10);
    const [price, quantity, house] = before.bids[0];
    expect(house).toBe(quantity);
    await server.post(user, 'placeOrder', {
      market: 'DOGEUSDT',
      side: 'buy',
      type: 'limit',
      limitPrice: price,
      quantity: '100',
    });
    const after = await depth('3');
    expect(after.bids).toHaveLength(3);
    expect(after.asks).toEqual(before.asks.slice(0, 3));
    expect(after.bids[0]).toEqual([price, String(Number(quantity) + 100), house]);
    expect(after.seq).toBe(server.demo.engine.status.durableSeq);
  });
});
