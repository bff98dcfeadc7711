import { fireStops } from './fire.ts';
import { heldAsset, holdFor, reaches, restingHold, run, setHold, stopLimit } from './match.ts';
import type { PlainBody as Body } from './module.ts';
import {
  marketSizes,
  type Numbers,
  named,
  outsideBand,
  readName,
  readPrice,
  readQuantity,
  tooManyParts,
} from './orders.ts';
import { outsideNotional, type Refused, refuse } from './plan.ts';
import { type Order, other, smaller, type World, worth } from './state.ts';

/** An order that rests or waits gets other numbers, checked as those of a new one. */
export function amendOrder(world: World, user: number, body: Body): Order | Refused {
  const order = named(world, user, body);
  if (order === undefined) return refuse('unknownOrder');
  const waits = world.open.some((one) => one.oco === order.oco && one.status === 'dormant');
  if (order.twin !== null || (order.oco > 0 && waits)) return refuse('partOfOco');
  const { market } = order;
  if (market.stage !== 'open') return refuse('marketNotOpen');
  if (!market.trading) return refuse('marketHalted');
  const asked = readAmended(order, body);
  if ('refusal' in asked) return asked;
  const { quantity, price, trigger } = asked;
  const samePrice = price === order.price && trigger === order.trigger;
  if (quantity === order.quantity && samePrice) return refuse('nothingToChange');
  const at = price > 0n ? price : trigger;
  const outside = quantity === 0n ? null : outsideNotional(market, worth(at, quantity));
  if (outside !== null) return refuse(outside);
  const name = readName(body.newClientOrderId);
  if (name === null) return refuse('invalidClientOrderId');
  const holder = world.ordersOf(user).find((one) => name !== '' && one.clientOrderId === name);
  if (holder !== undefined && holder !== order) return refuse('clientOrderIdInUse');
  const keepsPlace = samePrice && quantity < order.quantity;
  if (!keepsPlace && price > 0n && outsideBand(world, market, order.side, price)) {
    return refuse('percentPrice');
  }
  const changed = { ...order, price, trigger, quantity: quantity - order.filled };
  const isStop = order.status === 'pending';
  const early = isStop ? refuseTrigger(world, order, trigger) : refuseTaking(world, order, price);
  if (early !== null) return early;
  const against = market.product.refuse?.(world, changed, order) ?? null;
  if (against !== null) return refuse(against);
  const worst = isStop ? stopLimit(changed) : price;
  const hold = holdFor(changed, worth(worst, changed.quantity));
  const free = world.balance(user, heldAsset(order)).available;
  if (hold > order.held && free < hold - order.held) return refuse('insufficientBalance');
  if (name !== '') order.clientOrderId = name;
  order.quantity = quantity;
  order.price = price;
  order.trigger = trigger;
  if (!keepsPlace) {
    order.priority = world.nextId();
    // A trailing stop keeps its trigger, so it stays due.
    if (order.since === 0) world.due.delete(order);
  }
  if (isStop || keepsPlace) {
    const left = quantity - order.filled;
    if (order.shown > left) order.shown = left;
    setHold(world, order, isStop ? hold : restingHold(order));
    return order;
  }
  world.open = world.open.filter((one) => one !== order);
  setHold(world, order, hold);
  run(world, order, price);
  fireStops(world, order);
  return order;
}

/** The numbers that an amendment asks for, the others as they are. */
function readAmended(
  order: Order,
  body: Body,
): Pick<Numbers, 'quantity' | 'price' | 'trigger'> | Refused {
  const { market, type } = order;
  const limited = type === 'limit' || type === 'stopLimit';
  if (body.quantity !== undefined && order.amount > 0n) return refuse('invalidOrder');
  if (body.limitPrice !== undefined && !limited) return refuse('invalidOrder');
  const waits = order.status === 'pending' && order.trailing === 0n;
  if (body.triggerPrice !== undefined && !waits) return refuse('invalidOrder');
  const sizes = limited ? market : marketSizes(market);
  const quantity = readQuantity(sizes, body.quantity) || order.quantity;
  if (typeof quantity === 'string') return refuse(quantity);
  if (quantity !== order.quantity && tooManyParts(quantity, smaller(order.iceberg, quantity))) {
    return refuse('icebergParts');
  }
  if (quantity > 0n && quantity <= order.filled) return refuse('minQuantity');
  const price = readPrice(market, body.limitPrice) || order.price;
  if (typeof price === 'string') return refuse(price);
  const trigger = readPrice(market, body.triggerPrice) || order.trigger;
  return typeof trigger === 'string' ? refuse(trigger) : { quantity, price, trigger };
}

/** A stop that waits must not have passed its new trigger. */
function refuseTrigger(world: World, order: Order, trigger: bigint): Refused | null {
  if (trigger === order.trigger) return null;
  const now = world.firingPrice(order.market, order.source) || world.freshIndex(order.market);
  if (now === 0n) return refuse('noReferencePrice');
  const waits = order.rises ? now < trigger : now > trigger;
  return waits ? null : refuse('triggersAtOnce');
}

function refuseTaking(world: World, order: Order, price: bigint): Refused | null {
  const best = world.best(order.market, other(order.side));
  const takes = order.postOnly && best > 0n && reaches(order, price, best);
  return takes ? refuse('wouldTake') : null;
}
