import { isWaiting } from '@assay/core/order/order';
import type { StoredFill, StoredOrder } from '@assay/modules/orders';
import type { FillView } from '@assay/modules/orders/schema';
import { orderTerms, stopPriceOf, trailingOf, triggerSourceOf, workingTime } from './terms.ts';

/** Answers about orders. Amounts are text, ids are integers below 2^53, times in milliseconds. */

/** The list id of an order that belongs to no list. */
const NO_LIST = -1;

export type ResponseType = 'ACK' | 'RESULT' | 'FULL';

function amounts({ order }: StoredOrder) {
  return {
    price: order.limitPrice || '0',
    origQty: order.quantity || '0',
    executedQty: order.filledQuantity,
    origQuoteOrderQty: order.quoteAmount || '0',
    cummulativeQuoteQty: order.filledQuote,
  };
}

/**
 * An order that was just placed, with its fills. The fields are written out, as in `canceledView`:
 * most requests are answered by these two, and spreading objects would double their cost.
 */
export function placedView(
  stored: StoredOrder,
  fills: readonly FillView[],
  responseType: ResponseType,
): object {
  const { order } = stored;
  if (responseType === 'ACK') {
    return {
      symbol: order.market,
      orderId: order.id,
      orderListId: stored.oco || NO_LIST,
      clientOrderId: order.clientOrderId,
      transactTime: order.updatedAt,
    };
  }
  const terms = orderTerms(stored);
  return {
    symbol: order.market,
    orderId: order.id,
    orderListId: stored.oco || NO_LIST,
    clientOrderId: order.clientOrderId,
    transactTime: order.updatedAt,
    price: order.limitPrice || '0',
    origQty: order.quantity || '0',
    executedQty: order.filledQuantity,
    origQuoteOrderQty: order.quoteAmount || '0',
    cummulativeQuoteQty: order.filledQuote,
    status: terms.status,
    timeInForce: terms.timeInForce,
    type: terms.type,
    side: terms.side,
    // JSON leaves out undefined fields.
    stopPrice: stopPriceOf(order) || undefined,
    ...trailingOf(order),
    icebergQty: order.icebergQuantity,
    triggerSource: triggerSourceOf(order),
    workingTime: workingTime(stored),
    selfTradePreventionMode: terms.selfTradePreventionMode,
    fills: responseType === 'FULL' ? fills.map(placedFill) : undefined,
  };
}

function placedFill(fill: FillView): object {
  return {
    price: fill.price,
    qty: fill.quantity,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    tradeId: fill.id,
  };
}

/** An order that was cancelled; `name` is the client order id of the cancellation. */
export function canceledView(stored: StoredOrder, name: string): object {
  const { order } = stored;
  const terms = orderTerms(stored);
  return {
    symbol: order.market,
    origClientOrderId: order.clientOrderId,
    orderId: order.id,
    orderListId: stored.oco || NO_LIST,
    clientOrderId: name,
    transactTime: order.updatedAt,
    price: order.limitPrice || '0',
    origQty: order.quantity || '0',
    executedQty: order.filledQuantity,
    origQuoteOrderQty: order.quoteAmount || '0',
    cummulativeQuoteQty: order.filledQuote,
    status: terms.status,
    timeInForce: terms.timeInForce,
    type: terms.type,
    side: terms.side,
    stopPrice: stopPriceOf(order) || undefined,
    ...trailingOf(order),
    icebergQty: order.icebergQuantity,
    triggerSource: triggerSourceOf(order),
    selfTradePreventionMode: terms.selfTradePreventionMode,
  };
}

/** The current state of an order. */
export function orderView(stored: StoredOrder): object {
  const { order } = stored;
  return {
    symbol: order.market,
    orderId: order.id,
    orderListId: stored.oco || NO_LIST,
    clientOrderId: order.clientOrderId,
    ...amounts(stored),
    ...orderTerms(stored),
    stopPrice: stopPriceOf(order) || '0',
    ...trailingOf(order),
    triggerSource: triggerSourceOf(order),
    icebergQty: order.icebergQuantity ?? '0',
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: !isWaiting(order),
    workingTime: workingTime(stored),
  };
}

/** An order after an amendment; `formerName` is its client order id before. */
export function amendedView(stored: StoredOrder, formerName: string): object {
  const { order } = stored;
  const { origQty, cummulativeQuoteQty, origQuoteOrderQty, ...same } = amounts(stored);
  return {
    symbol: order.market,
    orderId: order.id,
    orderListId: stored.oco || NO_LIST,
    origClientOrderId: formerName,
    clientOrderId: order.clientOrderId,
    ...same,
    qty: origQty,
    preventedQty: '0',
    quoteOrderQty: origQuoteOrderQty,
    cumulativeQuoteQty: cummulativeQuoteQty,
    ...orderTerms(stored),
    workingTime: workingTime(stored),
  };
}

/** One side of a trade. */
export function tradeView({ fill, oco }: StoredFill): object {
  return {
    symbol: fill.market,
    id: fill.id,
    orderId: fill.orderId,
    orderListId: oco || NO_LIST,
    price: fill.price,
    qty: fill.quantity,
    quoteQty: fill.quote,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    time: fill.at,
    isBuyer: fill.side === 'buy',
    isMaker: fill.liquidity === 'maker',
    isBestMatch: true,
  };
}
