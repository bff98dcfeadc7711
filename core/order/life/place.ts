import type { SelfTradeMode } from '../../book/book.ts';
import type { Turn } from '../../schema/turn.ts';
import {
  Direction,
  isWithin,
  referencePrice,
  triggerDirection,
  triggerSourcePrice,
  wouldTake,
} from '../conditions.ts';
import { notional, protectionPrice } from '../cost.ts';
import { type OrderIntent, type PlaceOrder, readOrder } from '../intent.ts';
import { hasLimit, isStop, Source, STATUS, Time } from '../order.ts';
import type { PlaceOrderRefusal, Refused } from '../refusals.ts';
import { BUY, opposite } from '../side.ts';
import { refuseTake, type Take, walkMarket } from '../walk.ts';
import { execute, finish } from './execute.ts';
import { fireStops } from './fire.ts';
import type { MarketState, Owner } from './market-state.ts';
import { type OrderPlaced, placed } from './outcomes.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import { Seat } from './seats.ts';
import type { TradingState } from './state.ts';

const FEW_LEVELS = 16;
const WALK_LEVELS = 4096;

/**
 * An intent with the numbers that depend on the state of the market: the worst price at which it
 * takes, and what it holds.
 */
export interface Plan {
  readonly refusal?: undefined;
  /** Worst price at which it may take, in ticks; 0: it takes nothing and expires at once. */
  readonly limit: number;
  readonly lots: number;
  readonly hold: number;
  readonly rises: boolean;
}

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
  if (!market.isTrading) return { refusal: 'marketHalted' };
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
  return { ...outcome, rises: plan.rises };
}

/** Adds an accepted stop to those that wait. */
export function startWaiting(state: TradingState, market: MarketState, stop: OrderRef): void {
  market.stops.add(stop);
  state.note(stop);
}

/** Gives a user who is about to place an order a seat in the market. */
export function ownerOf(state: TradingState, market: MarketState, userId: number): Owner {
  const trader = state.traders.of(userId);
  return { trader, userId, rates: state.ratesOf(market, trader) };
}

/** Makes the record of an accepted order, takes its hold, and adds it to the indexes. */
export function acceptOrder(
  state: TradingState,
  { market, owner: { trader, userId, rates }, intent, plan }: ReadyOrder,
): OrderRef {
  const stop = isStop(intent.type);
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
  numbers[order + Num.trigger] = intent.trigger;
  numbers[order + Num.createdAt] = state.at;
  numbers[order + Num.priority] = id;
  numbers[order + Num.oco] = 0;
  numbers[order + Num.slippagePpm] = intent.slippagePpm;
  ints[order + Int.side] = intent.side;
  ints[order + Int.type] = intent.type;
  ints[order + Int.timeInForce] = intent.timeInForce;
  ints[order + Int.selfTrade] = intent.selfTrade;
  ints[order + Int.status] = stop ? STATUS.pending : STATUS.new;
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
  if (intent.iceberg !== 0) state.orders.setRare(order, Cold.iceberg, intent.iceberg);
  if (intent.terms !== 0) state.orders.setRare(order, Cold.terms, intent.terms);
  state.ledger.hold(state.account(market, trader, intent.side), plan.hold);
  market.seats.add(trader, stop ? Seat.stops : Seat.open, 1);
  state.enter(order, intent.clientOrderId);
  return order;
}

/** The reason to refuse an order now that holds for every type, or null. */
function refuseTerms(
  state: TradingState,
  market: MarketState,
  { trader, userId }: Owner,
  intent: OrderIntent,
  at: number,
  beside: number,
): Refused<'clientOrderIdInUse' | 'tooManyOrders' | 'tooManyOrdersInAll' | 'percentPrice'> | null {
  const { rules, seats } = market;
  if (intent.clientOrderId !== '' && state.byClientId.has(`${userId} ${intent.clientOrderId}`)) {
    return { refusal: 'clientOrderIdInUse' };
  }
  const stop = isStop(intent.type);
  const count = seats.get(trader, stop ? Seat.stops : Seat.open);
  const most = stop ? rules.maxStopOrders : rules.maxOpenOrders;
  if (count >= most) return { refusal: 'tooManyOrders', detail: { limit: String(most) } };
  const { openOrders } = state.bounds;
  if (state.traders.openOrders(trader) + beside >= openOrders) {
    return { refusal: 'tooManyOrdersInAll', detail: { limit: String(openOrders) } };
  }
  const reference = referencePrice(market, at);
  const { side, limit } = intent;
  if (limit > 0 && reference > 0 && !isWithin(market.band(side, reference), limit)) {
    return { refusal: 'percentPrice' };
  }
  return null;
}

/**
 * The numbers that an accepted order starts with, or the reason to refuse it now. `beside`: orders
 * that the same command places before it.
 */
export function planOrder(
  state: TradingState,
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
  at: number,
  beside = 0,
): Plan | Refused<PlaceOrderRefusal> {
  const refused = refuseTerms(state, market, owner, intent, at, beside);
  if (refused !== null) return refused;
  if (isStop(intent.type)) return planStop(market, owner, intent, at);
  if (hasLimit(intent.type)) return planLimit(state, market, owner, intent);
  const hasOpen = market.seats.get(owner.trader, Seat.open) > 0;
  return planMarket(market, owner, hasOpen, intent);
}

function planStop(
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
  at: number,
): Plan | Refused<'noReferencePrice' | 'triggersAtOnce'> {
  const { side, lots, trigger } = intent;
  const price = triggerSourcePrice(market, intent.source, at);
  const direction = triggerDirection(price, trigger, intent.direction);
  if (typeof direction !== 'number') return direction;
  const limit = hasLimit(intent.type)
    ? intent.limit
    : protectionPrice(side, trigger, intent.slippagePpm);
  const worst = notional(market.rules, limit, lots);
  const hold = market.product.required(market, owner, intent, worst, 0);
  return { limit, lots, hold, rises: direction === Direction.rises };
}

function planLimit(
  { bounds }: TradingState,
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
): Plan | Refused<'wouldTake' | 'tooManyFills'> {
  const { side, limit, lots } = intent;
  if (intent.postOnly && wouldTake(side, limit, market.bestAgainst(side))) {
    return { refusal: 'wouldTake' };
  }
  const worst = notional(market.rules, limit, lots);
  const hold = market.product.required(market, owner, intent, worst, 0);
  if (intent.timeInForce === Time.fok) {
    const mode = intent.selfTrade as SelfTradeMode;
    const takes = market.book.fillable(side, limit, lots, owner.userId, mode);
    if (market.book.takerCut) {
      return { refusal: 'tooManyFills', detail: { limit: String(bounds.fills) } };
    }
    // Fill or kill that cannot fill is an order that expires at once.
    if (takes < lots) return { limit: 0, lots, hold, rises: false };
  }
  return { limit, lots, hold, rises: false };
}

const depth = new Float64Array(WALK_LEVELS * 2);

/** `hasOpen`: whether the owner has orders in the book. */
function planMarket(
  market: MarketState,
  owner: Owner,
  hasOpen: boolean,
  intent: OrderIntent,
): Plan | Refused<PlaceOrderRefusal> {
  const { rules } = market;
  const { side } = intent;
  const best = market.bestAgainst(side);
  if (best === 0) return { refusal: 'noLiquidity' };
  const limit = protectionPrice(side, best, intent.slippagePpm);
  const { amount } = intent;
  const budget = amount > 0 ? market.product.budget(side, amount, owner.rates.takerPpm) : 0;
  let walked = walk(market, intent, limit, budget, FEW_LEVELS);
  if (walked.goesOn) walked = walk(market, intent, limit, budget, WALK_LEVELS);
  const { take, goesOn } = walked;
  const refusal = refuseTake(rules, intent, take, best);
  if (refusal !== null) return refusal;
  if (side === BUY && amount > 0) {
    const hold = market.product.required(market, owner, intent, 0, 0);
    return { limit, lots: 0, hold, rises: false };
  }
  const lots = amount > 0 ? take.lots : intent.lots;
  // Own orders on the way may be skipped by self-trade prevention, and levels may follow those that
  // were read: then the walk does not give the price, and only the limit bounds it.
  const worst = hasOpen || goesOn ? notional(rules, limit, lots) : take.notional;
  const draft = amount > 0 ? { side, lots, amount: 0, terms: intent.terms } : intent;
  const hold = market.product.required(market, owner, draft, worst, 0);
  return { limit, lots, hold, rises: false };
}

/**
 * What the order would take from the first levels of the other side, and whether it may go on past
 * them. Most orders end within a few levels, and copying out the whole side is what costs.
 */
function walk(
  market: MarketState,
  intent: OrderIntent,
  limit: number,
  budget: number,
  most: number,
): { take: Take; goesOn: boolean } {
  const count = market.book.depth(opposite(intent.side), most, depth);
  const take = walkMarket(market.rules, intent, { count, pairs: depth }, limit, budget);
  return { take, goesOn: count === most && take.worst === depth[count * 2 - 2] };
}
