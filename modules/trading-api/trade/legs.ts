import type { z } from 'zod';
import { clientOrderId } from '../fields.ts';
import { legField, type NewOrder, newOrder } from './params.ts';

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

/** What was sent for one order of a list, under the names of a single order. */
export function legOf<P extends string>(
  params: Named<P, Leg>,
  name: P,
  more: Pick<NewOrder, 'symbol' | 'side' | 'quantity' | 'selfTradePreventionMode'>,
): NewOrder {
  const sent: Readonly<Record<string, unknown>> = params;
  const own = Object.keys(leg).map((field) => [field, sent[legField(name, field)]]);
  const { clientOrderId: newClientOrderId, ...read } = Object.fromEntries(own) as Leg;
  return { ...read, ...more, newClientOrderId };
}
