import { IdIndex } from '@assay/core/order/id-index';
import type { Order } from './state.ts';

const INITIAL_CAPACITY = 4096;

/**
 * Open orders by id. Ids are larger than what a Map hashes quickly, so they are looked up in the
 * book's kind of index, which leads to a place in a list.
 */
export class OrderIndex {
  readonly #places = new IdIndex(INITIAL_CAPACITY);
  readonly #orders: (Order | undefined)[] = [undefined];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.count;
  }

  get(id: number): Order | undefined {
    return this.#orders[this.#places.find(id)];
  }

  add(order: Order): void {
    const place = this.#free.pop() ?? this.#orders.length;
    this.#orders[place] = order;
    this.#places.add(order.id, place);
  }

  delete(order: Order): void {
    const place = this.#places.find(order.id);
    this.#places.remove(order.id);
    this.#orders[place] = undefined;
    this.#free.push(place);
  }

  *values(): IterableIterator<Order> {
    for (const order of this.#orders) if (order !== undefined) yield order;
  }
}
