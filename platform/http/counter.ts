const ENTRIES_MAX = 50_000;

/** Counts by name in the current interval; all counts are dropped when the next one starts. */
export class Counter {
  readonly #intervalMs: number;
  #counts = new Map<string, number>();
  #interval = -1;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Adds an amount, which may be negative; returns the sum. */
  count(name: string, amount: number, now: number): number {
    this.#roll(now);
    const sum = (this.#counts.get(name) ?? 0) + amount;
    if (sum <= amount && this.#counts.size >= ENTRIES_MAX) this.#counts.clear();
    this.#counts.set(name, sum);
    return sum;
  }

  of(name: string, now: number): number {
    this.#roll(now);
    return this.#counts.get(name) ?? 0;
  }

  #roll(now: number): void {
    const interval = Math.floor(now / this.#intervalMs);
    if (interval === this.#interval) return;
    this.#interval = interval;
    this.#counts = new Map();
  }
}
