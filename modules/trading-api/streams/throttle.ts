/** Runs an action at most once per interval: at once after a quiet interval, else at its end. */
export class Throttle {
  readonly #everyMs: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | null = null;
  #actedAt = Number.NEGATIVE_INFINITY;

  constructor(everyMs: number, act: () => void) {
    this.#everyMs = everyMs;
    this.#act = act;
  }

  /** Schedules the action; it never runs before the caller has returned. */
  schedule(): void {
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
