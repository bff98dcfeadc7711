import { keepReceipt } from '../lib/data/receipts.ts';
import { api } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { isOco } from './orders.ts';
import type { OrderCalls } from './product.ts';

const quiet = { quiet: true } as const;

/** The calls of a desk: lists, and cancelling without a market, are limited to its product. */
export function orderCalls(product: string): OrderCalls {
  return {
    place: async (order, commandId) => {
      const { realm } = useSession.getState();
      const placed = await (isOco(order)
        ? api.call('placeOco', order, { commandId, ...quiet })
        : api.call('placeOrder', order, { commandId, ...quiet }));
      keepReceipt(realm, placed.receipt);
      return placed;
    },
    amend: (orderId, change, commandId) =>
      api.call('amendOrder', { orderId, ...change }, { commandId, ...quiet }),
    cancel: (orderId, commandId) => api.call('cancelOrder', { orderId }, { commandId, ...quiet }),
    cancelAll: async (market, commandId) => {
      const scope = market === undefined ? { product } : { market };
      return (await api.call('cancelAllOrders', scope, { commandId, ...quiet })).canceled;
    },
    pastOrders: async (query) => {
      const { orders, next } = await api.call('getOrderHistory', { product, ...query }, quiet);
      return { rows: orders, next };
    },
    pastFills: async (query) => {
      const { fills, next } = await api.call('getFills', { product, ...query }, quiet);
      return { rows: fills, next };
    },
  };
}
