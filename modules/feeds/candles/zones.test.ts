import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FeedHome, openFeedHome, START_AT } from '../feed-home.suite.ts';
import { type Candle, flatCandle, foldCandles } from '../rules/candle.ts';
import { DAY, INTERVALS, type Interval, MINUTE_MS, minuteOf } from '../rules/interval.ts';
import type { FeedService } from '../service.ts';
import { CandleStore } from '../store/candles.ts';

/** Candles by the clock of a time zone, and candles without a gap. */
const MINUTE = minuteOf(START_AT);
/** Five days of minutes, written as if they had been recorded. */
const FIRST = MINUTE - 5 * DAY;

let home: FeedHome;
let feed: FeedService;
beforeEach(async () => {
  home = await openFeedHome();
  feed = await home.open();
  await home.play(feed, 65_000);
  await feed.flush();
});
afterEach(() => home.drop());

function record(minutes: readonly Candle[]): Promise<void> {
  const rows = ([1, 15, 60, DAY] as const).flatMap((level) => {
    const interval = ({ 1: '1m', 15: '15m', 60: '1h', [DAY]: '1d' } as const)[level];
    return foldCandles(minutes, interval).map((candle) => ({ name: 'DOGE-USDT', level, candle }));
  });
  return new CandleStore(home.db).writeIndex(rows);
}

const ask = (
  interval: Interval,
  range: { from?: number; to?: number; limit: number },
  offset = 0,
) => feed.reader.klines('real', 'DOGEUSDT', interval, { ...range, offset }, home.clock.now());
const whole = (interval: Interval, range: { from?: number; to?: number; limit: number }) =>
  feed.reader.wholeKlines('real', 'DOGEUSDT', interval, range, home.clock.now());

it('FEED-113 candles start at the whole times of the zone, and equal the minutes in them', async () => {
  const before = Array.from({ length: 3 * DAY }, (_, i) =>
    flatCandle(FIRST + i, 7 * (1 + (i % 97))),
  );
  await record(before);
  const minutes = new Map<number, Candle>();
  for (let from = FIRST; from <= MINUTE; from += 1_000) {
    const page = await ask('1m', { from: from * MINUTE_MS, limit: 1_000 });
    for (const candle of page) minutes.set(candle.minute, candle);
  }
  const known = [...minutes.values()].sort((one, other) => one.minute - other.minute);
  expect(known.length).toBeGreaterThan(4 * DAY);
  for (const offset of [480, -300, 345, 0]) {
    for (const interval of INTERVALS) {
      const folded = foldCandles(known, interval, offset);
      const given = new Map(
        (await ask(interval, { limit: 1_000 }, offset)).map((one) => [one.minute, one]),
      );
      const grown = feed.reader.current('real', 'DOGEUSDT', interval, home.clock.now(), offset);
      // The first may have begun before the minutes that are known here.
      for (const candle of folded.slice(1)) {
        if (!given.has(candle.minute)) continue;
        expect(given.get(candle.minute), `${interval} ${offset}`).toEqual(candle);
      }
      expect(given.get(folded.at(-1)?.minute ?? 0), `${interval} ${offset}`).toBeDefined();
      if (grown !== null) expect(grown).toEqual([...given.values()].at(-1));
    }
  }
});

it('FEED-114 a candle of every interval, flat where there was no price', async () => {
  const prices = [10, 11, 0, 0, 0, 12, 0, 13, 0, 0];
  const at = FIRST - 2 * DAY;
  const minutes = prices.flatMap((price, i) => (price === 0 ? [] : [flatCandle(at + i, price)]));
  await record(minutes);
  const ms = (i: number) => (at + i) * MINUTE_MS;
  const closes = async (range: { from?: number; to?: number; limit: number }) => {
    const candles = await whole('1m', range);
    for (const [i, { minute }] of candles.entries())
      expect(minute).toBe((candles[0]?.minute ?? 0) + i);
    return [candles[0] && candles[0].minute - at, candles.map(({ close }) => close)];
  };
  expect(await closes({ from: ms(-9), to: ms(9), limit: 99 })).toEqual([
    0,
    [10, 11, 11, 11, 11, 12, 12, 13, 13, 13],
  ]);
  // In a gap: what was before it counts, however far away it is.
  expect(await closes({ from: ms(3), limit: 3 })).toEqual([3, [11, 11, 12]]);
  expect(await closes({ to: ms(4), limit: 2 })).toEqual([3, [11, 11]]);
  expect(await closes({ to: ms(700), limit: 2 })).toEqual([699, [13, 13]]);
  expect(await closes({ to: ms(-1), limit: 2 })).toEqual([undefined, []]);
  const [flat] = await whole('1m', { from: ms(2), limit: 1 });
  expect(flat).toEqual({ ...flatCandle(at + 2, 11) });
  // The growing minute is there before its first price.
  home.clock.advance(120_000);
  const last = (await whole('1m', { limit: 2 })).map(({ minute }) => minute);
  expect(last).toEqual([-1, 0].map((back) => minuteOf(home.clock.now()) + back));
});

it('TAPI-402 by a zone, a candle is left out whose beginning only longer candles have', async () => {
  // Days alone, and from FIRST on minutes too.
  const day = (i: number) => Math.floor(FIRST / DAY) * DAY + i * DAY;
  const minutes = Array.from({ length: 3 * DAY }, (_, i) => flatCandle(day(0) + i, 7));
  await record(minutes);
  const openings = async (interval: Interval, offset: number) =>
    (await ask(interval, { limit: 1_000 }, offset)).map(({ minute }) => minute);
  // There was nothing before: the first days have what there is.
  expect((await openings('1d', 480))[0]).toBe(day(0) - 480);
  const older = [-3, -2, -1].map((i) => flatCandle(day(i), 9));
  const days = older.map((candle) => ({ name: 'DOGE-USDT', level: DAY as 1440, candle }));
  await new CandleStore(home.db).writeIndex(days);
  expect((await openings('1d', 480))[0]).toBe(day(1) - 480);
  expect((await openings('1d', -300))[0]).toBe(day(0) + 300);
  expect((await openings('1d', 0))[0]).toBe(day(-3));
  // What still grows has what there is.
  expect(await openings('1M', 480)).toHaveLength(1);
});

it('TAPI-404 candles that have ended are read once, and again when a minute of them changes', async () => {
  await record(Array.from({ length: 3 * DAY }, (_, i) => flatCandle(FIRST + i, 7 + (i % 9))));
  for (const interval of ['1m', '5m', '1h', '1d'] as const) {
    const [one, two] = [await ask(interval, { limit: 200 }), await ask(interval, { limit: 200 })];
    expect(two).toEqual(one);
    const same = one.filter((candle, i) => candle === two[i]);
    // All but those at the ends, which are no whole page.
    expect(same.length, interval).toBeGreaterThanOrEqual(Math.max(0, one.length - 51));
    // The same as if nothing had been read before.
    feed.reader.forget();
    expect(await ask(interval, { limit: 200 })).toEqual(one);
  }
  home.clock.advance(90 * MINUTE_MS);
  await feed.step();
  await ask('1m', { limit: 200 });
  const at = START_AT + 30_000;
  home.trade(feed, { realm: 'real', market: 'DOGEUSDT', price: '3', quantity: '2', at });
  const late = (await ask('1m', { limit: 200 })).find(({ minute }) => minute === MINUTE);
  expect(late).toMatchObject({ trades: 1, low: 300_000_000 });
});
