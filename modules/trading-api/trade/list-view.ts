import { isOpen as isOpenOrder } from '@assay/core/order/order';
import type { ListedOrder, StoredOrder } from '@assay/modules/orders';

/** Lists of orders as clients see them. A list has the id of its first order, and its own name. */

export function isOpen({ order }: StoredOrder): boolean {
  return isOpenOrder(order);
}

/** Groups orders into lists; `orders` rise by id, so that the first order of a list comes first. */
export function grouped(orders: readonly ListedOrder[]): ListedOrder[][] {
  const lists = new Map<number, ListedOrder[]>();
  for (const order of orders) lists.set(order.oco, [...(lists.get(order.oco) ?? []), order]);
  return [...lists.values()];
}

/** OTO where an order waits, or waited, for the first one. */
export function contingencyOf(orders: readonly { readonly follows: boolean }[]): 'OCO' | 'OTO' {
  return orders.some(({ follows }) => follows) ? 'OTO' : 'OCO';
}

/** The client's id of a list; that of the first order for one of before such ids were kept. */
export function listNameOf(
  legs: readonly { readonly listName: string; readonly clientOrderId: string }[],
): string {
  const [first] = legs;
  return first?.listName || first?.clientOrderId || '';
}

/** A list that is stored. */
export function storedListView(orders: readonly ListedOrder[]) {
  const legs = orders.map(({ order, listName }) => ({ listName, ...order }));
  return listView(orders, listNameOf(legs));
}

export function listView(orders: readonly StoredOrder[], name: string) {
  const first = orders[0]?.order;
  const open = orders.some(isOpen);
  return {
    orderListId: orders[0]?.oco ?? -1,
    contingencyType: contingencyOf(orders),
    listStatusType: open ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: open ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: name,
    transactionTime: Math.max(...orders.map(({ order }) => order.updatedAt)),
    symbol: first?.market ?? '',
    orders: orders.map(({ order }) => ({
      symbol: order.market,
      orderId: order.id,
      clientOrderId: order.clientOrderId,
    })),
  };
}
