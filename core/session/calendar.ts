import { assert } from '../num/integer.ts';
import { DAY, MINUTE } from '../time.ts';
import type { DayHours } from './day-hours.ts';
import {
  clockChanges,
  dayNumber,
  instantsOf,
  localTime,
  nthWeekday,
  weekdayOf,
  yearOf,
  type ZoneName,
} from './zone.ts';

/**
 * When a market is open: weekly hours by the clock of its venue, holidays and early closes. All
 * functions are of the calendar and an instant in ms alone.
 */

/** Hours on the days of a week (Sunday 0), in minutes of the local day; `to` may be 1440. */
export interface WeeklyHours {
  readonly days: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Which days of the years a holiday is on. */
export type HolidayRule =
  | {
      readonly kind: 'date';
      readonly month: number;
      readonly day: number;
      /** Kept on the weekday beside it when it is on a weekend; on no other day by default. */
      readonly observed?: 'nearest' | 'monday';
    }
  /** The nth weekday of a month; -1: the last one. `add` days after it. */
  | {
      readonly kind: 'weekday';
      readonly month: number;
      readonly weekday: number;
      readonly nth: number;
      readonly add?: number;
    }
  /** Days after Easter Sunday. */
  | { readonly kind: 'easter'; readonly add: number };

/** A time in which the market is closed although its weekly hours say otherwise. */
export interface Closure {
  readonly name: string;
  readonly on: HolidayRule;
  /** Minutes from the local midnight at which the day begins; below 0 on the day before. */
  readonly from: number;
  readonly to: number;
  /** Years in which it is kept; all by default. */
  readonly since?: number;
}

export interface SessionCalendar {
  readonly name: string;
  readonly zone: ZoneName;
  readonly hours: readonly WeeklyHours[];
  readonly closures: readonly Closure[];
  /** Local days, counted from 1970, with hours of their own: those of the week do not hold. */
  readonly days?: ReadonlyMap<number, readonly DayHours[]>;
}

const DAY_MINUTES = 1_440;
/** No calendar is closed, or open, for longer than this unless it is always. */
const HORIZON_DAYS = 30;

/** A market that never closes. */
export const ALWAYS: SessionCalendar = {
  name: 'always',
  zone: 'UTC',
  hours: [{ days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: DAY_MINUTES }],
  closures: [],
};

/** Whether the market is open at an instant; at the moment of a close it is closed. */
export function isOpen(calendar: SessionCalendar, at: number): boolean {
  if (isAlways(calendar)) return true;
  return isOpenBy(calendar, localTime(calendar.zone, at));
}

function isOpenBy(calendar: SessionCalendar, local: number): boolean {
  const day = Math.floor(local / DAY);
  const minute = (local - day * DAY) / MINUTE;
  const own = calendar.days?.get(day);
  if (own !== undefined) return own.some(({ from, to }) => minute >= from && minute < to);
  const weekday = weekdayOf(day);
  const inHours = calendar.hours.some(
    ({ days, from, to }) => minute >= from && minute < to && days.includes(weekday),
  );
  return inHours && !closuresNear(calendar, day).some(([from, to]) => local >= from && local < to);
}

/** When the market is open on a local day, by the clock of its venue. */
export function hoursOn(calendar: SessionCalendar, day: number): DayHours[] {
  const start = day * DAY;
  const bounds = [...boundsOn(calendar, day), start, start + DAY].sort((a, b) => a - b);
  const found: DayHours[] = [];
  for (const [i, bound] of bounds.entries()) {
    const next = bounds[i + 1];
    if (next === undefined || next === bound || !isOpenBy(calendar, bound)) continue;
    const [from, to] = [(bound - start) / MINUTE, (next - start) / MINUTE];
    const last = found.at(-1);
    if (last?.to === from) found[found.length - 1] = { from: last.from, to };
    else found.push({ from, to });
  }
  return found;
}

/** The first instant of a local day. */
export function dayBegins({ zone }: SessionCalendar, day: number): number {
  const [first] = instantsOf(zone, day * DAY);
  assert(first !== undefined, 'no zone of a venue leaves out a midnight');
  return first;
}

/** The closure of an instant: its name, null when there is none. */
export function closureAt(calendar: SessionCalendar, at: number): string | null {
  const local = localTime(calendar.zone, at);
  const near = closuresNear(calendar, Math.floor(local / DAY));
  return near.find(([from, to]) => local >= from && local < to)?.[2] ?? null;
}

/** The first instant after `at` at which the market opens; null when it never closes. */
export function nextOpening(calendar: SessionCalendar, at: number): number | null {
  return nextChange(calendar, at, true);
}

/** The first instant after `at` at which the market closes; null when it never does. */
export function nextClose(calendar: SessionCalendar, at: number): number | null {
  return nextChange(calendar, at, false);
}

/** A time in which the market is open without a break; without an end where it never closes. */
export interface SessionSpan {
  readonly opensAt: number;
  readonly closesAt: number | null;
}

/** Of each calendar the session that was asked for last: the next instant is mostly in it. */
const lastSpans = new WeakMap<SessionCalendar, SessionSpan>();

/** The session that an instant is in; null while the market is closed. */
export function spanAt(calendar: SessionCalendar, at: number): SessionSpan | null {
  const last = lastSpans.get(calendar);
  if (last !== undefined && at >= last.opensAt && at < (last.closesAt ?? at + 1)) return last;
  if (!isOpen(calendar, at)) return null;
  const span = { opensAt: lastOpening(calendar, at), closesAt: nextClose(calendar, at) };
  lastSpans.set(calendar, span);
  return span;
}

/** What is shown of a session at an instant. */
export interface SessionState {
  readonly open: boolean;
  readonly nextOpening: number | null;
  readonly nextClose: number | null;
}

export function sessionAt(calendar: SessionCalendar, at: number): SessionState {
  return {
    open: isOpen(calendar, at),
    nextOpening: nextOpening(calendar, at),
    nextClose: nextClose(calendar, at),
  };
}

/** Milliseconds of [from, to) in which the market is open. */
export function openTime(calendar: SessionCalendar, from: number, to: number): number {
  let sum = 0;
  let at = from;
  while (at < to) {
    const open = isOpen(calendar, at);
    const change = nextChange(calendar, at, !open);
    const until = change === null ? to : Math.min(to, change);
    if (open) sum += until - at;
    at = until;
  }
  return sum;
}

/**
 * A session begins and ends where the local clock comes to a bound, or where the clock itself is
 * changed; each such instant is tried.
 */
function nextChange(calendar: SessionCalendar, at: number, toOpen: boolean): number | null {
  if (isAlways(calendar)) return null;
  const first = Math.floor(localTime(calendar.zone, at) / DAY) - 1;
  for (let day = first; day <= first + HORIZON_DAYS; day += 1) {
    for (const change of changesOn(calendar, day)) {
      if (change <= at || isOpen(calendar, change) !== toOpen) continue;
      if (isOpen(calendar, change - 1) !== toOpen) return change;
    }
  }
  return null;
}

/** The last instant until `at` at which the market opened; 0 when it has always been open. */
function lastOpening(calendar: SessionCalendar, at: number): number {
  if (isAlways(calendar)) return 0;
  const last = Math.floor(localTime(calendar.zone, at) / DAY) + 1;
  for (let day = last; day >= last - HORIZON_DAYS; day -= 1) {
    for (const change of changesOn(calendar, day).reverse()) {
      if (change > at || !isOpen(calendar, change)) continue;
      if (!isOpen(calendar, change - 1)) return change;
    }
  }
  return 0;
}

/** In order: the instants of a local day at which the market may open or close. */
function changesOn(calendar: SessionCalendar, day: number): number[] {
  const start = day * DAY;
  const instants = boundsOn(calendar, day).flatMap((local) => instantsOf(calendar.zone, local));
  const year = yearOf(start);
  for (const change of clockChanges(calendar.zone, year) ?? []) {
    if (Math.floor(localTime(calendar.zone, change) / DAY) === day) instants.push(change);
  }
  return instants.sort((a, b) => a - b);
}

/** The local times of a day at which the hours, or a closure, begin or end. */
function boundsOn(calendar: SessionCalendar, day: number): number[] {
  const start = day * DAY;
  const locals = new Set<number>();
  for (const { from, to } of [...calendar.hours, ...(calendar.days?.get(day) ?? [])])
    locals.add(start + from * MINUTE).add(start + to * MINUTE);
  for (const [from, to] of closuresNear(calendar, day)) locals.add(from).add(to);
  // A day with hours of its own begins and ends those of the week.
  if (calendar.days !== undefined) locals.add(start);
  return [...locals].filter((local) => local >= start && local < start + DAY);
}

function isAlways({ hours, closures, days }: SessionCalendar): boolean {
  if (days !== undefined) return false;
  const whole = ({ days, from, to }: WeeklyHours) =>
    days.length === 7 && from === 0 && to === DAY_MINUTES;
  return closures.length === 0 && hours.some(whole);
}

type LocalSpan = readonly [from: number, to: number, name: string];

interface KnownClosures {
  readonly years: Set<number>;
  readonly byDay: Map<number, LocalSpan[]>;
}

/** Of each calendar: its closures by the local days that they touch. They follow from it. */
const known = new WeakMap<SessionCalendar, KnownClosures>();
const NONE: readonly LocalSpan[] = [];

/** The closures that touch a local day. */
function closuresNear(calendar: SessionCalendar, day: number): readonly LocalSpan[] {
  if (calendar.closures.length === 0) return NONE;
  let own = known.get(calendar);
  if (own === undefined) {
    own = { years: new Set(), byDay: new Map() };
    known.set(calendar, own);
  }
  const year = yearOf(day * DAY);
  // The first and the last days of a year may be touched by a holiday of the one beside it.
  for (const each of [year - 1, year, year + 1])
    if (!own.years.has(each)) addYear(calendar, each, own);
  return own.byDay.get(day) ?? NONE;
}

function addYear(calendar: SessionCalendar, year: number, { years, byDay }: KnownClosures): void {
  years.add(year);
  for (const span of closuresOf(calendar, year)) {
    const last = Math.floor((span[1] - 1) / DAY);
    for (let day = Math.floor(span[0] / DAY); day <= last; day += 1) {
      byDay.set(day, [...(byDay.get(day) ?? NONE), span]);
    }
  }
}

function closuresOf({ closures }: SessionCalendar, year: number): LocalSpan[] {
  return closures.flatMap(({ name, on, from, to, since = 0 }): LocalSpan[] => {
    const day = year < since ? null : holiday(on, year);
    if (day === null) return [];
    assert(from < to, `the closure ${name} ends before it begins`);
    return [[day * DAY + from * MINUTE, day * DAY + to * MINUTE, name]];
  });
}

/** The day number of a holiday in a year; null in a year without it. */
function holiday(rule: HolidayRule, year: number): number | null {
  if (rule.kind === 'easter') return easter(year) + rule.add;
  if (rule.kind === 'weekday') {
    return nthWeekday(year, rule.month, rule.weekday, rule.nth) + (rule.add ?? 0);
  }
  const day = dayNumber(year, rule.month, rule.day);
  const weekday = weekdayOf(day);
  if (weekday === 0 && rule.observed !== undefined) return day + 1;
  if (weekday === 6 && rule.observed === 'nearest') return day - 1;
  return day;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher), as a day number. */
export function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}
