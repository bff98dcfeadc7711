/**
 * Candle intervals in UTC. Minutes to days are whole parts of the epoch, a week starts on Monday,
 * a month on its first day. All times here are whole minutes since the epoch: candles know no
 * finer time, and the number fits an int4 column. `offset` is how many minutes the clock of a time
 * zone is ahead of UTC: intervals then start at the whole times of that clock.
 */

export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type Interval = (typeof INTERVALS)[number];

export const MINUTE_MS = 60_000;
export const HOUR = 60;
export const DAY = 1_440;

/**
 * Minutes of the stored levels. Every interval is folded from the coarsest level that divides it,
 * so that a candle of any length equals the shorter candles in it.
 */
export const LEVELS = [1, 15, HOUR, DAY] as const;
export type Level = (typeof LEVELS)[number];

const MINUTES: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '8h': 8 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
  '1w': 7 * DAY,
};
const WEEK = 7 * DAY;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY;
/** Days of the longest and the shortest month: what a month counts as where a bound is needed. */
const MONTH_DAYS_MAX = 31;
const MONTH_DAYS_MIN = 28;

/** The whole minute of an instant in milliseconds. */
export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS);
}

/** The minute at which the interval that contains `minute` starts. */
export function bucketStart(interval: Interval, minute: number, offset = 0): number {
  const local = minute + offset;
  if (interval === '1M') return monthStart(local) - offset;
  const [first, length] = interval === '1w' ? [FIRST_MONDAY, WEEK] : [0, MINUTES[interval]];
  return Math.floor((local - first) / length) * length + first - offset;
}

/** The start of the interval after the one that starts at `start`. */
export function bucketEnd(interval: Interval, start: number, offset = 0): number {
  if (interval === '1M') return monthStart(start + offset + MONTH_DAYS_MAX * DAY) - offset;
  return start + MINUTES[interval];
}

/** Minutes of the interval; of a month its longest. */
export function longestOf(interval: Interval): number {
  return interval === '1M' ? MONTH_DAYS_MAX * DAY : MINUTES[interval];
}

/** Minutes of the interval; of a month its shortest. */
export function shortestMinutes(interval: Interval): number {
  return interval === '1M' ? MONTH_DAYS_MIN * DAY : MINUTES[interval];
}

/** The stored level from which the interval is folded. */
export function levelOf(interval: Interval, offset = 0): Level {
  const length = longestOf(interval);
  const divides = (level: Level) => length >= level && offset % level === 0;
  return [...LEVELS].reverse().find(divides) ?? 1;
}

/**
 * The first minute of the calendar month in which `minute` lies. Days to civil date and back as
 * in Howard Hinnant's "chrono-compatible low-level date algorithms": years start in March, so that
 * the leap day is the last of its year.
 */
function monthStart(minute: number): number {
  const days = Math.floor(minute / DAY) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const centuries = Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1_460) + centuries) / 365);
  const yearStart = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - yearStart;
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * month + 2) / 5);
  return (Math.floor(minute / DAY) - dayOfMonth) * DAY;
}

/**
 * A stored candle that is read and folded into a longer one takes as much of the server as so many
 * bytes of an answer.
 */
const STORED_CANDLE_BYTES = 32;

/** What reading `count` candles of an interval costs beside their bytes. */
export function candleBytes(interval: Interval, count: number, offset = 0): number {
  const stored = count * Math.ceil(longestOf(interval) / levelOf(interval, offset));
  return stored * STORED_CANDLE_BYTES;
}
