import type { SelfTradeMode } from '@assay/core/book/book';
import { notional, orderHold, protectionPrice } from '@assay/core/order/cost';
import { STATUS } from '@assay/core/order/order';
import { BUY, opposite } from '@assay/core/order/side';
import { INDEX_MAX_AGE_MS } from '@assay/modules/feeds';
import type { Outcome, Turn } from '@assay/platform/engine/machine';
import {
  hasLimit,
  isStop,
  type OrderIntent,
  type PlaceOrder,
  type Refused,
  readOrder,
  refuseTake,
  type Take,
  walkMarket,
  withinBand,
} from '../rules.ts';
import { execute, finish, fireStops } from './execute.ts';
import { type LiveBook, Order, type SpotState, type Trader } from './state.ts';

const FOK = 2;
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
  const intent = readOrder(live.rules, body);
  if (intent.refusal !== undefined) return intent;
  const user = state.trader(turn.actor);
  const plan = planOrder(state, live, user, intent, turn.at);
  if (plan.refusal !== undefined) return plan;
  const asset = intent.side === BUY ? live.rules.quoteAsset : live.rules.baseAsset;
  if (state.ledger.available(state.findSlot(user, asset)) < BigInt(plan.hold)) {
    return { refusal: 'insufficientBalance' };
  }
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const order = acceptOrder(state, live, user, intent, plan);
  const firstTrade = state.trades.length;
  if (isStop(intent.type)) {
    live.stops.add(order);
    state.note(order);
  } else if (plan.limit === 0) {
    finish(state, order, STATUS.expired);
  } else {
    execute(state, order, plan.limit);
    fireStops(state, live, stopLimit);
  }
  return placed(state, order, firstTrade);
}

/**
 * The answer of placeOrder, in ticks, lots and units: what the gateway turns into words and
 * decimals.
 */
function placed(state: SpotState, order: Order, firstTrade: number): Outcome {
  const { id, status, lots, filled, filledQuote, fee, held } = order;
  const fills = takenFills(state, order, firstTrade);
  return { id, status, lots, filled, filledQuote, fee, held, fills };
}

/**
 * What the order took since the trade at `firstTrade` of the batch: trade id, ticks, lots, fee; and
 * so on.
 */
export function takenFills(state: SpotState, order: Order, firstTrade: number): number[] {
  const fills: number[] = [];
  for (let i = firstTrade; i < state.trades.length; i += 1) {
    const trade = state.trades[i];
    if (trade?.taker !== order) continue;
    fills.push(trade.id, trade.ticks, trade.lots, trade.takerFee);
  }
  return fills;
}

function acceptOrder(
  state: SpotState,
  live: LiveBook,
  user: Trader,
  intent: OrderIntent,
  plan: Plan,
): Order {
  const order = new Order();
  order.place = state.nextPlace();
  order.id = order.place;
  order.userId = user.userId;
  order.user = user;
  order.live = live;
  order.side = intent.side;
  order.type = intent.type;
  order.timeInForce = intent.timeInForce;
  order.postOnly = intent.postOnly;
  order.selfTrade = intent.selfTrade;
  order.amount = intent.amount;
  order.trigger = intent.trigger;
  order.rises = plan.rises;
  order.slippagePpm = intent.slippagePpm;
  order.makerPpm = feePpm(user.makerPpm, live.rules.makerFeePpm);
  order.takerPpm = feePpm(user.takerPpm, live.rules.takerFeePpm);
  order.clientOrderId = intent.clientOrderId;
  order.createdAt = state.at;
  order.limit = intent.limit;
  order.lots = plan.lots;
  order.held = plan.hold;
  order.status = isStop(intent.type) ? STATUS.pending : STATUS.new;
  const asset = intent.side === BUY ? live.rules.quoteAsset : live.rules.baseAsset;
  state.ledger.hold(state.slot(user, asset), BigInt(plan.hold));
  const counts = isStop(intent.type) ? live.stopsOf : live.openOf;
  counts.add(user, 1);
  user.link(order);
  state.orders.add(order);
  if (order.clientOrderId !== '') {
    state.byClientId.set(`${order.userId} ${order.clientOrderId}`, order);
  }
  return order;
}

/** The user's own rate when there is one, else the market's. */
function feePpm(own: number, market: number): number {
  return own < 0 ? market : own;
}

/** Refusals that depend on the moment, and the numbers that an accepted order starts with. */
function planOrder(
  state: SpotState,
  live: LiveBook,
  user: Trader,
  intent: OrderIntent,
  at: number,
): Plan | Refused {
  const { rules } = live;
  if (
    intent.clientOrderId !== '' &&
    state.byClientId.has(`${user.userId} ${intent.clientOrderId}`)
  ) {
    return { refusal: 'clientOrderIdInUse' };
  }
  const stop = isStop(intent.type);
  const count = (stop ? live.stopsOf : live.openOf).get(user);
  const most = stop ? rules.maxStopOrders : rules.maxOpenOrders;
  if (count >= most) return { refusal: 'tooManyOrders', detail: { limit: String(most) } };
  const reference = referenceTicks(live, at);
  if (intent.limit > 0 && reference > 0 && !withinBand(rules, intent.limit, reference)) {
    return { refusal: 'percentPrice' };
  }
  if (stop) return planStop(live, user, intent, at);
  return hasLimit(intent.type) ? planLimit(live, user, intent) : planMarket(live, user, intent);
}

/** What limit prices are measured against: a fresh index price, else the last trade; 0: nothing. */
export function referenceTicks(live: LiveBook, at: number): number {
  return freshIndex(live, at) || live.lastTicks;
}

/** The index price in ticks; 0 when there is none or it is too old to decide anything. */
function freshIndex(live: LiveBook, at: number): number {
  return at - live.indexAt <= INDEX_MAX_AGE_MS ? live.indexTicks : 0;
}

function planStop(live: LiveBook, user: Trader, intent: OrderIntent, at: number): Plan | Refused {
  const { rules } = live;
  const last = live.lastTicks || freshIndex(live, at);
  if (last === 0) return { refusal: 'noReferencePrice' };
  if (intent.trigger === last) return { refusal: 'triggersAtOnce' };
  const limit = hasLimit(intent.type)
    ? intent.limit
    : protectionPrice(intent.side, intent.trigger, intent.slippagePpm);
  return {
    limit,
    lots: intent.lots,
    hold: holdAt(live, user, intent, notional(rules, limit, intent.lots)),
    rises: intent.trigger > last,
  };
}

function planLimit(live: LiveBook, user: Trader, intent: OrderIntent): Plan | Refused {
  const { side, limit, lots } = intent;
  if (intent.postOnly) {
    const best = side === BUY ? live.book.bestAsk() : live.book.bestBid();
    if (best !== 0 && (side === BUY ? limit >= best : limit <= best))
      return { refusal: 'wouldTake' };
  }
  const hold = holdAt(live, user, intent, notional(live.rules, limit, lots));
  if (intent.timeInForce === FOK) {
    const mode = intent.selfTrade as SelfTradeMode;
    const takes = live.book.fillable(side, limit, lots, user.userId, mode);
    // Fill or kill that cannot fill is an order that expires at once.
    if (takes < lots) return { limit: 0, lots, hold, rises: false };
  }
  return { limit, lots, hold, rises: false };
}

const depth = new Float64Array(WALK_LEVELS * 2);

function planMarket(live: LiveBook, user: Trader, intent: OrderIntent): Plan | Refused {
  const { rules, book } = live;
  const { side } = intent;
  const best = side === BUY ? book.bestAsk() : book.bestBid();
  if (best === 0) return { refusal: 'noLiquidity' };
  const limit = protectionPrice(side, best, intent.slippagePpm);
  const takerPpm = feePpm(user.takerPpm, rules.takerFeePpm);
  let walked = walk(live, intent, limit, takerPpm, FEW_LEVELS);
  if (walked.goesOn) walked = walk(live, intent, limit, takerPpm, WALK_LEVELS);
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
  const own = live.openOf.get(user) > 0;
  const worst = own || goesOn ? notional(rules, limit, lots) : take.notional;
  return { limit, lots, hold: holdAt(live, user, intent, worst), rises: false };
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

/** What an order of this trader holds when its notional is at most `value`, at the rates of now. */
function holdAt(live: LiveBook, user: Trader, intent: OrderIntent, value: number): number {
  const { rules } = live;
  const makerPpm = feePpm(user.makerPpm, rules.makerFeePpm);
  return orderHold(rules, intent, value, makerPpm, feePpm(user.takerPpm, rules.takerFeePpm));
}

/** What a waiting stop holds: the same as when it was placed, at the rates of that moment. */
export function stopHold(order: Order): number {
  const { rules } = order.live;
  const value = notional(rules, stopLimit(order), order.lots);
  return orderHold(rules, order, value, order.makerPpm, order.takerPpm);
}

/**
 * The worst price that a fired stop takes at: its limit, or so far from its trigger as it agreed
 * to.
 */
export function stopLimit(order: Order): number {
  if (hasLimit(order.type)) return order.limit;
  return protectionPrice(order.side, order.trigger, order.slippagePpm);
}
