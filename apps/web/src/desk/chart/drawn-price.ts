import { isWaiting } from '@assay/core/order/order';
import type { OrderView } from '../../lib/api/wire.ts';

/**
 * The price at which an open order is drawn and moved: of a stop that waits its trigger, but not of
 * one that trails, whose trigger moves by itself.
 */
export function drawnPrice(order: OrderView): 'triggerPrice' | 'limitPrice' {
  const isFixed = order.triggerPrice !== '' && order.trailingDelta === undefined;
  return isWaiting(order) && isFixed ? 'triggerPrice' : 'limitPrice';
}
