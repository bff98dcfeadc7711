import { Source, TRIGGER_SOURCES } from '../order.ts';
import { Cold, Mark, Num, type OrderRef, type Orders } from './records.ts';

/** The pending stops of one market, in a list for each trigger source. */
export class Stops {
  /** Stops that wait, whatever their source. */
  count = 0;
  readonly #orders: Orders;
  readonly #lists: readonly StopList[];

  constructor(orders: Orders) {
    this.#orders = orders;
    this.#lists = TRIGGER_SOURCES.map(() => new StopList(orders));
  }

  add(order: OrderRef): void {
    this.count += 1;
    this.#listOf(order).add(order);
  }

  remove(order: OrderRef): void {
    this.count -= 1;
    this.#listOf(order).remove(order);
  }

  /** Whether stops wait for the price of this source. */
  waitFor(source: Source): boolean {
    return this.count > 0 && this.#lists[source]!.count > 0;
  }

  /** Removes and returns the next stop that a price of `ticks` fires; 0 when there is none. */
  takeFired(source: Source, ticks: number): OrderRef {
    const order = this.#lists[source]!.takeFired(ticks);
    if (order !== 0) this.count -= 1;
    return order;
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const list of this.#lists) yield* list;
  }

  #listOf(order: OrderRef): StopList {
    const source = this.#orders.has(order, Mark.rare)
      ? this.#orders.cold(order, Cold.triggerSource)
      : Source.last;
    return this.#lists[source]!;
  }
}

/**
 * Stops of one market and trigger source: those that fire when the price rises, lowest trigger
 * last, and those that fire when it falls, highest trigger last; stops of equal trigger by
 * priority, the oldest last. So the next to fire is always the last of its list.
 */
export class StopList {
  readonly #orders: Orders;
  readonly #rising: OrderRef[] = [];
  readonly #falling: OrderRef[] = [];

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  get count(): number {
    return this.#rising.length + this.#falling.length;
  }

  add(order: OrderRef): void {
    const list = this.#listOf(order);
    list.splice(this.#position(list, order), 0, order);
  }

  remove(order: OrderRef): void {
    const list = this.#listOf(order);
    list.splice(list.indexOf(order), 1);
  }

  /** Removes and returns the next stop that a price of `ticks` fires; 0 when there is none. */
  takeFired(ticks: number): OrderRef {
    const rising = this.#rising.length === 0 ? 0 : this.#rising[this.#rising.length - 1]!;
    if (rising !== 0 && ticks >= this.#trigger(rising)) return this.#rising.pop() ?? 0;
    const falling = this.#falling.length === 0 ? 0 : this.#falling[this.#falling.length - 1]!;
    if (falling !== 0 && ticks <= this.#trigger(falling)) return this.#falling.pop() ?? 0;
    return 0;
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    yield* this.#rising;
    yield* this.#falling;
  }

  #listOf(order: OrderRef): OrderRef[] {
    return this.#orders.has(order, Mark.rises) ? this.#rising : this.#falling;
  }

  #trigger(order: OrderRef): number {
    return this.#orders.numbers[order + Num.trigger]!;
  }

  /** The index at which the order is inserted: behind all that fire after it. */
  #position(list: readonly OrderRef[], order: OrderRef): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#firesBefore(order, list[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firesBefore(a: OrderRef, b: OrderRef): boolean {
    const [first, second] = [this.#trigger(a), this.#trigger(b)];
    if (first !== second) return this.#orders.has(a, Mark.rises) ? first < second : first > second;
    const { numbers } = this.#orders;
    return numbers[a + Num.priority]! < numbers[b + Num.priority]!;
  }
}
