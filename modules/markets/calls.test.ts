import { OWNER } from '@assay/core/ledger/owners';
import type { DayStatistics } from '@assay/modules/feeds';
import { indexSession } from '@assay/modules/feeds/rules';
import type { Rule } from '@assay/platform/engine/machine';
import type { CallContext } from '@assay/platform/http/context';
import type { ChannelSource, Hub } from '@assay/platform/streams/hub';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MarketBoard, type TickerSource } from './board.ts';
import { marketsCalls } from './calls.ts';
import { marketsMigrations } from './index.ts';
import { ASSETS, MARKETS } from './listings.ts';
import { MarketsMachine } from './machine.ts';
import { changeText } from './rules.ts';
import { calls, type TickersData } from './schema.ts';
import { FAVOURITES_MAX, FavouriteStore } from './store/favourites.ts';
import { TickerStreams } from './streams.ts';

const NOW = 1_763_640_000_000;

function shipped(): MarketsMachine {
  const machine = new MarketsMachine();
  const turn = { seq: 1, at: NOW, actor: OWNER.setup };
  for (const body of ASSETS) (machine.rules.listAsset as Rule)(body as never, turn);
  for (const body of MARKETS) (machine.rules.listMarket as Rule)(body as never, turn);
  return machine;
}

const day: DayStatistics = {
  open: 100_000e8,
  high: 101_000e8,
  low: 95_000.5e8,
  close: 96_000e8,
  volume: 250_000_000n,
  quoteVolume: 24_000_000_000_000n,
  referenceVolume: 21_300_000_000n,
  spark: [100_000e8, 96_000e8],
};
const source: TickerSource = {
  kind: 'simulated',
  day: (market) => (market === 'BTCUSDT' ? day : null),
  last: (market) => (market === 'BTCUSDT' ? { price: '98750.25', at: NOW - 7 } : undefined),
  nextStage: () => null,
  session: (index) => indexSession(index, NOW),
  best: (market) =>
    market === 'BTCUSDT' ? { bid: '98750.24', ask: '98750.26' } : { bid: '', ask: '' },
  index: (market) => {
    if (market === 'BTCUSDT') return { price: '98751', at: NOW };
    return market === 'ETHUSDT' ? { price: '3300.5', at: NOW - 1 } : undefined;
  },
};
const machine = shipped();
const board = new MarketBoard(() => machine, source);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(marketsMigrations());
});
afterAll(() => db.drop());

function handlers() {
  const boards = { real: board, demo: board };
  return marketsCalls({
    boards,
    favourites: new FavouriteStore(db),
    listings: { views: () => [] },
  });
}

const visitor = { actor: null, now: NOW, spendBytes: () => {} } as unknown as CallContext;
function user(userId: number, now = NOW) {
  const actor = { userId, realm: 'real', sessionId: 's' } as const;
  return { actor, now } as CallContext & { actor: typeof actor };
}

describe('calls of the markets', () => {
  it('MRKT-030 MRKT-075 getmarketList shows each market with its rules and its figures', async () => {
    const { markets } = calls.getmarketList.output.parse(
      await handlers().getmarketList({}, visitor),
    );
    expect(markets).toHaveLength(12);
    expect(markets[0]).toEqual({
      class: 'coin',
      session: { calendar: 'always', open: true, nextOpening: null, nextClose: null },
      market: 'BTCUSDT',
      product: 'spot',
      indexName: 'BTC-USDT',
      base: 'BTC',
      quote: 'USDT',
      name: 'Bitcoin',
      status: 'trading',
      stage: 'open',
      nextStage: null,
      tickSize: '0.01',
      stepSize: '0.00001',
      maxPrice: '1000000',
      minQuantity: '0.00001',
      maxQuantity: '9000',
      marketStepSize: '0.00001',
      marketMinQuantity: '0.00001',
      marketMaxQuantity: '9000',
      minNotional: '5',
      maxNotional: '9000000',
      bidMultiplierUpPpm: 5_000_000,
      bidMultiplierDownPpm: 200_000,
      askMultiplierUpPpm: 5_000_000,
      askMultiplierDownPpm: 200_000,
      priceWarningPpm: 50_000,
      maxOpenOrders: 200,
      maxStopOrders: 25,
      priceDecimals: 2,
      quantityDecimals: 5,
      makerFeePpm: 1000,
      takerFeePpm: 1000,
      last: '98750.25',
      lastAt: NOW - 7,
      open24h: '100000',
      high24h: '101000',
      low24h: '95000.5',
      change24h: '-4.00',
      volume24h: '2.5',
      quoteVolume24h: '240000',
      referenceVolume24h: '213',
      bid: '98750.24',
      ask: '98750.26',
      index: '98751',
      indexAt: NOW,
      source: 'simulated',
      simulated: true,
      spark: ['100000', '96000'],
    });
  });

  it('MRKT-031 a market without trades shows the index, one without prices shows none', async () => {
    const { markets } = calls.getmarketList.output.parse(
      await handlers().getmarketList({}, visitor),
    );
    expect(markets[1]).toMatchObject({
      last: '3300.5',
      lastAt: 0,
      index: '3300.5',
      volume24h: '0',
      spark: [],
    });
    expect(markets[2]).toMatchObject({ last: '', index: '', indexAt: 0, bid: '', change24h: '' });
  });

  it('MRKT-032 the change is in percent with two decimals, rounded towards zero', () => {
    expect(changeText(110e8, 100e8)).toBe('10.00');
    expect(changeText(100.009e8, 100e8)).toBe('0.00');
    expect(changeText(99.991e8, 100e8)).toBe('0.00');
    expect(changeText(99.95e8, 100e8)).toBe('-0.05');
    expect(changeText(1e8, 3e8)).toBe('-66.66');
    expect(changeText(350e8, 100e8)).toBe('250.00');
    expect(changeText(1e8, 0)).toBe('');
  });

  it('MRKT-076 the change is that of the line, also where the last trade is older than the index', () => {
    const { last, change24h, spark } = board.view('BTCUSDT')!;
    const units = spark.map((price) => Number(price) * 1e8);
    expect(change24h).toBe(changeText(units.at(-1)!, units[0]!));
    expect(last).not.toBe(spark.at(-1));
  });

  it('MRKT-033 getCurrencyMessage shows one market and where the text of its coin is', async () => {
    const { getCurrencyMessage } = handlers();
    const answer = await getCurrencyMessage({ market: 'DOGEUSDT' }, visitor);
    expect(calls.getCurrencyMessage.output.parse(answer)).toMatchObject({
      market: 'DOGEUSDT',
      priceDecimals: 5,
      profile: { asset: 'DOGE', name: 'Dogecoin', aboutKey: 'coin-doge' },
    });
    expect(await getCurrencyMessage({ market: 'NOSUCH' }, visitor)).toMatchObject({
      code: 'unknownMarket',
      detail: { market: 'NOSUCH' },
    });
  });

  it('MRKT-034 getCurrencyAll shows all assets and where they are traded', async () => {
    const { assets } = calls.getCurrencyAll.output.parse(
      await handlers().getCurrencyAll({}, visitor),
    );
    expect(assets).toHaveLength(13);
    expect(assets[0]?.markets).toHaveLength(12);
    expect(assets[1]).toEqual({ asset: 'BTC', name: 'Bitcoin', markets: ['BTCUSDT'] });
  });
});

describe('favourites', () => {
  it('MRKT-040 are each person’s own, kept in the order in which they were chosen', async () => {
    const { addCollectCurrenct: set, getFavourites } = handlers();
    await set({ market: 'SOLUSDT', on: true }, user(1000, NOW));
    await set({ market: 'BTCUSDT', on: true }, user(1000, NOW + 1));
    await set({ market: 'ETHUSDT' }, user(1001, NOW + 2));
    expect(await getFavourites({}, user(1000))).toEqual({ markets: ['SOLUSDT', 'BTCUSDT'] });
    expect(await getFavourites({}, user(1001))).toEqual({ markets: ['ETHUSDT'] });
    expect(await getFavourites({}, user(1002))).toEqual({ markets: [] });
  });

  it('MRKT-041 are set by `on` and toggled without it; the same `on` twice changes nothing', async () => {
    const { addCollectCurrenct: set, getFavourites } = handlers();
    const who = user(2000);
    const market = 'BTCUSDT';
    expect(await set({ market }, who)).toEqual({ market, on: true });
    expect(await set({ market }, who)).toEqual({ market, on: false });
    expect(await set({ market, on: false }, who)).toEqual({ market, on: false });
    expect(await set({ market, on: true }, who)).toEqual({ market, on: true });
    expect(await set({ market, on: true }, who)).toEqual({ market, on: true });
    expect(await getFavourites({}, who)).toEqual({ markets: [market] });
    // At the same time, too.
    const other = user(2001);
    const all = await Promise.all(
      Array.from({ length: 64 }, () => set({ market, on: true }, other)),
    );
    expect(all).toEqual(Array.from({ length: 64 }, () => ({ market, on: true })));
  });

  it('MRKT-042 are markets that exist, and not more than people can look through', async () => {
    const { addCollectCurrenct: set } = handlers();
    const who = user(3000);
    expect(await set({ market: 'NOSUCH' }, who)).toMatchObject({ code: 'unknownMarket' });
    const store = new FavouriteStore(db);
    for (let i = 0; i < FAVOURITES_MAX; i += 1) await store.add(3000, `M${i}`, NOW);
    expect(await set({ market: 'BTCUSDT' }, who)).toMatchObject({
      code: 'tooManyFavourites',
      detail: { limit: '200' },
    });
    expect(await store.add(3000, 'M5', NOW)).toBe(true);
  });
});

describe('the stream of tickers', () => {
  it('MRKT-050 sends all markets first, then those that changed, as they are when it is sent', () => {
    let read = false;
    const sent: unknown[] = [];
    const sources: ChannelSource[] = [];
    const hub: Pick<Hub, 'declare'> = {
      declare: (_realm, _prefix, _options, channel) => {
        sources.push(channel);
        return {
          hasReaders: () => read,
          publish: (_name, delta) => sent.push((delta as () => unknown)()),
          renew: () => undefined,
        };
      },
    };
    const streams = new TickerStreams(hub, 'real', board);
    const who = { userId: null, realm: 'real' } as const;
    const first = sources[0]?.snapshot('tickers', who) as TickersData;
    expect(first.tickers).toHaveLength(12);
    expect(first.tickers[0]).toEqual(board.ticker('BTCUSDT'));
    expect(sources[0]?.snapshot('tickers.BTCUSDT', who)).toBeNull();
    streams.mark('BTCUSDT');
    expect(sent).toEqual([]);
    read = true;
    for (const market of ['ETHUSDT', 'BTCUSDT', 'ETHUSDT', 'NOSUCH']) streams.mark(market);
    const delta = JSON.parse(JSON.stringify(sent.at(-1))) as TickersData;
    expect(delta.tickers.map((one) => one.market)).toEqual(['ETHUSDT', 'BTCUSDT']);
  });
});
