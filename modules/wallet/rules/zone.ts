import { DAY, HOUR, MINUTE, SECOND } from '@assay/core/time';

/** What clocks of a zone show at an instant. */
export interface LocalTime {
  /** `2026-11-24`: texts of later days compare as later. */
  readonly day: string;
  /** Milliseconds that the clock shows since its midnight. */
  readonly ofDay: number;
}

interface Clock {
  readonly format: Intl.DateTimeFormat;
  /** What was asked before: plans and counts of a day ask for the same instants many times. */
  readonly known: Map<number, LocalTime>;
}

const clocks = new Map<string, Clock>();
const KNOWN_MAX = 4096;

/** Throws a RangeError for what is no zone. */
function clockOf(zone: string): Clock {
  const made = clocks.get(zone);
  if (made !== undefined) return made;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  });
  const clock = { format, known: new Map<number, LocalTime>() };
  clocks.set(zone, clock);
  return clock;
}

export function localTime(zone: string, at: number): LocalTime {
  const { format, known } = clockOf(zone);
  const before = known.get(at);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const local = readClock(format, at);
  known.set(at, local);
  return local;
}

function readClock(format: Intl.DateTimeFormat, at: number): LocalTime {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const count = (type: Intl.DateTimeFormatPartTypes) => Number.parseInt(part(type), 10);
  const seconds = count('hour') * HOUR + count('minute') * MINUTE + count('second') * SECOND;
  const year = part('year').padStart(4, '0');
  const below = ((at % SECOND) + SECOND) % SECOND;
  return { day: `${year}-${part('month')}-${part('day')}`, ofDay: seconds + below };
}

/** How far clocks of the zone are ahead of UTC. */
export function offsetOf(zone: string, at: number): number {
  const { day, ofDay } = localTime(zone, at);
  return dayNumber(day) * DAY + ofDay - at;
}

/** Days since 1970-01-01 of the Gregorian calendar, whose years here begin in March. */
function dayNumber(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map((part) => Number.parseInt(part, 10));
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leaps + Math.floor((153 * m + 2) / 5) + date - 1 - TO_1970;
}

const TO_1970 = 719_468;

/**
 * The first instant after `after` and not after `until` at which clocks of the zone are moved; null
 * when they are not. The two are less than two days apart, in which no zone moves them twice.
 */
export function moveBetween(zone: string, after: number, until: number): number | null {
  const before = offsetOf(zone, after);
  if (offsetOf(zone, until) === before) return null;
  let [low, high] = [after, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The first instant after this one that is on a later day. */
export function nextDay(zone: string, at: number): number {
  const today = localTime(zone, at).day;
  return firstWhen(zone, at, ({ day }) => day > today, 0);
}

/**
 * The first instant from `from` on at which the clock shows what is wanted. `target`: the time of
 * day at which it begins on a day on which nobody moves the clock.
 */
export function firstWhen(
  zone: string,
  from: number,
  wanted: (local: LocalTime) => boolean,
  target: number,
): number {
  let at = from;
  // A day, what its clock may be moved by, and the next one: three rounds are enough for any zone.
  for (let round = 0; round < ROUNDS; round += 1) {
    const local = localTime(zone, at);
    if (wanted(local)) return at;
    const wait = (((target - local.ofDay) % DAY) + DAY) % DAY || DAY;
    at = moveBetween(zone, at, at + wait) ?? at + wait;
  }
  throw new RangeError(`clocks of ${zone} do not come to it`);
}

const ROUNDS = 8;
