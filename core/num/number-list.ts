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

  /** All of them, in order: a view that the next push may make old. */
  get all(): Float64Array {
    return this.#numbers.subarray(0, this.#count);
  }

  get(index: number): number {
    return this.#numbers[index] as number;
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) this.#grow();
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  clear(): void {
    this.#count = 0;
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
