import ccxt, { type binance } from 'ccxt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ProgramAccount,
  startTestApp,
  type TestApp,
} from '../../../apps/server/testing/test-app.ts';

/** Public data as an unmodified client reads it, compared with our own calls. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestApp;
let account: ProgramAccount;
let exchange: binance;

/** The client of an account below /demo; only addresses and options are given. */
function clientOf(keys: Partial<Pick<ProgramAccount, 'key' | 'secret'>>): binance {
  const at = (path: string) => `${server.origin}/demo${path}`;
  const api = {
    ...{ public: at('/api/v3'), private: at('/api/v3'), v1: at('/api/v1') },
    ...{ sapi: at('/sapi/v1'), sapiV2: at('/sapi/v2'), sapiV3: at('/sapi/v3') },
    ...{ fapiPublic: at('/fapi/v1'), fapiPrivate: at('/fapi/v1'), fapiPublicV2: at('/fapi/v2') },
    ...{ fapiPrivateV2: at('/fapi/v2'), fapiPrivateV3: at('/fapi/v3') },
    ...{ dapiPublic: at('/dapi/v1'), dapiPrivate: at('/dapi/v1') },
  };
  return new ccxt.binance({
    ...(keys.key && { apiKey: keys.key, secret: keys.secret }),
    enableRateLimit: false,
    urls: { api },
    options: { fetchMargins: true },
  });
}

beforeAll(async () => {
  server = await startTestApp();
  account = await server.openAccount();
  exchange = clientOf(account);
  // Market orders on both sides, so that there are trades with takers of both sides.
  for (const side of ['buy', 'sell', 'buy'] as const) {
    const quantity = side === 'buy' ? '0.02' : '0.015';
    await server.deal(account, { market: 'BTCUSDT', side, quantity });
  }
});
afterAll(() => server.stop());

describe('market data through a client', () => {
  it('TAPI-001 loads markets, currencies and margin lists with its default options', async () => {
    const markets = await exchange.loadMarkets();
    const { data } = await account.get('getmarketList');
    // Contracts are traded by calls of their own.
    const spot = data.markets.filter(({ market }: { market: string }) => !market.includes('-'));
    expect(Object.keys(markets)).toHaveLength(spot.length);
    for (const ours of spot) {
      const theirs = exchange.market(`${ours.base}/${ours.quote}`);
      expect(theirs).toMatchObject({ id: ours.market, spot: true, active: true, margin: false });
      expect(theirs.precision).toMatchObject({
        price: Number(ours.tickSize),
        amount: Number(ours.stepSize),
      });
      expect(theirs.limits.amount).toEqual({
        min: Number(ours.minQuantity),
        max: Number(ours.maxQuantity),
      });
      expect(theirs.limits.cost).toEqual({
        min: Number(ours.minNotional),
        max: Number(ours.maxNotional),
      });
      expect(theirs.limits.price).toEqual({
        min: Number(ours.tickSize),
        max: Number(ours.maxPrice),
      });
    }
    const { assets } = (await account.get('getCurrencyAll')).data;
    for (const { asset, name } of assets) {
      expect(exchange.currencies[asset]).toMatchObject({ id: asset, name });
      const open = { depositAllEnable: false, withdrawAllEnable: false };
      expect(exchange.currencies[asset]?.info).toMatchObject(open);
    }
  });

  it('TAPI-002 reads time and status', async () => {
    const before = Date.now();
    const time = (await exchange.fetchTime())!;
    expect([time >= before, time <= Date.now()]).toEqual([true, true]);
    expect(await exchange.fetchStatus()).toMatchObject({ status: 'ok' });
  });

  it('TAPI-003 reads tickers: those of the web’s lists, with the fields that clients need', async () => {
    const ticker = await exchange.fetchTicker('BTC/USDT');
    const { data } = await account.get('getCurrencyMessage', { market: 'BTCUSDT' });
    expect(ticker).toMatchObject({
      symbol: 'BTC/USDT',
      last: Number(data.last),
      baseVolume: Number(data.volume24h),
      quoteVolume: Number(data.quoteVolume24h),
      high: Number(data.high24h),
      low: Number(data.low24h),
      open: Number(data.open24h),
    });
    const { trades } = (await account.get('getDealList', { market: 'BTCUSDT' })).data;
    expect(ticker.info).toMatchObject({
      count: trades.length,
      firstId: 1,
      lastId: trades.length,
      lastQty: trades.at(-1).quantity,
    });
    expect(ticker.vwap).toBeCloseTo(ticker.quoteVolume! / ticker.baseVolume!, 6);
    const all = await exchange.fetchTickers();
    expect(Object.keys(all)).toHaveLength(Object.keys(exchange.markets ?? {}).length);
    const two = await exchange.fetchTickers(['BTC/USDT', 'ETH/USDT']);
    expect(Object.keys(two).sort()).toEqual(['BTC/USDT', 'ETH/USDT']);
    // A market without trades shows the prices of the index and no volume.
    expect(two['ETH/USDT']).toMatchObject({ baseVolume: 0, quoteVolume: 0 });
    expect(two['ETH/USDT']?.last).toBeGreaterThan(0);
    expect(two['ETH/USDT']?.info).toMatchObject({ count: 0, firstId: -1, lastId: -1 });
  });

  it('TAPI-004 reads best bids and asks and last prices', async () => {
    await server.quoted();
    const bids = await exchange.fetchBidsAsks();
    expect(bids['BTC/USDT']?.bid).toBeLessThan(bids['BTC/USDT']?.ask as number);
    const prices = await exchange.fetchLastPrices();
    expect(prices['BTC/USDT']?.price).toBeGreaterThan(0);
  });

  it('TAPI-005 reads the book: that of getDepth, with the realm’s sequence number', async () => {
    // The house moves its quotes with each price, so only books of one sequence number compare.
    await vi.waitUntil(
      async () => {
        const { data } = await account.get('getDepth', { market: 'BTCUSDT', limit: '20' });
        const book = await exchange.fetchOrderBook('BTC/USDT', 20);
        if (book.nonce !== data.seq) return false;
        const numbers = (levels: string[][]) =>
          levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
        expect(book.bids).toEqual(numbers(data.bids));
        expect(book.asks).toEqual(numbers(data.asks));
        return true;
      },
      { timeout: 30_000, interval: 20 },
    );
  });

  it('TAPI-006 reads trades, one by one and aggregated: those of getDealList', async () => {
    const { trades } = (await account.get('getDealList', { market: 'BTCUSDT' })).data;
    expect(trades.length).toBeGreaterThan(2);
    const single = await exchange.fetchTrades('BTC/USDT', undefined, undefined, {
      fetchTradesMethod: 'publicGetTrades',
    });
    expect(
      single.map(({ id, price, amount, side, timestamp }) => [id, price, amount, side, timestamp]),
    ).toEqual(
      trades.map((one: Record<string, string>) => [
        String(one.id),
        Number(one.price),
        Number(one.quantity),
        one.takerSide,
        one.at,
      ]),
    );
    const joined = await exchange.fetchTrades('BTC/USDT');
    const sum = (list: { amount?: number | undefined }[]) =>
      list.reduce((total, { amount = 0 }) => total + amount, 0);
    expect(sum(joined)).toBeCloseTo(sum(single), 8);
  });

  it.each(['1m', '15m', '1h', '4h'])(
    'TAPI-007 reads candles of %s: those of getKline',
    async (interval) => {
      const since = Date.now() - 86_400_000;
      const rows = await exchange.fetchOHLCV('BTC/USDT', interval, since, 500);
      const range = { from: String(since), limit: '500' };
      const asked = { market: 'BTCUSDT', interval, ...range };
      const { data } = await account.get('getKline', asked);
      const ours = data.map((candle: Record<string, string>) => [
        ...[candle.openAt, candle.open, candle.high, candle.low, candle.close].map(Number),
        Number(candle.volume),
      ]);
      // The last candle changes between the two requests.
      expect(rows.slice(0, -1)).toEqual(ours.slice(0, rows.length - 1));
      expect(rows.length).toBeGreaterThan(3);
    },
  );

  it('TAPI-008 reads fees of the account’s own tier, and what the key may do', async () => {
    const fee = await exchange.fetchTradingFee('BTC/USDT');
    expect(fee).toMatchObject({ maker: 0.001, taker: 0.001 });
    expect(Object.keys(await exchange.fetchTradingFees())).toHaveLength(
      Object.keys(exchange.markets ?? {}).length,
    );
    const rights = await exchange.sapiGetAccountApiRestrictions();
    expect(rights).toMatchObject({
      ipRestrict: false,
      enableReading: true,
      enableSpotAndMarginTrading: true,
      enableWithdrawals: false,
    });
  });

  it('TAPI-009 lists no deposits and no withdrawals, and opens neither', async () => {
    expect(await exchange.fetchDeposits()).toEqual([]);
    expect(await exchange.fetchWithdrawals()).toEqual([]);
    await expect(exchange.fetchDepositAddress('BTC')).rejects.toThrow(/not open/);
    await expect(exchange.withdraw('BTC', 0.1, 'bc1qxyz')).rejects.toThrow(/cannot withdraw/);
    const { data } = await account.get('getAsset2');
    const coins = await exchange.sapiGetCapitalConfigGetall();
    for (const balance of data.balances) {
      const coin = coins.find(({ coin: name }: { coin: string }) => name === balance.asset);
      if (balance.wallet !== 'currency') continue;
      expect(coin).toMatchObject({ free: balance.available, locked: balance.held });
    }
  });

  it('TAPI-010 learns that futures are closed, in the form that it understands', async () => {
    await expect(exchange.fapiPublicGetDepth({ symbol: 'BTCUSDT' })).rejects.toThrow(
      ccxt.MarketClosed,
    );
    await expect(exchange.fapiPrivateV3GetAccount()).rejects.toThrow(ccxt.MarketClosed);
    expect((await exchange.fapiPublicGetExchangeInfo()).symbols).toEqual([]);
    expect((await exchange.dapiPublicGetExchangeInfo()).symbols).toEqual([]);
  });
});
