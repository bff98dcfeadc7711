import { assert } from '@assay/core/num/integer';
import { countedAs } from '@assay/core/order/life/execute';
import type { MarketState } from '@assay/core/order/life/market-state';
import type { OrderRef } from '@assay/core/order/life/records';
import { Seat } from '@assay/core/order/life/seats';
import type { TradingState } from '@assay/core/order/life/state';
import { stopHold } from '@assay/core/order/life/stop-order';
import type { Trader } from '@assay/core/order/life/traders';
import { STATUS } from '@assay/core/order/order';

/** Goes over all orders and throws BrokenInvariant when something that must hold does not. */
export function auditOrders(state: TradingState): void {
  let open = 0;
  for (const market of state.markets) {
    if (market !== undefined) open += auditMarket(state, market);
  }
  assert(open === state.orders.size, 'every open order rests or waits');
  auditNames(state);
  auditListNames(state);
  for (const trader of state.traders.all()) auditTrader(trader, state);
}

/** Returns how many open orders the market has. */
function auditMarket(state: TradingState, market: MarketState): number {
  let open = 0;
  market.book.validate();
  market.stops.audit();
  market.book.forEach((slot) => {
    auditResting(state, market, slot);
    open += 1;
  });
  market.dormant.audit((list) => state.orders.find(list) !== 0);
  for (const ref of market.dormant) {
    const { status, held, follows, oco, id } = state.orderAt(ref);
    assert(
      status === STATUS.dormant && held === 0,
      'an order that waits for another holds nothing',
    );
    assert(follows && oco < id, 'an order that waits for another follows it in its list');
    open += 1;
  }
  for (const stop of market.stops) {
    const { status, held } = state.orderAt(stop);
    assert(status === STATUS.pending, 'a stop that waits is pending');
    assert(held === stopHold(state, market, stop), 'a stop holds what it can cost, no more');
    auditPair(state, stop);
    open += 1;
  }
  return open;
}

function auditNames(state: TradingState): void {
  let named = 0;
  for (const { ref, userId, clientOrderId } of state.open()) {
    if (clientOrderId === '') continue;
    const found = state.byClientId.get(`${userId} ${clientOrderId}`);
    assert(found === ref, 'an order is found by the name that its sender gave');
    named += 1;
  }
  assert(named === state.byClientId.size, 'a name leads to an open order');
}

function auditListNames(state: TradingState): void {
  const listed = new Map<string, number>();
  const lists = new Map<string, number>();
  for (const { userId, listName, oco } of state.open()) {
    if (listName === '') continue;
    const key = `${userId} ${listName}`;
    listed.set(key, (listed.get(key) ?? 0) + 1);
    assert((lists.get(key) ?? oco) === oco, 'of live lists of one owner only one has a name');
    lists.set(key, oco);
    assert(state.listNames.get(key) !== undefined, 'the name of a live list is taken');
  }
  for (const [key, count] of state.listNames) {
    assert(listed.get(key) === count, 'open orders of a named list are counted right');
  }
}

function auditResting(state: TradingState, market: MarketState, slot: number): void {
  const { book, product } = market;
  const order = state.restingIn(market, slot);
  assert(order.slot === slot, 'a resting order knows its slot');
  assert(order.open && order.status !== STATUS.pending, 'a resting order is open');
  assert(book.left(slot) === order.remaining, 'filled and remaining make the quantity');
  const shown = order.iceberg > 0 ? order.shown : order.remaining;
  assert(book.lots(slot) === shown, 'the book shows what the order shows');
  assert(
    book.price(slot) === order.limit && book.side(slot) === order.side,
    'the book has its price',
  );
  assert(
    order.held === product.resting(market, order.ref),
    'a resting order holds what its product asks, no more',
  );
}

/** A stop that shares its funds does so with an order that rests or waits and has not traded. */
function auditPair(state: TradingState, stop: OrderRef): void {
  const { id, oco, other, side, lots } = state.orderAt(stop);
  if (other === 0 || id === oco) return;
  const first = state.orderAt(other);
  assert(first.other === stop && first.oco === oco, 'two orders are a pair');
  assert(first.follows || first.id === oco, 'an OCO has the id of its first order');
  const waits = first.status === STATUS.pending;
  assert(waits || first.slot !== 0, 'the first order of a pair rests or waits');
  assert(first.filled === 0, 'the first order of a pair has not traded');
  assert(first.side === side && first.lots === lots, 'both of a pair are for the same');
}

function auditTrader(trader: Trader, state: TradingState): void {
  const open = new Map<MarketState, number>();
  const stops = new Map<MarketState, number>();
  const dormant = new Map<MarketState, number>();
  const counted = { [Seat.open]: open, [Seat.stops]: stops, [Seat.dormant]: dormant };
  let all = 0;
  for (const order of state.ordersOf(trader)) {
    all += 1;
    const market = state.marketOf(order);
    const counts = counted[countedAs(state, order)];
    counts.set(market, (counts.get(market) ?? 0) + 1);
  }
  for (const market of state.markets) {
    if (market === undefined) continue;
    const { seats } = market;
    const right =
      seats.get(trader, Seat.open) === (open.get(market) ?? 0) &&
      seats.get(trader, Seat.stops) === (stops.get(market) ?? 0) &&
      seats.get(trader, Seat.dormant) === (dormant.get(market) ?? 0);
    assert(right, 'open orders are counted right');
  }
  assert(state.traders.openOrders(trader) === all, 'open orders of all markets are counted right');
}
