/** Lets something happen at most once in a time: at once after a quiet while, else at its end. */
export class Pace {
  readonly #everyMs: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | null = null;
  #actedAt = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number, act: () => void) {
    this.#everyMs = everyMs;
    this.#act = act;
  }

  /** It is due: acts in this turn's end or later. */
  mark(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#actedAt + this.#everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#actedAt = performance.now();
      this.#act();
    }, wait);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
