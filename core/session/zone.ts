import { DAY, HOUR, MINUTE } from '../time.ts';

/**
 * Clocks of venues without a database of zones: whether a market is open decides what the engine
 * does, so it must not depend on the data that a machine happens to have. The rules below are those
 * of the IANA database from 2007 on; a test compares them with it.
 */

/** When clocks go forward and back: `us` by local time, `eu` everywhere at 01:00 UTC. */
type Saving = 'none' | 'us' | 'eu';

interface ZoneRule {
  /** Minutes that the clock is ahead of UTC in winter. */
  readonly standardMinutes: number;
  readonly saving: Saving;
}

const ZONES = {
  UTC: { standardMinutes: 0, saving: 'none' },
  'America/New_York': { standardMinutes: -300, saving: 'us' },
  'America/Chicago': { standardMinutes: -360, saving: 'us' },
  'Europe/London': { standardMinutes: 0, saving: 'eu' },
  'Europe/Berlin': { standardMinutes: 60, saving: 'eu' },
  'Asia/Tokyo': { standardMinutes: 540, saving: 'none' },
} as const satisfies Readonly<Record<string, ZoneRule>>;

/** A zone by its IANA name. */
export type ZoneName = keyof typeof ZONES;
export const ZONE_NAMES = Object.keys(ZONES) as readonly ZoneName[];

/** Days from 0000-03-01 to 1970-01-01, and of 400 years, after which the calendar repeats. */
const EPOCH_DAYS = 719_468;
const ERA_DAYS = 146_097;

/**
 * Days since 1970-01-01 of a date of the Gregorian calendar; months count from 1, and 13 is the
 * first of the next year. Years are counted from March, so that a leap day is the last of one.
 */
export function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = (((month - 3) % 12) + 12) % 12;
  const inYear = year + Math.floor((month - 3) / 12);
  const era = Math.floor(inYear / 400);
  const ofEra = inYear - era * 400;
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1;
  const leaps = Math.floor(ofEra / 4) - Math.floor(ofEra / 100);
  return era * ERA_DAYS + ofEra * 365 + leaps + dayOfYear - EPOCH_DAYS;
}

/** The weekday of a day number, Sunday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The `nth` of a weekday in a month, from 1; the last one for -1. As a day number. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) {
    const last = dayNumber(year, month + 1, 1) - 1;
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

/** The instants of a year at which the clock goes forward and back; none without saving. */
export function clockChanges(zone: ZoneName, year: number): readonly [number, number] | null {
  const { standardMinutes, saving }: ZoneRule = ZONES[zone];
  if (saving === 'none') return null;
  if (saving === 'eu') {
    const at = (month: number) => nthWeekday(year, month, 0, -1) * DAY + HOUR;
    return [at(3), at(10)];
  }
  // At 02:00 by the clock that goes: of winter in spring, of summer in autumn.
  const standard = standardMinutes * MINUTE;
  const forward = nthWeekday(year, 3, 0, 2) * DAY + 2 * HOUR - standard;
  const back = nthWeekday(year, 11, 0, 1) * DAY + 2 * HOUR - standard - HOUR;
  return [forward, back];
}

/** Milliseconds that the clock of a zone is ahead of UTC at an instant. */
export function offsetAt(zone: ZoneName, at: number): number {
  const standard = ZONES[zone].standardMinutes * MINUTE;
  const changes = clockChanges(zone, yearOf(at));
  if (changes === null) return standard;
  return at >= changes[0] && at < changes[1] ? standard + HOUR : standard;
}

/** What the clock of a zone shows at an instant, as if it were UTC. */
export function localTime(zone: ZoneName, at: number): number {
  return at + offsetAt(zone, at);
}

/** The instants, in order, at which the clock of a zone shows a local time: none, one or two. */
export function instantsOf(zone: ZoneName, local: number): number[] {
  const standard = ZONES[zone].standardMinutes * MINUTE;
  const instants = [local - standard - HOUR, local - standard];
  return instants.filter((at) => localTime(zone, at) === local);
}

/** The year of an instant in UTC. */
export function yearOf(at: number): number {
  const day = Math.floor(at / DAY);
  // Of 365.2425 days: right but for a day around the turn of a year.
  const near = Math.floor((day * 400) / ERA_DAYS) + 1970;
  if (day < dayNumber(near, 1, 1)) return near - 1;
  return day >= dayNumber(near + 1, 1, 1) ? near + 1 : near;
}
