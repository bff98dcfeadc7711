/** Milliseconds of work in one turn of the event loop: then whatever else waits comes first. */
const TURN_MS = 4;

/**
 * Takes work in turns: a few milliseconds of it in each turn of the event loop, the rest later, in
 * the order of its arrival. A burst that is admitted at once is thereby spread, and requests that
 * take no turns are read and answered between any two of them (decision 0031).
 */
export class Turns {
  readonly #clock: () => number;
  #waiting: (() => void)[] = [];
  #spentMs = 0;
  #coming: NodeJS.Immediate | null = null;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Runs work: at once if nothing waits and this turn has time left, else in a later turn. */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#waiting.length === 0 && this.#spentMs < TURN_MS) return this.#take(work);
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(this.#take(work));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #take<T>(work: () => T): T {
    this.#coming ??= setImmediate(() => this.#next());
    const from = this.#clock();
    try {
      return work();
    } finally {
      this.#spentMs += this.#clock() - from;
    }
  }

  #next(): void {
    this.#coming = null;
    this.#spentMs = 0;
    let begun = 0;
    while (begun < this.#waiting.length && this.#spentMs < TURN_MS) {
      this.#waiting[begun]?.();
      begun += 1;
    }
    this.#waiting = this.#waiting.slice(begun);
  }
}
