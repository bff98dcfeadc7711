import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { leastLots } from '@assay/modules/launch/rules';
import type { Project } from './use-launch.ts';

const ONE = 10n ** BigInt(SCALE);
const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** What a quantity costs in units of USDT; lots cost a whole number of them. */
export function costOf({ price }: Pick<Project, 'price'>, units: bigint): bigint {
  return (units * unitsOf(price)) / ONE;
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
