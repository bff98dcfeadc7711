import { dayOf } from '@assay/core/position/rollover';
import type { SessionCalendar } from '@assay/core/session/calendar';
import { type DayHours, readDayHours } from '@assay/core/session/day-hours';
import { CALENDARS, type CalendarName } from './calendars.ts';
import { type CalendarOf, calendarOf } from './symbols.ts';

/** The hours of one day of a calendar, as two people have published them. */
export interface PublishedDay {
  readonly calendar: string;
  /** By the clock of the venue: 2026-12-28. */
  readonly date: string;
  /** `01:00-13:00`; empty: closed; null: as usual again. */
  readonly hours: string | null;
}

/** Calendars that have days of their own: those of venues. What is always open has none. */
export const DATED_CALENDARS = [
  'forex',
  'metals',
  'energy',
  'brent',
] as const satisfies readonly Exclude<CalendarName, 'always'>[];
export type DatedCalendar = (typeof DATED_CALENDARS)[number];

export function isDated(name: string): name is DatedCalendar {
  return DATED_CALENDARS.some((each) => each === name);
}

/** The usual hours of a calendar with such days; undefined for another name. */
export function calendarNamed(name: string): SessionCalendar | undefined {
  return isDated(name) ? CALENDARS[name] : undefined;
}

/**
 * The calendars with the days that were published. This is the one way in which such a day comes to
 * whoever asks for hours: engine, feed, pages and staff each have their own, and ask `of`.
 */
export class PublishedDays {
  readonly #days = new Map<string, Map<number, readonly DayHours[]>>();
  readonly #calendars = new Map<string, SessionCalendar>();

  constructor(days: Iterable<PublishedDay> = []) {
    for (const day of days) this.set(day);
  }

  /** The last one of a date counts. */
  set({ calendar, date, hours }: PublishedDay): void {
    const day = dayOf(date);
    const own = hours === null ? undefined : readDayHours(hours);
    if (!isDated(calendar) || day === null || own === null) return;
    const days = new Map(this.#days.get(calendar));
    if (own === undefined) days.delete(day);
    else days.set(day, own);
    this.#days.set(calendar, days);
    // A new one, since what is known of sessions is known of the calendar before.
    const usual = CALENDARS[calendar];
    this.#calendars.set(calendar, days.size === 0 ? usual : { ...usual, days });
  }

  /** A calendar by its name. */
  calendar(name: DatedCalendar): SessionCalendar {
    return this.#calendars.get(name) ?? CALENDARS[name];
  }

  readonly of: CalendarOf = (index) => {
    const usual = calendarOf(index);
    return this.#calendars.get(usual.name) ?? usual;
  };
}
