import type { PlaceOco } from '@assay/core/order/oco';
import type { ListedOrder, StoredOrder } from '@assay/modules/orders';
import { z } from 'zod';
import { type Endpoint, type KeyCall, keyEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError } from '../errors.ts';
import { clientOrderId, decimal, integer, limit, oneOf, SIDE, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { type Request, requestOf, rulesOf } from './context.ts';
import { legFields, pairOf } from './legs.ts';
import { contingencyOf, grouped, isOpen, listView, storedListView } from './list-view.ts';
import {
  legField,
  newOrder,
  notRequired,
  orderOf,
  origClientOrderId,
  requireEither,
} from './params.ts';
import { page, partOf, WEIGHT_ALL_OPEN } from './queries.ts';
import { answered, UNKNOWN_ORDER } from './refusals.ts';
import { API_SELF_TRADE, API_TRIGGER_SOURCES } from './terms.ts';
import { canceledView, placedView, type ResponseType } from './views.ts';

/**
 * Order lists: two orders of which one cancels the other. A list has the id of its first order, the
 * one on the better side of the price, and the id that its client gave it, or a generated one.
 */
export function orderListEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/orderList/oco',
      security: 'trade',
      weight: 1,
      orders: 2,
      summary:
        'Places two orders around the price of which one cancels the other: LIMIT_MAKER or TAKE_PROFIT, and STOP_LOSS.',
      params: z.strictObject(aboveAndBelow),
      answer: (params, call) => place(realm, params, fromSides(params), call),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/api/v3/order/oco',
      security: 'trade',
      weight: 1,
      orders: 2,
      summary: 'The same of LIMIT_MAKER and STOP_LOSS, with the parameter names of older clients.',
      params: z.strictObject(limitAndStop),
      answer: (params, call) => place(realm, params, fromNames(params), call),
    }),
    keyEndpoint({
      method: 'DELETE',
      path: '/api/v3/orderList',
      security: 'trade',
      weight: 1,
      cancels: true,
      summary: 'Cancels the open orders of a list.',
      params: z.strictObject({
        symbol,
        orderListId: integer(1).optional(),
        listClientOrderId: origClientOrderId.optional(),
        newClientOrderId: clientOrderId.optional(),
      }),
      answer: (params, call) => cancel(realm, params, requestOf(call, params.newClientOrderId)),
    }),
    ...queries(realm),
  ];
}

function queries(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/orderList',
      security: 'read',
      weight: 4,
      summary: 'One list of orders.',
      params: z.strictObject({
        orderListId: integer(1).optional(),
        origClientOrderId: origClientOrderId.optional(),
      }),
      answer: async ({ orderListId, origClientOrderId: name }, { key }) => {
        requireEither({ origClientOrderId: name, orderListId });
        const orders = await find(realm, key.userId, orderListId, name);
        if (orders.length === 0) throw NO_LIST();
        return storedListView(orders);
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/allOrderList',
      security: 'read',
      weight: 20,
      summary: 'Lists of orders by the time of placing, ascending.',
      params: z.strictObject({
        fromId: integer(0).optional(),
        startTime: page.startTime,
        endTime: page.endTime,
        limit: limit(500, 1_000),
      }),
      answer: async ({ fromId, ...params }, { key }) => {
        if (fromId !== undefined && (params.startTime ?? params.endTime) !== undefined) {
          throw API_ERRORS.combination();
        }
        const part = { ...partOf(realm, params), fromId };
        const lists = grouped(await realm.orders.history.ocos(key.userId, part));
        return lists.map((list) => storedListView(list));
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/openOrderList',
      security: 'read',
      // It reads what `openOrders` reads of all markets.
      weight: WEIGHT_ALL_OPEN,
      summary: 'Lists of orders that are not done; of two that cancel each other, both are open.',
      params: z.strictObject({}),
      answer: async (_, { key }) => {
        const lists = grouped(await realm.orders.history.openLists(key.userId));
        const running = lists.filter((list) => contingencyOf(list) === 'OTO' || list.every(isOpen));
        return running.map((list) => storedListView(list));
      },
    }),
  ];
}

const ofBoth = {
  symbol,
  listClientOrderId: clientOrderId.optional(),
  side: SIDE,
  quantity: decimal,
  newOrderRespType: newOrder.newOrderRespType,
  selfTradePreventionMode: newOrder.selfTradePreventionMode,
  triggerSource: newOrder.triggerSource,
};

const limitAndStop = {
  ...ofBoth,
  limitClientOrderId: clientOrderId.optional(),
  price: decimal,
  limitIcebergQty: decimal.optional(),
  stopClientOrderId: clientOrderId.optional(),
  stopPrice: decimal,
  stopLimitPrice: decimal.optional(),
  stopIcebergQty: decimal.optional(),
  stopLimitTimeInForce: oneOf(['GTC'], '-1115 Invalid timeInForce.').optional(),
};

const pairType = oneOf(
  ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
  '-1116 Invalid orderType.',
);

const aboveAndBelow = {
  ...ofBoth,
  ...legFields('above'),
  aboveType: pairType,
  aboveTimeInForce: limitAndStop.stopLimitTimeInForce,
  ...legFields('below'),
  belowType: pairType,
  belowTimeInForce: limitAndStop.stopLimitTimeInForce,
};

/** The two orders of a list, independent of the names of the parameters. */
interface Legs {
  /** Their prices by these names, for what is wrong with one. */
  readonly prices: Readonly<Record<string, string | undefined>>;
  readonly limitPrice: string | undefined;
  readonly takeProfitPrice: string | undefined;
  readonly triggerPrice: string;
  readonly stopLimitPrice: string | undefined;
  readonly limitName: string | undefined;
  readonly stopName: string | undefined;
}

function fromNames(params: z.output<z.ZodObject<typeof limitAndStop>>): Legs {
  for (const name of ['limitIcebergQty', 'stopIcebergQty'] as const) {
    if (params[name] !== undefined) throw notRequired(name);
  }
  const { price, stopPrice, stopLimitPrice, stopLimitTimeInForce } = params;
  if (stopLimitPrice !== undefined && stopLimitTimeInForce === undefined) {
    throw API_ERRORS.missing('stopLimitTimeInForce');
  }
  return {
    prices: { price, stopPrice, stopLimitPrice },
    limitPrice: price,
    takeProfitPrice: undefined,
    triggerPrice: stopPrice,
    stopLimitPrice,
    limitName: params.limitClientOrderId,
    stopName: params.stopClientOrderId,
  };
}

function fromSides(params: z.output<z.ZodObject<typeof aboveAndBelow>>): Legs {
  const { symbol: market, side, quantity } = params;
  const [better, stop] = pairOf(params, ['above', 'below'], { symbol: market, side, quantity });
  const prices: [name: string, price: string | undefined][] = [];
  for (const { name, order } of [better, stop]) {
    // It is refused where its parameters do not belong together.
    orderOf(order, '', name);
    prices.push([legField(name, 'price'), order.price]);
    prices.push([legField(name, 'stopPrice'), order.stopPrice]);
  }
  const { stopPrice: triggerPrice } = stop.order;
  if (triggerPrice === undefined) throw API_ERRORS.missing(legField(stop.name, 'stopPrice'));
  return {
    prices: Object.fromEntries(prices),
    limitPrice: better.order.price,
    takeProfitPrice: better.order.stopPrice,
    triggerPrice,
    stopLimitPrice: stop.order.price,
    limitName: better.order.newClientOrderId,
    stopName: stop.order.newClientOrderId,
  };
}

async function place(
  realm: ApiRealm,
  params: z.output<z.ZodObject<typeof ofBoth>>,
  legs: Legs,
  call: KeyCall,
): Promise<object> {
  const rules = rulesOf(realm, params.symbol);
  const request = requestOf(call, params.listClientOrderId, legs.limitName, legs.stopName);
  const { quantity, selfTradePreventionMode: mode, triggerSource } = params;
  const listClientOrderId = params.listClientOrderId ?? request.generatedListName;
  const { limitPrice, takeProfitPrice, triggerPrice, stopLimitPrice } = legs;
  const takesAtMarket = limitPrice === undefined;
  const oco: PlaceOco = {
    market: params.symbol,
    side: params.side === 'BUY' ? 'buy' : 'sell',
    quantity,
    triggerPrice,
    ...(limitPrice !== undefined && { limitPrice }),
    ...(takeProfitPrice !== undefined && { takeProfitPrice }),
    limitClientOrderId: legs.limitName ?? request.generatedName,
    stopClientOrderId: legs.stopName ?? `${request.generatedName}-stop`,
    listClientOrderId,
    ...(stopLimitPrice !== undefined && { stopLimitPrice }),
    ...(mode !== undefined && { selfTrade: API_SELF_TRADE[mode] }),
    ...(triggerSource !== undefined && { triggerSource: API_TRIGGER_SOURCES[triggerSource] }),
  };
  const done = await answered(realm.orders.entry.placeOco(request.sender(), oco), {
    action: 'place',
    quantities: { quantity },
    prices: legs.prices,
    atMarket: takesAtMarket || stopLimitPrice === undefined,
    rules,
  });
  const orders = [done.limit, done.stop];
  const response: ResponseType = params.newOrderRespType ?? 'RESULT';
  return {
    ...listView(orders, listClientOrderId),
    orderReports: orders.map((order) => placedView(order, [], response)),
  };
}

async function cancel(
  realm: ApiRealm,
  params: {
    readonly symbol: string;
    readonly orderListId?: number | undefined;
    readonly listClientOrderId?: string | undefined;
    readonly newClientOrderId?: string | undefined;
  },
  request: Request,
): Promise<object> {
  rulesOf(realm, params.symbol);
  const { userId } = request;
  const { listClientOrderId, orderListId } = params;
  requireEither({ listClientOrderId, orderListId });
  const orders = await find(realm, userId, orderListId, listClientOrderId);
  const [first] = orders;
  if (first?.order.market !== params.symbol) throw UNKNOWN_ORDER.cancel();
  // All that are open end with one of them. Sent again, the request names the same one.
  const isLeft = (one: StoredOrder) => isOpen(one) || one.order.status === 'canceled';
  const orderId = (orders.find(isLeft) ?? first).order.id;
  await answered(realm.orders.entry.cancel(request.sender(), { orderId }), { action: 'cancel' });
  const now = await realm.orders.history.oco(userId, first.oco);
  const name = params.newClientOrderId ?? request.generatedName;
  return { ...storedListView(now), orderReports: now.map((order) => canceledView(order, name)) };
}

/** The orders of a list, by their ids; empty when there is no such list. */
async function find(
  realm: ApiRealm,
  userId: number,
  id: number | undefined,
  name: string | undefined,
): Promise<ListedOrder[]> {
  const { history } = realm.orders;
  return id === undefined ? history.list(userId, name ?? '') : history.oco(userId, id);
}

const NO_LIST = () => new ApiError(-2018, 'Order list does not exist.');
