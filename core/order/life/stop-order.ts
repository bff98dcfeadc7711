import { notional, protectionPrice } from '../cost.ts';
import { hasLimit } from '../order.ts';
import type { Side } from '../side.ts';
import type { MarketState } from './market-state.ts';
import { Int, Num, type OrderRef, type Orders } from './records.ts';
import type { TradingState } from './state.ts';

/** What a stop needs when it fires, at the rates of the moment at which it was placed. */
export function stopNeed({ orders }: TradingState, market: MarketState, order: OrderRef): number {
  const { numbers, ints } = orders;
  const { rules, product } = market;
  const size = {
    side: ints[order + Int.side] as Side,
    lots: numbers[order + Num.lots]!,
    amount: numbers[order + Num.amount]!,
  };
  const value = notional(rules, stopLimit(orders, order), size.lots);
  return product.required(rules, size, value, orders.rates(order));
}

/**
 * What a stop holds while it waits: what it needs, but for what the order that it shares its funds
 * with holds already.
 */
export function stopHold(state: TradingState, market: MarketState, order: OrderRef): number {
  const { numbers, ints } = state.orders;
  const other = ints[order + Int.other]!;
  const shared = other === 0 ? 0 : numbers[other + Num.held]!;
  return Math.max(0, stopNeed(state, market, order) - shared);
}

/**
 * The worst price that a fired stop takes at: its limit, or so far from its trigger as it agreed
 * to.
 */
export function stopLimit({ numbers, ints }: Orders, order: OrderRef): number {
  if (hasLimit(ints[order + Int.type]!)) return numbers[order + Num.limit]!;
  const side = ints[order + Int.side] as Side;
  return protectionPrice(side, numbers[order + Num.trigger]!, numbers[order + Num.slippagePpm]!);
}
