/** Counts what a peer sends in each second of the clock. */
export class FrameRate {
  readonly #max: number;
  #second = 0;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one frame; false when the second has had too many. */
  take(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#max;
  }
}
