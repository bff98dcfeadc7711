import { STATUS } from '../order.ts';
import { withdraw } from './execute.ts';
import type { MarketState } from './market-state.ts';
import { Num, type OrderRef, refOf } from './records.ts';
import type { TradingState } from './state.ts';

/**
 * Ends open orders of a market that was delisted, as many as one command may: those of its book
 * first, the best price and then the oldest first, then those that wait, the oldest first. Returns
 * the ids of those whose turn it was; an order that shares its funds with one of them ends with it.
 */
export function expireOrders(state: TradingState, market: MarketState): number[] {
  const { orders, bounds } = state;
  const { numbers } = orders;
  const ended: number[] = [];
  for (const order of firstOf(state, market, bounds.slice)) {
    if (!orders.isOpen(order)) continue;
    ended.push(numbers[order + Num.id]!);
    withdraw(state, market, order, STATUS.expired);
  }
  return ended;
}

/** Walking past the rest of a book costs a hundredth of what ending its orders does. */
function firstOf({ orders }: TradingState, market: MarketState, most: number): OrderRef[] {
  const { book, stops, dormant } = market;
  const found: OrderRef[] = [];
  book.forEach((slot) => {
    if (found.length < most) found.push(refOf(book.id(slot)));
  });
  const idOf = (order: OrderRef) => orders.numbers[order + Num.id]!;
  const waiting = [...stops, ...dormant].sort((one, other) => idOf(one) - idOf(other));
  return [...found, ...waiting.slice(0, most - found.length)];
}
