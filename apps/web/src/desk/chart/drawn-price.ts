import { isWaiting } from '@assay/core/order/order';
import type { OrderView } from '../../lib/api/wire.ts';

/** The price at which an open order is drawn and moved: of a stop that waits its trigger. */
export function drawnPrice(order: OrderView): 'triggerPrice' | 'limitPrice' {
  return isWaiting(order) && order.triggerPrice !== '' ? 'triggerPrice' : 'limitPrice';
}
