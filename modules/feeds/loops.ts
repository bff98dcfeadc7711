import { sleep } from './sources/wait.ts';

/** Work that goes on beside everything else until it is stopped. */
export class Loops {
  readonly signal: AbortSignal;
  readonly #stopping = new AbortController();
  readonly #work = new Set<Promise<void>>();
  readonly #now: () => number;
  readonly #log: { error(data: object, text: string): void };

  constructor(now: () => number, log: { error(data: object, text: string): void }) {
    this.#now = now;
    this.#log = log;
    this.signal = this.#stopping.signal;
  }

  /** Stops everything and waits until it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#work);
  }

  /** Resolves when the work under way has ended; loops never do. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  /** Waits for the work at `stop`; a failure is logged. */
  add(work: Promise<void>): void {
    const quiet = work.catch((err: unknown) => this.#failed(err));
    this.#work.add(quiet);
    quiet.finally(() => this.#work.delete(quiet));
  }

  /**
   * Repeats the work on whole multiples of the time, never twice at once, whatever fails. The same
   * failure again and again is logged once.
   */
  every(ms: number, work: () => Promise<void>, atOnce = false): void {
    const loop = async () => {
      let failing = '';
      if (!atOnce) await sleep(untilNext(ms, this.#now()), this.signal);
      while (!this.signal.aborted) {
        try {
          await work();
          failing = '';
        } catch (err) {
          if (String(err) !== failing) this.#failed(err);
          failing = String(err);
        }
        await sleep(untilNext(ms, this.#now()), this.signal);
      }
    };
    this.add(loop());
  }

  #failed(err: unknown): void {
    if (!this.signal.aborted) this.#log.error({ err }, 'the feed failed');
  }
}

/**
 * Milliseconds to the next whole multiple; a timer that fired a little early does not fire twice.
 */
function untilNext(ms: number, now: number): number {
  const rest = ms - (now % ms);
  return rest < ms / 10 ? rest + ms : rest;
}
