import type { PlaceOrder } from '@assay/core/order/intent';
import { z } from 'zod';
import { API_ERRORS, ApiError } from '../errors.ts';
import { clientOrderId, decimal, illegal, oneOf, SIDE, symbol, truth, whole } from '../fields.ts';
import {
  API_ORDER_TYPES,
  type ApiOrderType,
  firesOnRise,
  SELF_TRADE_MODES,
  selfTradeModes,
  TIMES_IN_FORCE,
} from './terms.ts';
import type { ResponseType } from './views.ts';

export function notValid(name: string): string {
  return `-1130 Data sent for parameter '${name}' is not valid.`;
}

/** Names that people gave at other doors have more characters than those that clients give here. */
export const origClientOrderId = z
  .string()
  .regex(/^[A-Za-z0-9.:/_-]{1,36}$/, illegal('^[a-zA-Z0-9.:/_-]{1,36}$'));

/** One order of a user in a market: by our id, or by the name that they gave it. */
export const orderName = {
  symbol,
  orderId: whole(1).optional(),
  origClientOrderId: origClientOrderId.optional(),
};

const keys = <K extends string>(words: Readonly<Record<K, unknown>>) =>
  Object.keys(words) as [K, ...K[]];

/** What POST order takes; which of it belongs to which type is checked by `orderOf`. */
export const newOrder = {
  symbol,
  side: SIDE,
  type: oneOf(API_ORDER_TYPES, '-1116 Invalid orderType.'),
  timeInForce: oneOf(keys(TIMES_IN_FORCE), '-1115 Invalid timeInForce.').optional(),
  quantity: decimal.optional(),
  quoteOrderQty: decimal.optional(),
  price: decimal.optional(),
  stopPrice: decimal.optional(),
  trailingDelta: whole(1).optional(),
  icebergQty: decimal.optional(),
  newClientOrderId: clientOrderId.optional(),
  /** Read by whoever sent it, not by us. */
  strategyId: whole(0).optional(),
  strategyType: whole(0)
    .refine((value) => value >= 1_000_000, '-1134 strategyType was less than 1000000.')
    .optional(),
  newOrderRespType: oneOf(['ACK', 'RESULT', 'FULL'], notValid('newOrderRespType')).optional(),
  selfTradePreventionMode: oneOf(selfTradeModes, notValid('selfTradePreventionMode')).optional(),
};

export const computeCommissionRates = truth.optional();

export const cancelRestrictions = oneOf(
  ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'],
  '-1145 cancelRestrictions has to be either ONLY_NEW or ONLY_PARTIALLY_FILLED.',
).optional();

const newOrderParams = z.strictObject(newOrder);
export type NewOrder = z.output<typeof newOrderParams>;

type Field = 'timeInForce' | 'quantity' | 'price' | 'stopPrice';

/** What an order of each type must have; of these fields it may have no other. */
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

/** The order in our words. Throws when its fields do not belong together. */
export function orderOf(params: NewOrder, clientOrderId: string): PlaceOrder {
  const { type, side, quoteOrderQty, selfTradePreventionMode } = params;
  if (params.trailingDelta !== undefined) throw unsupported('Trailing stop');
  if (params.icebergQty !== undefined) throw unsupported('Iceberg');
  for (const field of NEEDS[type]) if (params[field] === undefined) throw API_ERRORS.missing(field);
  const byAmount = type === 'MARKET' && quoteOrderQty !== undefined;
  if (type === 'MARKET' && !byAmount && params.quantity === undefined) throw NO_QUANTITY();
  if (byAmount && params.quantity !== undefined) throw API_ERRORS.combination();
  if (!byAmount && quoteOrderQty !== undefined) throw notRequired('quoteOrderQty');
  for (const field of FIELDS) {
    const may = NEEDS[type].includes(field) || (type === 'MARKET' && field === 'quantity');
    if (!may && params[field] !== undefined) throw notRequired(field);
  }
  const buys = side === 'BUY';
  const { price, stopPrice, timeInForce, quantity } = params;
  const mode = selfTradePreventionMode && SELF_TRADE_MODES[selfTradePreventionMode];
  return {
    market: params.symbol,
    side: buys ? 'buy' : 'sell',
    type: TYPES[type],
    clientOrderId,
    ...(quantity !== undefined && { quantity }),
    ...(quoteOrderQty !== undefined && { quoteAmount: quoteOrderQty }),
    ...(price !== undefined && { limitPrice: price }),
    ...(stopPrice !== undefined && {
      triggerPrice: stopPrice,
      triggerWhen: firesOnRise(type, buys) ? 'rises' : 'falls',
    }),
    ...(timeInForce !== undefined && { timeInForce: TIMES_IN_FORCE[timeInForce] }),
    ...(type === 'LIMIT_MAKER' && { postOnly: true }),
    ...(mode !== undefined && { selfTrade: mode }),
  };
}

/** What is answered when the client does not say: all of what may have traded at once. */
export function responseTypeOf({ newOrderRespType, type }: NewOrder): ResponseType {
  return newOrderRespType ?? (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
}

const NO_QUANTITY = () =>
  new ApiError(
    -1102,
    "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!",
  );

export function notRequired(name: string): ApiError {
  return new ApiError(-1106, `Parameter '${name}' sent when not required.`);
}

export function unsupported(what: string): ApiError {
  return new ApiError(-2010, `${what} orders are not supported for this symbol.`);
}
