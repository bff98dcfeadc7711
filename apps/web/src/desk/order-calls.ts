import { CallError } from '../lib/api/errors.ts';
import { keepReceipt } from '../lib/data/receipts.ts';
import { api } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { confirmed } from '../lib/data/step-up.ts';
import { isOco } from './orders.ts';
import type { OrderCalls } from './product.ts';

const quiet = { quiet: true } as const;

/**
 * Sends a trade, and again under the same id once the person has confirmed it, if their settings
 * want that. Null when they did not confirm it.
 */
async function proved<T>(
  action: 'placeOrder' | 'placeOco' | 'amendOrder',
  fields: object,
  commandId: string,
  send: (proof: { stepUp?: string }) => Promise<T>,
): Promise<T | null> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof CallError) || error.refusal !== 'stepUpNeeded') throw error;
    return confirmed(action, { ...fields, commandId }, send);
  }
}

/** The calls of a desk: lists, and cancelling without a market, are limited to its product. */
export function orderCalls(product: string): OrderCalls {
  return {
    place: async (order, commandId) => {
      const { realm } = useSession.getState();
      const placed = await (isOco(order)
        ? proved('placeOco', order, commandId, (proof) =>
            api.call('placeOco', { ...order, ...proof }, { commandId, ...quiet }),
          )
        : proved('placeOrder', order, commandId, (proof) =>
            api.call('placeOrder', { ...order, ...proof }, { commandId, ...quiet }),
          ));
      if (placed !== null) keepReceipt(realm, placed.receipt);
      return placed;
    },
    amend: (orderId, change, commandId) => {
      const amendment = { orderId, ...change };
      return proved('amendOrder', amendment, commandId, (proof) =>
        api.call('amendOrder', { ...amendment, ...proof }, { commandId, ...quiet }),
      );
    },
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
