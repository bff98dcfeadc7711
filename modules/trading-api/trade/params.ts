import type { PlaceOrder } from '@assay/core/order/intent';
import { z } from 'zod';
import { API_ERRORS, ApiError } from '../errors.ts';
import { clientOrderId, decimal, illegal, integer, oneOf, SIDE, symbol, truth } from '../fields.ts';
import {
  API_ORDER_TYPES,
  API_SELF_TRADE,
  API_TIMES_IN_FORCE,
  API_TRIGGER_SOURCES,
  type ApiOrderType,
  firesOnRise,
} from './terms.ts';
import type { ResponseType } from './views.ts';

export function notValid(name: string): string {
  return `-1130 Data sent for parameter '${name}' is not valid.`;
}

/** Client order ids from the web may have characters that this API does not accept in new ones. */
export const origClientOrderId = z
  .string()
  .regex(/^[A-Za-z0-9.:/_-]{1,36}$/, illegal('^[a-zA-Z0-9.:/_-]{1,36}$'));

/** Names one order in a market, by our id or by its client order id. */
export const orderName = {
  symbol,
  orderId: integer(1).optional(),
  origClientOrderId: origClientOrderId.optional(),
};

const keys = <K extends string>(table: Readonly<Record<K, unknown>>) =>
  Object.keys(table) as [K, ...K[]];

/** The parameters of POST order; `orderOf` checks which of them belong to which type. */
export const newOrder = {
  symbol,
  side: SIDE,
  type: oneOf(API_ORDER_TYPES, '-1116 Invalid orderType.'),
  timeInForce: oneOf(keys(API_TIMES_IN_FORCE), '-1115 Invalid timeInForce.').optional(),
  quantity: decimal.optional(),
  quoteOrderQty: decimal.optional(),
  price: decimal.optional(),
  stopPrice: decimal.optional(),
  triggerSource: oneOf(keys(API_TRIGGER_SOURCES), notValid('triggerSource')).optional(),
  trailingDelta: integer(1).optional(),
  icebergQty: decimal.optional(),
  newClientOrderId: clientOrderId.optional(),
  /** A note of the sender; it is ignored. */
  strategyId: integer(0).optional(),
  strategyType: integer(0)
    .refine((value) => value >= 1_000_000, '-1134 strategyType was less than 1000000.')
    .optional(),
  newOrderRespType: oneOf(['ACK', 'RESULT', 'FULL'], notValid('newOrderRespType')).optional(),
  selfTradePreventionMode: oneOf(
    keys(API_SELF_TRADE),
    notValid('selfTradePreventionMode'),
  ).optional(),
};

export const computeCommissionRates = truth.optional();

export const cancelRestrictions = oneOf(
  ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'],
  '-1145 cancelRestrictions has to be either ONLY_NEW or ONLY_PARTIALLY_FILLED.',
).optional();

const newOrderParams = z.strictObject(newOrder);
export type NewOrder = z.output<typeof newOrderParams>;

type Field = 'timeInForce' | 'quantity' | 'price' | 'stopPrice';

/** The fields that each type of order requires; it may have no other of FIELDS. */
const NEEDS: Readonly<Record<ApiOrderType, readonly Field[]>> = {
  LIMIT: ['timeInForce', 'quantity', 'price'],
  MARKET: [],
  LIMIT_MAKER: ['quantity', 'price'],
  STOP_LOSS: ['quantity', 'stopPrice'],
  STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
  TAKE_PROFIT: ['quantity', 'stopPrice'],
  TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
};
const FIELDS = ['timeInForce', 'quantity', 'price', 'stopPrice'] as const satisfies Field[];

const TYPES: Readonly<Record<ApiOrderType, PlaceOrder['type']>> = {
  LIMIT: 'limit',
  MARKET: 'market',
  LIMIT_MAKER: 'limit',
  STOP_LOSS: 'stopMarket',
  STOP_LOSS_LIMIT: 'stopLimit',
  TAKE_PROFIT: 'stopMarket',
  TAKE_PROFIT_LIMIT: 'stopLimit',
};

/** The name of a parameter for one order of a list: of `pending` and `price`, `pendingPrice`. */
export function legField(name: string, field: string): string {
  return `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/**
 * The order as our command. `prefix`: what the names of its parameters begin with, in a list.
 * @throws ApiError when its fields do not belong together
 */
export function orderOf(params: NewOrder, clientOrderId: string, prefix = ''): PlaceOrder {
  const nameOf = (field: string) => (prefix === '' ? field : legField(prefix, field));
  const { type, side, quoteOrderQty, selfTradePreventionMode } = params;
  const isStop = NEEDS[type].includes('stopPrice');
  const { trailingDelta } = params;
  if (trailingDelta !== undefined && prefix !== '') throw LISTED_TRAILING();
  if (trailingDelta !== undefined && !isStop) throw notRequired('trailingDelta');
  for (const field of NEEDS[type]) {
    const isTrigger = field === 'stopPrice' && trailingDelta !== undefined;
    if (!isTrigger && params[field] === undefined) throw API_ERRORS.missing(nameOf(field));
  }
  const byAmount = type === 'MARKET' && quoteOrderQty !== undefined;
  if (type === 'MARKET') requireEither({ quantity: params.quantity, quoteOrderQty });
  if (byAmount && params.quantity !== undefined) throw API_ERRORS.combination();
  if (!byAmount && quoteOrderQty !== undefined) throw notRequired('quoteOrderQty');
  for (const field of FIELDS) {
    const may = NEEDS[type].includes(field) || (type === 'MARKET' && field === 'quantity');
    if (!may && params[field] !== undefined) throw notRequired(nameOf(field));
  }
  if (!isStop && params.triggerSource !== undefined) {
    throw notRequired('triggerSource');
  }
  const buys = side === 'BUY';
  const { price, stopPrice, timeInForce, quantity, triggerSource } = params;
  // Clients send 0 for an order that shows all.
  const icebergQty = params.icebergQty === '0' ? undefined : params.icebergQty;
  if (icebergQty !== undefined && price === undefined) throw notRequired(nameOf('icebergQty'));
  const mode = selfTradePreventionMode && API_SELF_TRADE[selfTradePreventionMode];
  return {
    market: params.symbol,
    side: buys ? 'buy' : 'sell',
    type: TYPES[type],
    clientOrderId,
    ...(quantity !== undefined && { quantity }),
    ...(quoteOrderQty !== undefined && { quoteAmount: quoteOrderQty }),
    ...(price !== undefined && { limitPrice: price }),
    ...(stopPrice !== undefined && { triggerPrice: stopPrice }),
    ...(trailingDelta !== undefined && { trailingDelta }),
    ...(isStop && {
      triggerWhen: firesOnRise(type, buys) ? 'rises' : 'falls',
      ...(triggerSource !== undefined && { triggerSource: API_TRIGGER_SOURCES[triggerSource] }),
    }),
    ...(icebergQty !== undefined && { icebergQuantity: icebergQty }),
    ...(timeInForce !== undefined && { timeInForce: API_TIMES_IN_FORCE[timeInForce] }),
    ...(type === 'LIMIT_MAKER' && { postOnly: true }),
    ...(mode !== undefined && { selfTrade: mode }),
  };
}

const LISTED_TRAILING = () =>
  new ApiError(-2010, 'Trailing stop orders are not supported in order lists.');

/** The default is FULL for types that can trade at once. */
export function responseTypeOf({ newOrderRespType, type }: NewOrder): ResponseType {
  return newOrderRespType ?? (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
}

/** Refuses a request that has neither of two parameters, given by their names. @throws ApiError */
export function requireEither(params: Readonly<Record<string, unknown>>): void {
  if (Object.values(params).some((value) => value !== undefined)) return;
  const names = Object.keys(params).map((name) => `'${name}'`);
  throw new ApiError(-1102, `Param ${names.join(' or ')} must be sent, but both were empty/null!`);
}

export function notRequired(name: string): ApiError {
  return new ApiError(-1106, `Parameter '${name}' sent when not required.`);
}
