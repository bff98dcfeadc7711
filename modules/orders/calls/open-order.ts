import type { OrderName } from '@assay/core/order/life/change';
import type { TradingState } from '@assay/core/order/life/state';
import type { Order } from '@assay/core/order/life/view';

/** What callers may read of an open order. */
export type OpenOrder = Pick<
  Order,
  'id' | 'market' | 'status' | 'lots' | 'filled' | 'clientOrderId'
>;

/** The user's own open order of this name, or undefined. */
export function openOrderOf(
  state: TradingState,
  userId: number,
  { orderId, clientOrderId = '' }: OrderName,
): OpenOrder | undefined {
  if (orderId !== undefined) {
    const order = state.order(orderId);
    return order?.userId === userId ? order : undefined;
  }
  const ref = state.byClientId.get(`${userId} ${clientOrderId}`);
  return ref === undefined ? undefined : state.orderAt(ref);
}
