import { assert } from '../../num/integer.ts';
import type { Turn } from '../../schema/turn.ts';
import { Direction } from '../conditions.ts';
import {
  type OrderIntent,
  type PlaceOrder,
  type ReadOrderRefusal,
  readName,
  readOrder,
} from '../intent.ts';
import type { BookRules } from '../market.ts';
import { isStop, STATUS, Type } from '../order.ts';
import { otoOrders, type PlaceOto } from '../oto.ts';
import type { PlaceOtoRefusal, Refused } from '../refusals.ts';
import { BUY } from '../side.ts';
import { execute, finish } from './execute.ts';
import { fireStops } from './fire.ts';
import type { MarketState, Owner } from './market-state.ts';
import { type OtoPlaced, placed } from './outcomes.ts';
import { acceptOrder, enterOrder, ownerOf, type ReadyOrder } from './place.ts';
import { planLimit, refuseTerms } from './plan.ts';
import { Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';

/** The orders of a list that passed every check. */
interface ReadyOto {
  readonly refusal?: undefined;
  readonly working: ReadyOrder;
  readonly pending: readonly OrderIntent[];
  readonly name: string;
}

/**
 * Checks the list: returns the first refusal in the order of PLACE_OTO_REFUSALS, or the prepared
 * orders. Nothing is changed.
 */
export function prepareOto(
  state: TradingState,
  market: MarketState | undefined,
  body: PlaceOto,
  { actor, at }: Turn,
): ReadyOto | Refused<PlaceOtoRefusal> {
  if (market === undefined) return { refusal: 'unknownMarket' };
  if (market.closed !== null) return { refusal: market.closed };
  const read = readOto(market.rules, body);
  if (read.refusal !== undefined) return read;
  const { working, pending, name } = read;
  const owner = ownerOf(state, market, actor);
  const refused = refuseTerms(state, market, owner, working, at);
  if (refused !== null) return refused;
  const plan = planLimit(state, market, owner, working);
  if (plan.refusal !== undefined) return plan;
  const against =
    refusePending(state, market, owner, read, at) ??
    market.product.refuse?.(market, owner, working, 0);
  if (against) return against;
  if (!state.ledger.covers(state.findAccount(market, owner.trader, working.side), plan.hold)) {
    return { refusal: 'insufficientBalance' };
  }
  return { working: { market, owner, intent: working, plan }, pending, name };
}

interface ReadOto {
  readonly refusal?: undefined;
  readonly working: OrderIntent;
  readonly pending: readonly OrderIntent[];
  readonly name: string;
}

function readOto(
  rules: BookRules,
  body: PlaceOto,
): ReadOto | Refused<Exclude<ReadOrderRefusal, 'invalidAmount' | 'trailingDelta'>> {
  const orders = otoOrders(body);
  if (orders === null) return wrong('pending');
  const working = readListed(rules, orders.working);
  if (working.refusal !== undefined) return working;
  if (working.type !== Type.limit) return wrong('type');
  const pending: OrderIntent[] = [];
  for (const order of orders.pending) {
    const intent = readListed(rules, order);
    if (intent.refusal !== undefined) return intent;
    // Which way the price has still to go is not known before the order is placed.
    if (isStop(intent.type) && intent.direction < 0) return wrong('triggerWhen');
    pending.push(intent);
  }
  const [better, stop] = pending;
  if (stop !== undefined && !isPair(better!, stop)) return wrong('pending');
  const name = readName(body.listClientOrderId);
  return typeof name === 'string' ? { working, pending, name } : name;
}

/** An order of a list is for a quantity, never for an amount, and does not trail. */
function readListed(
  rules: BookRules,
  order: PlaceOrder,
): OrderIntent | Refused<Exclude<ReadOrderRefusal, 'invalidAmount' | 'trailingDelta'>> {
  if (order.quoteAmount !== undefined) return wrong('quoteAmount');
  if (order.trailingDelta !== undefined) return wrong('trailingDelta');
  const intent = readOrder(rules, order);
  assert(intent.refusal !== 'invalidAmount', 'an order of a list has no amount');
  assert(intent.refusal !== 'trailingDelta', 'an order of a list does not trail');
  return intent;
}

function wrong(field: string): Refused<'invalidOrder'> {
  return { refusal: 'invalidOrder', detail: { field } };
}

/**
 * Whether one of the two may cancel the other: both are for the same, the first only makes or waits
 * for a better price, and the second waits for a worse one.
 */
function isPair(better: OrderIntent, stop: OrderIntent): boolean {
  const isSame = better.side === stop.side && better.lots === stop.lots;
  if (!isSame || better.iceberg > 0 || stop.iceberg > 0) return false;
  const worse = stop.side === BUY ? Direction.rises : Direction.falls;
  const isBetter = isStop(better.type)
    ? better.direction !== worse
    : better.type === Type.limit && better.postOnly;
  return isBetter && isStop(stop.type) && stop.direction === worse;
}

/** The reason against the orders that wait which is known already, or null. */
function refusePending(
  state: TradingState,
  market: MarketState,
  owner: Owner,
  { working, pending, name: list }: ReadOto,
  at: number,
): Refused<PlaceOtoRefusal> | null {
  const before = [working];
  for (const intent of pending) {
    const refused = refuseTerms(state, market, owner, intent, at, before);
    if (refused !== null) return refused;
    const { clientOrderId: name } = intent;
    if (name !== '' && before.some(({ clientOrderId }) => clientOrderId === name)) {
      return { refusal: 'clientOrderIdInUse' };
    }
    before.push(intent);
  }
  if (state.listNames.has(`${owner.userId} ${list}`)) return { refusal: 'clientOrderIdInUse' };
  const [better, stop] = pending;
  if (better === undefined || stop === undefined) return null;
  const price = isStop(better.type) ? better.trigger : better.limit;
  const isRight = stop.side === BUY ? price < stop.trigger : stop.trigger < price;
  return isRight ? null : { refusal: 'ocoPrices' };
}

/** placeOto: an order, and others that wait until it is filled. */
export function placeOto(
  state: TradingState,
  listed: MarketState | undefined,
  body: PlaceOto,
  turn: Turn,
): OtoPlaced | Refused<PlaceOtoRefusal> {
  const ready = prepareOto(state, listed, body, turn);
  if (ready.refusal !== undefined) return ready;
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const { market, owner, plan } = ready.working;
  const firstTrade = state.trades.count;
  const working = acceptOrder(state, ready.working);
  // It is the first that is reported.
  state.note(working);
  const list = state.orders.numbers[working + Num.id]!;
  const pending = ready.pending.map((intent) => enterDormant(state, market, owner, intent));
  state.list([working, ...pending], ready.name);
  for (const order of pending) market.dormant.add(list, order);
  if (plan.limit === 0) finish(state, market, working, STATUS.expired);
  else execute(state, market, working, plan.limit);
  // Whatever it filled at once, the others are shown as they were placed: they wait.
  const outcome = {
    working: placed(state, working, firstTrade),
    pending: pending.map((order) => placed(state, order, firstTrade)),
  };
  fireStops(state, market);
  return outcome;
}

/** Makes the record of an order that waits for another: it holds nothing. */
function enterDormant(
  state: TradingState,
  market: MarketState,
  owner: Owner,
  intent: OrderIntent,
): OrderRef {
  const rises = intent.direction === Direction.rises;
  const plan = { limit: intent.limit, lots: intent.lots, hold: 0, rises };
  const order = enterOrder(state, { market, owner, intent, plan }, STATUS.dormant);
  state.orders.mark(order, Mark.follows);
  state.note(order);
  return order;
}
