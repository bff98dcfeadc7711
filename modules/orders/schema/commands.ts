import type { PlaceOrder } from '@assay/core/order/intent';
import type { AmendOrder } from '@assay/core/order/life/amend';
import type { OrderName } from '@assay/core/order/life/change';
import type {
  OcoPlaced,
  OrderAmended,
  OrderCanceled,
  OrderPlaced,
  OrdersCanceled,
  OtoPlaced,
} from '@assay/core/order/life/outcomes';
import type { PlaceOco } from '@assay/core/order/oco';
import type { PlaceOto } from '@assay/core/order/oto';
import type {
  AmendOrderRefusal,
  CancelAllOrdersRefusal,
  CancelOrderRefusal,
  OrderRefusal,
  PlaceOcoRefusal,
  PlaceOrderRefusal,
  PlaceOtoRefusal,
} from '@assay/core/order/refusals';
import type {} from '@assay/core/schema/registry';

/** cancelAllOrders: every open order, or those of one product, or of one market. */
export interface CancelAllOrders {
  readonly product?: string | undefined;
  readonly market?: string | undefined;
}

/** fireStops: the next of the stops and lists of a market that are due, in a slice. */
export interface FireStops {
  readonly market: string;
}

/** Ids of the stops that fired, in that order. */
export interface StopsFired {
  readonly refusal?: undefined;
  readonly fired: readonly number[];
}

export type FireStopsRefusal = 'notAllowed' | 'unknownMarket' | 'marketHalted' | 'noStopsDue';

/** expireOrders: the next of the open orders of a market that was delisted, in a slice. */
export interface ExpireOrders {
  readonly market: string;
}

/** Ids of the orders whose turn it was, in that order. */
export interface OrdersExpired {
  readonly refusal?: undefined;
  readonly expired: readonly number[];
}

export type ExpireOrdersRefusal = 'notAllowed' | 'unknownMarket' | 'noOrdersLeft';

/** Commands about orders: their bodies, answers and refusals. */
interface OrderCommands {
  placeOrder: { body: PlaceOrder; outcome: OrderPlaced; refusal: PlaceOrderRefusal };
  placeOco: { body: PlaceOco; outcome: OcoPlaced; refusal: PlaceOcoRefusal };
  placeOto: { body: PlaceOto; outcome: OtoPlaced; refusal: PlaceOtoRefusal };
  cancelOrder: { body: OrderName; outcome: OrderCanceled; refusal: CancelOrderRefusal };
  cancelAllOrders: {
    body: CancelAllOrders;
    outcome: OrdersCanceled;
    refusal: CancelAllOrdersRefusal;
  };
  fireStops: { body: FireStops; outcome: StopsFired; refusal: FireStopsRefusal };
  expireOrders: { body: ExpireOrders; outcome: OrdersExpired; refusal: ExpireOrdersRefusal };
  amendOrder: { body: AmendOrder; outcome: OrderAmended; refusal: AmendOrderRefusal };
}

export type OrderCommandName = keyof OrderCommands;
export type { OrderRefusal };

declare module '@assay/core/schema/registry' {
  interface Commands extends OrderCommands {}
}
