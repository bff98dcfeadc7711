const INITIAL_ROOM = 256;

/**
 * Numbers that come one by one and are taken all at once, again and again. It keeps its room when
 * it is cleared: an array that begins anew with every batch is copied larger ten times in each.
 */
export class NumberList {
  #numbers = new Float64Array(INITIAL_ROOM);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The number at `index`, below count. */
  at(index: number): number {
    return this.#numbers[index]!;
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) this.#grow();
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  clear(): void {
    this.#count = 0;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (let index = 0; index < this.#count; index += 1) yield this.at(index);
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
