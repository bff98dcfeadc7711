import type { OrderView } from '../../lib/api/wire.ts';

/** The price at which an open order is drawn and moved: of a stop that waits its trigger. */
export function drawnPrice(order: OrderView): 'triggerPrice' | 'limitPrice' {
  const waits = order.status === 'pending' || order.status === 'dormant';
  return waits && order.triggerPrice !== '' ? 'triggerPrice' : 'limitPrice';
}
