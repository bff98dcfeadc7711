import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Candle } from '@assay/modules/feeds';

/** The largest number of bars in one answer; front ends request a few hundred. */
const BARS_MAX = 2_000;
const MINUTE_SECONDS = 60;

/** A span of a history in seconds since the epoch; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** The number of bars before `to`, which takes precedence over `from`; 0 when `from` counts. */
  readonly count: number;
}

/** Parses a span; returns the name of the field that is wrong otherwise. */
export function readSpan(query: URLSearchParams): Span | string {
  const from = wholeNumber(query.get('from') ?? '0');
  const to = wholeNumber(query.get('to') ?? '');
  const count = wholeNumber(query.get('countback') ?? '0');
  if (to === null) return 'to';
  if (from === null || (count === 0 && from >= to)) return 'from';
  return count === null ? 'countback' : { from, to, count: Math.min(count, BARS_MAX) };
}

const WHOLE = /^\d{1,11}$/;

function wholeNumber(text: string): number | null {
  return WHOLE.test(text) ? Number(text) : null;
}

/** Reads the last `count` candles that open before a time, in ms. */
export type LastBefore = (before: number, count: number) => Promise<Candle[]>;

/**
 * The answer to /history: columns of bars, oldest first, or the time of the next older bar.
 * `shortest`: the least number of minutes of a bar.
 */
export async function historyOf(
  span: Span,
  shortest: number,
  lastBefore: LastBefore,
): Promise<object> {
  const { from, to, count } = span;
  // One candle more than the span can have shows when the bar before it was.
  const most = Math.min(BARS_MAX, Math.ceil((to - from) / (shortest * MINUTE_SECONDS)) + 1);
  const candles = await lastBefore(to * 1000, count === 0 ? most : count);
  const bars = candles.filter(({ minute }) => count > 0 || minute * MINUTE_SECONDS >= from);
  const last = candles.at(-1);
  if (bars.length === 0) {
    return { s: 'no_data', ...(last && { nextTime: last.minute * MINUTE_SECONDS }) };
  }
  return {
    s: 'ok',
    t: bars.map(({ minute }) => minute * MINUTE_SECONDS),
    o: bars.map(({ open }) => price(open)),
    h: bars.map(({ high }) => price(high)),
    l: bars.map(({ low }) => price(low)),
    c: bars.map(({ close }) => price(close)),
    v: bars.map(({ volume }) => Number(volume) / 10 ** SCALE),
  };
}

/** A price as a JSON number with the digits of its decimal text, because charts need numbers. */
function price(units: number): number {
  return Number(formatSafe(units, SCALE));
}
