import { HOUR } from '../time.ts';
import { SCALE } from './decimal.ts';

const ONE = 10n ** BigInt(SCALE);

/** A rate that is older says nothing: totals stay in USDT until there is one. */
const STALE_MS = HOUR;

/** The index between the US dollar and a currency, and its price in units of 1e-8. */
export interface CurrencyRate {
  /** What one unit of is priced: the currency (EUR-USD), or the dollar (USD-JPY). */
  readonly of: 'currency' | 'dollar';
  readonly price: bigint;
  readonly at: number;
}

export const isFreshRate = ({ at }: Pick<CurrencyRate, 'at'>, now: number) => now - at <= STALE_MS;

/**
 * An amount of USDT in a currency, both in units of 1e-8, rounded towards zero. USDT counts as the
 * US dollar, one for one, as with contracts that are priced in dollars (decision 0070).
 */
export function inCurrency(usdt: bigint, { of, price }: CurrencyRate): bigint {
  return of === 'currency' ? (usdt * ONE) / price : (usdt * price) / ONE;
}

/** In what a total can be read beside USDT: the currencies with an index to the US dollar. */
export const TOTAL_CURRENCIES = [
  ...(['EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD', 'SGD'] as const),
] as const;
