import { sleep } from './wait.ts';

/** Waiting grows from the poll's pace to this while a venue fails. */
const PAUSE_MAX_MS = 60_000;

export interface PollingOptions {
  /** The venue, as its health and the log name it. */
  readonly venue: string;
  readonly pollMs: number;
  readonly now: () => number;
  readonly log: { info(data: object, text: string): void; warn(data: object, text: string): void };
  poll(): Promise<void>;
}

/** Asks a venue again and again until it is stopped; while it fails, ever more slowly. */
export class Polling {
  readonly #options: PollingOptions;
  readonly #stopped = new AbortController();
  #loop: Promise<void> | null = null;
  #failing = '';

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  get isRunning(): boolean {
    return this.#loop !== null;
  }

  /** The name of the present failure; empty while the venue answers. */
  get failing(): string {
    return this.#failing;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { pollMs, now, poll } = this.#options;
    let pause = pollMs;
    while (!this.signal.aborted) {
      const startedAt = now();
      try {
        await poll();
        this.#heal();
        pause = pollMs;
      } catch (error) {
        if (this.signal.aborted) return;
        this.#fail(error);
        pause = Math.min(PAUSE_MAX_MS, pause * 2);
      }
      await sleep(Math.max(0, pause - (now() - startedAt)), this.signal);
    }
  }

  #heal(): void {
    if (this.#failing === '') return;
    this.#failing = '';
    this.#options.log.info({ venue: this.#options.venue }, 'a price venue answers again');
  }

  /** Logged once for each kind of failure, not at every poll. */
  #fail(error: unknown): void {
    const failing = error instanceof Error ? error.name : 'Error';
    if (failing === this.#failing) return;
    this.#failing = failing;
    const { log, venue } = this.#options;
    log.warn({ venue, failing }, 'a price venue does not answer');
  }
}
