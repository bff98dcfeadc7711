import { end, heldAsset, run, setHold } from './match.ts';
import { planOrder } from './plan.ts';
import { larger, type Market, type Order, type World } from './state.ts';

const isStop = ({ trigger }: Order) => trigger > 0n;

/** Ids of the lists of a market whose orders have still to be placed, the oldest first. */
export function dueLists(world: World, market: Market): number[] {
  const ofMarket = [...world.filled.keys()].filter((list) =>
    world.open.some((one) => one.oco === list && one.market === market),
  );
  return ofMarket.sort((a, b) => a - b);
}

/** The working order of the list is filled: the others are placed, or none of them is. */
export function placeWaiting(world: World, list: number): void {
  world.filled.delete(list);
  const orders = world.open.filter((one) => one.oco === list && one.status === 'dormant');
  orders.sort((a, b) => a.id - b.id);
  world.work += orders.length;
  const plans = planAll(world, orders);
  if (typeof plans === 'string') {
    for (const order of orders) order.status = 'new';
    for (const order of orders) {
      order.rejection = plans;
      end(world, order, 'rejected');
    }
    return;
  }
  const [first, second] = orders as [Order, Order?];
  place(world, first, plans[0]!.limit, plans[0]!.hold);
  if (second === undefined) return;
  place(world, second, plans[1]!.limit, larger(0n, plans[1]!.hold - first.held));
  [first.twin, second.twin] = [second, first];
}

function planAll(world: World, orders: readonly Order[]) {
  const plans = [];
  for (const order of orders) {
    const plan = planOrder(world, order, order.rises ? 'rises' : 'falls');
    if ('refusal' in plan) return plan.refusal;
    plans.push(plan);
  }
  const [first, second] = orders as [Order, Order?];
  const { market } = first;
  if (second !== undefined && !isStop(first)) {
    const now = world.firingPrice(market, second.source) || world.freshIndex(market);
    const [low, high] =
      first.side === 'sell' ? [second.trigger, first.price] : [first.price, second.trigger];
    if (!(low < now && now < high)) return 'ocoPrices';
  }
  for (const order of orders) {
    const against = market.product.refuse?.(world, order, order) ?? null;
    if (against !== null) return against;
  }
  const free = world.balance(first.user, heldAsset(first)).available;
  const most = plans.reduce((hold, plan) => larger(hold, plan.hold), 0n);
  return free < most ? 'insufficientBalance' : plans;
}

function place(world: World, order: Order, limit: bigint, hold: bigint): void {
  order.status = isStop(order) ? 'pending' : 'new';
  order.priority = world.nextId();
  setHold(world, order, hold);
  if (isStop(order)) return;
  world.open = world.open.filter((one) => one !== order);
  if (limit === 0n) end(world, order, 'expired');
  else run(world, order, limit);
}
