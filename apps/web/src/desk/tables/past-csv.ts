import { type CsvColumn, csvOf, isoOf } from '@assay/kit/data/csv.ts';
import type { FillView, OrderView } from '../../lib/api/wire.ts';

/** Heads are the names of the wire, in every language alike: a file is for programs too. */
const ORDER_COLUMNS: readonly CsvColumn<OrderView>[] = [
  { head: 'createdAt', text: (order) => isoOf(order.createdAt) },
  { head: 'updatedAt', text: (order) => isoOf(order.updatedAt) },
  { head: 'orderId', text: (order) => String(order.id) },
  { head: 'market', text: (order) => order.market },
  { head: 'side', text: (order) => order.side },
  { head: 'type', text: (order) => order.type },
  { head: 'timeInForce', text: (order) => order.timeInForce },
  { head: 'status', text: (order) => order.status },
  { head: 'rejection', text: (order) => order.rejection ?? '' },
  { head: 'limitPrice', text: (order) => order.limitPrice },
  { head: 'triggerPrice', text: (order) => order.triggerPrice },
  { head: 'triggerWhen', text: (order) => order.triggerWhen },
  { head: 'quantity', text: (order) => order.quantity },
  { head: 'quoteAmount', text: (order) => order.quoteAmount },
  { head: 'filledQuantity', text: (order) => order.filledQuantity },
  { head: 'filledQuote', text: (order) => order.filledQuote },
  { head: 'averageFillPrice', text: (order) => order.averageFillPrice },
  { head: 'fee', text: (order) => order.fee },
  { head: 'feeAsset', text: (order) => order.feeAsset },
  { head: 'oco', text: (order) => (order.oco === 0 ? '' : String(order.oco)) },
  { head: 'clientOrderId', text: (order) => order.clientOrderId },
];

const FILL_COLUMNS: readonly CsvColumn<FillView>[] = [
  { head: 'at', text: (fill) => isoOf(fill.at) },
  { head: 'tradeId', text: (fill) => String(fill.id) },
  { head: 'orderId', text: (fill) => String(fill.orderId) },
  { head: 'market', text: (fill) => fill.market },
  { head: 'side', text: (fill) => fill.side },
  { head: 'price', text: (fill) => fill.price },
  { head: 'quantity', text: (fill) => fill.quantity },
  { head: 'quote', text: (fill) => fill.quote },
  { head: 'fee', text: (fill) => fill.fee },
  { head: 'feeAsset', text: (fill) => fill.feeAsset },
  { head: 'liquidity', text: (fill) => fill.liquidity },
];

export function ordersCsv(orders: readonly OrderView[]): string {
  return csvOf(orders, ORDER_COLUMNS);
}

export function fillsCsv(fills: readonly FillView[]): string {
  return csvOf(fills, FILL_COLUMNS);
}
