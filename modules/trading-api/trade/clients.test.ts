import { Spot as Connector } from '@binance/connector';
import { Spot as SpotClient } from '@binance/spot';
import { MainClient } from 'binance';
import ApiNode from 'binance-api-node';
import NodeBinance from 'node-binance-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';

/** Clients as they are published, with nothing but their address and a key. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let api: TestApi;
let demo = '';
beforeAll(async () => {
  api = await startTestApi({ house: {} });
  demo = `${api.origin}/demo`;
  await api.demo.quote({ BTCUSDT: '96000' });
});
afterAll(() => api.stop());

/** Each client has answers of its own shape. */
type Answer = ReturnType<typeof JSON.parse>;

/** What is done with each client, in its own words. */
interface Driver {
  place(order: Record<string, string>): Promise<Answer>;
  show(orderId: number): Promise<Answer>;
  open(): Promise<Answer>;
  all(): Promise<Answer>;
  trades(): Promise<Answer>;
  cancel(orderId: number): Promise<Answer>;
  cancelAll(): Promise<Answer>;
  account(): Promise<Answer>;
}

const symbol = 'BTCUSDT';

const drivers: Record<string, (key: TestKey) => Driver> = {
  binance: (key) => {
    const client = new MainClient({
      api_key: key.name,
      api_secret: key.secret,
      baseUrl: demo,
    });
    return {
      place: (order) => client.submitNewOrder(order as never),
      show: (orderId) => client.getOrder({ symbol, orderId }),
      open: () => client.getOpenOrders({ symbol }),
      all: () => client.getAllOrders({ symbol }),
      trades: () => client.getAccountTradeList({ symbol }),
      cancel: (orderId) => client.cancelOrder({ symbol, orderId }),
      cancelAll: () => client.cancelAllSymbolOrders({ symbol }),
      account: () => client.getAccountInformation(),
    };
  },
  '@binance/connector': (key) => {
    const client = new Connector(key.name, key.secret, { baseURL: demo });
    const data = async (sent: Promise<{ data: Answer }>) => (await sent).data;
    return {
      place: ({ symbol: of, side, type, ...rest }) => data(client.newOrder(of, side, type, rest)),
      show: (orderId) => data(client.getOrder(symbol, { orderId })),
      open: () => data(client.openOrders({ symbol })),
      all: () => data(client.allOrders(symbol)),
      trades: () => data(client.myTrades(symbol)),
      cancel: (orderId) => data(client.cancelOrder(symbol, { orderId })),
      cancelAll: () => data(client.cancelOpenOrders(symbol)),
      account: () => data(client.account()),
    };
  },
  '@binance/spot': (key) => {
    const configurationRestAPI = { apiKey: key.name, apiSecret: key.secret, basePath: demo };
    const { restAPI } = new SpotClient({ configurationRestAPI });
    const data = async (sent: Promise<{ data(): Promise<Answer> }>) => (await sent).data();
    return {
      place: ({ price, quantity, ...order }) => {
        const numbers = { price: Number(price), quantity: Number(quantity) };
        return data(restAPI.newOrder({ ...order, ...numbers } as never));
      },
      show: (orderId) => data(restAPI.getOrder({ symbol, orderId })),
      open: () => data(restAPI.getOpenOrders({ symbol })),
      all: () => data(restAPI.allOrders({ symbol })),
      trades: () => data(restAPI.myTrades({ symbol })),
      cancel: (orderId) => data(restAPI.deleteOrder({ symbol, orderId })),
      cancelAll: () => data(restAPI.deleteOpenOrders({ symbol })),
      account: () => data(restAPI.getAccount()),
    };
  },
  'binance-api-node': (key) => {
    const make = ((ApiNode as Answer).default ?? ApiNode) as typeof ApiNode;
    const client = make({ apiKey: key.name, apiSecret: key.secret, httpBase: demo });
    return {
      place: (order) => client.order(order as never),
      show: (orderId) => client.getOrder({ symbol, orderId }),
      open: () => client.openOrders({ symbol }),
      all: () => client.allOrders({ symbol }),
      trades: () => client.myTrades({ symbol }),
      cancel: (orderId) => client.cancelOrder({ symbol, orderId }),
      cancelAll: () => client.cancelOpenOrders({ symbol }),
      account: () => client.accountInfo(),
    };
  },
  'node-binance-api': (key) => {
    const urls = { base: `${demo}/api/`, sapi: `${demo}/sapi/`, fapi: `${demo}/fapi/` };
    const client = new NodeBinance({
      APIKEY: key.name,
      APISECRET: key.secret,
      urls,
    } as never) as Answer;
    return {
      place: ({ side, type, quantity, price, timeInForce }) =>
        client.order(type, side, symbol, Number(quantity), Number(price), { timeInForce }),
      show: (orderId) => client.orderStatus(symbol, orderId),
      open: () => client.openOrders(symbol),
      all: () => client.allOrders(symbol),
      trades: () => client.myTrades(symbol),
      cancel: (orderId) => client.cancel(symbol, orderId),
      cancelAll: () => client.cancelAll(symbol),
      account: () => client.account(),
    };
  },
};

describe.each(Object.entries(drivers))('%s', (_name, driverOf) => {
  it('TAPI-132 places, looks up, trades, lists and cancels orders', async () => {
    const [mine = 0, theirs = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
    const driver = driverOf(await api.key(mine));
    const limit = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    const first = await driver.place({ ...limit, quantity: '0.02', price: '95000' });
    const second = await driver.place({ ...limit, quantity: '0.01', price: '94000' });
    await api.demo.place(theirs, {
      market: symbol,
      side: 'sell',
      type: 'limit',
      quantity: '0.005',
      limitPrice: '95000',
    });
    expect(await driver.show(first.orderId)).toMatchObject({
      orderId: first.orderId,
      clientOrderId: first.clientOrderId,
      status: 'PARTIALLY_FILLED',
      executedQty: '0.005',
      cummulativeQuoteQty: '475',
    });
    expect(await driver.open()).toMatchObject([
      { orderId: first.orderId },
      { orderId: second.orderId },
    ]);
    expect(await driver.trades()).toMatchObject([
      { orderId: first.orderId, qty: '0.005', commission: '0.475', isMaker: true, isBuyer: true },
    ]);
    expect(await driver.cancel(second.orderId)).toMatchObject({ status: 'CANCELED' });
    expect(await driver.cancelAll()).toMatchObject([
      { orderId: first.orderId, status: 'CANCELED' },
    ]);
    expect(await driver.open()).toEqual([]);
    expect(await driver.all()).toMatchObject([
      { orderId: first.orderId, status: 'CANCELED' },
      { orderId: second.orderId, status: 'CANCELED' },
    ]);
    const { balances } = await driver.account();
    const { data } = await api.get(mine, 'getAsset2');
    for (const { asset, available, held } of data.balances) {
      expect(balances).toContainEqual({ asset, free: available, locked: held });
    }
  });
});
