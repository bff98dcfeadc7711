import type { OrderCost, OrderSize } from '@assay/core/order/cost';
import type { BookRules } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';

/**
 * What spot orders cost; all amounts are safe integers of 1e-8, because a listing bounds quantity
 * and notional. A fee is taken from what the order receives: the buyer's from the base, the
 * seller's from the quote asset (decision 0018). So no order holds anything for its fee. Fees round
 * up, in favour of the house, over the whole order and not per fill; what rounding adds is posted
 * to house:rounding.
 */

/**
 * The house does not quote around an index price that is older than this. Prices come every second:
 * one may be missing and the next late by half a second, but whoever knows more than the house for
 * longer than that would trade at its expense (decision 0026).
 */
export const QUOTE_MAX_AGE_MS = 2_500;

/**
 * What an order must hold when its notional is at most `value`: for a sell the quantity in base
 * units; for a buy its amount, or `value`, in quote units. The engine holds it, and the ticket
 * compares it with the balance.
 */
export function orderHold(
  market: BookRules,
  { side, lots, amount }: OrderSize,
  value: number,
): number {
  if (side !== BUY) return lots * market.basePerLot;
  return amount > 0 ? amount : value;
}

/** What an order holds, for the ticket. An amount is spent, or received before the fee, whole. */
export const SPOT_COST: OrderCost = {
  feeFromReceived: true,
  required: orderHold,
  budget: (_side, amount) => amount,
};
