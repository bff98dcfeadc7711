import { type Order, other, PPM, type Status, smaller, type World, worth } from './state.ts';
import { follow, trailingTrigger } from './trailing.ts';

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
  follow(world, market, maker.price);
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
  const waited = order.status === 'dormant';
  order.status = status;
  world.ended.push(order);
  endTwin(world, order, status === 'canceled' ? 'canceled' : 'expired');
  if (order.oco > 0) endList(world, order, waited);
}

/**
 * While orders wait for the working order of their list, all end with the first that ends, unless
 * that is the working order and it is filled.
 */
function endList(world: World, order: Order, waited: boolean): void {
  const { oco, status } = order;
  const isWorking = order.id === oco;
  if (!isWorking && !waited) return;
  const rest = world.open.filter((one) => one.oco === oco && one.status === 'dormant');
  if (isWorking && status === 'filled') {
    if (rest.length > 0) world.filled.set(oco, world.seq);
    return;
  }
  if (isWorking && rest.length === 0) return;
  world.filled.delete(oco);
  const ending = status === 'canceled' ? 'canceled' : 'expired';
  const working = world.open.find(({ id }) => id === oco);
  for (const one of working === undefined ? rest : [...rest, working]) {
    if (world.open.includes(one)) end(world, one, ending);
  }
}

/** Cancels those of the orders that are open when it is their turn. */
export function cancelAll(world: World, orders: readonly Order[]): void {
  for (const order of orders) {
    if (!world.open.includes(order)) continue;
    end(world, order, 'canceled');
    world.work += 1;
  }
}

export function endTwin(world: World, order: Order, status: Status): void {
  const { twin } = order;
  order.twin = null;
  if (twin === null) return;
  twin.twin = null;
  end(world, twin, status);
}

/** The worst price of a fired stop: its own, or its trigger's with the slippage it agreed to. */
export function stopLimit(order: Order): bigint {
  if (order.type === 'stopLimit') return order.price;
  const waits = order.trailing > 0n && order.since === 0;
  const trigger = waits ? trailingTrigger(order, order.activation) : order.trigger;
  return protection(order.side, trigger, order.slippagePpm, order.market.tick);
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
