import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { leastLots } from '@assay/modules/launch/rules';
import type { Project } from './use-launch.ts';

const ONE = 10n ** BigInt(SCALE);
const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** What a quantity costs in units of USDT; lots cost a whole number of them. */
export function costOf({ price }: Pick<Project, 'price'>, units: bigint): bigint {
  return (units * unitsOf(price)) / ONE;
}

/** How many tickets a text is; null when it is no whole number of them. */
export function ticketsOf(typed: string): bigint | null {
  const units = unitsOf(typed);
  return units > 0n && units % ONE === 0n ? units / ONE : null;
}

/** The quantity that is asked for: of a lottery people enter tickets. */
export function quantityOf({ lottery }: Pick<Project, 'lottery'>, typed: string): string {
  if (lottery === null) return typed;
  return formatDecimal((ticketsOf(typed) ?? 0n) * unitsOf(lottery.ticket), SCALE);
}

/** The least that somebody gets in units, with what they have already, if nobody asks for more. */
export function leastOf(
  { lot, supply, cap, subscribed }: Pick<Project, 'lot' | 'supply' | 'cap' | 'subscribed'>,
  more: bigint,
  own: bigint,
): bigint {
  const lotUnits = unitsOf(lot);
  const lots = (units: bigint) => Number(units / lotUnits);
  const numbers = { supplyLots: lots(unitsOf(supply)), capLots: lots(unitsOf(cap)) };
  const asked = lots(own + more);
  const total = lots(unitsOf(subscribed) + more);
  return BigInt(leastLots(asked, numbers, total)) * lotUnits;
}
