import type { Turn } from '../../schema/turn.ts';
import { STATUS } from '../order.ts';
import type { CancelAllOrdersRefusal, CancelOrderRefusal, Refused } from '../refusals.ts';
import { withdraw } from './execute.ts';
import { fireByMark } from './fire.ts';
import type { BookProduct, MarketState } from './market-state.ts';
import { changed, type OrderCanceled, type OrdersCanceled } from './outcomes.ts';
import { Int, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';

/** How a command names an order: by its id, or by its client order id. */
export interface OrderName {
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
}

/** The actor's own open order, or 0: an order of somebody else counts as unknown. */
export function findOrder(state: TradingState, name: OrderName, actor: number): OrderRef {
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
