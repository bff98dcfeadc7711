import { assert } from '../../num/integer.ts';
import type { OrderRef } from './records.ts';

/** Id of a list: that of its working order. */
export type ListId = number;

/**
 * The orders of one market that wait until the working order of their list is filled. They hold
 * nothing, and are in no book and no queue of stops.
 *
 * That a working order was filled is not written into the rows of those that wait for it: it
 * follows from its not being open any more, for had it ended otherwise, they would have ended too.
 */
export class DormantOrders {
  readonly #lists = new Map<ListId, OrderRef[]>();
  /** Lists whose working order was filled, the oldest last. */
  readonly #filled: ListId[] = [];
  #isBehind = false;

  /** Orders that wait. */
  get count(): number {
    let count = 0;
    for (const orders of this.#lists.values()) count += orders.length;
    return count;
  }

  /** Lists whose orders have still to be placed. */
  get due(): number {
    return this.#filled.length;
  }

  /** Whether lists are due that a command has left behind. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  has(list: ListId): boolean {
    return this.#lists.has(list);
  }

  /** Adds an order behind those of its list that are there. */
  add(list: ListId, order: OrderRef): void {
    const orders = this.#lists.get(list);
    if (orders === undefined) this.#lists.set(list, [order]);
    else orders.push(order);
  }

  /** The working order of the list was filled. */
  fill(list: ListId): void {
    let at = this.#filled.length;
    while (at > 0 && this.#filled[at - 1]! < list) at -= 1;
    this.#filled.splice(at, 0, list);
  }

  /** Removes a list that ends, and returns the orders that waited in it. */
  remove(list: ListId): readonly OrderRef[] {
    const orders = this.#lists.get(list) ?? [];
    this.#lists.delete(list);
    const at = this.#filled.indexOf(list);
    if (at >= 0) this.#filled.splice(at, 1);
    if (this.#filled.length === 0) this.#isBehind = false;
    return orders;
  }

  /** Removes the oldest list that is due, and returns its orders; none when no list is due. */
  takeDue(): readonly OrderRef[] {
    const list = this.#filled.at(-1);
    return list === undefined ? [] : this.remove(list);
  }

  /** The running command places no more of them: what is due now is left behind. */
  leaveDue(): void {
    this.#isBehind = this.#filled.length > 0;
  }

  /** After a load: lists whose working order is not open are due. */
  restoreDue(isOpen: (list: ListId) => boolean): void {
    for (const list of this.#lists.keys()) if (!isOpen(list)) this.fill(list);
    this.leaveDue();
  }

  /** By list, and in each list by id. */
  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const list of [...this.#lists.keys()].sort((a, b) => a - b)) {
      yield* this.#lists.get(list) ?? [];
    }
  }

  /** Throws unless each list that is due has orders and none of them has a working order. */
  audit(isOpen: (list: ListId) => boolean): void {
    for (const list of this.#lists.keys()) {
      assert(this.#filled.includes(list) !== isOpen(list), 'orders wait for one that is open');
    }
    for (const [at, list] of this.#filled.entries()) {
      assert(this.#lists.has(list), 'a list that is due has orders that wait');
      assert(at === 0 || list < this.#filled[at - 1]!, 'the oldest list is due first');
    }
    assert(this.#isBehind === this.#filled.length > 0, 'between commands what is due is behind');
  }
}
