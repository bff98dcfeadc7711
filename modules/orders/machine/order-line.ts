import { openOrder } from '@assay/core/order/life/tables';
import type { Order } from '@assay/core/order/life/view';
import { lineWriter, type Value } from '@assay/core/schema/record';

const stored = lineWriter(openOrder, (order: Order, field) => order[field as keyof Order] as Value);

/** Everything in an order that must be the same after a load or a replay. */
export function orderLine(order: Order): string {
  return `${stored(order)} ${order.other !== 0}`;
}
