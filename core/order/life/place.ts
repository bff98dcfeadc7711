import type { Turn } from '../../schema/turn.ts';
import { type OrderIntent, type PlaceOrder, readOrder } from '../intent.ts';
import { isStop, Source, STATUS, type StatusCode } from '../order.ts';
import type { PlaceOrderRefusal, Refused } from '../refusals.ts';
import { BUY } from '../side.ts';
import { countedAs, execute, finish, startWaiting } from './execute.ts';
import { fireStops } from './fire.ts';
import type { MarketState, Owner } from './market-state.ts';
import { type OrderPlaced, placed } from './outcomes.ts';
import { type Plan, planOrder } from './plan.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';

/** An order that passed every check and is ready to be placed. */
export interface ReadyOrder {
  readonly refusal?: undefined;
  readonly market: MarketState;
  readonly owner: Owner;
  readonly intent: OrderIntent;
  readonly plan: Plan;
}

/**
 * Checks an order: returns the first refusal in the order of PLACE_ORDER_REFUSALS, or the prepared
 * order. Nothing is changed: the dry run of `placeOrder` ends here.
 */
export function prepareOrder(
  state: TradingState,
  market: MarketState | undefined,
  body: PlaceOrder,
  { actor, at }: Turn,
): ReadyOrder | Refused<PlaceOrderRefusal> {
  if (market === undefined) return { refusal: 'unknownMarket' };
  if (market.closed !== null) return { refusal: market.closed };
  // The owner's seat is fetched from memory while the order is read.
  const owner = ownerOf(state, market, actor);
  const intent = readOrder(market.rules, body);
  if (intent.refusal !== undefined) return intent;
  const plan = planOrder(state, market, owner, intent, at);
  if (plan.refusal !== undefined) return plan;
  const against = market.product.refuse?.(market, owner, intent, 0);
  if (against) return against;
  if (!state.ledger.covers(state.findAccount(market, owner.trader, intent.side), plan.hold)) {
    return { refusal: 'insufficientBalance' };
  }
  return { market, owner, intent, plan };
}

/**
 * placeOrder: every refusal first, then the hold, the match, the rest, and the stops that it fires.
 */
export function placeOrder(
  state: TradingState,
  market: MarketState | undefined,
  body: PlaceOrder,
  turn: Turn,
): OrderPlaced | Refused<PlaceOrderRefusal> {
  const ready = prepareOrder(state, market, body, turn);
  if (ready.refusal !== undefined) return ready;
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const { intent, plan } = ready;
  const order = acceptOrder(state, ready);
  const firstTrade = state.trades.count;
  if (isStop(intent.type)) {
    startWaiting(state, ready.market, order);
  } else if (plan.limit === 0) {
    finish(state, ready.market, order, STATUS.expired);
  } else {
    execute(state, ready.market, order, plan.limit);
    fireStops(state, ready.market);
  }
  const outcome = placed(state, order, firstTrade);
  if (!isStop(intent.type)) return outcome;
  if (intent.trailing === 0) return { ...outcome, rises: plan.rises };
  return { ...outcome, rises: plan.rises, trigger: state.orders.numbers[order + Num.trigger]! };
}

/** Gives a user who is about to place an order a seat in the market. */
export function ownerOf(state: TradingState, market: MarketState, userId: number): Owner {
  const trader = state.traders.of(userId);
  return { trader, userId, rates: state.ratesOf(market, trader) };
}

/** Makes the record of an accepted order, takes its hold, and adds it to the indexes. */
export function acceptOrder(state: TradingState, ready: ReadyOrder): OrderRef {
  const { market, owner, intent, plan } = ready;
  const order = enterOrder(state, ready, isStop(intent.type) ? STATUS.pending : STATUS.new);
  state.ledger.hold(state.account(market, owner.trader, intent.side), plan.hold);
  return order;
}

/** Makes the record of an accepted order in its first status, and adds it to the indexes. */
export function enterOrder(
  state: TradingState,
  { market, owner: { trader, userId, rates }, intent, plan }: ReadyOrder,
  status: StatusCode,
): OrderRef {
  const order = state.orders.take();
  const { numbers, ints } = state.orders;
  const id = state.nextId();
  numbers[order + Num.id] = id;
  numbers[order + Num.limit] = intent.limit;
  numbers[order + Num.lots] = plan.lots;
  numbers[order + Num.filled] = 0;
  numbers[order + Num.filledQuote] = 0;
  numbers[order + Num.fee] = 0;
  numbers[order + Num.held] = plan.hold;
  numbers[order + Num.userId] = userId;
  numbers[order + Num.amount] = intent.amount;
  numbers[order + Num.trigger] = plan.trigger ?? intent.trigger;
  numbers[order + Num.createdAt] = state.at;
  numbers[order + Num.priority] = id;
  numbers[order + Num.oco] = 0;
  numbers[order + Num.slippagePpm] = intent.slippagePpm;
  ints[order + Int.side] = intent.side;
  ints[order + Int.type] = intent.type;
  ints[order + Int.timeInForce] = intent.timeInForce;
  ints[order + Int.selfTrade] = intent.selfTrade;
  ints[order + Int.status] = status;
  const feeInBase = intent.side === BUY && market.product.feeFromReceived;
  ints[order + Int.marks] =
    (intent.postOnly ? Mark.postOnly : 0) |
    (plan.rises ? Mark.rises : 0) |
    (feeInBase ? Mark.feeInBase : 0);
  ints[order + Int.market] = market.rules.id;
  ints[order + Int.trader] = trader;
  ints[order + Int.slot] = 0;
  ints[order + Int.makerPpm] = rates.makerPpm;
  ints[order + Int.takerPpm] = rates.takerPpm;
  ints[order + Int.other] = 0;
  ints[order + Int.feeFraction] = 0;
  if (intent.source !== Source.last) {
    state.orders.setRare(order, Cold.triggerSource, intent.source);
  }
  if (intent.trailing !== 0) makeTrailing(state, order, intent);
  if (intent.iceberg !== 0) state.orders.setRare(order, Cold.iceberg, intent.iceberg);
  if (intent.terms !== 0) state.orders.setRare(order, Cold.terms, intent.terms);
  market.seats.add(trader, countedAs(state, order), 1);
  state.enter(order, intent.clientOrderId);
  return order;
}

/** A trailing stop without an activation price follows the last price at once. */
function makeTrailing(state: TradingState, order: OrderRef, intent: OrderIntent): void {
  const { orders } = state;
  orders.setRare(order, Cold.trailing, intent.trailing);
  orders.setCold(order, Cold.activation, intent.trigger);
  if (intent.trigger > 0) return;
  orders.setCold(order, Cold.trailingTime, state.at);
}
