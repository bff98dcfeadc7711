import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Candle } from '@assay/modules/feeds';

/** The most bars of one answer; front ends request some hundreds. */
const BARS_MAX = 5_000;
const MINUTE_SECONDS = 60;

/** The requested part of a history, in seconds since the epoch; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** The number of bars before `to`; 0 when `from` determines the beginning. */
  readonly count: number;
}

/** Reads a span; otherwise the name of the wrong field. */
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

/** The last `count` candles before a time. */
export type LastBefore = (before: number, count: number) => Promise<Candle[]>;

/**
 * The answer to /history: columns of bars, oldest first, or the time of the next older bar.
 * `shortest`: the least number of minutes in a bar.
 */
export async function historyOf(
  span: Span,
  shortest: number,
  lastBefore: LastBefore,
): Promise<object> {
  const { from, to, count } = span;
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

/** A price as a JSON number, which charts draw; it has the digits of the decimal text. */
function price(units: number): number {
  return Number(formatSafe(units, SCALE));
}
