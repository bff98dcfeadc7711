import type { OrderName } from '@assay/core/order/life/change';
import { type BookRules, quantityText } from '@assay/core/order/market';
import type { FillView, OrderView } from '../schema/index.ts';
import {
  type FillsPart,
  type HistoryPart,
  readAllOpen,
  readAmendments,
  readFillsFrom,
  readLastChange,
  readLatestOrder,
  readListId,
  readOcos,
  readOpenOcos,
  readOrders,
  readOrdersById,
} from '../store/history.ts';
import type { OrderRow, Reads } from '../store/reads.ts';
import { workingTimeOf } from '../views.ts';
import { storedFill, storedView } from './lists.ts';
import type { OrdersRealm } from './realm.ts';

/** An order as it is stored, with fields that only programs get. */
export interface StoredOrder {
  readonly order: OrderView;
  /** Of a stop: the trigger is reached when the price rises to it. */
  readonly rises: boolean;
  /** Of a list of orders: the id of its first order; else 0. */
  readonly oco: number;
  /** The order was placed to wait until the first order of its list is filled. */
  readonly follows: boolean;
  /** When the order began to work in the book, in ms; 0 for one that waits. */
  readonly workingTime: number;
}

/** The same with the id that its client gave the list of the order; "" for none. */
export interface ListedOrder extends StoredOrder {
  readonly listName: string;
}

/** An amendment that made an order smaller and left it its priority. */
export interface StoredAmendment {
  /** The number of its command. */
  readonly seq: number;
  readonly at: number;
  readonly formerName: string;
  readonly name: string;
  readonly formerQuantity: string;
  readonly quantity: string;
}

/** A fill, and the list of orders that its order belongs to. */
export interface StoredFill {
  readonly fill: FillView;
  /** Of a list of orders: the id of its first order; else 0. */
  readonly oco: number;
}

/**
 * Orders and fills of users in one realm, as programs request them: ascending, by market, from an
 * id or a time on. Only durable ones are listed, and the orders of other users are unknown.
 */
export class OrderHistory {
  readonly #realm: OrdersRealm;
  readonly #reads: Reads;

  constructor(realm: OrdersRealm, reads: Reads) {
    this.#realm = realm;
    this.#reads = reads;
  }

  /** The order of this id, or the last one of this client order id; undefined for none. */
  async order(userId: number, name: OrderName): Promise<ListedOrder | undefined> {
    const row = await readLatestOrder(this.#reads, this.#realm.name, userId, name);
    return row === null ? undefined : this.#stored(row);
  }

  /** Amendments of an order that kept its priority, from a command on, ascending. */
  async amendments(
    userId: number,
    part: { readonly orderId: number; readonly from: number; readonly limit: number },
    rules: BookRules,
  ): Promise<StoredAmendment[]> {
    const rows = await readAmendments(this.#reads, this.#realm.name, userId, part);
    return rows.map(({ formerLots, lots, ...row }) => ({
      ...row,
      formerQuantity: quantityText(rules, formerLots),
      quantity: quantityText(rules, lots),
    }));
  }

  /** When the user's orders last changed, in ms; 0 for never. */
  lastChange(userId: number): Promise<number> {
    return readLastChange(this.#reads, this.#realm.name, userId);
  }

  /** Orders by their ids, ascending. */
  async ordersById(userId: number, ids: readonly number[]): Promise<ListedOrder[]> {
    const rows = await readOrdersById(this.#reads, this.#realm.name, userId, ids);
    return rows.map((row) => this.#stored(row));
  }

  /** Open orders, ascending; `market` 0 for all markets. */
  async open(userId: number, market: number): Promise<ListedOrder[]> {
    const rows = await readAllOpen(this.#reads, this.#realm.name, userId, market);
    return rows.map((row) => this.#stored(row));
  }

  /** Orders of a market, open and ended. */
  async orders(userId: number, part: HistoryPart): Promise<ListedOrder[]> {
    const rows = await readOrders(this.#reads, this.#realm.name, userId, part);
    return rows.map((row) => this.#stored(row));
  }

  /**
   * The orders of the last list of this name, or none. A list of before names were kept has that of
   * its first order.
   */
  async list(userId: number, name: string): Promise<ListedOrder[]> {
    const id = await readListId(this.#reads, this.#realm.name, userId, name);
    if (id > 0) return this.oco(userId, id);
    const first = await this.order(userId, { clientOrderId: name });
    if (first === undefined || first.listName !== '' || first.oco !== first.order.id) return [];
    return this.oco(userId, first.oco);
  }

  /** The orders of a list, or none: one command placed them, so their ids are consecutive. */
  async oco(userId: number, id: number): Promise<ListedOrder[]> {
    const orders = await this.ordersById(userId, [id, id + 1, id + 2]);
    return orders.filter(({ oco }) => oco === id);
  }

  /** The orders of each list, by the ids of the lists; at most `part.limit` lists. */
  async ocos(userId: number, part: HistoryPart): Promise<ListedOrder[]> {
    const rows = await readOcos(this.#reads, this.#realm.name, userId, part);
    return rows.map((row) => this.#stored(row));
  }

  /** The orders of each list that has an open one. */
  async openLists(userId: number): Promise<ListedOrder[]> {
    const legs = await readOpenOcos(this.#reads, this.#realm.name, userId);
    return this.ordersById(
      userId,
      legs.map(({ id }) => id),
    );
  }

  /** Fills of a market. */
  async fills(userId: number, part: FillsPart): Promise<StoredFill[]> {
    const rows = await readFillsFrom(this.#reads, this.#realm.name, userId, part);
    return rows.map((row) => ({ fill: storedFill(this.#realm, row), oco: row.oco }));
  }

  #stored(row: OrderRow): ListedOrder {
    const { rises, oco, follows, listName } = row;
    const workingTime = workingTimeOf(row);
    return { order: storedView(this.#realm, row), rises, oco, follows, listName, workingTime };
  }
}
