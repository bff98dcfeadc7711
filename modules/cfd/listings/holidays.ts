import {
  cutOff,
  dateOf,
  dayOf,
  type NightRule,
  readHolidays,
  rolloversIn,
} from '@assay/core/position/rollover';
import { type CalendarOf, calendarOf, isIndexOpen } from '@assay/modules/feeds/rules';

/** The dates that a new installation states; its staff announce later ones. */
const FIRST = dayOf('2026-11-01')!;
const LAST = dayOf('2028-12-31')!;
/** Before the cut-off: noon in New York, when whatever is open on a day is open. */
const NOON_MS = 5 * 3_600_000;
/** Spot is paid so many trading days later. */
const SPOT_DAYS = 2;
const NONE = new Map<string, never>();

/** How far from a day, before and after it, the nights lie that follow from its hours. */
const NEAR_DAYS = 14;

/**
 * The dates on which a night counts otherwise than on its weekday, because the market is closed on
 * a day near it, as `holidays` of a contract has them.
 */
export function holidayNights(index: string, rule: NightRule): string {
  if (rule === 'daily') return '';
  const found: string[] = [];
  for (let day = FIRST; day <= LAST; day += 1) {
    const nights = nightsOf(index, rule, day, calendarOf);
    if (nights !== usualNights(rule, day)) found.push(`${dateOf(day)}=${nights}`);
  }
  return found.join();
}

/**
 * The dates of a contract with those changed that follow from other hours of some days, and the
 * first of them; null where no night changes. What staff have stated of other dates stays.
 */
export function movedNights(
  { index, nights: rule, holidays }: { index: string; nights: NightRule; holidays: string },
  days: readonly number[],
  before: CalendarOf,
  after: CalendarOf,
): { readonly holidays: string; readonly first: number } | null {
  if (rule === 'daily') return null;
  const dates = new Map(
    [...(readHolidays(holidays) ?? NONE)].map(([date, { carry, admin }]) => [
      date,
      `${carry}/${admin}`,
    ]),
  );
  let first: number | null = null;
  const to = Math.max(...days) + NEAR_DAYS;
  for (let day = Math.min(...days) - NEAR_DAYS; day <= to; day += 1) {
    const nights = nightsOf(index, rule, day, after);
    if (nights === nightsOf(index, rule, day, before)) continue;
    first ??= day;
    if (nights === usualNights(rule, day)) dates.delete(dateOf(day));
    else dates.set(dateOf(day), nights);
  }
  if (first === null) return null;
  const texts = [...dates].map(([date, nights]) => `${date}=${nights}`);
  return { holidays: texts.sort().join(), first };
}

/**
 * The night after a day, carried and charged. A day on which the market is closed has none; on the
 * last one before it the charge counts until the next; and spot carries from the day on which it
 * would be paid to the one on which what is bought a trading day later is.
 */
function nightsOf(index: string, rule: NightRule, day: number, of: CalendarOf): string {
  const isTraded = (each: number) => isIndexOpen(index, cutOff(each) - NOON_MS, of);
  const after = (from: number, count = 1): number => {
    let next = from + 1;
    while (!isTraded(next)) next += 1;
    return count === 1 ? next : after(next, count - 1);
  };
  if (!isTraded(day)) return '0/0';
  const next = after(day);
  const charged = next - day;
  const carried = rule === 'spot' ? after(next, SPOT_DAYS) - after(day, SPOT_DAYS) : charged;
  return `${carried}/${charged}`;
}

function usualNights(rule: NightRule, day: number): string {
  const [usual] = rolloversIn(cutOff(day) - 1, cutOff(day), rule, NONE);
  return usual === undefined ? '0/0' : `${usual.carry}/${usual.admin}`;
}
