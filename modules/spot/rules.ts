import { chargePpm, ppmCeil } from '@assay/core/num/integer';
import { budgetOf, type OrderCost, type OrderSize } from '@assay/core/order/cost';
import type { BookRules } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';

/**
 * What spot orders cost, in quote units (1e-8); all amounts are safe integers, because a listing
 * bounds the notional. Fees are charged in the quote asset on both sides: the buyer pays on top of
 * the notional, the seller out of the proceeds. Fees round up, in favour of the house, over the
 * whole order and not per fill; what rounding adds is posted to house:rounding.
 */

/**
 * What a buy order must hold: its notional at the limit and the highest fee it can be charged.
 * The sum of the fees of all fills is the exact sum rounded up once, so this always covers it.
 */
export function buyHold(notionalUnits: number, makerPpm: number, takerPpm: number): number {
  return notionalUnits + ppmCeil(notionalUnits, Math.max(makerPpm, takerPpm));
}

/**
 * What an order must hold when its notional is at most `value`: for a sell the quantity in base
 * units; for a buy its amount, or `value` and its fee, in quote units. The engine holds it, and the
 * ticket compares it with the balance.
 */
export function orderHold(
  market: BookRules,
  { side, lots, amount }: OrderSize,
  value: number,
  makerPpm: number,
  takerPpm: number,
): number {
  if (side !== BUY) return lots * market.basePerLot;
  return amount > 0 ? amount : buyHold(value, makerPpm, takerPpm);
}

/** What the resting part of a buy order must hold: from then on it can only be a maker. */
export function restingBuyHold(notionalUnits: number, makerPpm: number, fraction: number): number {
  return notionalUnits + chargePpm(notionalUnits, makerPpm, fraction).charged;
}

/** What an order holds, for the ticket. */
export const SPOT_COST: OrderCost = {
  required: (rules, size, value, { makerPpm, takerPpm }) =>
    orderHold(rules, size, value, makerPpm, takerPpm),
  budget: budgetOf,
};
