import { type MarketRules, marketRules } from '@assay/core/order/market';
import type { MarketView } from '../../lib/api/wire.ts';

/**
 * Above any price that a person can mean. The listing's own limit is checked by the server; here it
 * only bounds the integers.
 */
const TICKS_MAX = 10n ** 9n;

/**
 * The market's filters in ticks, lots and units, as the rules of the spot module take them.
 * Null when a listing cannot be read, which the server does not let happen.
 */
export function rulesOf(view: MarketView): MarketRules | null {
  const rules = marketRules(
    {
      symbol: view.market,
      base: view.base,
      quote: view.quote,
      tickSize: view.tickSize,
      stepSize: view.stepSize,
      maxPrice: times(view.tickSize, TICKS_MAX),
      minQuantity: view.minQuantity,
      maxQuantity: view.maxQuantity,
      minNotional: view.minNotional,
      maxNotional: view.maxNotional,
      makerFeePpm: view.makerFeePpm,
      takerFeePpm: view.takerFeePpm,
    },
    { id: 0, baseAsset: 0, quoteAsset: 1 },
  );
  return typeof rules === 'string' ? null : rules;
}

function times(size: string, count: bigint): string {
  const [whole = '0', fraction = ''] = size.split('.');
  const digits = (BigInt(whole + fraction) * count).toString().padStart(fraction.length + 1, '0');
  const cut = digits.length - fraction.length;
  return fraction === '' ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
