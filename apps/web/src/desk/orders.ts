import type { PlaceOrder } from '@assay/core/order/intent';
import type { PlaceOco } from '@assay/core/order/oco';
import type { FillView, OrderView } from '../lib/api/wire.ts';

/** An order, or two of which one cancels the other, which have no type of their own. */
export type Sending = PlaceOrder | PlaceOco;

export interface PlacedOrder {
  readonly order: OrderView;
  /** What the order traded at once. */
  readonly fills: readonly FillView[];
}

export interface PlacedOco {
  readonly limit: OrderView;
  readonly stop: OrderView;
}

export type Placed = PlacedOrder | PlacedOco;

export function isOco(sending: Sending): sending is PlaceOco {
  return !('type' in sending);
}

/** What a person wants an order to be. Decimal text. */
export interface OrderChange {
  readonly limitPrice: string;
  readonly quantity: string;
  /** Of a stop that waits; "" for any other order. */
  readonly triggerPrice: string;
}
