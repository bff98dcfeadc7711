import { dayOf } from '@assay/core/position/rollover';
import { dayBegins, hoursOn, openTime } from '@assay/core/session/calendar';
import { dayHoursText, readDayHours } from '@assay/core/session/day-hours';
import { DAY, HOUR } from '@assay/core/time';
import { type DatedCalendar, isDated, type PublishedDay, PublishedDays } from './published-days.ts';

/**
 * What is published of a day is published so long before the day begins. It is longer than the
 * longest option, so that none is open whose window would come into other hours.
 */
export const DAY_NOTICE_MS = 2 * DAY;
/**
 * Engines take a day no later than so long before it begins: longer than the longest option and
 * than the end of a session in which spreads are wider. A later one they never take.
 */
export const DAY_TAKEN_MS = DAY + HOUR;
const AHEAD_MAX_MS = 400 * DAY;
/** Nights are counted in single digits, and whoever looks for an opening finds it. */
const CLOSED_MAX_MS = 7 * DAY;

/** Hours of a date as they are and as they are to be. */
export interface DayChange {
  readonly date: string;
  /** Those that hold now, which whoever signs reads: `00:00-17:00,18:00-24:00`. */
  readonly before: string;
  /** Empty: closed; null: as usual again. */
  readonly after: string | null;
}

/** Why hours cannot be published, in the order in which it is checked. */
export const CALENDAR_REFUSALS = [
  'unknownCalendar',
  'badDate',
  'badHours',
  'changedMeanwhile',
  'unchanged',
  'noticeTooShort',
  'tooFarAhead',
  'closedTooLong',
] as const;
export type CalendarRefusal = (typeof CALENDAR_REFUSALS)[number];

/** The hours of a date by what was published; null: no such calendar or date. */
export function hoursOfDate(days: PublishedDays, calendar: string, date: string): string | null {
  const day = dayOf(date);
  if (!isDated(calendar) || day === null) return null;
  return dayHoursText(hoursOn(days.calendar(calendar), day));
}

/** The first reason against a change, and the date that it is of. */
export function refuseDays(
  calendar: string,
  changes: readonly DayChange[],
  published: readonly PublishedDay[],
  now: number,
): { readonly refusal: CalendarRefusal; readonly detail: { readonly field: string } } | null {
  const seen = new Set<string>();
  const present = new PublishedDays(published);
  const next = new PublishedDays(published);
  for (const { date, after } of changes) next.set({ calendar, date, hours: after });
  for (const change of changes) {
    const { date } = change;
    const refusal = seen.has(date) ? 'badDate' : refuseDay(calendar, change, present, next, now);
    if (refusal !== null) return { refusal, detail: { field: date } };
    seen.add(date);
  }
  return null;
}

function refuseDay(
  calendar: string,
  { date, before, after }: DayChange,
  present: PublishedDays,
  next: PublishedDays,
  now: number,
): CalendarRefusal | null {
  if (!isDated(calendar)) return 'unknownCalendar';
  const known = hoursOfDate(present, calendar, date);
  if (known === null) return 'badDate';
  if (after !== null && readDayHours(after) === null) return 'badHours';
  if (known !== before) return 'changedMeanwhile';
  if (hoursOfDate(next, calendar, date) === known) return 'unchanged';
  const begins = dayBegins(present.calendar(calendar), dayOf(date)!);
  if (begins - now < DAY_NOTICE_MS) return 'noticeTooShort';
  if (begins - now > AHEAD_MAX_MS) return 'tooFarAhead';
  return isClosedLong(next, calendar, date) ? 'closedTooLong' : null;
}

/** Whether some seven days with a date in them have no session. */
function isClosedLong(days: PublishedDays, name: DatedCalendar, date: string): boolean {
  const calendar = days.calendar(name);
  const begins = dayBegins(calendar, dayOf(date)!);
  return [0, 1, 2, 3, 4, 5, 6].some((before) => {
    const from = begins - before * DAY;
    return openTime(calendar, from, from + CLOSED_MAX_MS) === 0;
  });
}
