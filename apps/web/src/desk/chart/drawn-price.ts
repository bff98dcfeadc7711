import type { OrderView } from '../../lib/api/wire.ts';

/** The price at which an open order is drawn and moved: the trigger of a stop that waits. */
export function drawnPrice(order: OrderView): 'triggerPrice' | 'limitPrice' {
  return order.status === 'pending' ? 'triggerPrice' : 'limitPrice';
}
