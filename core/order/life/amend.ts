import type { Turn } from '../../schema/turn.ts';
import {
  isWithin,
  referencePrice,
  triggerDirection,
  triggerSourcePrice,
  wouldTake,
} from '../conditions.ts';
import { notional, protectionPrice } from '../cost.ts';
import { readName, readPrice, readQuantity, refuseNotional, refuseParts } from '../intent.ts';
import { quantityText } from '../market.ts';
import { hasLimit, STATUS } from '../order.ts';
import type { AmendOrderRefusal, Refused } from '../refusals.ts';
import type { Side } from '../side.ts';
import { findOrder, type OrderName } from './change.ts';
import { execute, holdExactly, setShown } from './execute.ts';
import { fireStops } from './fire.ts';
import type { MarketState } from './market-state.ts';
import { changed, type OrderAmended, takenFills } from './outcomes.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';
import { draftOf, firstTrigger } from './stop-order.ts';

export interface AmendOrder extends OrderName {
  readonly quantity?: string | undefined;
  readonly limitPrice?: string | undefined;
  /** Of a stop that waits. */
  readonly triggerPrice?: string | undefined;
  /** The new client order id; without it the order keeps its own. */
  readonly newClientOrderId?: string | undefined;
}

/** What an amendment may change, in lots and ticks. */
interface Terms {
  readonly lots: number;
  readonly limit: number;
  readonly trigger: number;
}

/** An amendment that passed every check: the order as it will be. */
interface ReadyAmendment {
  readonly refusal?: undefined;
  readonly order: OrderRef;
  readonly terms: Terms;
  /** Only the quantity changes, and becomes smaller. */
  readonly shrinks: boolean;
  readonly name: string;
  readonly hold: number;
}

/**
 * Checks an amendment: returns the first refusal in the order of AMEND_ORDER_REFUSALS, or the
 * prepared amendment. Nothing is changed.
 */
export function prepareAmendment(
  state: TradingState,
  body: AmendOrder,
  { actor, at }: Turn,
): ReadyAmendment | Refused<AmendOrderRefusal> {
  const { numbers, ints } = state.orders;
  const order = findOrder(state, body, actor);
  if (order === 0) return { refusal: 'unknownOrder' };
  const market = state.marketOf(order);
  const isListed = market.dormant.has(numbers[order + Num.oco]!);
  if (isListed || ints[order + Int.other] !== 0) return { refusal: 'partOfOco' };
  if (market.closed !== null) return { refusal: market.closed };
  const terms = readTerms(state, market, order, body);
  if ('refusal' in terms) return terms;
  const { lots, limit, trigger } = terms;
  const now = termsOf(state, order);
  const isSamePrice = limit === now.limit && trigger === now.trigger;
  if (isSamePrice && lots === now.lots) return { refusal: 'nothingToChange' };
  const bounded = refuseNotional(market.rules, lots, limit || trigger);
  if (bounded !== null) return bounded;
  const name = readNewName(state, order, body.newClientOrderId);
  if (typeof name !== 'string') return name;
  const shrinks = isSamePrice && lots < now.lots;
  // A smaller quantity stays at prices that were allowed.
  const refusal = shrinks ? null : refusePrices(state, market, order, terms, at);
  if (refusal !== null) return refusal;
  const owner = state.ownerOf(order);
  const left = lots - numbers[order + Num.filled]!;
  const draft = draftOf(state.orders, order, left, numbers[order + Num.amount]!);
  const against = market.product.refuse?.(market, owner, draft, order);
  if (against) return against;
  // The amended order may take again.
  const worst = notional(market.rules, worstPrice(state, order, terms), left);
  const hold = market.product.required(market, owner, draft, worst, order);
  const missing = hold - numbers[order + Num.held]!;
  if (missing > 0 && !state.ledger.covers(state.payingAccount(market, order), missing)) {
    return { refusal: 'insufficientBalance' };
  }
  return { order, terms, shrinks, name, hold };
}

/**
 * amendOrder: a smaller quantity alone keeps the order's priority, in the book or among the stops;
 * anything else gives it up, and an order of the book may take. The quantity includes the filled
 * part. A new client order id may come with either; a new id alone is no amendment.
 */
export function amendOrder(
  state: TradingState,
  body: AmendOrder,
  turn: Turn,
): OrderAmended | Refused<AmendOrderRefusal> {
  const ready = prepareAmendment(state, body, turn);
  if (ready.refusal !== undefined) return ready;
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const { order, name } = ready;
  const market = state.marketOf(order);
  const firstTrade = state.trades.count;
  const formerName = state.orders.name(order);
  if (ready.shrinks) noteAmendment(state, ready);
  if (name !== formerName) state.rename(order, name);
  if (state.orders.ints[order + Int.status] === STATUS.pending) changeStop(state, market, ready);
  else if (ready.shrinks) reduce(state, market, order, ready.terms.lots);
  else replace(state, market, ready);
  const outcome = { ...changed(state, order), fills: takenFills(state, order, firstTrade) };
  return name === formerName ? outcome : { ...outcome, formerName };
}

/** Notes an amendment for the order's history, before the order is changed. */
function noteAmendment(state: TradingState, { order, terms, name }: ReadyAmendment): void {
  const { orders, seq, at, amendments } = state;
  const { numbers } = orders;
  amendments.push({
    orderId: numbers[order + Num.id]!,
    seq,
    userId: numbers[order + Num.userId]!,
    at,
    formerName: orders.name(order),
    name,
    formerLots: numbers[order + Num.lots]!,
    lots: terms.lots,
  });
}

function termsOf({ orders: { numbers } }: TradingState, order: OrderRef): Terms {
  return {
    lots: numbers[order + Num.lots]!,
    limit: numbers[order + Num.limit]!,
    trigger: numbers[order + Num.trigger]!,
  };
}

/** The terms that the body asks for, within the filters; those that it leaves out stay. */
function readTerms(
  state: TradingState,
  { rules }: MarketState,
  order: OrderRef,
  { quantity, limitPrice, triggerPrice }: AmendOrder,
): Terms | Refused<AmendOrderRefusal> {
  const { numbers, ints } = state.orders;
  const now = termsOf(state, order);
  const limited = hasLimit(ints[order + Int.type]!);
  if (quantity !== undefined && numbers[order + Num.amount]! > 0) return wrong('quantity');
  if (limitPrice !== undefined && !limited) return wrong('limitPrice');
  const waits = ints[order + Int.status] === STATUS.pending;
  const trails = state.orders.cold(order, Cold.trailing) > 0;
  if (triggerPrice !== undefined && (!waits || trails)) return wrong('triggerPrice');
  const lots = quantity === undefined ? now.lots : readQuantity(rules, quantity, !limited);
  if (typeof lots !== 'number') return lots;
  const iceberg = state.orders.cold(order, Cold.iceberg);
  // It may become smaller than the part that it shows.
  const part = Math.min(iceberg, lots);
  const parts = part === 0 || lots === now.lots ? null : refuseParts(lots, part);
  if (parts !== null) return parts;
  const filled = numbers[order + Num.filled]!;
  // A stop by amount has no lots yet.
  if (lots <= filled && lots > 0) {
    return { refusal: 'minQuantity', detail: { min: quantityText(rules, filled + 1) } };
  }
  const limit = limitPrice === undefined ? now.limit : readPrice(rules, limitPrice);
  if (typeof limit !== 'number') return limit;
  const trigger = triggerPrice === undefined ? now.trigger : readPrice(rules, triggerPrice);
  return typeof trigger === 'number' ? { lots, limit, trigger } : trigger;
}

function wrong(field: string): Refused<'invalidOrder'> {
  return { refusal: 'invalidOrder', detail: { field } };
}

/** The new client order id: the current one, or one that no other open order of the owner has. */
function readNewName(
  { orders, byClientId }: TradingState,
  order: OrderRef,
  newName: string | undefined,
): string | Refused<'invalidClientOrderId' | 'clientOrderIdInUse'> {
  const name = readName(newName);
  if (typeof name !== 'string') return name;
  if (name === '') return orders.name(order);
  const known = byClientId.get(`${orders.numbers[order + Num.userId]} ${name}`) ?? order;
  return known === order ? name : { refusal: 'clientOrderIdInUse' };
}

/** The reason why the order may not rest, or wait, at these prices now, or null. */
function refusePrices(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  { limit, trigger }: Terms,
  at: number,
): Refused<'percentPrice' | 'noReferencePrice' | 'triggersAtOnce' | 'wouldTake'> | null {
  const { orders } = state;
  const side = orders.ints[order + Int.side] as Side;
  const reference = referencePrice(market, at);
  if (limit > 0 && reference > 0 && !isWithin(market.band(side, reference), limit)) {
    return { refusal: 'percentPrice' };
  }
  if (orders.ints[order + Int.status] === STATUS.pending) {
    if (trigger === orders.numbers[order + Num.trigger]) return null;
    // A stop goes on waiting for the direction that it was placed for.
    const price = triggerSourcePrice(market, orders.cold(order, Cold.triggerSource), at);
    const direction = triggerDirection(price, trigger, orders.has(order, Mark.rises) ? 1 : 0);
    return typeof direction === 'number' ? null : direction;
  }
  const takes = wouldTake(side, limit, market.bestAgainst(side));
  return takes && orders.has(order, Mark.postOnly) ? { refusal: 'wouldTake' } : null;
}

/** The worst price at which the order would take with these terms. */
function worstPrice({ orders }: TradingState, order: OrderRef, { limit, trigger }: Terms): number {
  const { numbers, ints } = orders;
  if (hasLimit(ints[order + Int.type]!)) return limit;
  const side = ints[order + Int.side] as Side;
  const isSame = trigger === numbers[order + Num.trigger];
  const worst = isSame ? firstTrigger(orders, order) : trigger;
  return protectionPrice(side, worst, numbers[order + Num.slippagePpm]!);
}

/**
 * A stop gets other terms, and unless it only shrinks another position among those that wait: one
 * that was due waits again, unless it is a trailing stop that followed the price.
 */
function changeStop(
  state: TradingState,
  market: MarketState,
  { order, terms, shrinks, hold }: ReadyAmendment,
): void {
  const { orders } = state;
  const { numbers } = orders;
  if (terms.trigger !== numbers[order + Num.trigger]) orders.mark(order, Mark.rewritten);
  const change = () => {
    numbers[order + Num.lots] = terms.lots;
    numbers[order + Num.limit] = terms.limit;
    numbers[order + Num.trigger] = terms.trigger;
  };
  if (shrinks) change();
  else {
    market.stops.change(order, () => {
      change();
      numbers[order + Num.priority] = state.nextId();
    });
  }
  holdExactly(state, market, order, hold);
  state.note(order);
}

function reduce(state: TradingState, market: MarketState, order: OrderRef, lots: number): void {
  const { numbers, ints } = state.orders;
  const slot = ints[order + Int.slot]!;
  market.book.reduce(slot, numbers[order + Num.lots]! - lots);
  if (state.orders.cold(order, Cold.iceberg) > 0) {
    setShown(state.orders, order, market.book.lots(slot));
  }
  market.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  numbers[order + Num.lots] = lots;
  holdExactly(state, market, order, market.product.resting(market, order));
  state.note(order);
}

function replace(
  state: TradingState,
  market: MarketState,
  { order, terms, hold }: ReadyAmendment,
): void {
  const { numbers, ints } = state.orders;
  market.book.cancel(ints[order + Int.slot]!);
  market.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  ints[order + Int.slot] = 0;
  numbers[order + Num.lots] = terms.lots;
  numbers[order + Num.limit] = terms.limit;
  numbers[order + Num.priority] = state.nextId();
  holdExactly(state, market, order, hold);
  execute(state, market, order, terms.limit);
  fireStops(state, market);
}
