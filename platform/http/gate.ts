/** Too many wait already. */
export class GateFull extends Error {
  override readonly name = 'GateFull';
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so much work of one key run at once; more waits its turn. Reads share a pool of connections
 * to the database: without a gate one user takes them all.
 */
export class Gate {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #queues = new Map<string, Queue>();

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /** Runs the work now or later. Work that answers at once is never queued. @throws GateFull */
  run<T>(key: string, work: () => T | Promise<T>): T | Promise<T> {
    const queue = this.#queues.get(key);
    if (queue !== undefined && queue.running >= this.#runningMax)
      return this.#wait(queue, key, work);
    const result = work();
    if (!(result instanceof Promise)) return result;
    this.#enter(key);
    return result.finally(() => this.#leave(key));
  }

  async #wait<T>(queue: Queue, key: string, work: () => T | Promise<T>): Promise<T> {
    if (queue.waiting.length >= this.#waitingMax) throw new GateFull();
    // Whoever leaves hands over, so `running` does not change.
    await new Promise<void>((start) => queue.waiting.push(start));
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #enter(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, { running: 1, waiting: [] });
    else queue.running += 1;
  }

  #leave(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    const next = queue.waiting.shift();
    if (next !== undefined) next();
    else if (queue.running > 1) queue.running -= 1;
    else this.#queues.delete(key);
  }
}
