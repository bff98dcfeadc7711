import { ppmCeil } from '@assay/core/num/integer';
import { notional, type OrderSize } from '@assay/core/order/cost';
import type { BookRules, Product } from '@assay/core/order/market';
import { type Rates, TRIGGER_SOURCES } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import { FLAG, type TermsOf } from '@assay/core/order/terms';

/** `reduceOnly`: the order may only reduce its owner's position. */
export const TERMS = { reduceOnly: FLAG };

declare module '@assay/core/schema/registry' {
  interface OrderTerms extends TermsOf<typeof TERMS> {}
}

/**
 * A contract on an index. At settlement a lot pays the index price to its long side, at most the
 * highest price that the market lists, and the rest up to that price to its short side. Both sides
 * pay in advance what they can lose, in the quote asset, so nobody ever owes anything: a lot at the
 * price p costs the buyer p and the seller the highest price less p. Ticks and lots make every
 * amount a whole number of units; only fees are rounded: up, over the whole order.
 */
export const PREPAID = {
  name: 'prepaid',
  suffix: '-PRE',
  ownsBase: false,
  // What the largest order pays out stays a safe integer.
  features: { triggerSources: TRIGGER_SOURCES, terms: TERMS },
  refuses: (rules) => (Number.isSafeInteger(payoutOf(rules, rules.maxLots)) ? null : 'maxQuantity'),
} as const satisfies Product;

/** What both sides of these lots pay in together, and are paid out together. */
export function payoutOf(rules: BookRules, lots: number): number {
  return notional(rules, rules.maxTicks, lots);
}

/** What a side pays in advance for lots that are worth `value` at their price. */
export function stakeOf(rules: BookRules, side: Side, value: number, lots: number): number {
  return side === BUY ? value : payoutOf(rules, lots) - value;
}

/**
 * What an order must hold when its notional is at most `value` for a buy, at least for a sell. A
 * better price for a seller takes more off the stake than it adds to the fee, so both are covered.
 */
export function orderHold(
  rules: BookRules,
  { side, lots, amount }: OrderSize,
  value: number,
  { makerPpm, takerPpm }: Rates,
): number {
  if (side === BUY && amount > 0) return amount;
  return stakeOf(rules, side, value, lots) + ppmCeil(value, Math.max(makerPpm, takerPpm));
}
