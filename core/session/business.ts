import { DAY } from '../time.ts';
import { nextClose, nextOpening, type SessionCalendar, sessionAt } from './calendar.ts';

/**
 * The days on which promises of "a business day" count: Monday to Friday by the clock of UTC, but
 * the six closing days of the European settlement system T2. A published rule, like every calendar.
 */
export const BUSINESS: SessionCalendar = {
  name: 'business',
  zone: 'UTC',
  hours: [{ days: [1, 2, 3, 4, 5], from: 0, to: 1_440 }],
  closures: [
    { name: 'newYear', on: { kind: 'date', month: 1, day: 1 }, from: 0, to: 1_440 },
    { name: 'goodFriday', on: { kind: 'easter', add: -2 }, from: 0, to: 1_440 },
    { name: 'easterMonday', on: { kind: 'easter', add: 1 }, from: 0, to: 1_440 },
    { name: 'labourDay', on: { kind: 'date', month: 5, day: 1 }, from: 0, to: 1_440 },
    { name: 'christmas', on: { kind: 'date', month: 12, day: 25 }, from: 0, to: 1_440 },
    { name: 'boxingDay', on: { kind: 'date', month: 12, day: 26 }, from: 0, to: 1_440 },
  ],
};

/**
 * The instant at which 24 hours of business days have passed since `at`: the same time of the next
 * business day, and the end of the next one for what is asked on a day off.
 */
export function oneBusinessDayAfter(at: number): number {
  let [from, left] = [at, DAY];
  for (;;) {
    const { open } = sessionAt(BUSINESS, from);
    const start = open ? from : nextOpening(BUSINESS, from)!;
    const close = nextClose(BUSINESS, start)!;
    if (start + left <= close) return start + left;
    left -= close - start;
    from = close;
  }
}
