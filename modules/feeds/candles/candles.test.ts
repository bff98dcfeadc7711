import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FeedHome, openFeedHome, START_AT } from '../feed-home.suite.ts';
import { type Candle, foldCandles, UNTRADED } from '../rules/candle.ts';
import { DAY, HOUR, INTERVALS, type Interval, minuteOf } from '../rules/interval.ts';
import type { FeedService } from '../service.ts';
import { type Bars, readBarFile } from '../sources/bar-file.ts';
import { CandleStore } from '../store/candles.ts';
import { Backfill, planPieces } from './backfill.ts';
import { addRange, Coverage, type Range } from './coverage.ts';

const bars = path.resolve(fileURLToPath(import.meta.url), '../../../../../shared/data/bars');
const MINUTE = minuteOf(START_AT);

let home: FeedHome;
beforeEach(async () => {
  home = await openFeedHome();
});
afterEach(() => home.drop());

function klines(feed: FeedService, interval: Interval, limit = 1_000, market = 'BTCUSDT') {
  return feed.reader.klines('real', market, interval, { limit }, home.clock.now());
}

/** Candles of days, hours and minutes as one list without ids of trades, for comparing. */
function plain(candles: readonly Candle[]): Omit<Candle, 'firstTrade'>[] {
  return candles.map(({ firstTrade: _, ...candle }) => candle);
}

describe('candles of the index', () => {
  it('FEED-044 are of the ticks: first, highest, lowest, last of each minute', async () => {
    const feed = await home.open();
    await home.play(feed, 125_000);
    const ticks = await feed.ticks.read('BTC-USDT', 1, 1_000);
    const minutes = (await klines(feed, '1m', 3)).map(
      ({ referenceVolume: _, ...candle }) => candle,
    );
    expect(minutes.map((candle) => candle.minute - MINUTE)).toEqual([0, 1, 2]);
    for (const candle of minutes) {
      const prices = ticks
        .filter((tick) => minuteOf(tick.at) === candle.minute)
        .map((tick) => Math.round(Number(tick.price) * 1e8));
      expect(candle).toMatchObject({
        open: prices[0],
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1),
        trades: 0,
      });
    }
  });

  it('FEED-045 of every interval equal the shorter ones in them, growing ones included', async () => {
    const feed = await home.open();
    await home.play(feed, 200_000);
    const minutes = await klines(feed, '1m');
    const oldest = minutes[0]?.minute ?? 0;
    for (const interval of INTERVALS) {
      const whole = foldCandles(minutes, interval).slice(1);
      const given = new Map((await klines(feed, interval)).map((one) => [one.minute, one]));
      for (const candle of whole.filter((one) => one.minute >= oldest)) {
        expect(given.get(candle.minute), interval).toEqual(candle);
      }
    }
  });

  it('FEED-046 have the last two days at the first start, and continue them', async () => {
    const feed = await home.open();
    // Before anything is written, as the first visitor may come at once.
    expect((await klines(feed, '1m')).length).toBeGreaterThan(998);
    expect((await klines(feed, '1h', 30)).length).toBeGreaterThan(28);
    await home.play(feed, 65_000);
    const minutes = await klines(feed, '1m');
    expect(minutes).toHaveLength(1_000);
    expect(minutes.at(-1)?.minute).toBe(MINUTE + 1);
    for (const [i, candle] of minutes.entries()) {
      const before = minutes[i - 1];
      if (before === undefined) continue;
      expect(candle.minute).toBe(before.minute + 1);
      expect(Math.abs(candle.open / before.close - 1)).toBeLessThan(0.002);
      expect(candle.referenceVolume).toBeGreaterThan(0n);
    }
  });

  it('FEED-047 are after a crash what they would be without it', async () => {
    const twin = await openFeedHome();
    const calm = await twin.open();
    await twin.play(calm, 190_000);
    let feed = await home.open();
    for (const ms of [47_000, 61_000, 12_000, 70_000]) {
      await home.play(feed, ms);
      // No stop and no flush: what was not written is gone, as by a power cut.
      feed = await home.open();
    }
    for (const interval of ['1m', '5m', '1h', '1d'] as const) {
      const whole = plain(
        await calm.reader.klines('real', 'BTCUSDT', interval, { limit: 500 }, twin.clock.now()),
      );
      const broken = plain(await klines(feed, interval, 500));
      const prices = (list: typeof whole) => list.map(({ referenceVolume: _, ...rest }) => rest);
      expect(prices(broken), interval).toEqual(prices(whole));
    }
    await twin.drop();
  });

  it('FEED-047 fill the time in which the server was off', async () => {
    const first = await home.open();
    await home.play(first, 30_000);
    await first.stop();
    home.clock.advance(3 * 3_600_000);
    const second = await home.open();
    await home.play(second, 5_000);
    const minutes = await klines(second, '1m', 300);
    expect(minutes.map((one) => one.minute)).toEqual(
      Array.from({ length: 300 }, (_, i) => minuteOf(home.clock.now()) - 299 + i),
    );
  });

  it('FEED-048 from and to choose by opening time; limit cuts the newer or the older end', async () => {
    const feed = await home.open();
    await home.play(feed, 5_000);
    const ask = (range: { from?: number; to?: number; limit: number }) =>
      feed.reader
        .klines('real', 'BTCUSDT', '1h', range, home.clock.now())
        .then((list) => list.map((one) => (one.minute - MINUTE) / HOUR));
    const hour = 3_600_000;
    expect(await ask({ limit: 3 })).toEqual([-2, -1, 0]);
    expect(await ask({ from: START_AT - 5 * hour, limit: 3 })).toEqual([-5, -4, -3]);
    expect(await ask({ from: START_AT - 5 * hour + 1, limit: 3 })).toEqual([-4, -3, -2]);
    expect(await ask({ to: START_AT - 5 * hour, limit: 3 })).toEqual([-7, -6, -5]);
    expect(await ask({ to: START_AT - 5 * hour - 1, limit: 3 })).toEqual([-8, -7, -6]);
    const span = { from: START_AT - 5 * hour, to: START_AT - 4 * hour };
    expect(await ask({ ...span, limit: 100 })).toEqual([-5, -4]);
    expect(await ask({ from: START_AT + hour, limit: 3 })).toEqual([]);
    expect(await ask({ from: span.to, to: span.from, limit: 3 })).toEqual([]);
    const [oldest = 0] = await ask({ limit: 1_000 });
    expect(oldest).toBeLessThan(-24);
    expect(await ask({ from: 0, limit: 3 })).toEqual([oldest, oldest + 1, oldest + 2]);
  });
});

describe('history', () => {
  const log = { info: () => undefined, warn: () => undefined };

  async function fill(feed: FeedService, now = home.clock.now()): Promise<number> {
    const store = new CandleStore(home.db);
    const coverage = new Coverage(store);
    await coverage.load();
    const { source } = feed;
    const backfill = new Backfill({ book: feed.book, store, coverage, source, log });
    return backfill.run(['DOGE-USDT'], now, new AbortController().signal);
  }

  it('FEED-049 goes back 30 days by minutes, a year by hours, five years by days', async () => {
    const feed = await home.open();
    await feed.flush();
    await fill(feed);
    const ask = async (interval: Interval, back: number) => {
      const from = START_AT - back * DAY * 60_000;
      const range = { from, limit: 1_000 };
      return feed.reader.klines('real', 'DOGEUSDT', interval, range, home.clock.now());
    };
    expect((await ask('1m', 30.5)).length).toBeGreaterThan(900);
    expect((await ask('15m', 30.5)).length).toBe(1_000);
    expect((await ask('1h', 365)).length).toBe(1_000);
    const days = await klines(feed, '1d', 1_000, 'DOGEUSDT');
    expect(days).toHaveLength(1_000);
    for (const [i, day] of days.entries()) {
      if (i > 0) expect(day.minute).toBe((days[i - 1]?.minute ?? 0) + DAY);
    }
    expect((await klines(feed, '1M', 1_000, 'DOGEUSDT')).length).toBeGreaterThan(59);
  });

  it('FEED-045 history of every interval equals the shorter ones in it where both exist', async () => {
    const feed = await home.open();
    await feed.flush();
    await fill(feed);
    const store = new CandleStore(home.db);
    const month = MINUTE - 31 * DAY;
    const minutes = await store.readIndex('DOGE-USDT', 1, month, MINUTE);
    expect(minutes.length).toBeGreaterThan(29 * DAY);
    const from = (minutes[0]?.minute ?? 0) * 60_000;
    for (const interval of INTERVALS) {
      const whole = foldCandles(minutes, interval).slice(1, -1);
      const range = { from, to: START_AT, limit: 1_000 };
      const given = await feed.reader.klines('real', 'DOGEUSDT', interval, range, START_AT);
      const expected = new Map(whole.map((one) => [one.minute, one]));
      let compared = 0;
      for (const candle of given) {
        const same = expected.get(candle.minute);
        if (same === undefined) continue;
        expect(candle).toEqual(same);
        compared += 1;
      }
      if (!['1M', '1w'].includes(interval)) expect(compared, interval).toBeGreaterThan(7);
    }
  });

  it('FEED-058 is asked once: a second run, or one after a cut, adds what is missing only', async () => {
    const feed = await home.open();
    await feed.flush();
    const store = new CandleStore(home.db);
    const coverage = new Coverage(store);
    await coverage.load();
    const cut = new AbortController();
    let pieces = 0;
    const { source } = feed;
    const counting = Object.create(source, {
      history: {
        value: async (...asked: Parameters<typeof source.history>) => {
          pieces += 1;
          if (pieces === 5) cut.abort();
          return source.history(...asked);
        },
      },
    }) as typeof source;
    const parts = { book: feed.book, store, coverage, source: counting, log };
    await new Backfill(parts).run(['DOGE-USDT'], START_AT, cut.signal);
    expect(pieces).toBe(5);
    await coverage.load();
    const signal = new AbortController().signal;
    await new Backfill(parts).run(['DOGE-USDT'], START_AT, signal);
    expect(pieces).toBe(planPieces(START_AT).length);
    await new Backfill(parts).run(['DOGE-USDT'], START_AT, signal);
    expect(pieces).toBe(planPieces(START_AT).length);
  });

  it('FEED-058 fills the days in between after a long time off, and leaves lived minutes alone', async () => {
    const first = await home.open();
    await home.play(first, 90_000);
    await first.stop();
    await fill(first);
    const lived = await klines(first, '1m', 2);
    home.clock.advance(9 * DAY * 60_000);
    const second = await home.open();
    await second.flush();
    await fill(second);
    const store = new CandleStore(home.db);
    const to = minuteOf(home.clock.now());
    const minutes = await store.readIndex('DOGE-USDT', 1, to - 12 * DAY, to);
    expect(minutes).toHaveLength(12 * DAY);
    const again = await store.readIndex('BTC-USDT', 1, MINUTE, MINUTE + 1);
    expect(plain(again)[0]).toMatchObject(plain(lived.slice(0, 1))[0] as object);
  });

  it('FEED-058 plans whole days, newest first, each minute of five years once', () => {
    const pieces = planPieces(START_AT);
    let end = pieces[0]?.range[1] ?? 0;
    for (const { range } of pieces) {
      expect(range[1]).toBe(end);
      expect(range[0] % DAY).toBe(0);
      end = range[0];
    }
    expect((MINUTE - end) / DAY).toBeCloseTo(5 * 365, -1);
    const ofThree = planPieces(START_AT, 3);
    expect(ofThree.slice(0, 3).map(({ level }) => level)).toEqual([1, 1, HOUR]);
    expect((MINUTE - (ofThree.at(-1)?.range[0] ?? 0)) / DAY).toBeCloseTo(5 * 36.5, -1);
  });

  it('FEED-058 joins ranges that overlap or touch', () => {
    let ranges: Range[] = [];
    for (const range of [
      [50, 60],
      [10, 20],
      [30, 40],
      [20, 30],
      [5, 12],
      [70, 70],
    ] as Range[]) {
      ranges = addRange(ranges, range);
    }
    expect(ranges).toEqual([
      [5, 40],
      [50, 60],
    ]);
  });
});

describe('candles of trades', () => {
  const market = 'BTCUSDT';

  it('FEED-080 show a minute’s trades where there were any, else the index', async () => {
    const feed = await home.open();
    await home.play(feed, 60_000);
    await feed.step();
    const before = (await klines(feed, '1m', 2)).slice(0, 1);
    home.trade(feed, {
      realm: 'real',
      market,
      price: '90000',
      quantity: '0.5',
      at: START_AT + 61_000,
    });
    home.trade(feed, {
      realm: 'real',
      market,
      price: '90010.5',
      quantity: '0.25',
      takerSide: 'sell',
      at: START_AT + 62_000,
    });
    await home.play(feed, 65_000);
    const candles = await klines(feed, '1m', 3);
    expect(candles[0]).toEqual(before[0]);
    expect(candles[1]).toMatchObject({
      minute: MINUTE + 1,
      open: 90_000e8,
      high: 90_010.5e8,
      low: 90_000e8,
      close: 90_010.5e8,
      volume: 75_000_000n,
      quoteVolume: 45_000_00000000n + 22_502_62500000n,
      takerBuyVolume: 50_000_000n,
      takerBuyQuoteVolume: 45_000_00000000n,
      trades: 2,
      firstTrade: 1,
    });
    expect(candles[2]).toMatchObject({ trades: 0 });
    const [five] = await klines(feed, '5m', 1);
    expect(five).toEqual(foldCandles(candles, '5m').at(-1));
    expect(five).toMatchObject({ volume: 75_000_000n, trades: 2 });
    const other = await feed.reader.klines('demo', market, '1m', { limit: 3 }, home.clock.now());
    expect(other.map((one) => one.trades)).toEqual([0, 0, 0]);
    const day = feed.book.day('real', market, home.clock.now());
    expect(day).toMatchObject({ volume: 75_000_000n, quoteVolume: 67_502_62500000n });
    expect(feed.book.day('demo', market, home.clock.now())).toMatchObject({ volume: 0n });
  });

  it('FEED-084 figures of a window are those of its minutes, from memory and from the database', async () => {
    let feed = await home.open();
    await home.play(feed, 60_000);
    const first = MINUTE + 1;
    const at = START_AT + 61_000;
    home.trade(feed, { realm: 'real', market, price: '90000', quantity: '0.5', at });
    home.trade(feed, { realm: 'real', market, price: '90010', quantity: '0.25', at });
    await home.play(feed, 65_000);
    const before = (await klines(feed, '1m', 3))[0];
    const now = home.clock.now();
    const window = await feed.reader.window('real', market, first, now);
    expect(window).toMatchObject({
      openAt: first * 60_000,
      open: 90_000e8,
      previousClose: before?.close,
      volume: 75_000_000n,
      quoteVolume: 67_502_50000000n,
      trades: 2,
      firstTrade: 1,
    });
    const other = await feed.reader.window('demo', market, first, now);
    expect(other).toMatchObject({ volume: 0n, quoteVolume: 0n, trades: 0, firstTrade: 0 });
    const early = await feed.reader.window('real', market, first - 30, now);
    await feed.stop();
    home.clock.advance(5 * 86_400_000);
    feed = await home.open();
    await feed.settled();
    const week = await feed.reader.window('real', market, first - 30, home.clock.now());
    const { open, previousClose, volume, quoteVolume, trades, firstTrade } = early!;
    const same = { open, previousClose, volume, quoteVolume, trades, firstTrade };
    expect(week).toMatchObject(same);
  });

  it('FEED-081 are the same after a restart, with trades that were never published', async () => {
    let feed = await home.open();
    for (let i = 0; i < 40; i += 1) {
      await home.play(feed, 13_000);
      const [at, price] = [home.clock.now(), `${90_000 + i}`];
      const dies = i % 4 === 3;
      home.trade(feed, { realm: 'real', market, price, quantity: '0.1', at }, !dies);
      if (dies) feed = await home.open();
    }
    const crashed = await home.open();
    const intervals = ['1m', '3m', '15m', '1h', '1d', '1M'] as const;
    for (const interval of intervals) {
      const all = foldTrades(home, interval);
      const shown = (await klines(crashed, interval)).filter((one) => one.trades > 0);
      expect(
        shown.map(({ minute, trades }) => [minute, trades]),
        interval,
      ).toEqual(all);
    }
    await crashed.flush();
    const again = await home.open();
    for (const interval of intervals) {
      expect(plain(await klines(again, interval)), interval).toEqual(
        plain(await klines(crashed, interval)),
      );
    }
  });

  it('FEED-082 count trades once that were made while an engine loaded again', async () => {
    const feed = await home.open();
    await home.play(feed, 10_000);
    const at = START_AT + 10_000;
    home.trade(feed, { realm: 'demo', market, price: '90000', quantity: '1', at });
    home.trade(feed, { realm: 'demo', market, price: '90001', quantity: '1', at }, false);
    feed.recover('demo');
    home.trade(feed, { realm: 'demo', market, price: '90002', quantity: '1', at });
    await feed.settled();
    home.trade(feed, { realm: 'demo', market, price: '90003', quantity: '1', at });
    const [candle] = await feed.reader.klines('demo', market, '1m', { limit: 1 }, home.clock.now());
    expect(candle).toMatchObject({ trades: 4, open: 90_000e8, close: 90_003e8 });
    expect(candle?.volume).toBe(400_000_000n);
  });

  it('FEED-083 that are published late go into their own minute', async () => {
    const feed = await home.open();
    await home.play(feed, 130_000);
    const at = START_AT + 59_900;
    home.trade(feed, { realm: 'real', market, price: '90000', quantity: '1', at });
    await home.play(feed, 5_000);
    await feed.flush();
    const candles = await klines(feed, '1m', 3);
    expect(candles.map((one) => one.trades)).toEqual([1, 0, 0]);
    const restarted = await home.open();
    const again = await klines(restarted, '1m', 3);
    // Of the growing minute the source's volume has grown meanwhile.
    expect(plain(again).slice(0, 2)).toEqual(plain(candles).slice(0, 2));
  });

  function foldTrades(of: FeedHome, interval: Interval): [number, number][] {
    const minutes = of.trades.real.map((trade) => ({
      ...{ minute: minuteOf(trade.at), open: 1, high: 1, low: 1, close: 1 },
      ...{ ...UNTRADED, referenceVolume: 0n, trades: 1, firstTrade: trade.id },
    }));
    return foldCandles(minutes, interval).map(({ minute, trades }) => [minute, trades]);
  }
});

describe('recorded bars through the replay source', () => {
  const here = existsSync(bars);
  if (!here)
    it.skip('FEED-090 skipped: there is no folder ../shared/data/bars beside the repository');

  const files = ['BTCUSDT_1m', 'ETHUSDT_1m', 'XAUUSD_M1', 'EURUSD_M1', 'USOIL_M15'];
  it.skipIf(!here).each(files)('FEED-090 %s is on the chart exactly as recorded', async (name) => {
    const file = await readBarFile(path.join(bars, `${name}.csv.gz`));
    const { pair: market } = file;
    const [base, quote] = [market.slice(0, 3), market.slice(3)];
    const index = `${base}-${quote}`;
    home.indices.splice(0, 2, { name: index, base, quote, decimals: 5 });
    home.markets.splice(0, 3, { market, index });
    const feed = await home.open({ feed: 'replay', replayDir: bars });
    await feed.flush();
    const store = new CandleStore(home.db);
    const coverage = new Coverage(store);
    await coverage.load();
    const log = { info: () => undefined, warn: () => undefined };
    const parts = { book: feed.book, store, coverage, source: feed.source, log };
    await new Backfill(parts).run([index], START_AT, new AbortController().signal);
    // Live minutes: four samples a minute cover all four prices of a bar.
    const played = file.length === 1 ? 240 : 0;
    await home.play(feed, played * 60_000, 15_000, 60_000);
    await feed.step();

    const shift = shiftOf(feed, index);
    const end = MINUTE + played;
    const limit = 1_000;
    const back = file.length * limit * 60_000;
    const expected = recorded(file, shift).filter((one) => one.minute < end);
    const native: Interval = file.length === 1 ? '1m' : '15m';
    const range = { from: home.clock.now() - back, limit };
    const shown = await feed.reader.klines('real', market, native, range, home.clock.now() - 1);
    const wanted = expected.filter((one) => one.minute * 60_000 >= range.from);
    expect(shown.length).toBeGreaterThan(200);
    expect(plain(shown)).toEqual(plain(wanted.slice(0, limit)));
    for (const interval of ['1h', '4h'] as const) {
      const oldest = MINUTE - 20 * DAY;
      const folded = foldCandles(expected, interval).filter((one) => one.minute >= oldest);
      const given = await feed.reader.klines(
        ...(['real', market, interval] as const),
        { from: oldest * 60_000, limit },
        home.clock.now() - 1,
      );
      expect(plain(given), interval).toEqual(plain(folded).slice(0, limit));
    }
  });

  function shiftOf(feed: FeedService, index: string): number {
    const source = feed.source as unknown as { wallTime(index: string, minute: number): number };
    return minuteOf(source.wallTime(index, 0));
  }

  /** The file as candles of its own, moved in time: a reading apart from the product's. */
  function recorded(file: Bars, shift: number): Candle[] {
    return file.minute.map((minute, i) => ({
      minute: minute + shift,
      open: file.open[i] as number,
      high: file.high[i] as number,
      low: file.low[i] as number,
      close: file.close[i] as number,
      ...UNTRADED,
      referenceVolume: file.volume[i] as bigint,
    }));
  }
});
