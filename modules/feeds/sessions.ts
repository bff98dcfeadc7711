import type { SessionCalendar } from '@assay/core/session/calendar';
import { type CalendarOf, type IndexSession, indexSession } from './rules/symbols.ts';

interface Known {
  readonly session: IndexSession;
  readonly from: number;
  readonly until: number;
}

/** The sessions of indices now, computed once until they change. */
export class Sessions {
  readonly #calendarOf: CalendarOf;
  /** By calendar: many indices have one. With a day that is published it is another. */
  readonly #known = new WeakMap<SessionCalendar, Known>();

  constructor(of: CalendarOf) {
    this.#calendarOf = of;
  }

  of(index: string, now: number): IndexSession {
    const calendar = this.#calendarOf(index);
    const known = this.#known.get(calendar);
    if (known !== undefined && now >= known.from && now < known.until) return known.session;
    const session = indexSession(index, now, this.#calendarOf);
    const { nextOpening, nextClose } = session;
    const until = Math.min(nextOpening ?? Number.MAX_VALUE, nextClose ?? Number.MAX_VALUE);
    this.#known.set(calendar, { session, from: now, until });
    return session;
  }
}
