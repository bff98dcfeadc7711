import { Mark, Num, type OrderRef, type Orders } from './records.ts';

/**
 * Stop orders of one market that wait, by what fires them: those that fire when the price rises,
 * lowest trigger last, and those that fire when it falls, highest trigger last; equals by priority,
 * the oldest last. So the next to fire is always the last of its list.
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

  /** Takes out the next stop that a last price of `ticks` fires, or 0. */
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

  /** Where the order belongs: behind all that fire after it. */
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
