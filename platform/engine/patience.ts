/** How long an engine waits before it loads its realm again. */
const FIRST_MS = 200;
const LONGEST_MS = 1_000;

/**
 * Counts failures after which nothing became durable: the first load is begun at once, each further
 * one after twice the pause. An engine whose disk is full would otherwise load without end.
 */
export class Patience {
  #failures = 0;
  #batches = -1;

  /** In ms, before the next load; `batches` became durable until now. */
  pauseMs(batches: number): number {
    if (batches !== this.#batches) this.#failures = 0;
    this.#batches = batches;
    this.#failures += 1;
    return this.#failures === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - 2));
  }
}
