import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import {
  type BookRules,
  type MarketListing,
  quantityText,
  type SpotRules,
  type WholeListing,
} from '@assay/core/order/market';
import type { RowOf } from '@assay/core/schema/record';
import type { MarketLimits, MarketStage, SetMarketLimits } from './schema.ts';
import type { market } from './store/tables.ts';

export type MarketRow = RowOf<typeof market>;

/** The row of a market that is listed now. */
export function rowOf(
  { quote: _, ...listing }: WholeListing,
  rules: BookRules | SpotRules,
  stage: MarketStage,
): MarketRow {
  const { id, quoteAsset } = rules;
  const baseAsset = 'baseAsset' in rules ? rules.baseAsset : null;
  return { id, ...listing, baseAsset, quoteAsset, status: 'trading', stage };
}

/** The listing with exactly its own fields, all filled in, and each number in canonical form. */
export function canonical(body: MarketListing, rules: BookRules): WholeListing {
  return {
    symbol: body.symbol,
    product: rules.product,
    index: rules.index,
    base: body.base,
    quote: body.quote,
    tickSize: canonicalText(body.tickSize),
    stepSize: canonicalText(body.stepSize),
    maxPrice: canonicalText(body.maxPrice),
    minQuantity: canonicalText(body.minQuantity),
    maxQuantity: canonicalText(body.maxQuantity),
    minNotional: canonicalText(body.minNotional),
    maxNotional: canonicalText(body.maxNotional),
    makerFeePpm: rules.makerFeePpm,
    takerFeePpm: rules.takerFeePpm,
    marketStepSize: quantityText(rules, rules.marketStepLots),
    marketMinQuantity: quantityText(rules, rules.marketMinLots),
    marketMaxQuantity: quantityText(rules, rules.marketMaxLots),
    bidMultiplierUpPpm: rules.bidUpPpm,
    bidMultiplierDownPpm: rules.bidDownPpm,
    askMultiplierUpPpm: rules.askUpPpm,
    askMultiplierDownPpm: rules.askDownPpm,
    priceWarningPpm: rules.priceWarningPpm,
  };
}

/** A decimal as it is stored. */
export function canonicalText(text: string): string {
  const units = parseDecimal(text, SCALE);
  assert(units !== null, `${text} is not a decimal`);
  return formatDecimal(units, SCALE);
}

/** Exactly the limits, in one order, whatever else the body has. */
export function limitsOf(body: SetMarketLimits): MarketLimits {
  const { minNotional, priceWarningPpm } = body;
  const { bidMultiplierUpPpm, bidMultiplierDownPpm } = body;
  const { askMultiplierUpPpm, askMultiplierDownPpm } = body;
  return {
    ...{ minNotional, priceWarningPpm, bidMultiplierUpPpm, bidMultiplierDownPpm },
    ...{ askMultiplierUpPpm, askMultiplierDownPpm },
  };
}
