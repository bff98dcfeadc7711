import {
  bucketEnd,
  bucketStart,
  type Interval,
  longestOf,
  MINUTE_MS,
  minuteOf,
} from '../rules/interval.ts';

export interface KlineRange {
  /**
   * First and last instant in ms at which a candle may open; without `from` the latest are meant.
   */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  /** Minutes that the clock by which intervals start is ahead of UTC. */
  readonly offset?: number | undefined;
}

/** The minutes of the last `limit` intervals up to an instant, and of one more. */
export function lastSpan(
  interval: Interval,
  to: number,
  limit: number,
  offset: number,
): { start: number; end: number } {
  const end = bucketEnd(interval, bucketStart(interval, minuteOf(to), offset), offset);
  // One more than wanted: the growing candle may not have begun.
  const start = bucketStart(interval, end - (limit + 1) * longestOf(interval), offset);
  return { start: Math.max(0, start), end };
}

/** The opening of the first interval that begins at an instant or later. */
export function firstFrom(interval: Interval, from: number, offset: number): number {
  return Math.max(0, openingFrom(interval, Math.ceil(from / MINUTE_MS), offset));
}

/** The opening of the first interval that begins at a minute or later. */
export function openingFrom(interval: Interval, minute: number, offset: number): number {
  const start = bucketStart(interval, minute, offset);
  return start < minute ? bucketEnd(interval, start, offset) : start;
}

/** The openings that a range asks for, oldest first: the first from `from` on, else the last. */
export function startsOf(interval: Interval, range: KlineRange, now: number): number[] {
  const { from, limit, offset = 0 } = range;
  const last = bucketStart(interval, minuteOf(Math.min(range.to ?? now, now)), offset);
  const starts: number[] = [];
  if (from === undefined) {
    for (let at = last; at >= 0 && starts.length < limit; ) {
      starts.push(at);
      at = bucketStart(interval, at - 1, offset);
    }
    return starts.reverse();
  }
  for (let at = firstFrom(interval, from, offset); at <= last && starts.length < limit; ) {
    starts.push(at);
    at = bucketEnd(interval, at, offset);
  }
  return starts;
}
