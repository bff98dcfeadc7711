import { larger, type Market, type Order, smaller, type World } from './state.ts';

/** Whether a stop waits for its trigger: once that was reached the stop is due. */
export function isWaiting(world: World, stop: Order): boolean {
  return stop.status === 'pending' && !world.due.has(stop);
}

/** A trade at `price`: trailing stops take note of it if it is the best since they follow. */
export function follow(world: World, market: Market, price: bigint): void {
  for (const stop of world.open) {
    if (stop.market !== market || stop.since === 0 || !isWaiting(world, stop)) continue;
    if (isBetter(stop, price)) stop.extreme = price;
  }
}

/** A trailing stop that follows fires on a rise if it buys. */
export function rises(stop: Order): boolean {
  return stop.since > 0 ? stop.side === 'buy' : stop.rises;
}

export function triggerOf(stop: Order): bigint {
  return stop.since > 0 ? trailingTrigger(stop, stop.extreme) : stop.trigger;
}

/** The price that fires a trailing stop, unless it is worse than what the order was placed with. */
export function bestTrigger(stop: Order): bigint {
  const now = triggerOf(stop);
  return stop.side === 'buy' ? smaller(now, stop.trigger) : larger(now, stop.trigger);
}

/** A price away from the extreme by the distance, in whole ticks, at least one. */
export function trailingTrigger(order: Order, extreme: bigint): bigint {
  const { tick } = order.market;
  const ticks = extreme / tick;
  const one = 10_000n;
  if (order.side === 'buy') return ((ticks * (one + order.trailing) + one - 1n) / one) * tick;
  const below = (ticks * (one - order.trailing)) / one;
  return (below === 0n ? 1n : below) * tick;
}

function isBetter(stop: Order, price: bigint): boolean {
  return stop.side === 'buy' ? price < stop.extreme : price > stop.extreme;
}

/** The activation price is reached: from now on the stop follows the last price. */
export function activate(world: World, stop: Order): void {
  stop.trigger = trailingTrigger(stop, stop.activation);
  stop.since = world.at;
  stop.extreme = stop.market.last;
  world.work += 1;
}
