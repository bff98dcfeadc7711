import { DAY, HOUR } from '@assay/core/time';

/** Slots of the sign-in cycle. */
export const CYCLE_DAYS = 7;
/** What sign-ins pay in. */
export const PAYS = 'USDT';

/** The calendar day that an instant belongs to at UTC, in days since 1970-01-01. */
export const utcDay = (at: number) => Math.floor(at / DAY);

/** The furthest that clocks stand behind and ahead of UTC: Baker Island and Kiritimati. */
const BEHIND_MS = 12 * HOUR;
const AHEAD_MS = 14 * HOUR;

/** Whether it is this calendar day somewhere on Earth. */
export function isDaySomewhere(day: number, at: number): boolean {
  return day >= utcDay(at - BEHIND_MS) && day <= utcDay(at + AHEAD_MS);
}

/** The calendar day of an instant in an IANA time zone, in days since 1970-01-01. */
export function dayIn(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return dayNumber(of('year'), of('month'), of('day'));
}

/** Days since 1970-01-01 of a date in the Gregorian calendar; years begin in March here. */
function dayNumber(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400);
  return from * 365 + leaps + dayOfYear - 719_468;
}

/** When the calendar day after this instant begins in a zone: within a minute, by halving. */
export function nextDayAt(zone: string, at: number): number {
  const today = dayIn(zone, at);
  // A day has 25 hours where a zone goes back by one; the date line has skipped whole ones.
  let [from, to] = [at, at + 50 * HOUR];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (dayIn(zone, middle) > today) to = middle;
    else from = middle;
  }
  return to;
}

/**
 * The one name of the clocks that a name means, whatever its letters are; null where there are none
 * of that name. What browsers call by an older or a newer name is the same zone.
 */
export function zoneNamed(name: string): string | null {
  // Differences to UTC as such, such as +05:30, are names of no zone.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** By the names of zones, of which there are some hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();
export const formatsKept = () => formats.size;

/** Kept under its one name alone: there is no limit to how people may write it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  });
  if (made.resolvedOptions().timeZone === timeZone) formats.set(timeZone, made);
  return made;
}

/** Where somebody is in the cycle: the last day signed, and its slot from 1 to 7. */
export interface Signed {
  readonly day: number;
  readonly slot: number;
}

/** The slot that a day gets: the next one after yesterday's, else the first. */
export function slotOf(last: Signed | undefined, day: number): number {
  if (last === undefined || day !== last.day + 1) return 1;
  return last.slot === CYCLE_DAYS ? 1 : last.slot + 1;
}

/** `received`: of an earlier day; `signed`: today's; `inProgress`: today's, which waits. */
export const SLOT_STATES = ['received', 'signed', 'inProgress', 'notSigned'] as const;
export type SlotState = (typeof SLOT_STATES)[number];

/** The states of the seven slots on a day. */
export function slotStates(last: Signed | undefined, today: number): SlotState[] {
  const isSigned = last !== undefined && last.day >= today;
  const current = isSigned ? last.slot : slotOf(last, today);
  return Array.from({ length: CYCLE_DAYS }, (_, at) => {
    if (at + 1 < current) return 'received';
    if (at + 1 > current) return 'notSigned';
    return isSigned ? 'signed' : 'inProgress';
  });
}
