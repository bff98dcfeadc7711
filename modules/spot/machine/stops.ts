import type { Order } from './state.ts';

/**
 * Stop orders of one market that wait, by what fires them: those that fire when the price rises,
 * lowest trigger last, and those that fire when it falls, highest trigger last; equals by place,
 * the oldest last. So the next to fire is always the last of its list.
 */
export class StopList {
  readonly #rising: Order[] = [];
  readonly #falling: Order[] = [];

  get count(): number {
    return this.#rising.length + this.#falling.length;
  }

  add(order: Order): void {
    const list = order.rises ? this.#rising : this.#falling;
    list.splice(position(list, order), 0, order);
  }

  remove(order: Order): void {
    const list = order.rises ? this.#rising : this.#falling;
    list.splice(list.indexOf(order), 1);
  }

  /** Takes out the next stop that a last price of `ticks` fires, or null. */
  takeFired(ticks: number): Order | null {
    const rising = this.#rising.at(-1);
    if (rising !== undefined && ticks >= rising.trigger) return this.#rising.pop() ?? null;
    const falling = this.#falling.at(-1);
    if (falling !== undefined && ticks <= falling.trigger) return this.#falling.pop() ?? null;
    return null;
  }

  *[Symbol.iterator](): IterableIterator<Order> {
    yield* this.#rising;
    yield* this.#falling;
  }
}

/** Where the order belongs: behind all that fire after it. */
function position(list: readonly Order[], order: Order): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firesBefore(order, list[middle] as Order)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firesBefore(a: Order, b: Order): boolean {
  if (a.trigger === b.trigger) return a.place < b.place;
  return a.rises ? a.trigger < b.trigger : a.trigger > b.trigger;
}
