import { Written } from '@assay/platform/http/context';
import type { FillView, OrderView } from '../schema/index.ts';

/** The answer to a command about one order. */
interface OrderAnswer {
  readonly order: OrderView;
  readonly fills?: readonly FillView[];
  readonly receipt: { readonly seq: number; readonly hash: string };
}

/**
 * The answer as JSON. JSON.stringify examines every character of every name and value, which took
 * longer than the matching. Here the names are known, and no text needs escaping: texts are words,
 * symbols, decimals, and client order ids, whose alphabet has no such character.
 */
export function writeOrder<A extends OrderAnswer>({ order, fills, receipt }: A): Written<A> {
  const traded = fills === undefined ? '' : `"fills":[${fills.map(fillJson).join(',')}],`;
  const { seq, hash } = receipt;
  return new Written(
    `{"order":${orderJson(order)},${traded}"receipt":{"seq":${seq},"hash":"${hash}"}}`,
  );
}

function orderJson(order: OrderView): string {
  return (
    `{"id":${order.id},"market":"${order.market}","side":"${order.side}","type":"${order.type}",` +
    `"timeInForce":"${order.timeInForce}","postOnly":${order.postOnly},` +
    `"selfTrade":"${order.selfTrade}","status":"${order.status}","quantity":"${order.quantity}",` +
    `"quoteAmount":"${order.quoteAmount}","limitPrice":"${order.limitPrice}",` +
    `"triggerPrice":"${order.triggerPrice}","triggerWhen":"${order.triggerWhen}",` +
    `"filledQuantity":"${order.filledQuantity}","filledQuote":"${order.filledQuote}",` +
    `"averageFillPrice":"${order.averageFillPrice}","fee":"${order.fee}",` +
    `"feeAsset":"${order.feeAsset}","held":"${order.held}",` +
    `"oco":${order.oco},"clientOrderId":"${order.clientOrderId}",` +
    `"createdAt":${order.createdAt},"updatedAt":${order.updatedAt},"seq":${order.seq}${rareJson(order)}}`
  );
}

/** Fields that few orders have. */
function rareJson(order: OrderView): string {
  const { triggerSource, rejection, icebergQuantity, trailingDelta, terms } = order;
  const source = triggerSource === undefined ? '' : `,"triggerSource":"${triggerSource}"`;
  const iceberg = icebergQuantity === undefined ? '' : `,"icebergQuantity":"${icebergQuantity}"`;
  const rejected = rejection === undefined ? '' : `,"rejection":"${rejection}"`;
  const trailing =
    trailingDelta === undefined
      ? ''
      : `,"trailingDelta":${trailingDelta},"activationPrice":"${order.activationPrice}",` +
        `"trailingTime":${order.trailingTime}`;
  const own = terms === undefined ? '' : `,"terms":${JSON.stringify(terms)}`;
  return source + rejected + iceberg + trailing + own;
}

function fillJson(fill: FillView): string {
  return (
    `{"id":${fill.id},"orderId":${fill.orderId},"market":"${fill.market}","side":"${fill.side}",` +
    `"price":"${fill.price}","quantity":"${fill.quantity}","quote":"${fill.quote}",` +
    `"fee":"${fill.fee}","feeAsset":"${fill.feeAsset}","liquidity":"${fill.liquidity}",` +
    `"at":${fill.at}}`
  );
}
