import type { SelfTradeMode } from '@assay/core/book/book';
import { notional, orderHold, protectionPrice } from '@assay/core/order/cost';
import { STATUS } from '@assay/core/order/order';
import { BUY, opposite } from '@assay/core/order/side';
import { INDEX_MAX_AGE_MS } from '@assay/modules/feeds';
import type { Outcome, Turn } from '@assay/platform/engine/machine';
import {
  hasLimit,
  isStop,
  isWithin,
  type OrderIntent,
  type PlaceOrder,
  type Refused,
  readOrder,
  refuseTake,
  type Take,
  TRIGGER_WHEN,
  walkMarket,
} from '../rules.ts';
import { execute, finish, fireStops } from './execute.ts';
import { Int, Mark, Num, type OrderRef } from './orders.ts';
import { Seat } from './seats.ts';
import type { LiveBook, Rates, SpotState } from './state.ts';
import type { Trader } from './traders.ts';
import { TradeField } from './trades.ts';

const FOK = 2;
const RISES = TRIGGER_WHEN.indexOf('rises');
const FEW_LEVELS = 16;
const WALK_LEVELS = 4096;

/**
 * An intent with the numbers that depend on the moment: the worst price it takes and what it holds.
 */
interface Plan {
  readonly refusal?: undefined;
  /** Worst price that it may take at, in ticks; 0: it takes nothing and expires at once. */
  readonly limit: number;
  readonly lots: number;
  readonly hold: number;
  readonly rises: boolean;
}

/**
 * placeOrder: every refusal first, then the hold, the match, the rest, and the stops that it fires.
 */
export function placeOrder(
  state: SpotState,
  live: LiveBook | undefined,
  body: PlaceOrder,
  turn: Turn,
): Outcome {
  if (live === undefined) return { refusal: 'unknownMarket' };
  if (live.market.status !== 'trading') return { refusal: 'marketHalted' };
  // The owner's seat is fetched from memory while the order is read.
  const user = state.traders.of(turn.actor);
  const rates = state.ratesOf(live, user);
  const intent = readOrder(live.rules, body);
  if (intent.refusal !== undefined) return intent;
  const plan = planOrder(state, live, user, turn.actor, intent, rates, turn.at);
  if (plan.refusal !== undefined) return plan;
  if (!state.ledger.covers(state.findAccount(live, user, intent.side), plan.hold)) {
    return { refusal: 'insufficientBalance' };
  }
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const order = acceptOrder(state, live, user, turn.actor, intent, rates, plan);
  const firstTrade = state.trades.count;
  if (isStop(intent.type)) {
    live.stops.add(order);
    state.note(order);
  } else if (plan.limit === 0) {
    finish(state, live, order, STATUS.expired);
  } else {
    execute(state, live, order, plan.limit);
    fireStops(state, live);
  }
  const outcome = placed(state, order, firstTrade);
  if (!isStop(intent.type)) return outcome;
  return { ...outcome, rises: plan.rises };
}

/**
 * The answer about one order that was placed, in ticks, lots and units: what the gateway turns into
 * words and decimals.
 */
export function placed(state: SpotState, order: OrderRef, firstTrade: number) {
  const { numbers, ints } = state.orders;
  return {
    id: numbers[order + Num.id]!,
    status: ints[order + Int.status]!,
    lots: numbers[order + Num.lots]!,
    filled: numbers[order + Num.filled]!,
    filledQuote: numbers[order + Num.filledQuote]!,
    fee: numbers[order + Num.fee]!,
    held: numbers[order + Num.held]!,
    fills: takenFills(state, order, firstTrade),
  };
}

/**
 * What the order took since the trade at `firstTrade` of the batch: trade id, ticks, lots, fee; and
 * so on.
 */
export function takenFills(state: SpotState, order: OrderRef, firstTrade: number): number[] {
  const { trades } = state;
  const id = state.orders.numbers[order + Num.id]!;
  const fills: number[] = [];
  for (let row = firstTrade; row < trades.count; row += 1) {
    if (trades.get(row, TradeField.takerOrder) !== id) continue;
    fills.push(trades.get(row, TradeField.id), trades.get(row, TradeField.ticks));
    fills.push(trades.get(row, TradeField.lots), trades.get(row, TradeField.takerFee));
  }
  return fills;
}

/** Makes a record of an accepted order, takes its hold, and makes it known. */
export function acceptOrder(
  state: SpotState,
  live: LiveBook,
  user: Trader,
  userId: number,
  intent: OrderIntent,
  rates: Rates,
  plan: Plan,
): OrderRef {
  const { rules } = live;
  const stop = isStop(intent.type);
  const order = state.orders.take();
  const { numbers, ints } = state.orders;
  const place = state.nextPlace();
  numbers[order + Num.id] = place;
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
  numbers[order + Num.place] = place;
  numbers[order + Num.oco] = 0;
  numbers[order + Num.slippagePpm] = intent.slippagePpm;
  ints[order + Int.side] = intent.side;
  ints[order + Int.type] = intent.type;
  ints[order + Int.timeInForce] = intent.timeInForce;
  ints[order + Int.selfTrade] = intent.selfTrade;
  ints[order + Int.status] = stop ? STATUS.pending : STATUS.new;
  ints[order + Int.marks] = (intent.postOnly ? Mark.postOnly : 0) | (plan.rises ? Mark.rises : 0);
  ints[order + Int.market] = rules.id;
  ints[order + Int.trader] = user;
  ints[order + Int.slot] = 0;
  ints[order + Int.makerPpm] = rates.makerPpm;
  ints[order + Int.takerPpm] = rates.takerPpm;
  ints[order + Int.other] = 0;
  ints[order + Int.feeFraction] = 0;
  state.ledger.hold(state.account(live, user, intent.side), plan.hold);
  live.seats.add(user, stop ? Seat.stops : Seat.open, 1);
  state.enter(order, intent.clientOrderId);
  return order;
}

/** Refusals that depend on the moment, and the numbers that an accepted order starts with. */
export function planOrder(
  state: SpotState,
  live: LiveBook,
  user: Trader,
  userId: number,
  intent: OrderIntent,
  rates: Rates,
  at: number,
): Plan | Refused {
  const { rules } = live;
  if (intent.clientOrderId !== '' && state.byClientId.has(`${userId} ${intent.clientOrderId}`)) {
    return { refusal: 'clientOrderIdInUse' };
  }
  const stop = isStop(intent.type);
  const count = live.seats.get(user, stop ? Seat.stops : Seat.open);
  const most = stop ? rules.maxStopOrders : rules.maxOpenOrders;
  if (count >= most) return { refusal: 'tooManyOrders', detail: { limit: String(most) } };
  const reference = referenceTicks(live, at);
  const { side, limit } = intent;
  if (limit > 0 && reference > 0 && !isWithin(live.band(side, reference), limit)) {
    return { refusal: 'percentPrice' };
  }
  if (stop) return planStop(live, rates, intent, at);
  if (hasLimit(intent.type)) return planLimit(live, rates, userId, intent);
  return planMarket(live, rates, live.seats.get(user, Seat.open) > 0, intent);
}

/** What limit prices are measured against: a fresh index price, else the last trade; 0: nothing. */
export function referenceTicks(live: LiveBook, at: number): number {
  return freshIndex(live, at) || live.lastTicks;
}

/** The index price in ticks; 0 when there is none or it is too old to decide anything. */
function freshIndex(live: LiveBook, at: number): number {
  return at - live.indexAt <= INDEX_MAX_AGE_MS ? live.indexTicks : 0;
}

/** What stops go by: the last price, before the first trade a fresh index price; 0: nothing. */
export function lastPrice(live: LiveBook, at: number): number {
  return live.lastTicks || freshIndex(live, at);
}

function planStop(live: LiveBook, rates: Rates, intent: OrderIntent, at: number): Plan | Refused {
  const { rules } = live;
  const last = lastPrice(live, at);
  if (last === 0) return { refusal: 'noReferencePrice' };
  const rises = intent.trigger > last;
  const otherWay = intent.triggerWhen >= 0 && (intent.triggerWhen === RISES) !== rises;
  if (intent.trigger === last || otherWay) return { refusal: 'triggersAtOnce' };
  const limit = hasLimit(intent.type)
    ? intent.limit
    : protectionPrice(intent.side, intent.trigger, intent.slippagePpm);
  return {
    limit,
    lots: intent.lots,
    hold: holdAt(live, rates, intent, notional(rules, limit, intent.lots)),
    rises,
  };
}

function planLimit(
  live: LiveBook,
  rates: Rates,
  userId: number,
  intent: OrderIntent,
): Plan | Refused {
  const { side, limit, lots } = intent;
  if (intent.postOnly) {
    const best = side === BUY ? live.book.bestAsk() : live.book.bestBid();
    if (best !== 0 && (side === BUY ? limit >= best : limit <= best))
      return { refusal: 'wouldTake' };
  }
  const hold = holdAt(live, rates, intent, notional(live.rules, limit, lots));
  if (intent.timeInForce === FOK) {
    const mode = intent.selfTrade as SelfTradeMode;
    const takes = live.book.fillable(side, limit, lots, userId, mode);
    // Fill or kill that cannot fill is an order that expires at once.
    if (takes < lots) return { limit: 0, lots, hold, rises: false };
  }
  return { limit, lots, hold, rises: false };
}

const depth = new Float64Array(WALK_LEVELS * 2);

/** `hasOpen`: whether the owner has orders in the book. */
function planMarket(
  live: LiveBook,
  rates: Rates,
  hasOpen: boolean,
  intent: OrderIntent,
): Plan | Refused {
  const { rules, book } = live;
  const { side } = intent;
  const best = side === BUY ? book.bestAsk() : book.bestBid();
  if (best === 0) return { refusal: 'noLiquidity' };
  const limit = protectionPrice(side, best, intent.slippagePpm);
  let walked = walk(live, intent, limit, rates.takerPpm, FEW_LEVELS);
  if (walked.goesOn) walked = walk(live, intent, limit, rates.takerPpm, WALK_LEVELS);
  const { take, goesOn } = walked;
  const refusal = refuseTake(rules, intent, take, best);
  if (refusal !== null) return refusal;
  if (side === BUY && intent.amount > 0) {
    return { limit, lots: 0, hold: intent.amount, rises: false };
  }
  const lots = intent.amount > 0 ? take.lots : intent.lots;
  if (side !== BUY) return { limit, lots, hold: lots * rules.basePerLot, rises: false };
  // Own orders on the way may be skipped by self-trade prevention, and levels may follow those
  // that were looked at: then the walk is not the price, and only the limit bounds it.
  const worst = hasOpen || goesOn ? notional(rules, limit, lots) : take.notional;
  return { limit, lots, hold: holdAt(live, rates, intent, worst), rises: false };
}

/**
 * What the order would take from the first levels of the other side, and whether it may go on past
 * them. Most orders end within a few levels, and copying out the whole side is what costs.
 */
function walk(
  live: LiveBook,
  intent: OrderIntent,
  limit: number,
  takerPpm: number,
  most: number,
): { take: Take; goesOn: boolean } {
  const count = live.book.depth(opposite(intent.side), most, depth);
  const take = walkMarket(live.rules, intent, { count, pairs: depth }, limit, takerPpm);
  return { take, goesOn: count === most && take.worst === depth[count * 2 - 2] };
}

/** What an order holds when its notional is at most `value`, at the rates of now. */
function holdAt(live: LiveBook, rates: Rates, intent: OrderIntent, value: number): number {
  return orderHold(live.rules, intent, value, rates.makerPpm, rates.takerPpm);
}
