const INITIAL_CAPACITY = 256;

/**
 * Numbers that are added one by one and taken all at once, in every batch. Clearing keeps the
 * capacity: an array that starts empty in every batch would grow ten times in each.
 */
export class NumberList {
  #numbers = new Float64Array(INITIAL_CAPACITY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** All numbers in order: a view that is valid until the next push. */
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
