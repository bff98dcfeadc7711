import { type Draft, notional, protectionPrice } from '../cost.ts';
import { hasLimit } from '../order.ts';
import type { Side } from '../side.ts';
import { trailingTrigger } from '../trailing.ts';
import type { MarketState } from './market-state.ts';
import { Cold, Int, Mark, Num, type OrderRef, type Orders } from './records.ts';
import type { TradingState } from './state.ts';

/** What a stop needs when it fires, at the rates of the moment at which it was placed. */
export function stopNeed(state: TradingState, market: MarketState, order: OrderRef): number {
  const { orders } = state;
  const { numbers } = orders;
  const [lots, amount] = [numbers[order + Num.lots]!, numbers[order + Num.amount]!];
  const value = notional(market.rules, stopLimit(orders, order), lots);
  const draft = draftOf(orders, order, lots, amount);
  return market.product.required(market, state.ownerOf(order), draft, value, order);
}

/** An open order with the quantity or amount that it will have. */
export function draftOf(orders: Orders, order: OrderRef, lots: number, amount: number): Draft {
  const side = orders.ints[order + Int.side] as Side;
  return { side, lots, amount, terms: orders.cold(order, Cold.terms) };
}

/**
 * What a stop holds while it waits: what it needs, less what the order before it with which it
 * shares its funds holds already.
 */
export function stopHold(state: TradingState, market: MarketState, order: OrderRef): number {
  const { numbers, ints } = state.orders;
  const other = ints[order + Int.other]!;
  const isSecond = other !== 0 && numbers[other + Num.id]! < numbers[order + Num.id]!;
  const shared = isSecond ? numbers[other + Num.held]! : 0;
  return Math.max(0, stopNeed(state, market, order) - shared);
}

/**
 * The worst price at which a fired stop takes: its limit, or its trigger with the agreed slippage.
 */
export function stopLimit(orders: Orders, order: OrderRef): number {
  const { numbers, ints } = orders;
  if (hasLimit(ints[order + Int.type]!)) return numbers[order + Num.limit]!;
  const side = ints[order + Int.side] as Side;
  const trigger = firstTrigger(orders, order);
  return protectionPrice(side, trigger, numbers[order + Num.slippagePpm]!);
}

/**
 * The trigger of a stop. That of a trailing stop only improves: it is the worst one, which it has
 * when it begins to follow the price, or would have at its activation price.
 */
export function firstTrigger(orders: Orders, order: OrderRef): number {
  const trigger = orders.numbers[order + Num.trigger]!;
  if (!orders.has(order, Mark.rare) || orders.cold(order, Cold.since) > 0) return trigger;
  const distance = orders.cold(order, Cold.trailing);
  if (distance === 0) return trigger;
  return trailingTrigger(orders.ints[order + Int.side] as Side, trigger, distance);
}
