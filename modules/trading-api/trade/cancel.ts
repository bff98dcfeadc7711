import { readQuantity } from '@assay/core/order/intent';
import { STATUS } from '@assay/core/order/order';
import type { OpenOrder, StoredOrder } from '@assay/modules/orders';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { clientOrderId, decimal, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { type Request, requestOf, rulesOf } from './context.ts';
import { grouped, storedListView } from './list-view.ts';
import { cancelRestrictions, orderName, requireEither } from './params.ts';
import { answered, UNKNOWN_ORDER } from './refusals.ts';
import { amendedView, canceledView } from './views.ts';

/** Cancelling and amending orders. */
export function cancelEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'DELETE',
      path: '/api/v3/order',
      security: 'trade',
      weight: 1,
      cancels: true,
      summary: 'Cancels what is left of an open order.',
      params: cancellation,
      answer: (params, call) => cancel(realm, params, requestOf(call, params.newClientOrderId)),
    }),
    keyEndpoint({
      method: 'DELETE',
      path: '/api/v3/openOrders',
      security: 'trade',
      weight: 1,
      cancels: true,
      summary: 'Cancels every open order of a market.',
      params: z.strictObject({ symbol }),
      answer: (params, call) => cancelAll(realm, params.symbol, requestOf(call)),
    }),
    keyEndpoint({
      method: 'PUT',
      path: '/api/v3/order/amend/keepPriority',
      security: 'trade',
      weight: 4,
      summary:
        'Reduces an open order, which keeps its priority; a new client order id may come with it.',
      params: amendment,
      answer: (params, call) => amend(realm, params, requestOf(call, params.newClientOrderId)),
    }),
  ];
}

const cancellation = z.strictObject({
  ...orderName,
  newClientOrderId: clientOrderId.optional(),
  cancelRestrictions,
});

const amendment = z.strictObject({
  ...orderName,
  newClientOrderId: clientOrderId.optional(),
  newQty: decimal,
});

interface Named {
  readonly symbol: string;
  readonly orderId?: number | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** The order reference that a command carries: the id when both are given. @throws ApiError */
export function nameOf({ orderId, origClientOrderId }: Named): {
  readonly orderId?: number;
  readonly clientOrderId?: string | undefined;
} {
  if (orderId !== undefined) return { orderId };
  requireEither({ origClientOrderId, orderId });
  return { clientOrderId: origClientOrderId };
}

/**
 * The open order that the parameters name; undefined when it is not open. Then the engine decides,
 * because it knows whether this same request ended the order before, and what the answer was.
 */
function findOpen(
  realm: ApiRealm,
  params: Named,
  userId: number,
  unknown: () => ApiError,
): OpenOrder | undefined {
  const rules = rulesOf(realm, params.symbol);
  const open = realm.orders.realm.openOrder(userId, nameOf(params));
  if (open === undefined) return undefined;
  const { origClientOrderId: name = open.clientOrderId } = params;
  if (open.market !== rules.id || open.clientOrderId !== name) throw unknown();
  return open;
}

/** Nothing is awaited between the check of the order and the command, so the check still holds. */
export async function cancel(
  realm: ApiRealm,
  params: z.output<typeof cancellation>,
  request: Request,
  part?: string,
): Promise<object> {
  const open = findOpen(realm, params, request.userId, UNKNOWN_ORDER.cancel);
  const { cancelRestrictions: only } = params;
  if (open !== undefined && only !== undefined) {
    const isFilled = open.status === STATUS.partiallyFilled;
    if (isFilled !== (only === 'ONLY_PARTIALLY_FILLED')) {
      throw new ApiError(-2011, 'Order was not canceled due to cancel restrictions.');
    }
  }
  const sent = realm.orders.entry.cancel(request.sender(part), nameOf(params));
  const done = await answered(sent, { action: 'cancel' });
  return canceledView(done, params.newClientOrderId ?? request.generatedName);
}

async function cancelAll(realm: ApiRealm, market: string, request: Request): Promise<object> {
  rulesOf(realm, market);
  const sent = realm.orders.entry.cancelAll(request.sender(), { market });
  const { canceled } = await answered(sent, { action: 'cancel' });
  if (canceled.length === 0) throw UNKNOWN_ORDER.cancel();
  const { history } = realm.orders;
  const orders = await history.ordersById(request.userId, canceled);
  const view = (order: StoredOrder) => canceledView(order, request.generatedName);
  const shown: object[] = orders.filter(({ oco }) => oco === 0).map(view);
  for (const ended of grouped(orders.filter(({ oco }) => oco > 0))) {
    const list = await history.oco(request.userId, ended[0]!.oco);
    shown.push({ ...storedListView(list), orderReports: ended.map(view) });
  }
  return shown;
}

async function amend(
  realm: ApiRealm,
  params: z.output<typeof amendment>,
  request: Request,
): Promise<object> {
  const rules = rulesOf(realm, params.symbol);
  const open = findOpen(realm, params, request.userId, UNKNOWN_ORDER.amend);
  const { newQty, newClientOrderId } = params;
  if (open !== undefined) {
    const lots = readQuantity(rules, newQty);
    if (typeof lots === 'number' && lots > open.lots) {
      throw new ApiError(-2038, 'Order amend (quantity increase) is not supported.');
    }
  }
  const body = { ...nameOf(params), quantity: newQty, newClientOrderId };
  const done = await answered(realm.orders.entry.amend(request.sender(), body), {
    action: 'amend',
    rules,
    quantities: { newQty },
    renames: newClientOrderId !== undefined,
  });
  return {
    transactTime: done.order.updatedAt,
    executionId: done.receipt.seq,
    amendedOrder: amendedView(done, done.formerName),
  };
}
