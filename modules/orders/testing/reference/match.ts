import {
  type Market,
  type Order,
  other,
  PPM,
  type Status,
  smaller,
  type World,
  worth,
} from './state.ts';

/** Of an order that has met as many others as one order may. */
const CUT = 'expiredAtFillLimit';

/**
 * Lets an accepted order take at prices up to `limit`; then it rests or ends. Stops are not fired
 * here.
 */
export function run(world: World, order: Order, limit: bigint): void {
  const { market } = order;
  const buysByAmount = order.amount > 0n && order.side === 'buy';
  const budget = market.product.budget(order);
  let money = budget;
  let wanted = order.quantity - order.filled;
  let met = 0;
  let cut = false;
  let ended = false;
  while (!ended) {
    const maker = world.queue(market, other(order.side))[0];
    if (maker === undefined || !reaches(order, limit, maker.price)) break;
    if (buysByAmount) wanted = lotsFor(money, maker.price, market.step);
    if (wanted === 0n) break;
    cut = met === world.bounds.fills;
    if (cut) break;
    met += 1;
    const quantity = smaller(wanted, maker.shown);
    if (maker.user === order.user && order.selfTrade !== 'none') {
      ended = preventSelfTrade(world, order, maker, quantity, wanted);
      if (order.selfTrade !== 'decrement') continue;
    } else {
      trade(world, order, maker, quantity);
    }
    wanted -= quantity;
    money -= worth(maker.price, quantity);
  }
  if (order.amount > 0n) {
    order.quantity = order.filled;
    const rest = budget - order.filledQuote;
    const done = order.filled > 0n && rest < worth(market.last, market.step);
    end(world, order, done ? 'filled' : ended ? 'expiredInMatch' : cut ? CUT : 'expired');
    return;
  }
  if (ended) {
    end(world, order, 'expiredInMatch');
    return;
  }
  order.quantity = order.filled + wanted;
  if (wanted === 0n) end(world, order, 'filled');
  else if (cut) end(world, order, CUT);
  else if (order.timeInForce === 'gtc') rest(world, order);
  else end(world, order, 'expired');
}

/** Whole steps that `money` pays for at a price. */
export function lotsFor(money: bigint, price: bigint, step: bigint): bigint {
  return (money / worth(price, step)) * step;
}

export function reaches(order: { side: string }, limit: bigint, price: bigint): boolean {
  return order.side === 'buy' ? price <= limit : price >= limit;
}

/** Applies the taker's mode; answers whether the taker is at its end. */
function preventSelfTrade(
  world: World,
  taker: Order,
  maker: Order,
  quantity: bigint,
  wanted: bigint,
): boolean {
  if (taker.selfTrade !== 'expireTaker') world.work += 1;
  if (taker.selfTrade === 'decrement') {
    maker.shown -= quantity;
    if (quantity === maker.quantity - maker.filled) {
      end(world, maker, 'expiredInMatch');
    } else {
      endTwin(world, maker, 'expired');
      maker.quantity -= quantity;
      setHold(world, maker, restingHold(maker));
      showNext(world, maker);
    }
    return quantity === wanted;
  }
  if (taker.selfTrade !== 'expireTaker') end(world, maker, 'expiredInMatch');
  return taker.selfTrade !== 'expireMaker';
}

function trade(world: World, taker: Order, maker: Order, quantity: bigint): void {
  const { market } = taker;
  maker.shown -= quantity;
  const quote = worth(maker.price, quantity);
  const fees = market.product.settle(world, taker, maker, quantity, quote);
  for (const order of [taker, maker]) {
    order.filled += quantity;
    order.filledQuote += quote;
  }
  world.work += 1;
  market.last = maker.price;
  market.trades += 1;
  world.trades.push({
    id: market.trades,
    price: maker.price,
    quantity,
    taker,
    maker,
    ...fees,
  });
  if (maker.filled === maker.quantity) end(world, maker, 'filled');
  else {
    maker.status = 'partiallyFilled';
    showNext(world, maker);
    endTwin(world, maker, 'expired');
  }
}

/** An iceberg all of whose shown part is gone shows the next, behind the others of its price. */
function showNext(world: World, order: Order): void {
  if (order.shown > 0n) return;
  order.shown = smaller(order.iceberg, order.quantity - order.filled);
  order.priority = world.nextId();
}

function rest(world: World, order: Order): void {
  const left = order.quantity - order.filled;
  order.shown = order.iceberg === 0n ? left : smaller(order.iceberg, left);

  order.status = order.filled > 0n ? 'partiallyFilled' : 'new';
  world.open.push(order);
  setHold(world, order, restingHold(order));
}

export function restingHold(order: Order): bigint {
  return order.market.product.restingHold(order);
}

export function heldAsset(order: Order): string {
  return order.market.product.heldAsset(order);
}

export function setHold(world: World, order: Order, target: bigint): void {
  const balance = world.balance(order.user, heldAsset(order));
  balance.held += target - order.held;
  balance.available -= target - order.held;
  order.held = target;
}

/** Takes an order from wherever it is, gives back what it holds, and leaves it in `status`. */
export function end(world: World, order: Order, status: Status): void {
  world.open = world.open.filter((one) => one !== order);
  world.due.delete(order);
  setHold(world, order, 0n);
  order.status = status;
  world.ended.push(order);
  endTwin(world, order, status === 'canceled' ? 'canceled' : 'expired');
}

/** Cancels those of the orders that are open when it is their turn. */
export function cancelAll(world: World, orders: readonly Order[]): void {
  for (const order of orders) {
    if (!world.open.includes(order)) continue;
    end(world, order, 'canceled');
    world.work += 1;
  }
}

function endTwin(world: World, order: Order, status: Status): void {
  const { twin } = order;
  order.twin = null;
  if (twin === null) return;
  twin.twin = null;
  end(world, twin, status);
}

/** Sources of prices that fire stops, in the order in which they fire. */
export const SOURCES = ['last', 'index', 'mark'];

/** Fires stops after a change of the book that was no trade: it may have moved the mark price. */
export function fireByMark(world: World, markets: Iterable<Market>): void {
  for (const market of new Set(markets)) {
    const waits = world.open.some(
      (one) => one.market === market && one.source === 'mark' && isWaiting(world, one),
    );
    if (market.trading && waits) fireStops(world, { market });
  }
}

/**
 * Fires the stops that are due now, unless some of an earlier command are: those wait for a command
 * of their own.
 */
export function fireStops(world: World, { market }: { market: Market }): void {
  const isBehind = world.dueIn(market).length > 0;
  noteDue(world, market);
  if (!isBehind) fireDue(world, market);
}

/**
 * Fires due stops until none is left, or the command has done enough: by source, then rising ones,
 * the nearest trigger, the oldest. Answers their ids.
 */
export function fireDue(world: World, market: Market): number[] {
  const fired: number[] = [];
  while (world.work < world.bounds.slice) {
    const [stop] = world.dueIn(market).sort((a, b) => {
      if (a.source !== b.source) return SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source);
      if (a.rises !== b.rises) return a.rises ? -1 : 1;
      if (a.trigger !== b.trigger) return a.trigger < b.trigger === a.rises ? -1 : 1;
      return a.priority - b.priority;
    });
    if (stop === undefined) break;
    world.due.delete(stop);
    world.open = world.open.filter((one) => one !== stop);
    if (stop.twin !== null) {
      endTwin(world, stop, 'expired');
      setHold(world, stop, holdFor(stop, worth(stopLimit(stop), stop.quantity)));
    }
    stop.priority = world.nextId();
    world.work += 1;
    fired.push(stop.id);
    run(world, stop, stopLimit(stop));
    noteDue(world, market);
  }
  return fired;
}

function isWaiting(world: World, stop: Order): boolean {
  return stop.status === 'pending' && !world.due.has(stop);
}

/** A stop is due from the moment at which a price has reached its trigger. */
function noteDue(world: World, market: Market): void {
  for (const stop of world.open) {
    if (stop.market !== market || !isWaiting(world, stop)) continue;
    const price = world.firingPrice(market, stop.source);
    if (price === 0n) continue;
    if (stop.rises ? price >= stop.trigger : price <= stop.trigger) world.due.add(stop);
  }
}

/** The worst price of a fired stop: its own, or its trigger's with the slippage it agreed to. */
export function stopLimit(order: Order): bigint {
  if (order.type === 'stopLimit') return order.price;
  return protection(order.side, order.trigger, order.slippagePpm, order.market.tick);
}

/**
 * A price that is worse by a share of it, in whole ticks, rounded towards it; at least one tick.
 */
export function protection(side: string, price: bigint, ppm: bigint, tick: bigint): bigint {
  const distance = (((price / tick) * ppm) / PPM) * tick;
  if (side === 'buy') return price + distance;
  return price - distance < tick ? tick : price - distance;
}

/**
 * The quantity that a limit order would trade at once, its own orders treated by its mode; null
 * when it could go on after as many orders as one may meet.
 */
export function fillable(world: World, order: Order): bigint | null {
  let left = order.quantity;
  let traded = 0n;
  const queue = world.queue(order.market, other(order.side)).map((maker) => ({
    ...{ maker, shown: maker.shown },
    hidden: maker.quantity - maker.filled - maker.shown,
  }));
  // Icebergs are put in again, behind the others of their price, with what they show next.
  for (const [met, { maker, shown, hidden }] of queue.entries()) {
    if (left === 0n || !reaches(order, order.price, maker.price)) break;
    if (met === world.bounds.fills) return null;
    const own = maker.user === order.user && order.selfTrade !== 'none';
    if (own && order.selfTrade === 'expireMaker') continue;
    if (own && order.selfTrade !== 'decrement') break;
    const quantity = smaller(left, shown);
    left -= quantity;
    if (!own) traded += quantity;
    const next = smaller(maker.iceberg, hidden);
    const behind = queue.findLastIndex((one) => one.maker.price === maker.price) + 1;
    if (next > 0n) queue.splice(behind, 0, { maker, shown: next, hidden: hidden - next });
  }
  return traded;
}

/** What an order holds that may take up to a notional of `value`. */
export function holdFor(order: Order, value: bigint): bigint {
  return order.market.product.holdFor(order, value);
}
