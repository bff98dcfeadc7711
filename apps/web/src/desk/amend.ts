import type { BookRules } from '@assay/core/order/market';
import { unreadOf } from '@assay/kit/format/number-text.ts';
import type { OrderView } from '../lib/api/wire.ts';
import type { OrderChange } from './orders.ts';
import { EMPTY_FORM } from './ticket/form.ts';
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

/** The worst case of an order as changed, if it is far from the market; see `worstCase`. */
export function worstOfChange(
  rules: BookRules,
  order: OrderView,
  change: Partial<OrderChange>,
  mark: number,
): WorstCase | null {
  const { limitPrice, quantity, triggerPrice } = { ...numbersOf(order), ...change };
  if (limitPrice === '') return null;
  const form = {
    ...EMPTY_FORM,
    side: order.side,
    // A stop that has fired is a limit order.
    type: order.status === 'pending' ? ('stopLimit' as const) : ('limit' as const),
    price: limitPrice,
    trigger: triggerPrice,
    postOnly: order.postOnly,
    quantity,
  };
  return worstCase(rules, form, { mark, best: mark });
}
