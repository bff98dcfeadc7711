import type { PlaceOco, PlaceOrder } from '@assay/modules/spot/rules';
import type { FillView, OrderView } from '../lib/api/wire.ts';

/**
 * The rules of orders that the desk uses, by the names that they have here. Every import of them
 * goes through this file, so that where they live is said once.
 */
export {
  affordableLots,
  hasLimit,
  isStop,
  isWithin,
  type Levels,
  type OrderIntent,
  type PlaceOco,
  type PlaceOrder,
  type Preview,
  previewOrder,
  priceBand,
  type Refused,
  readOrder,
  readPrice,
  readQuantity,
  SPOT_REFUSALS as ORDER_REFUSALS,
  type SpotRefusal as OrderRefusal,
  shareOf,
  walkAmount,
  walkLots,
} from '@assay/modules/spot/rules';

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
}
