import { z } from 'zod';
import { type Endpoint, type KeyCall, keyEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError, errorBody } from '../errors.ts';
import { clientOrderId, integer, oneOf } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { cancel } from './cancel.ts';
import { commissionForOrder } from './commission.ts';
import { type Request, requestOf, rulesOf } from './context.ts';
import {
  cancelRestrictions,
  computeCommissionRates,
  type NewOrder,
  newOrder,
  notValid,
  orderOf,
  origClientOrderId,
  requireEither,
  responseTypeOf,
} from './params.ts';
import { answered } from './refusals.ts';
import { placedView } from './views.ts';

/** Placing, testing and replacing orders. */
export function placeEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/order',
      security: 'trade',
      weight: 1,
      orders: 1,
      summary: 'Places an order. The answer is durable and shows what the order traded at once.',
      params: z.strictObject(newOrder),
      answer: (params, call) => place(realm, params, requestOf(call, params.newClientOrderId)),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/order/test',
      security: 'trade',
      weight: (params) => (params.get('computeCommissionRates') === 'true' ? 20 : 1),
      summary: 'Checks an order: refuses what POST order would refuse now, and places nothing.',
      params: z.strictObject({ ...newOrder, computeCommissionRates }),
      answer: (params, call) => test(realm, params, call),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/order/cancelReplace',
      security: 'trade',
      weight: 1,
      orders: 1,
      summary:
        'Cancels an order and places another, which may be refused although the first is cancelled.',
      params: replacement,
      // Only the new order's id counts: if the id of the cancellation made it repeat its success, a
      // request that is sent again would place a second order.
      answer: (params, call) => replace(realm, params, requestOf(call, params.newClientOrderId)),
    }),
  ];
}

async function place(
  realm: ApiRealm,
  params: NewOrder,
  request: Request,
  part?: string,
): Promise<object> {
  const rules = rulesOf(realm, params.symbol);
  const order = orderOf(params, params.newClientOrderId ?? request.generatedName);
  const done = await answered(realm.orders.entry.place(request.sender(part), order), {
    action: 'place',
    ...aboutOf(params),
    rules,
  });
  return placedView(done, done.fills, responseTypeOf(params));
}

/** The properties of an order on which the text of a refusal depends. */
function aboutOf(params: NewOrder) {
  const { price, stopPrice, quantity, quoteOrderQty } = params;
  return {
    quantities: { quantity },
    prices: { price, stopPrice },
    quoteAmounts: { quoteOrderQty },
    atMarket: price === undefined,
  };
}

async function test(
  realm: ApiRealm,
  params: NewOrder & { readonly computeCommissionRates?: boolean | undefined },
  { key, now }: KeyCall,
): Promise<object> {
  const rules = rulesOf(realm, params.symbol);
  const order = orderOf(params, params.newClientOrderId ?? '');
  const refusal = realm.orders.entry.test(key.userId, order, now);
  await answered(Promise.resolve(refusal), { action: 'place', ...aboutOf(params), rules });
  return params.computeCommissionRates ? commissionForOrder(realm, key.userId, rules) : {};
}

const replacement = z.strictObject({
  ...newOrder,
  cancelReplaceMode: oneOf(['STOP_ON_FAILURE', 'ALLOW_FAILURE'], notValid('cancelReplaceMode')),
  cancelOrderId: integer(1).optional(),
  cancelOrigClientOrderId: origClientOrderId.optional(),
  cancelNewClientOrderId: clientOrderId.optional(),
  cancelRestrictions,
});

const OUTCOME_UNKNOWN = API_ERRORS.timeout().status;

type Settled = { readonly body: object; readonly failed: boolean };

/**
 * Turns an error into a part of the answer. A fault of ours is thrown on, and so is an unknown
 * outcome, which is neither success nor failure: the client learns it by sending the request again.
 */
function settle(doing: Promise<object>): Promise<Settled> {
  return doing.then(
    (body) => ({ body, failed: false }),
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status === OUTCOME_UNKNOWN) throw error;
      return { body: errorBody(error), failed: true };
    },
  );
}

/** Two commands, each durable by itself; other commands may be decided between them. */
async function replace(
  realm: ApiRealm,
  params: z.output<typeof replacement>,
  request: Request,
): Promise<object> {
  rulesOf(realm, params.symbol);
  // An invalid request is refused before anything is cancelled.
  orderOf(params, request.generatedName);
  const { cancelOrderId, cancelOrigClientOrderId } = params;
  requireEither({ cancelOrigClientOrderId, cancelOrderId });
  const canceling = await settle(
    cancel(
      realm,
      {
        symbol: params.symbol,
        orderId: cancelOrderId,
        origClientOrderId: cancelOrigClientOrderId,
        newClientOrderId: params.cancelNewClientOrderId,
        cancelRestrictions: params.cancelRestrictions,
      },
      request,
      'cancel',
    ),
  );
  const isStopped = canceling.failed && params.cancelReplaceMode === 'STOP_ON_FAILURE';
  const placing = isStopped ? null : await settle(place(realm, params, request, 'place'));
  const answer = {
    cancelResult: canceling.failed ? 'FAILURE' : 'SUCCESS',
    newOrderResult: resultOf(placing),
    cancelResponse: canceling.body,
    newOrderResponse: placing?.body ?? null,
  };
  const placed = placing !== null && !placing.failed;
  if (!canceling.failed && placed) return answer;
  if (canceling.failed && !placed) throw REPLACE_ERRORS.failed(answer);
  throw REPLACE_ERRORS.partially(answer);
}

function resultOf(placing: Settled | null): string {
  if (placing === null) return 'NOT_ATTEMPTED';
  return placing.failed ? 'FAILURE' : 'SUCCESS';
}

const REPLACE_ERRORS = {
  partially: (data: object) =>
    new ApiError(-2021, 'Order cancel-replace partially failed.', 409, { data }),
  failed: (data: object) => new ApiError(-2022, 'Order cancel-replace failed.', 400, { data }),
} as const;
