import type { PlaceOrder } from './intent.ts';

/** An order of a list: all of its orders are for one market. */
export type ListOrder = Omit<PlaceOrder, 'market'>;

/**
 * A list of orders of which the first triggers the others: only the working order is placed, and
 * once it is filled, those that wait for it are. Two that wait are a pair of which one cancels the
 * other: first the one on the better side of the price, then the stop on the worse side of it.
 */
export interface PlaceOto {
  readonly market: string;
  /** A limit order. */
  readonly working: ListOrder;
  readonly pending: readonly ListOrder[];
  /** The client's own id of the list, apart from the ids of its orders. */
  readonly listClientOrderId?: string | undefined;
}

/** The orders of the list as separate ones; null when the body is no such list. */
export function otoOrders(
  body: PlaceOto,
): { readonly working: PlaceOrder; readonly pending: readonly PlaceOrder[] } | null {
  const { market, working, pending } = body;
  if (!isObject(working) || !Array.isArray(pending) || !pending.every(isObject)) return null;
  if (pending.length < 1 || pending.length > MOST_PENDING) return null;
  return {
    working: { ...working, market },
    pending: pending.map((order: ListOrder) => ({ ...order, market })),
  };
}

const MOST_PENDING = 2;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
