import type { SelfTradeMode } from '../../book/book.ts';
import {
  Direction,
  isWithin,
  referencePrice,
  triggerDirection,
  triggerSourcePrice,
  wouldTake,
} from '../conditions.ts';
import { notional, protectionPrice } from '../cost.ts';
import { type OrderIntent, refuseNotional } from '../intent.ts';
import { hasLimit, isStop, Time } from '../order.ts';
import type { NotionalRefusal, PlaceOrderRefusal, PlanRefusal, Refused } from '../refusals.ts';
import { BUY, opposite } from '../side.ts';
import { trailingTrigger } from '../trailing.ts';
import { refuseTake, type Take, walkMarket } from '../walk.ts';
import type { MarketState, Owner } from './market-state.ts';
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
  /** Of a trailing stop without an activation price: its first trigger, in ticks. */
  readonly trigger?: number;
}

/** An order that its command places alone. */
const ALONE: readonly OrderIntent[] = [];

type TermsRefusal =
  | 'clientOrderIdInUse'
  | 'tooManyStops'
  | 'tooManyOrders'
  | 'tooManyOrdersInAll'
  | 'percentPrice';

/**
 * The reason to refuse an order now that holds for every type, or null. `beside`: orders that the
 * same command places before it.
 */
export function refuseTerms(
  state: TradingState,
  market: MarketState,
  { trader, userId }: Owner,
  intent: OrderIntent,
  at: number,
  beside = ALONE,
): Refused<TermsRefusal> | null {
  const { rules, seats } = market;
  if (intent.clientOrderId !== '' && state.byClientId.has(`${userId} ${intent.clientOrderId}`)) {
    return { refusal: 'clientOrderIdInUse' };
  }
  const { maxStopOrders, maxOpenOrders } = rules;
  const stops = seats.get(trader, Seat.stops);
  if (isStop(intent.type)) {
    const besides = beside.filter(({ type }) => isStop(type)).length;
    if (stops + besides >= maxStopOrders) {
      return { refusal: 'tooManyStops', detail: { limit: String(maxStopOrders) } };
    }
  }
  // MAX_NUM_ORDERS counts stops too.
  const others = seats.get(trader, Seat.open) + seats.get(trader, Seat.dormant);
  if (stops + others + beside.length >= maxOpenOrders) {
    return { refusal: 'tooManyOrders', detail: { limit: String(maxOpenOrders) } };
  }
  const { openOrders } = state.bounds;
  if (state.traders.openOrders(trader) + beside.length >= openOrders) {
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
  beside = ALONE,
): Plan | Refused<PlaceOrderRefusal> {
  const refused = refuseTerms(state, market, owner, intent, at, beside);
  return refused ?? planIntent(state, market, owner, intent, at);
}

/** As planOrder, for an order whose terms were checked when it began to wait for another. */
export function planIntent(
  state: TradingState,
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
  at: number,
): Plan | Refused<PlanRefusal> {
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
): Plan | Refused<'noReferencePrice' | 'triggersAtOnce' | NotionalRefusal> {
  if (intent.trailing > 0) return planTrailing(market, owner, intent);
  const { trigger } = intent;
  const price = triggerSourcePrice(market, intent.source, at);
  const direction = triggerDirection(price, trigger, intent.direction);
  if (typeof direction !== 'number') return direction;
  return planWaiting(market, owner, intent, trigger, direction === Direction.rises);
}

/** The plan of a stop whose trigger is `trigger` at worst. */
function planWaiting(
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
  trigger: number,
  rises: boolean,
): Plan {
  const { side, lots } = intent;
  const limit = hasLimit(intent.type)
    ? intent.limit
    : protectionPrice(side, trigger, intent.slippagePpm);
  const worst = notional(market.rules, limit, lots);
  return { limit, lots, hold: market.product.required(market, owner, intent, worst, 0), rises };
}

/** A trailing stop follows trades, so there must have been one. */
function planTrailing(
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
): Plan | Refused<'noReferencePrice' | 'triggersAtOnce' | NotionalRefusal> {
  const { side, lots, trigger: activation, trailing } = intent;
  const last = market.lastTicks;
  if (last === 0) return { refusal: 'noReferencePrice' };
  const worst = trailingTrigger(side, activation || last, trailing);
  if (activation > 0) {
    const direction = triggerDirection(last, activation, intent.direction);
    if (typeof direction !== 'number') return direction;
    return planWaiting(market, owner, intent, worst, direction === Direction.rises);
  }
  const bounded = hasLimit(intent.type) ? null : refuseNotional(market.rules, lots, worst);
  if (bounded !== null) return bounded;
  // Nothing has to be reached first: the direction is only what its sender called it.
  const rises = intent.direction < 0 ? side === BUY : intent.direction === Direction.rises;
  return { ...planWaiting(market, owner, intent, worst, rises), trigger: worst };
}

export function planLimit(
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
): Plan | Refused<PlanRefusal> {
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
