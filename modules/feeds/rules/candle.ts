import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { bucketStart, type Interval, MINUTE_MS } from './interval.ts';

/**
 * Prices over a span of time. Prices are units of 1e-8 as safe integers; volumes are units of
 * 1e-8 as bigint, because a year of a cheap coin leaves the safe integers.
 */
export interface Candle {
  /** Minutes since the epoch. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Traded on our own book, in base and in quote asset. */
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  /** The part of both in which the taker bought. */
  readonly takerBuyVolume: bigint;
  readonly takerBuyQuoteVolume: bigint;
  /**
   * What the sources of the index report as traded on other venues, in the base asset; 0 where they
   * report nothing. It is never part of `volume`.
   */
  readonly referenceVolume: bigint;
  /** Trades on our book; 0 = built from the index. */
  readonly trades: number;
  /** Id of the first of them, 0 when there are none: where to read on after a crash. */
  readonly firstTrade: number;
}

/** The trade figures of a candle of the index. */
export const UNTRADED = {
  volume: 0n,
  quoteVolume: 0n,
  takerBuyVolume: 0n,
  takerBuyQuoteVolume: 0n,
  trades: 0,
  firstTrade: 0,
} as const;

/** The wire form of a candle. */
export interface CandleView {
  readonly openAt: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly referenceVolume: string;
  readonly trades: number;
}

/** Two candles of one span, `first` before `second`, as one that starts at `minute`. */
export function joinCandles(first: Candle, second: Candle, minute: number): Candle {
  return {
    minute,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volume: first.volume + second.volume,
    quoteVolume: first.quoteVolume + second.quoteVolume,
    takerBuyVolume: first.takerBuyVolume + second.takerBuyVolume,
    takerBuyQuoteVolume: first.takerBuyQuoteVolume + second.takerBuyQuoteVolume,
    referenceVolume: first.referenceVolume + second.referenceVolume,
    trades: first.trades + second.trades,
    firstTrade: first.firstTrade === 0 ? second.firstTrade : first.firstTrade,
  };
}

/** Folds candles, oldest first, into candles of a longer interval. */
export function foldCandles(candles: Iterable<Candle>, interval: Interval, offset = 0): Candle[] {
  const folded: Candle[] = [];
  for (const candle of candles) {
    const start = bucketStart(interval, candle.minute, offset);
    const last = folded[folded.length - 1];
    if (last === undefined || last.minute !== start) {
      folded.push(candle.minute === start ? candle : { ...candle, minute: start });
    } else folded[folded.length - 1] = joinCandles(last, candle, start);
  }
  return folded;
}

/** A candle of trades with the reference volume of the index's candle of the same span. */
export function tradedOver(index: Candle, traded: Candle): Candle {
  return { ...traded, referenceVolume: index.referenceVolume };
}

/**
 * One series of two, where both have a candle what `both` makes of them: `tradedOver` for trades
 * over the index, otherwise that of `over`. Both are sorted by time; so is the result.
 */
export function mergeCandles(
  under: readonly Candle[],
  over: readonly Candle[],
  both: (under: Candle, over: Candle) => Candle = (_under, over) => over,
): Candle[] {
  const merged: Candle[] = [];
  let next = 0;
  for (const candle of under) {
    while (next < over.length && (over[next] as Candle).minute < candle.minute) {
      merged.push(over[next] as Candle);
      next += 1;
    }
    const better = over[next];
    if (better?.minute === candle.minute) {
      merged.push(both(candle, better));
      next += 1;
    } else {
      merged.push(candle);
    }
  }
  for (; next < over.length; next += 1) merged.push(over[next] as Candle);
  return merged;
}

/** A span in which there was no price: the last one before it, and no volume. */
export function flatCandle(minute: number, price: number): Candle {
  const prices = { open: price, high: price, low: price, close: price };
  return { minute, ...prices, referenceVolume: 0n, ...UNTRADED };
}

/**
 * One candle for each of `starts`, rising openings of an interval: those of `candles`, and flat
 * ones at the last price where there is none. `before` is the candle before them; without it the
 * first of `candles` is the first price that there is, and what opens earlier is left out.
 */
export function withoutGaps(
  candles: readonly Candle[],
  before: Candle | undefined,
  starts: Iterable<number>,
): Candle[] {
  const whole: Candle[] = [];
  let last = before;
  let next = 0;
  for (const start of starts) {
    const candle = candles[next];
    if (candle?.minute === start) next += 1;
    const one = candle?.minute === start ? candle : last && flatCandle(start, last.close);
    if (one === undefined) continue;
    whole.push(one);
    last = one;
  }
  return whole;
}

export function candleView(candle: Candle): CandleView {
  return {
    openAt: candle.minute * MINUTE_MS,
    open: formatSafe(candle.open, SCALE),
    high: formatSafe(candle.high, SCALE),
    low: formatSafe(candle.low, SCALE),
    close: formatSafe(candle.close, SCALE),
    volume: formatDecimal(candle.volume, SCALE),
    referenceVolume: formatDecimal(candle.referenceVolume, SCALE),
    trades: candle.trades,
  };
}
