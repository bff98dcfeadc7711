import { type BookRules, marketRules } from '@assay/core/order/market';
import type { MarketView } from '../lib/api/wire.ts';

/**
 * The market's filters in ticks, lots and units, as the rules of the spot module take them.
 * Null when a listing cannot be read, which the server does not let happen.
 */
export function rulesOf(view: MarketView): BookRules | null {
  const rules = marketRules(
    { ...view, symbol: view.market, index: view.indexName },
    { id: 0, baseAsset: 0, quoteAsset: 1 },
  );
  return typeof rules === 'string' ? null : rules;
}
