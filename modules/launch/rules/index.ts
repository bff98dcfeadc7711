import type { LaunchTerms } from '../schema/commands.ts';
import { wrongLottery } from './lottery.ts';
import { type SaleNumbers, saleNumbers, wrongField } from './terms.ts';

export { BEACONS, linkOf, roundAfter, roundAt, SIGNATURE } from './lottery.ts';
export { CASH, leastLots } from './terms.ts';

/**
 * The numbers of terms that can be kept when they are published at `at`, or the first field that is
 * wrong. `isSetup`: whether a draw may use the practice beacon.
 */
export function checkTerms(
  terms: LaunchTerms,
  at: number,
  isSetup: boolean,
): SaleNumbers | { readonly wrong: string } {
  const numbers = saleNumbers(terms);
  if ('wrong' in numbers) return numbers;
  const wrong = wrongField(terms, at) ?? wrongLottery(terms, numbers, isSetup);
  return wrong === null ? numbers : { wrong };
}
