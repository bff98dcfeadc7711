import { buyHold, notional } from '@assay/core/order/cost';
import { STATUS } from '@assay/core/order/order';
import { BUY } from '@assay/core/order/side';
import type { Outcome, Turn } from '@assay/platform/engine/machine';
import { type Refused, readPrice, readQuantity, refuseNotional, withinBand } from '../rules.ts';
import { execute, fireStops, heldSlot, holdExactly, restingHold, withdraw } from './execute.ts';
import { referenceTicks, stopLimit, takenFills } from './place.ts';
import type { LiveBook, Order, SpotState } from './state.ts';

/** How a command names an order: by our id, or by the one that its sender gave. */
export interface OrderName {
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

export interface AmendOrder extends OrderName {
  readonly quantity?: string | undefined;
  readonly limitPrice?: string | undefined;
}

/** The actor's own open order, or undefined: somebody else's order is as unknown as none. */
function findOrder(state: SpotState, name: OrderName, actor: number): Order | undefined {
  const order =
    name.orderId === undefined
      ? state.byClientId.get(`${actor} ${name.clientOrderId ?? ''}`)
      : state.orders.get(name.orderId);
  return order?.userId === actor ? order : undefined;
}

/** cancelOrder: takes an open order off the book or the stops. */
export function cancelOrder(state: SpotState, body: OrderName, turn: Turn): Outcome {
  const order = findOrder(state, body, turn.actor);
  if (order === undefined) return { refusal: 'unknownOrder' };
  state.begin(turn.seq, turn.at);
  withdraw(state, order, STATUS.canceled);
  return answer(order);
}

/** cancelAllOrders: every open order of the actor, or those of one market. */
export function cancelAllOrders(
  state: SpotState,
  live: LiveBook | undefined,
  body: { market?: string | undefined },
  turn: Turn,
): Outcome {
  if (body.market !== undefined && live === undefined) return { refusal: 'unknownMarket' };
  state.begin(turn.seq, turn.at);
  const orders = state.trader(turn.actor).ordersById();
  const canceled = live === undefined ? orders : orders.filter((order) => order.live === live);
  for (const order of canceled) withdraw(state, order, STATUS.canceled);
  return { canceled: canceled.map((order) => order.id) };
}

/**
 * amendOrder: a smaller quantity at the same price keeps the order's place; anything else gives it
 * up, and the order may take. The quantity is the whole one, what is filled included.
 */
export function amendOrder(state: SpotState, body: AmendOrder, turn: Turn): Outcome {
  const order = findOrder(state, body, turn.actor);
  if (order === undefined || order.slot === 0) return { refusal: 'unknownOrder' };
  const { live } = order;
  if (live.market.status !== 'trading') return { refusal: 'marketHalted' };
  const { rules } = live;
  const lots = body.quantity === undefined ? order.lots : readQuantity(rules, body.quantity);
  if (typeof lots !== 'number') return lots;
  if (lots <= order.filled) return { refusal: 'minQuantity' };
  const limit = body.limitPrice === undefined ? order.limit : readPrice(rules, body.limitPrice);
  if (typeof limit !== 'number') return limit;
  const refusal = refuseAmendment(order, lots, limit, turn.at);
  if (refusal !== null) return refusal;
  const left = lots - order.filled;
  const target = amendedHold(order, left, limit);
  const missing = target - order.held;
  if (missing > 0 && state.ledger.available(heldSlot(state, order)) < BigInt(missing)) {
    return { refusal: 'insufficientBalance' };
  }
  state.begin(turn.seq, turn.at);
  const firstTrade = state.trades.length;
  if (shrinks(order, lots, limit)) reduce(state, order, lots);
  else replace(state, order, lots, limit, target);
  return { ...answer(order), fills: takenFills(state, order, firstTrade) };
}

function refuseAmendment(order: Order, lots: number, limit: number, at: number): Refused | null {
  const { live } = order;
  const { rules } = live;
  if (lots === order.lots && limit === order.limit) return { refusal: 'nothingToChange' };
  const bounded = refuseNotional(rules, lots, limit);
  if (bounded !== null) return bounded;
  if (shrinks(order, lots, limit)) return null; // it stays where it was allowed to be
  const reference = referenceTicks(live, at);
  if (reference > 0 && !withinBand(rules, limit, reference)) return { refusal: 'percentPrice' };
  if (!order.postOnly) return null;
  const best = order.side === BUY ? live.book.bestAsk() : live.book.bestBid();
  const takes = best !== 0 && (order.side === BUY ? limit >= best : limit <= best);
  return takes ? { refusal: 'wouldTake' } : null;
}

function shrinks(order: Order, lots: number, limit: number): boolean {
  return limit === order.limit && lots < order.lots;
}

/** What the amended order holds before it takes anything: it may be a taker again. */
function amendedHold(order: Order, left: number, limit: number): number {
  const { rules } = order.live;
  if (order.side !== BUY) return left * rules.basePerLot;
  return buyHold(notional(rules, limit, left), order.makerPpm, order.takerPpm);
}

function reduce(state: SpotState, order: Order, lots: number): void {
  order.live.book.reduce(order.slot, order.lots - lots);
  order.live.touch(order.side, order.limit);
  order.lots = lots;
  holdExactly(state, order, restingHold(order));
  state.note(order);
}

function replace(
  state: SpotState,
  order: Order,
  lots: number,
  limit: number,
  target: number,
): void {
  const { live } = order;
  live.book.cancel(order.slot);
  live.touch(order.side, order.limit);
  live.orders[order.slot] = undefined;
  order.slot = 0;
  order.lots = lots;
  order.limit = limit;
  order.place = state.nextPlace();
  holdExactly(state, order, target);
  execute(state, order, limit);
  fireStops(state, live, stopLimit);
}

/**
 * How the order stands now, and in `order` what of it never changes, so that nobody who turns the
 * answer into words has to look it up.
 */
function answer(order: Order) {
  const { id, status, lots, limit, filled, filledQuote, fee, held } = order;
  return { id, status, lots, limit, filled, filledQuote, fee, held, order: lasting(order) };
}

/** In the order of `Lasting` (calls/commands.ts); part of stored answers, so it only grows. */
function lasting(order: Order) {
  const { live, side, type, timeInForce, postOnly, selfTrade, amount, trigger } = order;
  const codes = [live.rules.id, side, type, timeInForce, postOnly, selfTrade] as const;
  return [...codes, amount, trigger, order.clientOrderId, order.createdAt];
}
