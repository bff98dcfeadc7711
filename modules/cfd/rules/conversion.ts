import { type Rate, rateOf } from '@assay/core/position/value';
import { symbolOf } from '@assay/modules/feeds/rules';
import type { ContractListing, Terms } from './terms.ts';

type Conversion = Pick<ContractListing, 'conversionIndex' | 'conversionWay'>;

/** Dollars count in USDT one for one (decision 0161). */
const DOLLAR = 'USD';

/**
 * By which index what is priced in another currency becomes USDT: that of the dollar in it, or of
 * it in dollars. It follows from the index of the contract, and nobody sets it. Nothing: the price
 * is one in dollars, or in USDT. Null: no index converts it.
 */
export function conversionOf(index: string): Conversion | null {
  const quote = symbolOf(index)?.quote;
  if (quote === undefined || quote === DOLLAR) return {};
  const [over, times] = [`${DOLLAR}-${quote}`, `${quote}-${DOLLAR}`];
  if (symbolOf(over) !== undefined) return { conversionIndex: over, conversionWay: 'over' };
  if (symbolOf(times) !== undefined) return { conversionIndex: times, conversionWay: 'times' };
  return null;
}

/** By what the amounts of a contract become USDT. */
type Converted = Pick<Terms, 'conversionIndex' | 'conversionWay'>;

/**
 * What a unit of the currency of a contract's price is in USDT by the price that converts it; null
 * where that is 0, which is none yet.
 */
export function rateBy({ conversionIndex, conversionWay }: Converted, price: number): Rate | null {
  return price === 0 && conversionIndex !== null ? null : rateOf(price, conversionWay);
}
