import { fillable, holdFor, lotsFor, protection, reaches, stopLimit } from './match.ts';
import { isInBook, type Market, type Order, other, smaller, type World, worth } from './state.ts';
import { trailingTrigger } from './trailing.ts';

export interface Refused {
  readonly refusal: string;
}

/** What an accepted order starts with. `limit` 0n: it takes nothing and expires. */
export interface Plan {
  readonly limit: bigint;
  readonly quantity: bigint;
  readonly hold: bigint;
  readonly rises: boolean;
  /** Of a trailing stop that follows at once. */
  readonly trigger?: bigint;
}

export const refuse = (refusal: string): Refused => ({ refusal });

export function outsideNotional(market: Market, value: bigint): string | null {
  if (value < market.minNotional) return 'minNotional';
  return value > market.maxNotional ? 'maxNotional' : null;
}

export function planOrder(world: World, order: Order, when: unknown): Plan | Refused {
  if (order.type.startsWith('stop')) return planStop(world, order, when);
  return order.price > 0n ? planLimit(world, order) : planMarket(world, order);
}

/** A trailing stop follows trades; without an activation price it does at once. */
function planTrailing(order: Order, when: unknown): Plan | Refused {
  const { market, quantity, side } = order;
  if (market.last === 0n) return refuse('noReferencePrice');
  const trigger = trailingTrigger(order, market.last);
  if (order.type === 'stopMarket' && quantity > 0n) {
    const outside = outsideNotional(market, worth(trigger, quantity));
    if (outside !== null) return refuse(outside);
  }
  const hold = holdFor(order, worth(stopLimit({ ...order, trigger, since: 1 }), quantity));
  const rises = when === undefined ? side === 'buy' : when === 'rises';
  return { limit: 0n, quantity, hold, rises, trigger };
}

function planStop(world: World, order: Order, when: unknown): Plan | Refused {
  const { market, source } = order;
  if (order.trailing > 0n && order.activation === 0n) return planTrailing(order, when);
  if (order.trailing > 0n && market.last === 0n) return refuse('noReferencePrice');
  const last = world.firingPrice(market, source) || world.freshIndex(market);
  if (last === 0n) return refuse('noReferencePrice');
  if (order.trigger === last) return refuse('triggersAtOnce');
  const way = order.trigger > last ? 'rises' : 'falls';
  if (when !== undefined && when !== way) return refuse('triggersAtOnce');
  const limit = stopLimit(order);
  const hold = holdFor(order, worth(limit, order.quantity));
  return { limit, quantity: order.quantity, hold, rises: order.trigger > last };
}

function planLimit(world: World, order: Order): Plan | Refused {
  const { price, quantity } = order;
  const best = world.best(order.market, other(order.side));
  if (order.postOnly && best > 0n && reaches(order, price, best)) return refuse('wouldTake');
  const hold = holdFor(order, worth(price, quantity));
  const takes = order.timeInForce === 'fok' ? fillable(world, order) : quantity;
  if (takes === null) return refuse('tooManyFills');
  const killed = takes < quantity;
  return { limit: killed ? 0n : price, quantity, hold, rises: false };
}

function planMarket(world: World, order: Order): Plan | Refused {
  const { market, side, amount } = order;
  const best = world.best(market, other(side));
  if (best === 0n) return refuse('noLiquidity');
  const limit = protection(side, best, order.slippagePpm, market.tick);
  const walked = walk(world, order, limit);
  if (amount > 0n) {
    if (walked.quantity < market.marketMinQuantity) return refuse('minQuantity');
    if (walked.quantity > market.marketMaxQuantity) return refuse('maxQuantity');
    if (side === 'buy') return { limit, quantity: 0n, hold: holdFor(order, 0n), rises: false };
  } else {
    const outside = outsideNotional(market, worth(best, order.quantity));
    if (outside !== null) return refuse(outside);
  }
  const quantity = amount > 0n ? walked.quantity : order.quantity;
  const own = world.ordersOf(order.user, market).some(isInBook);
  const value = own ? worth(limit, quantity) : walked.value;
  return { limit, quantity, hold: holdFor({ ...order, quantity }, value), rises: false };
}

/** What a market order meets up to its limit, own orders included. */
function walk(world: World, order: Order, limit: bigint): { quantity: bigint; value: bigint } {
  const { market, side, amount } = order;
  let money = market.product.budget(order);
  let wanted = order.quantity;
  let quantity = 0n;
  let value = 0n;
  for (const maker of world.queue(market, other(side))) {
    if (!reaches(order, limit, maker.price)) break;
    if (amount > 0n) wanted = lotsFor(money, maker.price, market.step);
    if (wanted === 0n) break;
    const there = maker.quantity - maker.filled;
    const taken = smaller(wanted, there);
    wanted -= taken;
    quantity += taken;
    value += worth(maker.price, taken);
    money -= worth(maker.price, taken);
    if (taken < there) break;
    if (amount > 0n && taken < maker.quantity - maker.filled) break;
  }
  return { quantity, value };
}
