import type { Realm } from '@assay/core/ledger/realm';
import { REALMS } from '@assay/core/ledger/realm';
import type { Candle } from '../rules/candle.ts';
import {
  bucketStart,
  DAY,
  HOUR,
  type Interval,
  LEVELS,
  type Level,
  minuteOf,
} from '../rules/interval.ts';
import type { FeedMarket } from '../sources/source.ts';
import type { LevelCandle } from '../store/candles.ts';
import { foldRings, MinuteRing, type RingTrade } from './ring.ts';

/** A trade as the candles need it. */
export interface TradeTick extends RingTrade {
  readonly market: string;
  readonly at: number;
}

/** The last 24 hours of a market as its realm sees them; prices in units of 1e-8. */
export interface DayStatistics {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Traded on our own book, in base and quote. */
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  /** What the sources of the index report of other venues, in base; never part of `volume`. */
  readonly referenceVolume: bigint;
  /** The open, and after it the closes of 24 hours of 60 minutes; fewer when there are fewer. */
  readonly spark: readonly number[];
}

/** Rows to write, and a function that marks them as unwritten again when writing failed. */
export interface DirtyCandles {
  readonly index: readonly LevelCandle[];
  readonly trades: Readonly<Record<Realm, readonly LevelCandle[]>>;
  restore(): void;
}

/**
 * The candles of the last two days in memory: one ring of minutes for each index, and in each realm
 * one of traded minutes for each market that trades. Its view of a market is merged: each minute is
 * that of the trades where there were any, else of the index that the market follows.
 */
export class CandleBook {
  readonly #index = new Map<string, MinuteRing>();
  readonly #trades: Record<Realm, Map<string, MinuteRing>> = { real: new Map(), demo: new Map() };
  /** The index of each market; several may follow one. */
  readonly #followed = new Map<string, string>();
  readonly #followers = new Map<string, string[]>();

  /**
   * Sets the index that a market follows, permanently; called before any query about the market.
   */
  follow({ market, index }: FeedMarket): void {
    if (this.#followed.has(market)) return;
    this.#followed.set(market, index);
    this.#followers.set(index, [...this.followers(index), market]);
  }

  /** The index that the market follows, undefined for a market that nobody has named. */
  indexOf(market: string): string | undefined {
    return this.#followed.get(market);
  }

  /** The markets that follow the index. */
  followers(index: string): readonly string[] {
    return this.#followers.get(index) ?? [];
  }

  /** All markets that follow an index. */
  markets(): string[] {
    return [...this.#followed.keys()];
  }

  /** The ring of an index; made when there is none. */
  indexRing(index: string): MinuteRing {
    return ringIn(this.#index, index);
  }

  tradeRing(realm: Realm, market: string): MinuteRing {
    return ringIn(this.#trades[realm], market);
  }

  /** Adds an index price. `volume` is what the source counts for the minute so far. */
  tick(index: string, at: number, price: number, volume: bigint): void {
    const ring = this.indexRing(index);
    const minute = minuteOf(at);
    ring.addPrice(minute, price);
    if (volume > 0n) ring.setReferenceVolume(minute, volume);
  }

  /** Adds a trade of a realm; false when it is too old for memory. */
  trade(realm: Realm, trade: TradeTick): boolean {
    const ring = this.tradeRing(realm, trade.market);
    return ring.addTrade(minuteOf(trade.at), trade);
  }

  /**
   * The merged candle that opens at `start` and lasts to `end` (minutes), null when it is empty.
   */
  merged(realm: Realm, market: string, start: number, end: number): Candle | null {
    return foldRings(
      this.#ringFollowedBy(market),
      this.#trades[realm].get(market) ?? null,
      start,
      end,
    );
  }

  /** What differs once a minute in [start, end) has changed while it was in memory. */
  lastChange(realm: Realm, market: string, start: number, end: number): string {
    const index = this.#ringFollowedBy(market)?.lastChange(start, end) ?? 0;
    const trades = this.#trades[realm].get(market)?.lastChange(start, end) ?? 0;
    return `${index} ${trades}`;
  }

  /** The current candle, for intervals up to a day. */
  current(
    realm: Realm,
    market: string,
    interval: Interval,
    now: number,
    offset = 0,
  ): Candle | null {
    const minute = minuteOf(now);
    return this.merged(realm, market, bucketStart(interval, minute, offset), minute + 1);
  }

  /** Figures of the 1,440 minutes that end with this one, null when there is no price in them. */
  day(realm: Realm, market: string, now: number): DayStatistics | null {
    const end = minuteOf(now) + 1;
    const all = this.merged(realm, market, end - DAY, end);
    if (all === null) return null;
    const { open, high, low, close, volume, quoteVolume, referenceVolume } = all;
    const spark = [open];
    for (let start = end - DAY; start < end; start += HOUR) {
      const hour = this.merged(realm, market, start, start + HOUR);
      if (hour !== null) spark.push(hour.close);
    }
    return { open, high, low, close, volume, quoteVolume, referenceVolume, spark };
  }

  /** Takes everything that changed since the last call, as rows of all levels. */
  takeDirty(): DirtyCandles {
    const taken: { ring: MinuteRing; minutes: number[] }[] = [];
    const take = (ring: MinuteRing): number[] => {
      const minutes = [...ring.dirty];
      ring.dirty.clear();
      if (minutes.length > 0) taken.push({ ring, minutes });
      return minutes;
    };
    const index: LevelCandle[] = [];
    const trades: Record<Realm, LevelCandle[]> = { real: [], demo: [] };
    const changed = new Map<string, number[]>();
    for (const [name, ring] of this.#index) {
      const minutes = take(ring);
      changed.set(name, minutes);
      index.push(...rowsOf(name, ring, null, minutes));
    }
    for (const realm of REALMS) {
      for (const [market, ring] of this.#trades[realm]) {
        const minutes = take(ring);
        const all = new Set([...minutes, ...(changed.get(this.indexOf(market) ?? '') ?? [])]);
        trades[realm].push(...rowsOf(market, this.#ringFollowedBy(market), ring, all));
      }
    }
    const restore = () => {
      for (const { ring, minutes } of taken) for (const minute of minutes) ring.dirty.add(minute);
    };
    return { index, trades, restore };
  }

  #ringFollowedBy(market: string): MinuteRing | null {
    return this.#index.get(this.indexOf(market) ?? '') ?? null;
  }
}

/**
 * Rows for the minutes that changed. Of an index series every level; of a traded one (`trades`
 * given) its traded minutes, and the merged candle of each coarser span that has a trade.
 */
function rowsOf(
  name: string,
  index: MinuteRing | null,
  trades: MinuteRing | null,
  minutes: Iterable<number>,
): LevelCandle[] {
  const own = trades ?? index;
  if (own === null) return [];
  const rows: LevelCandle[] = [];
  const spans = new Map<Level, Set<number>>();
  for (const level of LEVELS) spans.set(level, new Set());
  for (const minute of minutes) {
    for (const level of LEVELS) spans.get(level)?.add(Math.floor(minute / level) * level);
  }
  const oldest = MinuteRing.windowStart(Math.max(own.newest, index?.newest ?? 0));
  for (const [level, starts] of spans) {
    for (const start of starts) {
      // A span that reaches back beyond the ring is folded from the database instead.
      if (start < oldest) continue;
      const candle = level === 1 ? own.get(start) : foldRings(index, trades, start, start + level);
      if (candle === null || (trades !== null && candle.trades === 0)) continue;
      rows.push({ name, level, candle });
    }
  }
  return rows;
}

function ringIn(rings: Map<string, MinuteRing>, name: string): MinuteRing {
  let ring = rings.get(name);
  if (ring === undefined) {
    ring = new MinuteRing();
    rings.set(name, ring);
  }
  return ring;
}
