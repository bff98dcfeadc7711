import { openOrder } from '@assay/core/order/life/tables';
import type { Order } from '@assay/core/order/life/view';
import { lineWriter, type Value } from '@assay/core/schema/record';

const stored = lineWriter(openOrder, (order: Order, field) => order[field as keyof Order] as Value);

/** Everything of an order that must be the same after loading or replaying. */
export function orderLine(order: Order): string {
  return `${stored(order)} ${order.other !== 0}`;
}
