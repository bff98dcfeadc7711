import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import {
  ORDER_STATUSES,
  ORDER_TYPES,
  REJECTIONS,
  SELF_TRADE_MODES,
  SIDES,
  Source,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from '@assay/core/order/order';
import { termsView } from '@assay/core/order/terms';
import type { OrderView } from './schema/index.ts';

/** The fields of an order that never change: the same in engine, database and stored outcomes. */
export interface LastingNumbers {
  readonly id: number;
  readonly side: number;
  readonly type: number;
  readonly timeInForce: number;
  readonly postOnly: boolean;
  readonly selfTrade: number;
  readonly amount: number;
  readonly trigger: number;
  /** Of a stop: the trigger is reached when the price rises. */
  readonly rises: boolean;
  /** Of an order of a list: the id of its first order; else 0. */
  readonly oco: number;
  /** Of a stop: code of the price that fires it. */
  readonly triggerSource: number;
  /** Packed terms of its product; 0 for an order without. */
  readonly terms: number;
  /** Lots that an iceberg shows at a time; 0 for an order that shows all. */
  readonly iceberg: number;
  /** Of a trailing stop: basis points, activation price in ticks, when it began to follow. */
  readonly trailing: number;
  readonly activation: number;
  readonly trailingTime: number;
  readonly clientOrderId: string;
  readonly createdAt: number;
}

/** The fields of an order that change. */
export interface OrderProgress {
  readonly status: number;
  /** Of a rejected order: code of the reason (REJECTIONS); else 0. */
  readonly rejection: number;
  readonly limit: number;
  readonly lots: number;
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  /** The fee is in the base asset, else in the quote asset. */
  readonly feeInBase: boolean;
  readonly held: number;
  readonly seq: number;
  readonly updatedAt: number;
}

/** The symbol of an asset by its number. */
export type AssetSymbol = (asset: number) => string;

/** An order as clients get it: codes become words, numbers decimal text. */
export function orderViewOf(
  rules: BookRules,
  order: LastingNumbers,
  progress: OrderProgress,
  symbolOf: AssetSymbol,
): OrderView {
  const { status, limit, lots, filled, filledQuote, fee, held, seq, updatedAt } = progress;
  const view: OrderView = {
    id: order.id,
    market: rules.symbol,
    side: SIDES[order.side] ?? 'buy',
    type: ORDER_TYPES[order.type] ?? 'limit',
    timeInForce: TIMES_IN_FORCE[order.timeInForce] ?? 'gtc',
    postOnly: order.postOnly,
    selfTrade: SELF_TRADE_MODES[order.selfTrade] ?? 'none',
    status: ORDER_STATUSES[status] ?? 'new',
    quantity: order.amount > 0 && lots === 0 ? '' : quantityText(rules, lots),
    quoteAmount: order.amount > 0 ? formatSafe(order.amount, SCALE) : '',
    limitPrice: limit > 0 ? priceText(rules, limit) : '',
    triggerPrice: order.trigger > 0 ? priceText(rules, order.trigger) : '',
    triggerWhen: order.trigger > 0 ? (order.rises ? 'rises' : 'falls') : '',
    filledQuantity: quantityText(rules, filled),
    filledQuote: formatSafe(filledQuote, SCALE),
    averageFillPrice: filled === 0 ? '' : averagePrice(rules, filled, filledQuote),
    fee: formatSafe(fee, SCALE),
    feeAsset: feeAssetOf(rules, progress.feeInBase, symbolOf),
    held: formatSafe(held, SCALE),
    oco: order.oco,
    clientOrderId: order.clientOrderId,
    createdAt: order.createdAt,
    updatedAt,
    seq,
  };
  if (order.triggerSource !== Source.last)
    view.triggerSource = TRIGGER_SOURCES[order.triggerSource];
  const rejection = REJECTIONS[progress.rejection - 1];
  if (rejection !== undefined) view.rejection = rejection;
  if (order.iceberg > 0) view.icebergQuantity = quantityText(rules, order.iceberg);
  if (order.trailing > 0) {
    view.trailingDelta = order.trailing;
    view.activationPrice = order.activation > 0 ? priceText(rules, order.activation) : '';
    view.trailingTime = order.trailingTime;
  }
  const terms = termsView(rules.features.terms, order.terms);
  if (terms !== undefined) view.terms = terms;
  return view;
}

function feeAssetOf(rules: BookRules, inBase: boolean, symbolOf: AssetSymbol): string {
  return inBase ? rules.base : symbolOf(rules.quoteAsset);
}

/** filledQuote / filledQuantity, rounded down to 1e-8. For display only. */
function averagePrice(rules: BookRules, filled: number, filledQuote: number): string {
  const base = BigInt(filled) * BigInt(rules.basePerLot);
  return formatDecimal((BigInt(filledQuote) * 10n ** BigInt(SCALE)) / base, SCALE);
}

export interface FillNumbers {
  readonly id: number;
  readonly orderId: number;
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  readonly fee: number;
  /** The fee is in the base asset, else in the quote asset. */
  readonly feeInBase: boolean;
  readonly liquidity: 'maker' | 'taker';
  readonly at: number;
}

/** One side of a trade, as clients get it. */
export function fillView(rules: BookRules, fill: FillNumbers, symbolOf: AssetSymbol) {
  return {
    id: fill.id,
    orderId: fill.orderId,
    market: rules.symbol,
    side: SIDES[fill.side] ?? 'buy',
    price: priceText(rules, fill.ticks),
    quantity: quantityText(rules, fill.lots),
    quote: formatSafe(notional(rules, fill.ticks, fill.lots), SCALE),
    fee: formatSafe(fill.fee, SCALE),
    feeAsset: feeAssetOf(rules, fill.feeInBase, symbolOf),
    liquidity: fill.liquidity,
    at: fill.at,
  };
}

/** One trade, as it is published. */
export function tradeView(
  rules: BookRules,
  trade: { id: number; ticks: number; lots: number; at: number; taker: { side: number } },
) {
  return {
    id: trade.id,
    market: rules.symbol,
    price: priceText(rules, trade.ticks),
    quantity: quantityText(rules, trade.lots),
    takerSide: SIDES[trade.taker.side] ?? 'buy',
    at: trade.at,
  };
}

/**
 * When an order began to work in the book, in ms: when it was placed or, for a stop, when it fired.
 * The time of a stop that has not fired is 0, and so is that of an order that waits for another.
 */
export function workingTimeOf(order: {
  /** The trigger of a stop in ticks, else 0. */
  readonly trigger: number;
  readonly createdAt: number;
  readonly workingTime: number;
  readonly follows: boolean;
}): number {
  return order.trigger > 0 || order.follows ? order.workingTime : order.createdAt;
}
