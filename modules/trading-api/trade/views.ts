import type { StoredOrder } from '@assay/modules/orders';
import type { FillView } from '@assay/modules/orders/schema';
import { orderTerms, workingTime } from './terms.ts';

/** Answers about orders. Amounts are text, ids are integers below 2^53, times in milliseconds. */

/** Of an order that belongs to no list. */
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
 * An order that was just placed, with what it took at once. Written out, as the next one is: they
 * answer most of what comes, and spreading objects into one another costs as much as the rest.
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
  const words = orderTerms(stored);
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
    status: words.status,
    timeInForce: words.timeInForce,
    type: words.type,
    side: words.side,
    // What is undefined is left out when it is written.
    stopPrice: order.triggerPrice || undefined,
    workingTime: workingTime(order),
    selfTradePreventionMode: words.selfTradePreventionMode,
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

/** An order that was cancelled; `name` is that of the cancelling itself. */
export function canceledView(stored: StoredOrder, name: string): object {
  const { order } = stored;
  const words = orderTerms(stored);
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
    status: words.status,
    timeInForce: words.timeInForce,
    type: words.type,
    side: words.side,
    stopPrice: order.triggerPrice || undefined,
    selfTradePreventionMode: words.selfTradePreventionMode,
  };
}

/** An order as it stands. */
export function orderView(stored: StoredOrder): object {
  const { order } = stored;
  return {
    symbol: order.market,
    orderId: order.id,
    orderListId: stored.oco || NO_LIST,
    clientOrderId: order.clientOrderId,
    ...amounts(stored),
    ...orderTerms(stored),
    stopPrice: order.triggerPrice || '0',
    icebergQty: '0',
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: order.status !== 'pending',
    workingTime: workingTime(order),
  };
}

/** An order whose quantity was made smaller; `formerName` is what it was called before. */
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
    workingTime: workingTime(order),
  };
}

/** One side of a trade. */
export function tradeView(fill: FillView): object {
  return {
    symbol: fill.market,
    id: fill.id,
    orderId: fill.orderId,
    orderListId: NO_LIST,
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
