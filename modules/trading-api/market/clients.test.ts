import { createRequire } from 'node:module';
import { Spot as SpotClient } from '@binance/spot';
import { MainClient } from 'binance';
import ApiNode from 'binance-api-node';
import NodeBinance from 'node-binance-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../apps/server/testing/test-app.ts';

/** Market data through clients as they are published, with nothing but their address. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

// It has no types of its own.
const Connector = createRequire(import.meta.url)('@binance/connector').Spot;

let server: TestApp;
let demo = '';
beforeAll(async () => {
  server = await startTestApp();
  demo = `${server.origin}/demo`;
  const account = await server.openAccount();
  const order = { market: symbol, side: 'buy', type: 'market', quantity: '0.5' };
  expect((await account.post('placeOrder', order)).code).toBe(0);
});
afterAll(() => server.stop());

const symbol = 'BTCUSDT';
const interval = '1h';
const limit = 5;

/** Of each client's own shape. */
type Answer = ReturnType<typeof JSON.parse>;

/** What is asked of each client, in its own words. */
interface Driver {
  info(): Promise<Answer>;
  depth(): Promise<Answer>;
  trades(): Promise<Answer>;
  aggregates(): Promise<Answer>;
  candles(): Promise<Answer>;
  day(): Promise<Answer>;
  prices(): Promise<Answer>;
  average(): Promise<Answer>;
}

/** Some clients make objects of what comes as rows, and words of letters; here it is undone. */
const rows = (list: object[]) => list.map((one) => Object.values(one));
const lettersOf = (list: Answer[]) =>
  list.map((one) => ({
    ...{ a: one.aggId, p: one.price, q: one.quantity, f: one.firstId, l: one.lastId },
    ...{ T: one.timestamp, m: one.isBuyerMaker, M: one.wasBestPrice },
  }));
const bookOf = ({ lastUpdateId, bids, asks }: Answer) => ({
  ...{ lastUpdateId, bids: rows(bids), asks: rows(asks) },
});

const drivers: Record<string, () => Driver> = {
  binance: () => {
    const client = new MainClient({ baseUrl: demo });
    return {
      info: () => client.getExchangeInfo(),
      depth: () => client.getOrderBook({ symbol, limit }),
      trades: () => client.getRecentTrades({ symbol, limit }),
      aggregates: () => client.getAggregateTrades({ symbol, limit }),
      candles: () => client.getKlines({ symbol, interval, limit }),
      day: () => client.get24hrChangeStatistics({ symbol }),
      prices: () => client.getSymbolPriceTicker(),
      average: () => client.getAvgPrice({ symbol }),
    };
  },
  '@binance/connector': () => {
    const client = new Connector('', '', { baseURL: demo });
    const data = async (sent: Promise<{ data: Answer }>) => (await sent).data;
    return {
      info: () => data(client.exchangeInfo()),
      depth: () => data(client.depth(symbol, { limit })),
      trades: () => data(client.trades(symbol, { limit })),
      aggregates: () => data(client.aggTrades(symbol, { limit })),
      candles: () => data(client.klines(symbol, interval, { limit })),
      day: () => data(client.ticker24hr(symbol)),
      prices: () => data(client.tickerPrice()),
      average: () => data(client.avgPrice(symbol)),
    };
  },
  '@binance/spot': () => {
    const { restAPI } = new SpotClient({ configurationRestAPI: { apiKey: '', basePath: demo } });
    const data = async (sent: Promise<{ data(): Promise<Answer> }>) => (await sent).data();
    return {
      info: () => data(restAPI.exchangeInfo()),
      depth: () => data(restAPI.depth({ symbol, limit })),
      trades: () => data(restAPI.getTrades({ symbol, limit })),
      aggregates: () => data(restAPI.aggTrades({ symbol, limit })),
      candles: () => data(restAPI.klines({ symbol, interval: interval as never, limit })),
      day: () => data(restAPI.ticker24hr({ symbol })),
      prices: () => data(restAPI.tickerPrice()),
      average: () => data(restAPI.avgPrice({ symbol })),
    };
  },
  'binance-api-node': () => {
    const make = ((ApiNode as Answer).default ?? ApiNode) as typeof ApiNode;
    const client = make({ httpBase: demo });
    return {
      info: () => client.exchangeInfo(),
      depth: async () => bookOf(await client.book({ symbol, limit })),
      trades: () => client.trades({ symbol, limit }),
      aggregates: async () => lettersOf(await client.aggTrades({ symbol, limit })),
      candles: async () => rows(await client.candles({ symbol, interval, limit })),
      day: () => client.dailyStats({ symbol }),
      prices: async () =>
        Object.entries(await client.prices()).map(([name, price]) => ({ symbol: name, price })),
      average: () => client.avgPrice({ symbol }),
    };
  },
  'node-binance-api': () => {
    const urls = { base: `${demo}/api/`, sapi: `${demo}/sapi/`, fapi: `${demo}/fapi/` };
    const client = new NodeBinance({ urls } as never) as Answer;
    return {
      info: () => client.exchangeInfo(),
      depth: async () => bookOf(await client.depth(symbol, limit)),
      trades: () => client.recentTrades(symbol, limit),
      aggregates: async () => lettersOf(await client.aggTrades(symbol, { limit })),
      candles: async () => rows(await client.candles(symbol, interval, { limit })),
      day: () => client.prevDay(symbol),
      prices: async () =>
        Object.entries(await client.prices()).map(([name, price]) => ({ symbol: name, price })),
      average: () => client.avgPrice(symbol),
    };
  },
};

describe.each(Object.entries(drivers))('%s', (_name, driverOf) => {
  it('TAPI-018 reads markets, book, trades, candles and tickers', async () => {
    const driver = driverOf();
    const ours = async (address: string) => (await server.ask(`/demo/api/v3/${address}`)).json;
    const { symbols } = await driver.info();
    expect(symbols.map((one: Answer) => one.symbol)).toEqual(
      (await ours('exchangeInfo')).symbols.map((one: Answer) => one.symbol),
    );
    const book = await driver.depth();
    expect(Number.isInteger(book.lastUpdateId)).toBe(true);
    expect(Number(book.bids[0][0])).toBeLessThan(Number(book.asks[0][0]));
    expect(await driver.trades()).toEqual(await ours(`trades?symbol=${symbol}&limit=${limit}`));
    const aggregates = await driver.aggregates();
    expect(aggregates).toEqual(await ours(`aggTrades?symbol=${symbol}&limit=${limit}`));
    const address = `klines?symbol=${symbol}&interval=${interval}&limit=${limit}`;
    const plain = (rows: Answer[][]) =>
      rows.slice(0, -1).map((row) => Object.values(row).map(String));
    expect((await driver.candles()).map((row: Answer) => String(Object.values(row)[0]))).toEqual(
      plain([...(await ours(address)), []]).map(([at]) => at),
    );
    const day = await driver.day();
    const one = Array.isArray(day) ? day[0] : day;
    expect(one).toMatchObject({ symbol, firstId: 1 });
    expect(Number(one.volume)).toBe(0.5);
    const prices = await driver.prices();
    expect(prices).toHaveLength(symbols.length);
    expect(Number(prices[0].price)).toBeGreaterThan(0);
    const average = await driver.average();
    expect(Number(average.price ?? average[symbol] ?? average)).toBeGreaterThan(0);
  });
});
