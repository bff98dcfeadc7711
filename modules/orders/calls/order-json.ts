import { Written } from '@assay/platform/http/context';
import type { FillView, OrderView } from '../schema.ts';

/** What a command that leaves an order behind is answered with. */
interface OrderAnswer {
  readonly order: OrderView;
  readonly fills?: readonly FillView[];
  readonly receipt: { readonly seq: number; readonly hash: string };
}

/**
 * The answer as JSON. JSON.stringify looks at every character of every name and value, which cost
 * more than the matching; here the names are known, and all texts are words, symbols, decimals and
 * ids of an alphabet (`clientOrderId`) in which nothing is escaped.
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
    `"averageFillPrice":"${order.averageFillPrice}","fee":"${order.fee}","held":"${order.held}",` +
    `"oco":${order.oco},"clientOrderId":"${order.clientOrderId}",` +
    `"createdAt":${order.createdAt},"updatedAt":${order.updatedAt},"seq":${order.seq}${rareJson(order)}}`
  );
}

/** What few orders have. */
function rareJson({ triggerSource, terms }: OrderView): string {
  const source = triggerSource === undefined ? '' : `,"triggerSource":"${triggerSource}"`;
  return terms === undefined ? source : `${source},"terms":${JSON.stringify(terms)}`;
}

function fillJson(fill: FillView): string {
  return (
    `{"id":${fill.id},"orderId":${fill.orderId},"market":"${fill.market}","side":"${fill.side}",` +
    `"price":"${fill.price}","quantity":"${fill.quantity}","quote":"${fill.quote}",` +
    `"fee":"${fill.fee}","feeAsset":"${fill.feeAsset}","liquidity":"${fill.liquidity}",` +
    `"at":${fill.at}}`
  );
}
