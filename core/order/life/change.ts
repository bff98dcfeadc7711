import type { Turn } from '../../schema/turn.ts';
import { isWithin, referencePrice, wouldTake } from '../conditions.ts';
import { notional } from '../cost.ts';
import { readName, readPrice, readQuantity, refuseNotional } from '../intent.ts';
import { quantityText } from '../market.ts';
import { STATUS } from '../order.ts';
import type {
  AmendOrderRefusal,
  CancelAllOrdersRefusal,
  CancelOrderRefusal,
  Refused,
} from '../refusals.ts';
import type { Side } from '../side.ts';
import { execute, holdExactly, withdraw } from './execute.ts';
import { fireByMark, fireStops } from './fire.ts';
import type { BookProduct, MarketState } from './market-state.ts';
import {
  changed,
  type OrderAmended,
  type OrderCanceled,
  type OrdersCanceled,
  takenFills,
} from './outcomes.ts';
import { Int, Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';
import { draftOf } from './stop-order.ts';

/** How a command names an order: by its id, or by its client order id. */
export interface OrderName {
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

export interface AmendOrder extends OrderName {
  readonly quantity?: string | undefined;
  readonly limitPrice?: string | undefined;
  /** The new client order id; without it the order keeps its own. */
  readonly newClientOrderId?: string | undefined;
}

/** The actor's own open order, or 0: an order of somebody else counts as unknown. */
function findOrder(state: TradingState, name: OrderName, actor: number): OrderRef {
  const { orders, byClientId, traders } = state;
  const order =
    name.orderId === undefined
      ? (byClientId.get(`${actor} ${name.clientOrderId ?? ''}`) ?? 0)
      : orders.find(name.orderId);
  return orders.ints[order + Int.trader] === traders.find(actor) ? order : 0;
}

/** cancelOrder: takes an open order off the book or the stops. */
export function cancelOrder(
  state: TradingState,
  body: OrderName,
  turn: Turn,
): OrderCanceled | Refused<CancelOrderRefusal> {
  const order = findOrder(state, body, turn.actor);
  if (order === 0) return { refusal: 'unknownOrder' };
  state.begin(turn.seq, turn.at);
  const market = state.marketOf(order);
  withdraw(state, market, order, STATUS.canceled);
  const outcome = changed(state, order);
  fireByMark(state, market);
  return outcome;
}

/** cancelAllOrders: every open order of the actor, or those of one product, or of one market. */
export function cancelAllOrders(
  state: TradingState,
  { product, market }: { product?: BookProduct | undefined; market?: MarketState | undefined },
  body: { product?: string | undefined; market?: string | undefined },
  turn: Turn,
): OrdersCanceled | Refused<CancelAllOrdersRefusal> {
  if (body.product !== undefined && product === undefined) return { refusal: 'unknownProduct' };
  if (body.market !== undefined && market === undefined) return { refusal: 'unknownMarket' };
  state.begin(turn.seq, turn.at);
  const { numbers } = state.orders;
  const isMeant = (order: OrderRef) =>
    product === undefined || state.marketOf(order).product === product;
  const canceled = state.ordersById(state.traders.of(turn.actor), market).filter(isMeant);
  cancelOrders(state, canceled);
  return { canceled: canceled.map((order) => numbers[order + Num.id]!) };
}

/** Cancels open orders, inside the running command; the second of a pair ends with the first. */
export function cancelOrders(state: TradingState, orders: readonly OrderRef[]): void {
  const markets = new Set<MarketState>();
  for (const order of orders) {
    if (!state.orders.isOpen(order)) continue;
    const market = state.marketOf(order);
    withdraw(state, market, order, STATUS.canceled);
    state.work += 1;
    markets.add(market);
  }
  for (const market of markets) fireByMark(state, market);
}

/** An amendment that passed every check: the order as it will be. */
interface ReadyAmendment {
  readonly refusal?: undefined;
  readonly order: OrderRef;
  readonly lots: number;
  readonly limit: number;
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
  if (order === 0 || ints[order + Int.slot] === 0) return { refusal: 'unknownOrder' };
  if (ints[order + Int.other] !== 0) return { refusal: 'partOfOco' };
  const market = state.marketOf(order);
  const { rules } = market;
  if (!market.isTrading) return { refusal: 'marketHalted' };
  const { quantity, limitPrice } = body;
  const lots = quantity === undefined ? numbers[order + Num.lots]! : readQuantity(rules, quantity);
  if (typeof lots !== 'number') return lots;
  const filled = numbers[order + Num.filled]!;
  if (lots <= filled) {
    return { refusal: 'minQuantity', detail: { min: quantityText(rules, filled + 1) } };
  }
  const limit =
    limitPrice === undefined ? numbers[order + Num.limit]! : readPrice(rules, limitPrice);
  if (typeof limit !== 'number') return limit;
  const unchanged = lots === numbers[order + Num.lots] && limit === numbers[order + Num.limit];
  if (unchanged) return { refusal: 'nothingToChange' };
  const bounded = refuseNotional(rules, lots, limit);
  if (bounded !== null) return bounded;
  const name = readNewName(state, order, body.newClientOrderId);
  if (typeof name !== 'string') return name;
  const refusal = refusePrice(state, market, order, lots, limit, at);
  if (refusal !== null) return refusal;
  const owner = state.ownerOf(order);
  const draft = draftOf(state.orders, order, lots - filled, 0);
  const against = market.product.refuse?.(market, owner, draft, order);
  if (against) return against;
  // The amended order may take again.
  const worst = notional(rules, limit, draft.lots);
  const hold = market.product.required(market, owner, draft, worst, order);
  const missing = hold - numbers[order + Num.held]!;
  if (missing > 0 && !state.ledger.covers(state.payingAccount(market, order), missing)) {
    return { refusal: 'insufficientBalance' };
  }
  return { order, lots, limit, name, hold };
}

/**
 * amendOrder: a smaller quantity at the same price keeps the order's priority; anything else gives
 * it up, and the order may take. The quantity includes the filled part. A new client order id may
 * come with either; a new id alone is no amendment.
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
  const { order, lots, limit, name, hold } = ready;
  const market = state.marketOf(order);
  const firstTrade = state.trades.count;
  const formerName = state.orders.name(order);
  if (name !== formerName) state.rename(order, name);
  if (shrinks(state, order, lots, limit)) reduce(state, market, order, lots);
  else replace(state, market, order, lots, limit, hold);
  const outcome = { ...changed(state, order), fills: takenFills(state, order, firstTrade) };
  return name === formerName ? outcome : { ...outcome, formerName };
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

/** The reason why the order may not rest at that price now, or null. */
function refusePrice(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  lots: number,
  limit: number,
  at: number,
): Refused<'percentPrice' | 'wouldTake'> | null {
  // A smaller quantity stays at a price that was allowed.
  if (shrinks(state, order, lots, limit)) return null;
  const reference = referencePrice(market, at);
  const side = state.orders.ints[order + Int.side] as Side;
  if (reference > 0 && !isWithin(market.band(side, reference), limit)) {
    return { refusal: 'percentPrice' };
  }
  const takes = wouldTake(side, limit, market.bestAgainst(side));
  return takes && state.orders.has(order, Mark.postOnly) ? { refusal: 'wouldTake' } : null;
}

function shrinks({ orders }: TradingState, order: OrderRef, lots: number, limit: number): boolean {
  const { numbers } = orders;
  return limit === numbers[order + Num.limit] && lots < numbers[order + Num.lots]!;
}

function reduce(state: TradingState, market: MarketState, order: OrderRef, lots: number): void {
  const { numbers, ints } = state.orders;
  market.book.reduce(ints[order + Int.slot]!, numbers[order + Num.lots]! - lots);
  market.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  numbers[order + Num.lots] = lots;
  holdExactly(state, market, order, market.product.resting(market, order));
  state.note(order);
}

function replace(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  lots: number,
  limit: number,
  target: number,
): void {
  const { numbers, ints } = state.orders;
  market.book.cancel(ints[order + Int.slot]!);
  market.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  ints[order + Int.slot] = 0;
  numbers[order + Num.lots] = lots;
  numbers[order + Num.limit] = limit;
  numbers[order + Num.priority] = state.nextId();
  holdExactly(state, market, order, target);
  execute(state, market, order, limit);
  fireStops(state, market);
}
