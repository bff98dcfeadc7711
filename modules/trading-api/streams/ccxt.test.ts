import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { ccxtOf, type Exchange } from '../testing/ccxt.suite.ts';
import { sleep } from './streams.suite.ts';

/** Sockets through an unmodified client, which is given addresses and options only. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SYMBOL = 'BTC/USDT';
const MARKET = 'BTCUSDT';

let api: TestApi;
let alice: { user: number; key: TestKey; exchange: Exchange };
let bob: { user: number; key: TestKey; exchange: Exchange };
const open: Exchange[] = [];

async function person() {
  const user = await api.demo.newUser({ USDT: '1000000', BTC: '20' });
  const key = await api.key(user);
  const exchange = ccxtOf(`${api.origin}/demo`, key);
  open.push(exchange);
  return { user, key, exchange };
}

beforeAll(async () => {
  api = await startTestApi();
  await api.demo.quote({ [MARKET]: '60000' });
  alice = await person();
  bob = await person();
  const order = { market: MARKET, side: 'buy', type: 'market', quantity: '0.001' } as const;
  await api.demo.place(bob.user, order as never);
});
afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await api.stop();
});

/** Trades now and then, so that there is something to watch. */
async function busily<T>(watching: Promise<T>): Promise<T> {
  let done = false;
  const result = watching.finally(() => {
    done = true;
  });
  let index = 60_000;
  while (!done) {
    index += index % 2 === 0 ? 11 : -9;
    await api.demo.quote({ [MARKET]: String(index) });
    const order = { market: MARKET, side: 'buy', type: 'market', quantity: '0.001' } as const;
    await api.demo.place(bob.user, order as never);
    await Promise.race([result.catch(() => undefined), sleep(50)]);
  }
  return result;
}

describe('a client watches markets', () => {
  it('TAPI-250 tickers, trades, candles and best prices', async () => {
    const { exchange } = alice;
    await exchange.loadMarkets();
    const ticker = await busily(exchange.watchTicker(SYMBOL));
    expect(ticker).toMatchObject({ symbol: SYMBOL, last: expect.any(Number) });
    const tickers = await busily(exchange.watchTickers([SYMBOL]));
    expect(tickers[SYMBOL]?.last).toBeGreaterThan(0);
    const best = await busily(exchange.watchBidsAsks([SYMBOL]));
    expect(best[SYMBOL]?.ask).toBeGreaterThan(best[SYMBOL]?.bid ?? Number.POSITIVE_INFINITY);
    const trades = await busily(exchange.watchTrades(SYMBOL));
    expect(trades[0]).toMatchObject({ symbol: SYMBOL, side: expect.any(String) });
    const candles = await busily(exchange.watchOHLCV(SYMBOL, '1m'));
    expect(candles.at(-1)).toHaveLength(6);
    const several = await busily(
      exchange.watchOHLCVForSymbols([
        [SYMBOL, '5m'],
        ['ETH/USDT', '1h'],
      ]),
    );
    expect(Object.keys(several)).not.toHaveLength(0);
  });

  it('TAPI-250 asks for candles and trades by messages', async () => {
    const { exchange } = alice;
    expect((await exchange.fetchOHLCVWs(SYMBOL, '1m')).length).toBeGreaterThan(0);
    expect((await exchange.fetchTradesWs(SYMBOL)).length).toBeGreaterThan(0);
  });
});

describe('a client watches itself', () => {
  it('TAPI-250 its orders, fills and balances; orders by messages', async () => {
    const { exchange } = alice;
    // Events before the subscription is active are not sent.
    await exchange.authenticate();
    const orders = exchange.watchOrders(SYMBOL);
    const fills = exchange.watchMyTrades(SYMBOL);
    const balance = exchange.watchBalance();
    const placed = await exchange.createOrderWs(SYMBOL, 'limit', 'buy', 0.5, 50_000);
    expect(placed).toMatchObject({ status: 'open', price: 50_000, amount: 0.5 });
    const [first] = await orders;
    expect(first).toMatchObject({ id: placed.id, status: 'open', filled: 0 });
    const held = await balance;
    expect(held.USDT?.used).toBeGreaterThan(24_999);
    const next = exchange.watchOrders(SYMBOL);
    const canceled = await exchange.cancelOrderWs(String(placed.id), SYMBOL);
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect((await next).at(-1)).toMatchObject({ id: placed.id, status: 'canceled' });
    const bought = await exchange.createOrderWs(SYMBOL, 'market', 'buy', 0.01);
    const [fill] = await fills;
    expect(fill).toMatchObject({ order: bought.id, amount: 0.01, takerOrMaker: 'taker' });
    const [stored] = (await exchange.fetchMyTrades(SYMBOL)).slice(-1);
    expect(fill?.fee).toEqual(stored?.fee);
    expect(fill?.id).toBe(stored?.id);
  });

  it('TAPI-250 looks up, lists, replaces and cancels by messages', async () => {
    const { exchange } = bob;
    await exchange.loadMarkets();
    const placed = await exchange.createOrderWs(SYMBOL, 'limit', 'sell', 0.2, 90_000);
    expect(await exchange.fetchOrderWs(String(placed.id), SYMBOL)).toMatchObject({ id: placed.id });
    expect(await exchange.fetchOpenOrdersWs(SYMBOL)).toHaveLength(1);
    const edited = await exchange.editOrderWs(
      String(placed.id),
      SYMBOL,
      'limit',
      'sell',
      0.1,
      91_000,
    );
    expect(edited).toMatchObject({ amount: 0.1, price: 91_000, status: 'open' });
    expect((await exchange.fetchOrdersWs(SYMBOL)).length).toBeGreaterThan(1);
    await exchange.cancelAllOrdersWs(SYMBOL);
    expect(await exchange.fetchOpenOrdersWs(SYMBOL)).toHaveLength(0);
    expect((await exchange.fetchMyTradesWs(SYMBOL)).length).toBeGreaterThan(0);
    const poor = exchange.createOrderWs(SYMBOL, 'limit', 'buy', 50, 60_000);
    await expect(poor).rejects.toThrow(ccxt.InsufficientFunds);
    await expect(exchange.fetchOrderWs('1', SYMBOL)).rejects.toThrow(ccxt.OrderNotFound);
  });

  it('TAPI-250 comes back after its sockets were closed', async () => {
    const { exchange, user } = await person();
    await exchange.loadMarkets();
    await busily(exchange.watchTrades(SYMBOL));
    await exchange.authenticate();
    const first = exchange.watchOrders(SYMBOL);
    await api.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
    const order = { market: MARKET, side: 'buy', type: 'limit', quantity: '0.01' } as const;
    const place = async () => {
      const placing = api.demo.place(user, { ...order, limitPrice: '50000' } as never);
      return (await placing.catch(() => ({ ok: false }))).ok;
    };
    const [closed] = await Promise.allSettled([
      first,
      vi.waitUntil(place, { timeout: 60_000, interval: 200 }),
    ]);
    expect(closed.status).toBe('rejected');
    await exchange.authenticate();
    const again = exchange.watchOrders(SYMBOL);
    expect(await place()).toBe(true);
    expect(await again).not.toHaveLength(0);
    expect(await busily(exchange.watchTrades(SYMBOL))).not.toHaveLength(0);
  });
});
