import { buyHold, notional } from '@assay/core/order/cost';
import { quantityText } from '@assay/core/order/market';
import { STATUS } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import type { Outcome, Turn } from '@assay/platform/engine/machine';
import {
  hasLimit,
  isStop,
  isWithin,
  type Refused,
  readName,
  readPrice,
  readQuantity,
  refuseNotional,
} from '../rules.ts';
import {
  execute,
  fireStops,
  holdExactly,
  payingAccount,
  restingHold,
  withdraw,
} from './execute.ts';
import { Int, Mark, Num, type OrderRef } from './orders.ts';
import { referenceTicks, takenFills } from './place.ts';
import type { LiveBook, SpotState } from './state.ts';

/** How a command names an order: by our id, or by the one that its sender gave. */
export interface OrderName {
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

export interface AmendOrder extends OrderName {
  readonly quantity?: string | undefined;
  readonly limitPrice?: string | undefined;
  /** What its sender calls it from then on; without it, as before. */
  readonly newClientOrderId?: string | undefined;
}

/** The actor's own open order, or 0: somebody else's order is as unknown as none. */
function findOrder(state: SpotState, name: OrderName, actor: number): OrderRef {
  const { orders, byClientId, traders } = state;
  const order =
    name.orderId === undefined
      ? (byClientId.get(`${actor} ${name.clientOrderId ?? ''}`) ?? 0)
      : orders.find(name.orderId);
  return orders.ints[order + Int.trader] === traders.find(actor) ? order : 0;
}

/** cancelOrder: takes an open order off the book or the stops. */
export function cancelOrder(state: SpotState, body: OrderName, turn: Turn): Outcome {
  const order = findOrder(state, body, turn.actor);
  if (order === 0) return { refusal: 'unknownOrder' };
  state.begin(turn.seq, turn.at);
  withdraw(state, state.liveOf(order), order, STATUS.canceled);
  return answer(state, order);
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
  const { numbers } = state.orders;
  const canceled = state.ordersById(state.traders.of(turn.actor), live);
  for (const order of canceled) {
    // The second of two that go together went with the first.
    if (state.orders.isOpen(order)) withdraw(state, state.liveOf(order), order, STATUS.canceled);
  }
  return { canceled: canceled.map((order) => numbers[order + Num.id]) };
}

/**
 * amendOrder: a smaller quantity at the same price keeps the order's place; anything else gives it
 * up, and the order may take. The quantity is the whole one, what is filled included. Another name
 * may come with either; alone it changes nothing. With another one the answer has `formerName`.
 */
export function amendOrder(state: SpotState, body: AmendOrder, turn: Turn): Outcome {
  const { numbers, ints } = state.orders;
  const order = findOrder(state, body, turn.actor);
  if (order === 0 || ints[order + Int.slot] === 0) return { refusal: 'unknownOrder' };
  if (ints[order + Int.other] !== 0) return { refusal: 'partOfOco' };
  const live = state.liveOf(order);
  const { market, rules } = live;
  if (market.status !== 'trading') return { refusal: 'marketHalted' };
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
  const refusal = refusePrice(state, live, order, lots, limit, turn.at);
  if (refusal !== null) return refusal;
  const target = amendedHold(state, live, order, lots - filled, limit);
  const missing = target - numbers[order + Num.held]!;
  if (missing > 0 && !state.ledger.covers(payingAccount(state, live, order), missing)) {
    return { refusal: 'insufficientBalance' };
  }
  state.begin(turn.seq, turn.at);
  const firstTrade = state.trades.count;
  const formerName = state.orders.name(order);
  if (name !== formerName) state.rename(order, name);
  if (shrinks(state, order, lots, limit)) reduce(state, live, order, lots);
  else replace(state, live, order, lots, limit, target);
  const outcome = { ...answer(state, order), fills: takenFills(state, order, firstTrade) };
  return name === formerName ? outcome : { ...outcome, formerName };
}

/** The name that the order has from then on: its own again, or one that no other open order has. */
function readNewName(
  { orders, byClientId }: SpotState,
  order: OrderRef,
  newName: string | undefined,
): string | Refused {
  const name = readName(newName);
  if (typeof name !== 'string') return name;
  if (name === '') return orders.name(order);
  const known = byClientId.get(`${orders.numbers[order + Num.userId]} ${name}`) ?? order;
  return known === order ? name : { refusal: 'clientOrderIdInUse' };
}

/** What is against standing there now. */
function refusePrice(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  lots: number,
  limit: number,
  at: number,
): Refused | null {
  const { ints } = state.orders;
  if (shrinks(state, order, lots, limit)) return null; // it stays where it was allowed to be
  const reference = referenceTicks(live, at);
  const side = ints[order + Int.side] as Side;
  if (reference > 0 && !isWithin(live.band(side, reference), limit)) {
    return { refusal: 'percentPrice' };
  }
  if (!state.orders.has(order, Mark.postOnly)) return null;
  const buys = side === BUY;
  const best = buys ? live.book.bestAsk() : live.book.bestBid();
  const takes = best !== 0 && (buys ? limit >= best : limit <= best);
  return takes ? { refusal: 'wouldTake' } : null;
}

function shrinks({ orders }: SpotState, order: OrderRef, lots: number, limit: number): boolean {
  const { numbers } = orders;
  return limit === numbers[order + Num.limit] && lots < numbers[order + Num.lots]!;
}

/** What the amended order holds before it takes anything: it may be a taker again. */
function amendedHold(
  { orders }: SpotState,
  { rules }: LiveBook,
  order: OrderRef,
  left: number,
  limit: number,
): number {
  const { ints } = orders;
  if (ints[order + Int.side] !== BUY) return left * rules.basePerLot;
  const value = notional(rules, limit, left);
  return buyHold(value, ints[order + Int.makerPpm]!, ints[order + Int.takerPpm]!);
}

function reduce(state: SpotState, live: LiveBook, order: OrderRef, lots: number): void {
  const { numbers, ints } = state.orders;
  live.book.reduce(ints[order + Int.slot]!, numbers[order + Num.lots]! - lots);
  live.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  numbers[order + Num.lots] = lots;
  holdExactly(state, live, order, restingHold(state, live, order));
  state.note(order);
}

function replace(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  lots: number,
  limit: number,
  target: number,
): void {
  const { numbers, ints } = state.orders;
  live.book.cancel(ints[order + Int.slot]!);
  live.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
  ints[order + Int.slot] = 0;
  numbers[order + Num.lots] = lots;
  numbers[order + Num.limit] = limit;
  numbers[order + Num.place] = state.nextPlace();
  holdExactly(state, live, order, target);
  execute(state, live, order, limit);
  fireStops(state, live);
}

/**
 * How the order stands now, and in `order` what of it never changes, and its name, so that nobody
 * who turns the answer into words has to look it up.
 */
function answer(state: SpotState, order: OrderRef) {
  const { numbers, ints } = state.orders;
  return {
    id: numbers[order + Num.id]!,
    status: ints[order + Int.status]!,
    lots: numbers[order + Num.lots]!,
    limit: numbers[order + Num.limit]!,
    filled: numbers[order + Num.filled]!,
    filledQuote: numbers[order + Num.filledQuote]!,
    fee: numbers[order + Num.fee]!,
    held: numbers[order + Num.held]!,
    order: lasting(state, order),
  };
}

/** In the order of `Lasting` (calls/desk.ts); part of stored answers, so it only grows. */
function lasting({ orders }: SpotState, order: OrderRef) {
  const { numbers, ints } = orders;
  const type = ints[order + Int.type]!;
  const terms = [
    ints[order + Int.market],
    ints[order + Int.side],
    type,
    ints[order + Int.timeInForce],
    orders.has(order, Mark.postOnly),
    ints[order + Int.selfTrade],
    hasLimit(type) ? 0 : numbers[order + Num.amount],
    isStop(type) ? numbers[order + Num.trigger] : 0,
    orders.name(order),
    numbers[order + Num.createdAt],
  ];
  // Most orders are neither.
  if (isStop(type) || orders.has(order, Mark.paired)) {
    terms.push(orders.has(order, Mark.rises), numbers[order + Num.oco]);
  }
  return terms;
}
