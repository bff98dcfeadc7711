/**
 * When nights are charged: at 17:00 in New York, which is 22:00 UTC in its winter and 21:00 in its
 * summer. Pure arithmetic of dates: no zone data of the machine it runs on.
 */

/** How nights are counted over a week. */
export const NIGHT_RULES = ['spot', 'future', 'daily'] as const;
export type NightRule = (typeof NIGHT_RULES)[number];

export interface Nights {
  readonly carry: number;
  readonly admin: number;
}

export interface Rollover extends Nights {
  readonly at: number;
}

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Longer than any outage that is caught up with at once; what is left follows at the next one. */
const MAX_DAYS = 400;

const NONE: Nights = { carry: 0, admin: 0 };
const ONE_NIGHT: Nights = { carry: 1, admin: 1 };
/**
 * By day of the week from Sunday. Spot settles two days later, so Wednesday carries over a
 * weekend, whose charge is made on Friday; a future is carried over the weekend on Friday.
 */
const WEEK: Readonly<Record<NightRule, readonly Nights[]>> = {
  spot: [
    ...[NONE, ONE_NIGHT, ONE_NIGHT, { carry: 3, admin: 1 }],
    ...[ONE_NIGHT, { carry: 1, admin: 3 }, NONE],
  ],
  future: [
    ...[NONE, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT],
    ...[{ carry: 3, admin: 3 }, NONE],
  ],
  daily: [ONE_NIGHT, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT, ONE_NIGHT],
};

const HOLIDAYS = /^(\d{4}-\d{2}-\d{2}=\d\/\d(,\d{4}-\d{2}-\d{2}=\d\/\d)*)?$/;

/** Dates with nights of their own, as `2026-12-23=4/1,2026-12-25=0/0`; null: not of this form. */
export function readHolidays(text: string): ReadonlyMap<string, Nights> | null {
  if (typeof text !== 'string' || !HOLIDAYS.test(text)) return null;
  const dates = new Map<string, Nights>();
  for (const entry of text === '' ? [] : text.split(',')) {
    const [date = '', nights = ''] = entry.split('=');
    if (dayOf(date) === null) return null;
    const [carry, admin] = nights.split('/').map(Number);
    dates.set(date, { carry: carry!, admin: admin! });
  }
  return dates;
}

/** The cut-offs with nights to charge, later than `after` and up to `until`. */
export function rolloversIn(
  after: number,
  until: number,
  rule: NightRule,
  holidays: ReadonlyMap<string, Nights>,
): Rollover[] {
  const found: Rollover[] = [];
  let day = Math.floor(after / DAY_MS) - 1;
  for (let n = 0; n < MAX_DAYS; n += 1, day += 1) {
    const at = cutOff(day);
    if (at > until) break;
    if (at <= after) continue;
    const nights = holidays.get(dateOf(day)) ?? WEEK[rule][weekday(day)]!;
    if (nights.carry > 0 || nights.admin > 0) found.push({ at, ...nights });
  }
  return found;
}

/** 17:00 in New York on a day, counted from 1970. */
export function cutOff(day: number): number {
  return day * DAY_MS + (isSummer(day) ? 21 : 22) * HOUR_MS;
}

/** Summer time there: from the second Sunday of March to the first Sunday of November. */
function isSummer(day: number): boolean {
  const year = Number(dateOf(day).slice(0, 4));
  return day >= sunday(dayNumber(year, 3, 8)) && day < sunday(dayNumber(year, 11, 1));
}

/** The first Sunday on or after a day. */
function sunday(day: number): number {
  return day + ((7 - weekday(day)) % 7);
}

/** From Sunday, 0; 1970 began with a Thursday. */
function weekday(day: number): number {
  return (day + 4) % 7;
}

/** The day of a date, counted from 1970; null when there is no such date. */
export function dayOf(date: string): number | null {
  const [year = 0, month = 0, of = 0] = date.split('-').map(Number);
  const day = dayNumber(year, month, of);
  return day >= 0 && dateOf(day) === date ? day : null;
}

/**
 * Days of the 400 years after which the calendar repeats, and of a year that begins with
 * March.
 */
const ERA = 146_097;
const YEAR = 365;
/** From the first of March of the year 0 to 1970. */
const TO_1970 = 719_468;

/** Years begin with March here, so that the leap day is the last of a year. */
function dayNumber(year: number, month: number, of: number): number {
  const years = month > 2 ? year : year - 1;
  const era = Math.floor(years / 400);
  const inEra = years - era * 400;
  const inYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + of - 1;
  const leaps = Math.floor(inEra / 4) - Math.floor(inEra / 100);
  return era * ERA + inEra * YEAR + leaps + inYear - TO_1970;
}

/** The date of a day, as `2026-12-23`. */
export function dateOf(day: number): string {
  const days = day + TO_1970;
  const era = Math.floor(days / ERA);
  const inEra = days - era * ERA;
  const leaps =
    Math.floor(inEra / 1_460) - Math.floor(inEra / 36_524) + Math.floor(inEra / (ERA - 1));
  const years = Math.floor((inEra - leaps) / YEAR);
  const inYear = inEra - (YEAR * years + Math.floor(years / 4) - Math.floor(years / 100));
  const fromMarch = Math.floor((5 * inYear + 2) / 153);
  const of = inYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = years + era * 400 + (month <= 2 ? 1 : 0);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(of)}`;
}
