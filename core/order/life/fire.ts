import { firingPrice } from '../conditions.ts';
import { Source, STATUS } from '../order.ts';
import { endOther, execute, holdExactly } from './execute.ts';
import { placeFollowers } from './follow.ts';
import type { MarketState } from './market-state.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import { Seat } from './seats.ts';
import type { TradingState } from './state.ts';
import { firstTrigger, stopLimit, stopNeed } from './stop-order.ts';

/**
 * Fires the stops that prices have reached, and places orders whose turn has come, as long as the
 * running command may begin anything new. While any of earlier commands are due, it leaves its own
 * to them: those go first, in commands of their own (`fireDue`).
 */
export function fireStops(state: TradingState, market: MarketState): void {
  const { stops, dormant } = market;
  if (stops.count === 0 && dormant.due === 0) return;
  const isBehind = stops.due > 0 || dormant.isBehind;
  reachStops(state, market);
  if (!isBehind) {
    fireDue(state, market);
    return;
  }
  stops.keepReached();
  dormant.leaveDue();
}

/**
 * Places the orders whose turn has come because the one that they waited for is filled, the oldest
 * list first, and fires due stops, as long as the running command may begin anything new. Both may
 * fill or reach others. Returns the ids of the stops that fired.
 */
export function fireDue(state: TradingState, market: MarketState): number[] {
  const fired: number[] = [];
  while (state.mayBegin) {
    const followers = market.dormant.takeDue();
    const order = followers.length > 0 ? 0 : market.stops.takeDue();
    if (followers.length > 0) placeFollowers(state, market, followers);
    else if (order === 0) break;
    else if (isInactive(state, order)) activate(state, market, order);
    else {
      fired.push(state.orders.numbers[order + Num.id]!);
      fire(state, market, order);
    }
    reachStops(state, market);
  }
  market.stops.keepReached();
  market.dormant.leaveDue();
  return fired;
}

/**
 * Fires stops after a change of the book without a trade: cancelling orders or placing a pair may
 * have moved the best prices, and with them the mark price.
 */
export function fireByMark(state: TradingState, market: MarketState): void {
  if (market.stops.waitFor(Source.mark) && market.isTrading) fireStops(state, market);
}

/** Notes where prices are now: a stop that one of them has reached fires, wherever it goes next. */
function reachStops(state: TradingState, market: MarketState): void {
  const { stops } = market;
  for (let source = Source.last; source <= Source.mark; source += 1) {
    // A mark price is computed only where stops wait for it.
    const ticks = stops.waitFor(source) ? firingPrice(market, source, state.at) : 0;
    if (ticks > 0) stops.reach(source, ticks, state.nextPriority);
  }
}

function fire(state: TradingState, market: MarketState, order: OrderRef): void {
  const { numbers, ints } = state.orders;
  if (ints[order + Int.other] !== 0) {
    endOther(state, market, order, STATUS.expired);
    holdExactly(state, market, order, stopNeed(state, market, order));
  }
  market.seats.add(ints[order + Int.trader]!, Seat.stops, -1);
  market.seats.add(ints[order + Int.trader]!, Seat.open, 1);
  ints[order + Int.status] = STATUS.new;
  numbers[order + Num.priority] = state.nextId();
  state.orders.mark(order, Mark.fired);
  state.orders.setRare(order, Cold.workingTime, state.at);
  state.work += 1;
  execute(state, market, order, stopLimit(state.orders, order));
}

/** Whether the order is a trailing stop that has waited for its activation price so far. */
function isInactive({ orders }: TradingState, order: OrderRef): boolean {
  if (!orders.has(order, Mark.rare) || orders.cold(order, Cold.trailing) === 0) return false;
  return orders.cold(order, Cold.since) === 0;
}

/** A trailing stop has reached its activation price and follows the last price from now on. */
function activate(state: TradingState, market: MarketState, order: OrderRef): void {
  const { orders } = state;
  orders.numbers[order + Num.trigger] = firstTrigger(orders, order);
  orders.setCold(order, Cold.trailingTime, state.at);
  orders.mark(order, Mark.rewritten);
  state.work += 1;
  market.stops.start(order, market.lastTicks);
  state.note(order);
}
