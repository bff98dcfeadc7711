import type { PlaceOrder } from '@assay/core/order/intent';
import type { ListOrder, PlaceOto } from '@assay/core/order/oto';
import { z } from 'zod';
import { type Endpoint, type KeyCall, keyEndpoint } from '../endpoint.ts';
import { clientOrderId, decimal, oneOf, SIDE, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { requestOf, rulesOf } from './context.ts';
import { legFields, legOf, pairOf } from './legs.ts';
import { listView } from './list-view.ts';
import { legField, type NewOrder, newOrder, orderOf } from './params.ts';
import { answered } from './refusals.ts';
import { placedView, type ResponseType } from './views.ts';

/** Order lists whose first order triggers the others: one (OTO), or a pair (OTOCO). */
export function otoEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/orderList/oto',
      security: 'trade',
      weight: 1,
      orders: 2,
      summary: 'Places an order, and another one that is placed once the first is filled.',
      params: z.strictObject(oneWaits),
      answer: (params, call) => place(realm, params, { pending: pendingOf(params) }, call),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/orderList/otoco',
      security: 'trade',
      weight: 1,
      orders: 3,
      summary:
        'Places an order, and two that are placed once it is filled, of which one cancels the other.',
      params: z.strictObject(twoWait),
      answer: (params, call) => place(realm, params, waitingPair(params), call),
    }),
  ];
}

const ofAll = {
  symbol,
  listClientOrderId: clientOrderId.optional(),
  newOrderRespType: newOrder.newOrderRespType,
  selfTradePreventionMode: newOrder.selfTradePreventionMode,
  ...legFields('working'),
  workingType: oneOf(['LIMIT', 'LIMIT_MAKER'], '-1116 Invalid orderType.'),
  workingSide: SIDE,
  workingPrice: decimal,
  workingQuantity: decimal,
  pendingSide: SIDE,
  pendingQuantity: decimal,
};
type OfAll = z.output<z.ZodObject<typeof ofAll>>;

const oneWaits = { ...ofAll, ...legFields('pending') };
const twoWait = { ...ofAll, ...legFields('pendingAbove'), ...legFields('pendingBelow') };

type Waiting = Readonly<Record<string, NewOrder>>;

function pendingOf(params: z.output<z.ZodObject<typeof oneWaits>>): NewOrder {
  return legOf(params, 'pending', commonOf(params));
}

/** What the orders that wait share. */
function commonOf({ symbol: market, pendingSide, pendingQuantity, ...params }: OfAll) {
  const { selfTradePreventionMode } = params;
  return { symbol: market, side: pendingSide, quantity: pendingQuantity, selfTradePreventionMode };
}

function waitingPair(params: z.output<z.ZodObject<typeof twoWait>>): Waiting {
  const pair = pairOf(params, ['pendingAbove', 'pendingBelow'], commonOf(params));
  return Object.fromEntries(pair.map(({ name, order }) => [name, order]));
}

async function place(
  realm: ApiRealm,
  params: OfAll,
  waiting: Waiting,
  call: KeyCall,
): Promise<object> {
  const rules = rulesOf(realm, params.symbol);
  const { workingSide: side, workingQuantity: quantity } = params;
  const { symbol: market, selfTradePreventionMode } = params;
  const first = legOf(params, 'working', {
    ...{ symbol: market, side, quantity, selfTradePreventionMode },
  });
  const waits = Object.entries(waiting);
  const names = waits.map(([, { newClientOrderId }]) => newClientOrderId);
  const request = requestOf(call, params.listClientOrderId, first.newClientOrderId, ...names);
  const { generatedName, generatedListName } = request;
  const listClientOrderId = params.listClientOrderId ?? generatedListName;
  const list: PlaceOto = {
    market,
    working: listed(orderOf(first, first.newClientOrderId ?? generatedName, 'working')),
    pending: waits.map(([prefix, one], n) =>
      listed(orderOf(one, one.newClientOrderId ?? `${generatedName}-${n + 1}`, prefix)),
    ),
    listClientOrderId,
  };
  const done = await answered(realm.orders.entry.placeOto(request.sender(), list), {
    action: 'place',
    ...sentOf(params, waiting),
    rules,
  });
  const orders = [done.working, ...done.pending];
  const response: ResponseType = params.newOrderRespType ?? 'RESULT';
  const reports = orders.map((order, n) => placedView(order, n === 0 ? done.fills : [], response));
  return { ...listView(orders, listClientOrderId), orderReports: reports };
}

/** The amounts by the names of their parameters, for what is wrong with one. */
function sentOf({ workingQuantity, pendingQuantity, workingPrice }: OfAll, waiting: Waiting) {
  const prices = Object.entries(waiting).flatMap(([name, { price, stopPrice }]) => [
    [legField(name, 'price'), price],
    [legField(name, 'stopPrice'), stopPrice],
  ]);
  return {
    quantities: { workingQuantity, pendingQuantity },
    prices: { workingPrice, ...Object.fromEntries(prices) },
  };
}

function listed({ market: _, ...order }: PlaceOrder): ListOrder {
  return order;
}
