import type { z } from 'zod';
import { ApiError } from '../errors.ts';
import { clientOrderId } from '../fields.ts';
import { legField, type NewOrder, newOrder, notRequired } from './params.ts';

/** The parameters of one order among those of a list. Each is sent behind the name of its order. */
const leg = {
  type: newOrder.type,
  clientOrderId: clientOrderId.optional(),
  price: newOrder.price,
  stopPrice: newOrder.stopPrice,
  trailingDelta: newOrder.trailingDelta,
  icebergQty: newOrder.icebergQty,
  timeInForce: newOrder.timeInForce,
  strategyId: newOrder.strategyId,
  strategyType: newOrder.strategyType,
};
type Leg = z.output<z.ZodObject<typeof leg>>;

/** The parameters as they are called for the order `P`: `pending` makes `price` `pendingPrice`. */
type Named<P extends string, T> = {
  [K in keyof T as `${P}${Capitalize<K & string>}`]: T[K];
};

/** The fields of an order of a list, by the names that they have for it. */
export function legFields<P extends string>(name: P): Named<P, typeof leg> {
  const fields = Object.entries(leg).map(([field, type]) => [legField(name, field), type]);
  return Object.fromEntries(fields) as Named<P, typeof leg>;
}

/** What an order of a list has that is not sent behind its name. */
type Shared = Pick<NewOrder, 'symbol' | 'side' | 'quantity'> &
  Partial<Pick<NewOrder, 'selfTradePreventionMode'>>;

/** What was sent for one order of a list, under the names of a single order. */
export function legOf<P extends string>(params: Named<P, Leg>, name: P, more: Shared): NewOrder {
  const sent: Readonly<Record<string, unknown>> = params;
  const own = Object.keys(leg).map((field) => [field, sent[legField(name, field)]]);
  const { clientOrderId: newClientOrderId, ...read } = Object.fromEntries(own) as Leg;
  return { ...read, ...more, newClientOrderId };
}

/** An order of a list, and what the names of its parameters begin with. */
export interface NamedLeg<P extends string> {
  readonly name: P;
  readonly order: NewOrder;
}

/**
 * Two orders of which one cancels the other: first the one on the better side of the price, above
 * it when selling and below it when buying, then the stop on the worse side.
 * @throws ApiError when they are no such pair
 */
export function pairOf<A extends string, B extends string>(
  params: Named<A, Leg> & Named<B, Leg>,
  [above, below]: readonly [above: A, below: B],
  shared: Shared,
): readonly [better: NamedLeg<A | B>, stop: NamedLeg<A | B>] {
  const higher: NamedLeg<A | B> = { name: above, order: legOf(params, above, shared) };
  const lower: NamedLeg<A | B> = { name: below, order: legOf(params, below, shared) };
  const [better, stop] = shared.side === 'SELL' ? [higher, lower] : [lower, higher];
  const { type } = better.order;
  const isBetter = type === 'LIMIT_MAKER' || type.startsWith('TAKE_PROFIT');
  if (!isBetter || !stop.order.type.startsWith('STOP_LOSS')) throw WRONG_SIDES();
  for (const { name, order } of [higher, lower]) {
    if (order.icebergQty !== undefined) throw notRequired(legField(name, 'icebergQty'));
  }
  return [better, stop];
}

const WRONG_SIDES = () =>
  new ApiError(
    -1158,
    'Order lists of these types are not supported: one LIMIT_MAKER or TAKE_PROFIT, one STOP_LOSS.',
  );
