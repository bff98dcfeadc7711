import { notional, orderHold, protectionPrice } from '@assay/core/order/cost';
import type { Side } from '@assay/core/order/side';
import { hasLimit } from '../rules.ts';
import { Int, Num, type OrderRef } from './orders.ts';
import type { LiveBook, SpotState } from './state.ts';

/**
 * What a stop needs when it fires: the same as when it was placed, at the rates of that moment.
 */
export function stopNeed({ orders }: SpotState, { rules }: LiveBook, order: OrderRef): number {
  const { numbers, ints } = orders;
  const size = {
    side: ints[order + Int.side] as Side,
    lots: numbers[order + Num.lots]!,
    amount: numbers[order + Num.amount]!,
  };
  const value = notional(rules, stopLimit(orders, order), size.lots);
  return orderHold(rules, size, value, ints[order + Int.makerPpm]!, ints[order + Int.takerPpm]!);
}

/**
 * What a stop holds while it waits: what it needs, but for what the order that it shares its funds
 * with holds already.
 */
export function stopHold(state: SpotState, live: LiveBook, order: OrderRef): number {
  const { numbers, ints } = state.orders;
  const other = ints[order + Int.other]!;
  const shared = other === 0 ? 0 : numbers[other + Num.held]!;
  return Math.max(0, stopNeed(state, live, order) - shared);
}

/**
 * The worst price that a fired stop takes at: its limit, or so far from its trigger as it agreed
 * to.
 */
export function stopLimit({ numbers, ints }: SpotState['orders'], order: OrderRef): number {
  if (hasLimit(ints[order + Int.type]!)) return numbers[order + Num.limit]!;
  const side = ints[order + Int.side] as Side;
  return protectionPrice(side, numbers[order + Num.trigger]!, numbers[order + Num.slippagePpm]!);
}
