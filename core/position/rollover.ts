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
 * By day of the week from Sunday. Spot settles two days later, so Wednesday carries over a weekend,
 * whose charge is made on Friday; a future is carried over the weekend on Friday.
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
    if (new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date) return null;
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
    const date = new Date(day * DAY_MS);
    const nights = holidays.get(date.toJSON().slice(0, 10)) ?? WEEK[rule][date.getUTCDay()]!;
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
  const year = new Date(day * DAY_MS).getUTCFullYear();
  return day >= sunday(year, 2, 8) && day < sunday(year, 10, 1);
}

/** The first Sunday of a month on or after a date, counted from 1970. */
function sunday(year: number, month: number, date: number): number {
  const first = Date.UTC(year, month, date) / DAY_MS;
  return first + ((7 - new Date(first * DAY_MS).getUTCDay()) % 7);
}
