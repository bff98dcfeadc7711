import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import { unreadOf } from '@assay/kit/format/number-text.ts';
import type { OrderView } from '../lib/api/wire.ts';
import type { OrderChange } from './orders.ts';
import { EMPTY_FORM, type OrderForm, unitsOf } from './ticket/form.ts';
import { type WorstCase, worstCase } from './ticket/worst-case.ts';

type Field = keyof OrderChange;

/** The numbers of an open order that can be changed, in the order of the table's columns. */
export function changeableOf(order: OrderView): readonly Field[] {
  const fields: [Field, boolean][] = [
    ['limitPrice', order.limitPrice !== ''],
    ['quantity', order.quoteAmount === ''],
    ['triggerPrice', order.status === 'pending' && order.trailingDelta === undefined],
  ];
  return fields.filter(([, has]) => has).map(([field]) => field);
}

/** Every number of an order as it stands. */
export function numbersOf({ limitPrice, quantity, triggerPrice }: OrderView): OrderChange {
  return { limitPrice, quantity, triggerPrice };
}

/** What differs: a smaller quantity alone keeps the order's priority. */
export function differenceOf(order: OrderView, change: Partial<OrderChange>): Partial<OrderChange> {
  const differs = changeableOf(order).filter(
    (field) => change[field] !== undefined && change[field] !== order[field],
  );
  return Object.fromEntries(differs.map((field) => [field, change[field]]));
}

/** Whether every number of the change could be read. */
export function isRead(change: Partial<OrderChange>): boolean {
  return Object.values(change).every((text) => unreadOf(text) === null);
}

/** An open order as the ticket would hold it, with what is left of its quantity. */
export function formOf(order: OrderView, change: Partial<OrderChange>): OrderForm {
  const { limitPrice, quantity, triggerPrice } = { ...numbersOf(order), ...change };
  const filled = unitsOf(order.filledQuantity) ?? 0;
  const left = Math.max(0, (unitsOf(quantity) ?? 0) - filled);
  return {
    ...EMPTY_FORM,
    side: order.side,
    // A stop that has fired is a limit order.
    type: order.status === 'pending' ? order.type : 'limit',
    price: limitPrice,
    trigger: triggerPrice,
    triggerSource: order.triggerSource ?? 'last',
    postOnly: order.postOnly,
    quantity: filled === 0 ? quantity : formatSafe(left, SCALE),
    total: order.quoteAmount,
    lead: order.quoteAmount === '' ? 'quantity' : 'total',
  };
}

/** The worst case of an order as changed, if it is far from the market; see `worstCase`. */
export function worstOfChange(
  rules: BookRules,
  order: OrderView,
  change: Partial<OrderChange>,
  mark: number,
): WorstCase | null {
  const form = formOf(order, change);
  return form.price === '' ? null : worstCase(rules, form, { mark, best: mark });
}
