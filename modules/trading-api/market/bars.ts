import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { bucketEnd, type Candle, MINUTE_MS } from '@assay/modules/feeds';
import type { Interval } from '@assay/modules/feeds/schema';

/** A candle of any length, with the first and the last instant of its span in ms. */
export interface Bar extends Omit<Candle, 'minute' | 'referenceVolume'> {
  readonly openAt: number;
  readonly closeAt: number;
}

/** The last instant of a candle, in ms. */
export function closeTimeOf(candle: Candle, interval: Interval, offset = 0): number {
  return bucketEnd(interval, candle.minute, offset) * MINUTE_MS - 1;
}

export function barOf(candle: Candle, interval: Interval, offset = 0): Bar {
  const { minute, ...figures } = candle;
  const closeAt = closeTimeOf(candle, interval, offset);
  return { ...figures, openAt: minute * MINUTE_MS, closeAt };
}

const price = (units: number) => formatSafe(units, SCALE);
const amount = (units: bigint) => formatDecimal(units, SCALE);

/** A bar as the list of twelve entries that clients read; the last entry is unused. */
export function barRow(bar: Bar): (string | number)[] {
  return [
    bar.openAt,
    price(bar.open),
    price(bar.high),
    price(bar.low),
    price(bar.close),
    amount(bar.volume),
    bar.closeAt,
    amount(bar.quoteVolume),
    bar.trades,
    amount(bar.takerBuyVolume),
    amount(bar.takerBuyQuoteVolume),
    '0',
  ];
}

const texts = new WeakMap<Candle, { readonly closeAt: number; readonly text: string }>();

/**
 * The row of a candle as JSON, kept with it: one that has ended is the same object at each read,
 * and is written once.
 */
export function candleText(candle: Candle, interval: Interval, offset: number): string {
  const closeAt = closeTimeOf(candle, interval, offset);
  const known = texts.get(candle);
  if (known?.closeAt === closeAt) return known.text;
  const text = JSON.stringify(barRow(barOf(candle, interval, offset)));
  texts.set(candle, { closeAt, text });
  return text;
}

/** A bar as events have it. */
export function barEvent(bar: Bar, market: string, interval: string, closed: boolean): object {
  const traded = bar.trades > 0;
  return {
    t: bar.openAt,
    T: bar.closeAt,
    s: market,
    i: interval,
    f: traded ? bar.firstTrade : -1,
    L: traded ? bar.firstTrade + bar.trades - 1 : -1,
    o: price(bar.open),
    c: price(bar.close),
    h: price(bar.high),
    l: price(bar.low),
    v: amount(bar.volume),
    n: bar.trades,
    x: closed,
    q: amount(bar.quoteVolume),
    V: amount(bar.takerBuyVolume),
    Q: amount(bar.takerBuyQuoteVolume),
    B: '0',
  };
}
