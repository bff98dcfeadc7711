import { cutOff, dateOf, dayOf, type NightRule, rolloversIn } from '@assay/core/position/rollover';
import { isIndexOpen } from '@assay/modules/feeds/rules';

/** The dates that a new installation states; its staff announce later ones. */
const FIRST = dayOf('2026-11-01')!;
const LAST = dayOf('2028-12-31')!;
/** Before the cut-off: noon in New York, when whatever is open on a day is open. */
const NOON_MS = 5 * 3_600_000;
/** Spot is paid so many trading days later. */
const SPOT_DAYS = 2;
const NONE = new Map<string, never>();

/**
 * The dates on which a night counts otherwise than on its weekday, because the market is closed on
 * a day near it, as `holidays` of a contract has them. A day on which it is closed has no night; on
 * the last one before it the charge counts until the next; and spot carries from the day on which
 * it would be paid to the one on which what is bought a trading day later is.
 */
export function holidayNights(index: string, rule: NightRule): string {
  if (rule === 'daily') return '';
  const isTraded = (day: number) => isIndexOpen(index, cutOff(day) - NOON_MS);
  const after = (day: number, count = 1): number => {
    let next = day + 1;
    while (!isTraded(next)) next += 1;
    return count === 1 ? next : after(next, count - 1);
  };
  const nightsOf = (day: number): string => {
    if (!isTraded(day)) return '0/0';
    const next = after(day);
    const charged = next - day;
    const carried = rule === 'spot' ? after(next, SPOT_DAYS) - after(day, SPOT_DAYS) : charged;
    return `${carried}/${charged}`;
  };
  const found: string[] = [];
  for (let day = FIRST; day <= LAST; day += 1) {
    const [usual] = rolloversIn(cutOff(day) - 1, cutOff(day), rule, NONE);
    const nights = nightsOf(day);
    if (nights !== (usual === undefined ? '0/0' : `${usual.carry}/${usual.admin}`)) {
      found.push(`${dateOf(day)}=${nights}`);
    }
  }
  return found.join();
}
