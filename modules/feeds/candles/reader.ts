import type { Realm } from '@assay/core/ledger/realm';
import {
  type Candle,
  foldCandles,
  joinCandles,
  mergeCandles,
  tradedOver,
  withoutGaps,
} from '../rules/candle.ts';
import {
  bucketEnd,
  bucketStart,
  DAY,
  HOUR,
  type Interval,
  type Level,
  levelOf,
  longestOf,
  MINUTE_MS,
  minuteOf,
} from '../rules/interval.ts';
import type { FeedMarket } from '../sources/source.ts';
import type { CandleStore } from '../store/candles.ts';
import type { CandleBook } from './book.ts';
import { EndedCandles, type Page, type Series } from './ended.ts';
import { CandleKeeper } from './keeper.ts';
import { firstFrom, type KlineRange, lastSpan, startsOf } from './span.ts';

/** Days that a candle longer than a day can reach back. */
const LONGEST_DAYS = 31;

interface LastBefore {
  readonly before: number;
  readonly count: number;
  readonly offset?: number | undefined;
}

/** What happened from a minute on until now; prices and volumes in units of 1e-8. */
export interface WindowStatistics {
  /** The minute with which it begins, in ms. */
  readonly openAt: number;
  /** Of the trades, and of the index where there were none. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** The last price before it; the open where none is known. */
  readonly previousClose: number;
  /** Traded on our own book. */
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly trades: number;
  /** Id of the first trade, 0 when there are none. Ids rise by one: the last follows. */
  readonly firstTrade: number;
}

/** Called when somebody looks at a market; what it returns is waited for. */
type Asked = (market: string) => Promise<void> | null;

/** Candles of any interval as a realm sees them: from the database, the newest from memory. */
export class CandleReader {
  readonly #book: CandleBook;
  readonly #store: CandleStore;
  readonly #ended: EndedCandles;
  readonly #asked: Asked;
  readonly #days = new Map<string, { today: number; days: Candle[] | null }>();

  constructor(book: CandleBook, store: CandleStore, asked: Asked = () => null) {
    this.#book = book;
    this.#asked = asked;
    this.#store = store;
    this.#ended = new EndedCandles(book);
  }

  /** Up to `limit` candles, oldest first; those that are still growing included. */
  async klines(
    realm: Realm,
    market: string,
    interval: Interval,
    range: KlineRange,
    now: number,
  ): Promise<Candle[]> {
    const filling = this.#asked(market);
    if (filling !== null) await filling;
    const { offset = 0 } = range;
    let { start, end } = lastSpan(interval, Math.min(range.to ?? now, now), range.limit, offset);
    if (range.from !== undefined) {
      start = firstFrom(interval, range.from, offset);
      // History may begin later, or have a gap here as long as all that is asked for.
      const there = await this.#firstFrom(realm, market, levelOf(interval, offset), start, now);
      start = Math.max(start, bucketStart(interval, there, offset));
      end = Math.min(end, start + range.limit * longestOf(interval));
    }
    if (start >= end) return [];
    const series = { realm, market, interval, offset };
    const found = await this.#read(series, start, end, now);
    const whole = offset === 0 ? found : await this.#withoutCut(series, found, now);
    const { from } = range;
    return from === undefined ? whole.slice(-range.limit) : whole.slice(0, range.limit);
  }

  /**
   * As `klines`, for readers that expect a candle of every interval: one without a price repeats
   * the last price before it, without volume.
   */
  async wholeKlines(
    realm: Realm,
    market: string,
    interval: Interval,
    range: KlineRange,
    now: number,
  ): Promise<Candle[]> {
    const starts = startsOf(interval, range, now);
    const [first] = starts;
    if (first === undefined) return [];
    const found = await this.klines(realm, market, interval, range, now);
    const candles = found.filter(({ minute }) => minute >= first);
    let before = found.findLast(({ minute }) => minute < first);
    if (before === undefined && candles[0]?.minute !== first) {
      const { offset } = range;
      const earlier = { before: first * MINUTE_MS, count: 1, offset };
      [before] = await this.lastBefore(realm, market, interval, earlier, now);
    }
    if (before !== undefined || range.from === undefined) {
      return withoutGaps(candles, before, starts);
    }
    // History begins later than what is asked for, so the candles begin with it.
    const from = (candles[0]?.minute ?? first) * MINUTE_MS;
    return withoutGaps(candles, undefined, startsOf(interval, { ...range, from }, now));
  }

  /**
   * Up to `count` candles that open before the instant `before`, oldest first: the last that there
   * are, however long nothing was recorded in between.
   */
  async lastBefore(
    realm: Realm,
    market: string,
    interval: Interval,
    { before, count, offset = 0 }: LastBefore,
    now: number,
  ): Promise<Candle[]> {
    const first = await this.#firstFrom(realm, market, levelOf(interval, offset), 0, now);
    const found: Candle[] = [];
    let to = Math.min(before - 1, now);
    for (let limit = count; found.length < count && minuteOf(to) >= first; limit *= 4) {
      found.unshift(...(await this.klines(realm, market, interval, { to, limit, offset }, now)));
      to = lastSpan(interval, to, limit, offset).start * MINUTE_MS - 1;
    }
    return found.slice(-count);
  }

  /**
   * The growing candle of an interval, for streams. Up to a day it comes from memory at once; of a
   * longer one the days before today are read first, and until they are there it is null.
   */
  current(
    realm: Realm,
    market: string,
    interval: Interval,
    now: number,
    offset = 0,
  ): Candle | null {
    const today = this.#book.current(realm, market, interval, now, offset);
    if (longestOf(interval) <= DAY) return today;
    const days = this.#daysBefore(realm, market, offset, now);
    if (days === null) return null;
    const start = bucketStart(interval, minuteOf(now), offset);
    const day = this.#book.current(realm, market, '1d', now, offset);
    const all = [...days.filter((one) => one.minute >= start), ...(day === null ? [] : [day])];
    return foldCandles(all, interval, offset).at(-1) ?? null;
  }

  /**
   * Figures of the time from the minute `first` (since the epoch) until now, null without prices.
   * Of the last two days they come from memory; what lies before is read by hours.
   */
  async window(
    realm: Realm,
    market: string,
    first: number,
    now: number,
  ): Promise<WindowStatistics | null> {
    const end = minuteOf(now) + 1;
    const before = first - HOUR;
    const inMemory = first >= CandleKeeper.windowStart(now);
    const hours = inMemory ? first : Math.min(end, Math.ceil(first / HOUR) * HOUR);
    // Memory reaches a little further back than it promises, nearly always far enough.
    const earlier =
      this.#book.merged(realm, market, before, first) ??
      (await this.#merged(realm, market, 1, before, first, now)).at(-1);
    const candles = inMemory
      ? [this.#book.merged(realm, market, first, end)]
      : [
          ...(await this.#merged(realm, market, 1, first, hours, now)),
          ...(await this.#merged(realm, market, HOUR, hours, end, now)),
        ];
    const all = candles
      .filter((candle) => candle !== null)
      .reduce<Candle | null>(
        (sum, one) => (sum === null ? one : joinCandles(sum, one, first)),
        null,
      );
    if (all === null) return null;
    const { minute: _minute, takerBuyVolume: _base, takerBuyQuoteVolume: _quote, ...figures } = all;
    return {
      ...figures,
      openAt: first * MINUTE_MS,
      previousClose: earlier?.close ?? all.open,
    };
  }

  /** The first minute from `start` on that may have a candle: stored, or in memory only. */
  async #firstFrom(
    realm: Realm,
    market: string,
    level: Level,
    start: number,
    now: number,
  ): Promise<number> {
    const window = CandleKeeper.windowStart(now);
    if (start >= window) return start;
    const stored = await this.#store.firstMinute(realm, this.#series(market), level, start);
    return Math.min(stored ?? window, window);
  }

  /** As #folded, but pages of candles that have ended and were read before are not read again. */
  async #read(series: Series, start: number, end: number, now: number): Promise<Candle[]> {
    const candles: Candle[] = [];
    let from = start;
    let missing: Page[] = [];
    const readTo = async (to: number) => {
      const read = from < to ? await this.#folded(series, from, to, now) : [];
      for (const page of missing) {
        const within = read.filter(({ minute }) => minute >= page.from && minute < page.to);
        this.#ended.put(page, within);
      }
      candles.push(...read);
      missing = [];
    };
    for (const page of this.#ended.pagesIn(series, start, end, now)) {
      const known = this.#ended.get(page);
      if (known === undefined) {
        missing.push(page);
        continue;
      }
      await readTo(page.from);
      candles.push(...known);
      from = page.to;
    }
    await readTo(end);
    return candles;
  }

  /**
   * Candles without the first, if its beginning is older than the stored candles that it is made
   * of, while there are coarser ones of that time, which by its clock cannot be divided. What is
   * still growing stays: it has what there is.
   */
  async #withoutCut(
    { realm, market, interval, offset }: Series,
    candles: Candle[],
    now: number,
  ): Promise<Candle[]> {
    const [oldest] = candles;
    if (oldest === undefined || bucketEnd(interval, oldest.minute, offset) > minuteOf(now)) {
      return candles;
    }
    const first = await this.#firstFrom(realm, market, levelOf(interval, offset), 0, now);
    if (first <= oldest.minute) return candles;
    const day = await this.#store.firstMinute(realm, this.#series(market), DAY, 0);
    const isCut = day !== null && day < bucketStart('1d', first);
    return isCut ? candles.slice(1) : candles;
  }

  /** Candles of whole intervals in [start, end): the database folds what is in no memory. */
  async #folded(
    { realm, market, interval, offset }: Series,
    start: number,
    end: number,
    now: number,
  ): Promise<Candle[]> {
    const level = levelOf(interval, offset);
    // Longer candles are folded from days here.
    const minutes = Math.min(longestOf(interval), DAY);
    const unit = minutes === DAY ? '1d' : interval;
    const inMemory = bucketStart(unit, CandleKeeper.windowStart(now), offset);
    const split = minutes === level ? start : Math.min(end, Math.max(start, inMemory));
    const fold = { level, minutes, offset };
    const stored =
      split > start
        ? await this.#store.readFolded(realm, this.#series(market), fold, start, split)
        : [];
    const newest = split < end ? await this.#merged(realm, market, level, split, end, now) : [];
    return foldCandles([...stored, ...newest], interval, offset);
  }

  async #merged(
    realm: Realm,
    market: string,
    level: Level,
    start: number,
    end: number,
    now: number,
  ): Promise<Candle[]> {
    const fromMemory = Math.max(start, CandleKeeper.windowStart(now));
    // Every minute that is stored and in the window is in memory, too; not so every quarter, which
    // a source of longer bars may have filled.
    const until = level === 1 ? Math.min(end, fromMemory) : end;
    const stored = start < until ? await this.#stored(realm, market, level, start, until) : [];
    // What is in memory is newer than what is written, and at the first start all there is.
    const newest: Candle[] = [];
    for (let at = fromMemory; at < end; at += level) {
      const candle = this.#book.merged(realm, market, at, at + level);
      if (candle !== null) newest.push(candle);
    }
    return mergeCandles(stored, newest);
  }

  async #stored(
    realm: Realm,
    market: string,
    level: Level,
    start: number,
    end: number,
  ): Promise<Candle[]> {
    const index = await this.#store.readIndex(this.#series(market).index, level, start, end);
    const trades = await this.#store.readTrades(realm, market, level, start, end);
    return mergeCandles(index, trades, tradedOver);
  }

  /** Where a market's candles are; one that follows no index has those of its trades. */
  #series(market: string): FeedMarket {
    return { market, index: this.#book.indexOf(market) ?? '' };
  }

  #daysBefore(realm: Realm, market: string, offset: number, now: number): Candle[] | null {
    const today = bucketStart('1d', minuteOf(now), offset);
    const key = `${realm}|${market}|${offset}`;
    const known = this.#days.get(key);
    if (known?.today === today) return known.days;
    const entry: { today: number; days: Candle[] | null } = { today, days: null };
    this.#days.set(key, entry);
    const first = today - LONGEST_DAYS * DAY;
    this.#folded({ realm, market, interval: '1d', offset }, first, today, now)
      .then((days) => {
        entry.days = days;
      })
      .catch(() => this.#days.delete(key));
    return null;
  }

  /** Forgets the candles that were read before: the back-fill has brought more of them. */
  forget(): void {
    this.#days.clear();
    this.#ended.clear();
  }
}
