import { isAround, triggerSourcePrice } from '../conditions.ts';
import type { OrderIntent } from '../intent.ts';
import { isStop, REJECTIONS, type Rejection, Source, STATUS } from '../order.ts';
import type { Refused } from '../refusals.ts';
import type { Side } from '../side.ts';
import { countedAs, execute, finish, holdExactly, startWaiting } from './execute.ts';
import type { MarketState } from './market-state.ts';
import { type Plan, planIntent } from './plan.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';

/**
 * Places the orders of a list that waited for its working order, which is filled; or rejects them
 * all when one of them cannot be placed now.
 */
export function placeFollowers(
  state: TradingState,
  market: MarketState,
  orders: readonly OrderRef[],
): void {
  state.work += orders.length;
  const plans = planFollowers(state, market, orders);
  if (typeof plans === 'string') {
    for (const order of orders) {
      state.orders.setRare(order, Cold.rejection, REJECTIONS.indexOf(plans) + 1);
      finish(state, market, order, STATUS.rejected);
    }
    return;
  }
  const [first, second] = orders as [OrderRef, OrderRef?];
  const [firstPlan, secondPlan] = plans as [Plan, Plan?];
  place(state, market, first, firstPlan, firstPlan.hold);
  if (second === undefined || secondPlan === undefined) return;
  // Together the two of a pair hold what the more expensive one needs.
  const shared = state.orders.numbers[first + Num.held]!;
  place(state, market, second, secondPlan, Math.max(0, secondPlan.hold - shared));
  state.pair(first, second);
}

/** What each of the orders starts with, or the reason to reject them all. */
function planFollowers(
  state: TradingState,
  market: MarketState,
  orders: readonly OrderRef[],
): readonly Plan[] | Rejection {
  const intents = orders.map((order) => intentOf(state, order));
  const plans: Plan[] = [];
  for (const [n, order] of orders.entries()) {
    const plan = planIntent(state, market, state.ownerOf(order), intents[n]!, state.at);
    if (plan.refusal !== undefined) return plan.refusal;
    plans.push(plan);
  }
  const [first, second] = intents;
  if (first !== undefined && second !== undefined && !isPairNow(market, first, second, state.at)) {
    return 'ocoPrices';
  }
  for (const [n, order] of orders.entries()) {
    const against = market.product.refuse?.(market, state.ownerOf(order), intents[n]!, order);
    if (against) return (against satisfies Refused<'termsNotMet'>).refusal;
  }
  const { ints } = state.orders;
  const [order] = orders as [OrderRef];
  const side = ints[order + Int.side] as Side;
  const account = state.findAccount(market, ints[order + Int.trader]!, side);
  const hold = Math.max(...plans.map((plan) => plan.hold));
  return state.ledger.covers(account, hold) ? plans : 'insufficientBalance';
}

/** Whether the price lies between the two; of two stops each is on its side of its own price. */
function isPairNow(
  market: MarketState,
  better: OrderIntent,
  stop: OrderIntent,
  at: number,
): boolean {
  if (isStop(better.type)) return true;
  const price = triggerSourcePrice(market, stop.source, at);
  return isAround(stop.side, price, better.limit, stop.trigger);
}

/** An order that waits as it was when it was sent. */
function intentOf({ orders }: TradingState, order: OrderRef): OrderIntent {
  const { numbers, ints } = orders;
  const rises = orders.has(order, Mark.rises);
  return {
    side: ints[order + Int.side] as Side,
    type: ints[order + Int.type]!,
    timeInForce: ints[order + Int.timeInForce]!,
    postOnly: orders.has(order, Mark.postOnly),
    selfTrade: ints[order + Int.selfTrade]!,
    lots: numbers[order + Num.lots]!,
    amount: 0,
    iceberg: orders.cold(order, Cold.iceberg),
    limit: numbers[order + Num.limit]!,
    trigger: numbers[order + Num.trigger]!,
    trailing: 0,
    direction: rises ? 1 : 0,
    source: orders.has(order, Mark.rare) ? orders.cold(order, Cold.triggerSource) : Source.last,
    slippagePpm: numbers[order + Num.slippagePpm]!,
    terms: orders.cold(order, Cold.terms),
    clientOrderId: orders.name(order),
  };
}

/** Places one of the orders, which holds `hold` from now on. */
function place(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  plan: Plan,
  hold: number,
): void {
  const { numbers, ints } = state.orders;
  const waits = isStop(ints[order + Int.type]!);
  const trader = ints[order + Int.trader]!;
  market.seats.add(trader, countedAs(state, order), -1);
  ints[order + Int.status] = waits ? STATUS.pending : STATUS.new;
  market.seats.add(trader, countedAs(state, order), 1);
  numbers[order + Num.priority] = state.nextId();
  holdExactly(state, market, order, hold);
  if (waits) {
    startWaiting(state, market, order);
    return;
  }
  state.orders.mark(order, Mark.fired);
  state.orders.setRare(order, Cold.workingTime, state.at);
  if (plan.limit === 0) finish(state, market, order, STATUS.expired);
  else execute(state, market, order, plan.limit);
}
