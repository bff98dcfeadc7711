import type { CfdOrder, CfdPosition, CfdReceipt } from '../../../features/cfd/use-cfd.ts';
import type { AnyOption, EndedOption, OpenOption } from '../../../features/options/use-options.ts';
import type { OrderView } from '../../../lib/api/wire.ts';

/** The lists of orders, as the specification names them. */
export const TABS = ['pending', 'trade', 'closed', 'cancelled'] as const;
export type Tab = (typeof TABS)[number];

export const PRODUCTS = ['spot', 'cfd', 'options'] as const;

/** An order, a position or what became of it, of one product. */
export type Row = { readonly key: string; readonly at: number } & (
  | { readonly product: 'spot'; readonly order: OrderView }
  | { readonly product: 'cfd'; readonly what: 'order'; readonly order: CfdOrder }
  | { readonly product: 'cfd'; readonly what: 'position'; readonly position: CfdPosition }
  | { readonly product: 'cfd'; readonly what: 'receipt'; readonly receipt: CfdReceipt }
  | { readonly product: 'options'; readonly option: AnyOption; readonly sale: string }
);

export const spotRow = (order: OrderView): Row => ({
  ...{ product: 'spot', key: `spot ${order.id}`, at: order.createdAt, order },
});

export const cfdOrderRow = (order: CfdOrder): Row => ({
  ...{ product: 'cfd', what: 'order', key: `order ${order.id}`, at: order.acceptedAt, order },
});

export const positionRow = (position: CfdPosition): Row => ({
  ...{ product: 'cfd', what: 'position', key: `position ${position.id}`, position },
  at: position.openedAt,
});

export const receiptRow = (receipt: CfdReceipt): Row => ({
  ...{ product: 'cfd', what: 'receipt', key: `receipt ${receipt.seq} ${receipt.n}`, receipt },
  at: receipt.at,
});

export const openOptionRow = ({ option, sale }: OpenOption): Row => ({
  ...{ product: 'options', key: `option ${option.id}`, at: option.acceptedAt, option, sale },
});

export const endedOptionRow = (option: EndedOption): Row => ({
  ...{ product: 'options', key: `option ${option.id}`, at: option.endedAt, option, sale: '' },
});

/** Whether anything of an order was traded: what ended without that was cancelled. */
export const isTraded = ({ filledQuantity }: OrderView) => filledQuantity !== '0';

/** The newest first. */
export function byTime(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => b.at - a.at || a.key.localeCompare(b.key));
}
