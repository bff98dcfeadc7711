/** Something that waits for a price. */
export interface Waiting {
  readonly price: number;
  readonly id: number;
}

/**
 * What waits for a price, nearest first and then oldest: a binary heap, so that a price which
 * nothing waits for costs one comparison. What is removed stays in the heap until it comes up, or
 * until it is more than half of it.
 */
export class PriceQueue {
  /** 1: reached by a price at or above, -1: by a price at or below. */
  readonly #way: 1 | -1;
  #heap: Waiting[] = [];
  /** By id, the entry that counts. */
  readonly #live = new Map<number, Waiting>();

  constructor(way: 1 | -1) {
    this.#way = way;
  }

  get size(): number {
    return this.#live.size;
  }

  /** Puts it in, or gives it another price. */
  set(id: number, price: number): void {
    if (this.#live.get(id)?.price === price) return;
    const entry = { price, id };
    this.#live.set(id, entry);
    if (this.#heap.length > 2 * this.#live.size + 16) {
      this.#heap = [...this.#live.values()].sort((a, b) => this.#compare(a, b));
      return;
    }
    this.#heap.push(entry);
    this.#up(this.#heap.length - 1);
  }

  remove(id: number): void {
    this.#live.delete(id);
  }

  /** The id that a price reaches first; undefined when it reaches none. */
  reached(price: number): number | undefined {
    for (;;) {
      const top = this.#heap[0];
      if (top === undefined) return undefined;
      if (this.#live.get(top.id) !== top) {
        this.#pop();
        continue;
      }
      return (price - top.price) * this.#way >= 0 ? top.id : undefined;
    }
  }

  priceOf(id: number): number | undefined {
    return this.#live.get(id)?.price;
  }

  #compare(a: Waiting, b: Waiting): number {
    return (a.price - b.price) * this.#way || a.id - b.id;
  }

  #pop(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const isRight =
        right < this.#heap.length && this.#compare(this.#heap[right]!, this.#heap[left]!) < 0;
      const child = isRight ? right : left;
      if (this.#compare(this.#heap[child]!, this.#heap[at]!) >= 0) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #up(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(this.#heap[at]!, this.#heap[parent]!) >= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #swap(a: number, b: number): void {
    const entry = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = entry;
  }
}
