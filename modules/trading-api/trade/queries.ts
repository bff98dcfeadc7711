import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError } from '../errors.ts';
import { instant, integer, limit, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { nameOf } from './cancel.ts';
import { rulesOf } from './context.ts';
import { orderName } from './params.ts';
import { UNKNOWN_ORDER } from './refusals.ts';
import { orderView, tradeView } from './views.ts';

const DAY_MS = 86_400_000;
const ROWS_DEFAULT = 500;
const ROWS_MAX = 1_000;
/** The weight of the open orders of all markets at once. */
export const WEIGHT_ALL_OPEN = 80;

/** Orders and trades of a user; only durable ones are shown. */
export function queryEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/order',
      security: 'read',
      weight: 4,
      summary: 'One order, open or ended.',
      params: z.strictObject(orderName),
      answer: (params, { key }) => showOrder(realm, params, key.userId),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/openOrders',
      security: 'read',
      weight: (params) => (params.has('symbol') ? 6 : WEIGHT_ALL_OPEN),
      summary: 'Open orders of a market or of all, waiting stops included.',
      params: z.strictObject({ symbol: symbol.optional() }),
      answer: async (params, { key }) => {
        const market = params.symbol === undefined ? 0 : rulesOf(realm, params.symbol).id;
        return (await realm.orders.history.open(key.userId, market)).map(orderView);
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/allOrders',
      security: 'read',
      weight: 20,
      summary: 'Orders of a market by the time of placing, open and ended, ascending.',
      params: z.strictObject({ symbol, orderId: integer(0).optional(), ...page }),
      answer: async ({ orderId, ...params }, { key }) => {
        const part = { ...partOf(realm, params), fromId: orderId };
        return (await realm.orders.history.orders(key.userId, part)).map(orderView);
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/order/amendments',
      security: 'read',
      weight: 4,
      summary: 'Amendments of one order that kept its priority, ascending.',
      params: z.strictObject({
        symbol,
        orderId: integer(1),
        fromExecutionId: integer(0).optional(),
        limit: limit(ROWS_DEFAULT, ROWS_MAX),
      }),
      answer: (params, { key }) => showAmendments(realm, params, key.userId),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/myTrades',
      security: 'read',
      weight: (params) => (params.has('orderId') ? 5 : 20),
      summary: 'Trades of the account in a market, ascending.',
      params: z.strictObject({
        symbol,
        orderId: integer(1).optional(),
        fromId: integer(0).optional(),
        ...page,
      }),
      answer: (params, { key }) => showTrades(realm, params, key.userId),
    }),
  ];
}

export const page = {
  startTime: instant.optional(),
  endTime: instant.optional(),
  limit: limit(ROWS_DEFAULT, ROWS_MAX),
};

interface Page {
  /** Undefined for all markets. */
  readonly symbol?: string;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

export function partOf(realm: ApiRealm, { symbol: market, startTime, endTime, limit: rows }: Page) {
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) throw API_ERRORS.combination();
    if (endTime - startTime > DAY_MS) {
      throw new ApiError(-1127, 'More than 24 hours between startTime and endTime.');
    }
  }
  const id = market === undefined ? 0 : rulesOf(realm, market).id;
  return { market: id, from: startTime, to: endTime, limit: rows };
}

async function showTrades(
  realm: ApiRealm,
  {
    orderId,
    fromId,
    ...params
  }: Page & { readonly orderId?: number | undefined; readonly fromId?: number | undefined },
  userId: number,
): Promise<object[]> {
  const part = { ...partOf(realm, params), orderId, fromId };
  if (orderId !== undefined) {
    // The trades of an order are of its market, and at or before its last change.
    const found = await realm.orders.history.order(userId, { orderId });
    if (found === undefined || found.order.market !== params.symbol) return [];
    const { filledQuantity, updatedAt } = found.order;
    if (filledQuantity === '0') return [];
    part.to = Math.min(part.to ?? updatedAt, updatedAt);
  }
  return (await realm.orders.history.fills(userId, part)).map(tradeView);
}

async function showAmendments(
  realm: ApiRealm,
  {
    symbol: market,
    orderId,
    fromExecutionId: from = 0,
    limit: rows,
  }: { symbol: string; orderId: number; fromExecutionId?: number | undefined; limit: number },
  userId: number,
): Promise<object[]> {
  const rules = rulesOf(realm, market);
  const found = await realm.orders.history.order(userId, { orderId });
  if (found?.order.market !== market) throw UNKNOWN_ORDER.place();
  const part = { orderId, from, limit: rows };
  const amendments = await realm.orders.history.amendments(userId, part, rules);
  return amendments.map(({ seq, at, formerName, name, formerQuantity, quantity }) => ({
    symbol: market,
    orderId,
    executionId: seq,
    origClientOrderId: formerName,
    newClientOrderId: name,
    origQty: formerQuantity,
    newQty: quantity,
    time: at,
  }));
}

async function showOrder(
  realm: ApiRealm,
  params: { symbol: string; orderId?: number | undefined; origClientOrderId?: string | undefined },
  userId: number,
): Promise<object> {
  rulesOf(realm, params.symbol);
  const found = await realm.orders.history.order(userId, nameOf(params));
  if (found?.order.market !== params.symbol) throw UNKNOWN_ORDER.place();
  const { origClientOrderId: name = found.order.clientOrderId } = params;
  if (found.order.clientOrderId !== name) throw UNKNOWN_ORDER.place();
  return orderView(found);
}
