import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import {
  ORDER_STATUSES,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
} from '@assay/core/order/order';

/** An order as memory and tables have it: codes, ticks, lots and units of 1e-8. */
export interface OrderNumbers {
  readonly id: number;
  readonly userId: number;
  readonly market: number;
  readonly side: number;
  readonly type: number;
  readonly timeInForce: number;
  readonly postOnly: boolean;
  readonly selfTrade: number;
  readonly amount: number;
  readonly trigger: number;
  readonly rises: boolean;
  readonly slippagePpm: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly clientOrderId: string;
  readonly createdAt: number;
  readonly limit: number;
  readonly lots: number;
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly feeInBase: boolean;
  readonly feeFraction: number;
  readonly held: number;
  readonly status: number;
  readonly priority: number;
  readonly updatedAt: number;
  readonly seq: number;
  readonly oco: number;
}

/** A trade as memory and tables have it. */
export interface TradeNumbers {
  readonly market: number;
  readonly id: number;
  readonly seq: number;
  readonly at: number;
  readonly ticks: number;
  readonly lots: number;
  readonly takerSide: number;
  readonly takerOrder: number;
  readonly makerOrder: number;
  readonly takerUser: number;
  readonly makerUser: number;
  readonly takerFee: number;
  readonly makerFee: number;
  readonly buyerFeeInBase: number;
}

export type OrderWords = ReturnType<typeof orderWords>;
export type TradeWords = ReturnType<typeof tradeWords>;

/** An order in a form that is independent of the program's names; amounts are decimal text. */
export function orderWords(rules: BookRules, order: OrderNumbers) {
  return {
    id: order.id,
    user: order.userId,
    market: rules.symbol,
    side: SIDES[order.side],
    type: ORDER_TYPES[order.type],
    timeInForce: TIMES_IN_FORCE[order.timeInForce],
    postOnly: order.postOnly,
    selfTrade: SELF_TRADE_MODES[order.selfTrade],
    status: ORDER_STATUSES[order.status],
    limitPrice: order.limit > 0 ? priceText(rules, order.limit) : '',
    triggerPrice: order.trigger > 0 ? priceText(rules, order.trigger) : '',
    triggerDirection: order.trigger > 0 ? (order.rises ? 'rises' : 'falls') : '',
    quantity: quantityText(rules, order.lots),
    quoteAmount: formatSafe(order.amount, SCALE),
    maxSlippagePpm: order.slippagePpm,
    makerFeePpm: order.makerPpm,
    takerFeePpm: order.takerPpm,
    filledQuantity: quantityText(rules, order.filled),
    filledQuote: formatSafe(order.filledQuote, SCALE),
    fee: formatSafe(order.fee, SCALE),
    feeAsset: order.feeInBase ? 'base' : 'quote',
    /** Of the exact fee: what is below one unit, in millionths of it. */
    feeFraction: order.feeFraction,
    held: formatSafe(order.held, SCALE),
    clientOrderId: order.clientOrderId,
    oco: order.oco,
    priority: order.priority,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    seq: order.seq,
  };
}

export function tradeWords(rules: BookRules, trade: TradeNumbers) {
  return {
    market: rules.symbol,
    id: trade.id,
    seq: trade.seq,
    at: trade.at,
    price: priceText(rules, trade.ticks),
    quantity: quantityText(rules, trade.lots),
    takerSide: SIDES[trade.takerSide],
    takerOrder: trade.takerOrder,
    makerOrder: trade.makerOrder,
    takerUser: trade.takerUser,
    makerUser: trade.makerUser,
    takerFee: formatSafe(trade.takerFee, SCALE),
    makerFee: formatSafe(trade.makerFee, SCALE),
    buyerFeeAsset: trade.buyerFeeInBase === 1 ? 'base' : 'quote',
  };
}
