import { api } from '../lib/data/services.ts';
import { isOco } from './orders.ts';
import type { OrderCalls } from './product.ts';

const quiet = { quiet: true } as const;

/** The calls that every product on a book shares. */
export const ORDER_CALLS: OrderCalls = {
  place: (order, commandId) =>
    isOco(order)
      ? api.call('placeOco', order, { commandId, ...quiet })
      : api.call('placeOrder', order, { commandId, ...quiet }),
  amend: (orderId, change, commandId) =>
    api.call('amendOrder', { orderId, ...change }, { commandId, ...quiet }),
  cancel: (orderId, commandId) => api.call('cancelOrder', { orderId }, { commandId, ...quiet }),
  cancelAll: async (market, commandId) => {
    const input = market === undefined ? {} : { market };
    return (await api.call('cancelAllOrders', input, { commandId, ...quiet })).canceled;
  },
  pastOrders: async (query) => {
    const { orders, next } = await api.call('getOrderHistory', query, quiet);
    return { rows: orders, next };
  },
  pastFills: async (query) => {
    const { fills, next } = await api.call('getFills', query, quiet);
    return { rows: fills, next };
  },
};
