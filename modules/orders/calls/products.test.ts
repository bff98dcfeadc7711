import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMarkets } from '../../../apps/server/testing/test-listings.ts';
import { startTestServer, type TestServer } from '../../../apps/server/testing/test-server.ts';
import { calls, type FillView, type OrderView } from '../schema/index.ts';
import { prepaid } from '../testing/prepaid/part.ts';

const CONTRACT = 'BTCUSDT-PRE';
const MARKETS = ['BTCUSDT', CONTRACT, 'ETHUSDT'];

let server: TestServer;
let user = 0;

beforeAll(async () => {
  const [bitcoin] = testMarkets;
  const limits = { maxPrice: '2000', maxQuantity: '50', maxNotional: '50000' };
  const contract = { ...bitcoin!, ...limits, symbol: CONTRACT, product: 'prepaid' };
  const markets = [...testMarkets, contract];
  server = await startTestServer({ house: {}, parts: [prepaid], markets });
  const funds = { USDT: '1000000', BTC: '100', ETH: '100' };
  const [first = 0, maker = 0] = await server.demo.newUsers(2, funds);
  user = first;
  // In each market one order trades, the next is cancelled, and the one after stays open.
  for (let i = 0; i < 27; i += 1) {
    const market = MARKETS[i % 3];
    const limit = { market, type: 'limit', limitPrice: `${1000 + i}`, quantity: '0.1' };
    const { data } = await server.post(user, 'placeOrder', { ...limit, side: 'buy' });
    const round = Math.floor(i / 3) % 3;
    if (round === 0) await server.post(maker, 'placeOrder', { ...limit, side: 'sell' });
    if (round === 1) await server.post(user, 'cancelOrder', { orderId: data.order.id });
  }
});
afterAll(() => server.stop());

async function pages<T>(name: string, list: string, fields: Record<string, string>): Promise<T[]> {
  const rows: T[] = [];
  for (let before: object = {}; ; ) {
    const { data } = await server.get(user, name, { ...fields, ...before, limit: '2' });
    rows.push(...data[list]);
    if (data.next === null) return rows;
    before = { before: String(data.next) };
  }
}

const ofContract = ({ market }: { market: string }) => market === CONTRACT;
const openOrders = async (fields: Record<string, string> = {}): Promise<OrderView[]> =>
  (await server.get(user, 'getOpenOrders', fields)).data.orders;

describe('a realm with two products', () => {
  it('ORDR-012 lists orders and fills of one product, page by page', async () => {
    for (const [name, list] of [
      ['getOrderHistory', 'orders'],
      ['getFills', 'fills'],
    ] as const) {
      const all = await pages<OrderView | FillView>(name, list, {});
      const contract = await pages(name, list, { product: 'prepaid' });
      const spot = await pages(name, list, { product: 'spot' });
      expect(contract).toEqual(all.filter(ofContract));
      expect(spot).toEqual(all.filter((row) => !ofContract(row)));
      expect([contract.length, spot.length]).toEqual(list === 'fills' ? [3, 6] : [6, 12]);
      expect(await pages(name, list, { product: 'prepaid', market: CONTRACT })).toEqual(contract);
      expect(await pages(name, list, { product: 'prepaid', market: 'BTCUSDT' })).toEqual([]);
    }
    const open = await openOrders();
    expect(open).toHaveLength(9);
    expect(await openOrders({ product: 'prepaid' })).toEqual(open.filter(ofContract));
    expect(await openOrders({ product: 'spot', market: CONTRACT })).toEqual([]);
  });

  it('ORDR-012 ORDR-013 refuses a product that it does not have', async () => {
    const product = 'perpetual';
    const refused = { code: 1, data: { refusal: 'unknownProduct', detail: { product } } };
    for (const name of ['getOpenOrders', 'getOrderHistory', 'getFills']) {
      expect(await server.get(user, name, { product })).toMatchObject(refused);
    }
    expect(await server.post(user, 'cancelAllOrders', { product })).toMatchObject(refused);
    expect(calls.cancelAllOrders.refusals).toEqual(['unknownProduct', 'unknownMarket']);
  });

  it('ORDR-013 cancels all orders of one product and no others', async () => {
    const open = await openOrders();
    const cancelAll = async (body: object) =>
      (await server.post(user, 'cancelAllOrders', body)).data.canceled;
    expect(await cancelAll({ product: 'spot', market: CONTRACT })).toEqual([]);
    const ids = open.filter(ofContract).map(({ id }) => id);
    expect(await cancelAll({ product: 'prepaid' })).toEqual(ids.sort((a, b) => a - b));
    expect(await openOrders()).toEqual(open.filter((order) => !ofContract(order)));
    expect(await cancelAll({ product: 'prepaid' })).toEqual([]);
    expect(await cancelAll({})).toHaveLength(6);
    server.demo.audit();
  });
});
