import { minuteOf } from '../rules/interval.ts';
import type { FeedSource } from './source.ts';
import { sleep } from './wait.ts';

/** A minute's volume is asked for while it grows and in the two minutes after its end. */
const MINUTES = 3;

/**
 * The volumes of the last minutes of each index. Venues publish them with the bars of minutes, so
 * one index is asked after the other: with a request every 2 s, thirty of them take a minute.
 */
export class RecentVolumes {
  readonly #volumes = new Map<string, ReadonlyMap<number, bigint>>();
  readonly #history: FeedSource['history'];
  readonly #now: () => number;
  readonly #stopped = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(history: FeedSource['history'], now: () => number) {
    this.#history = history;
    this.#now = now;
  }

  start(indices: readonly string[], everyMs: number): void {
    this.#loop ??= this.#run(indices, everyMs);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  /** What was traded in the minute that begins at `from`, as far as it is known; 0 if it is not. */
  of(index: string, from: number): bigint {
    return this.#volumes.get(index)?.get(minuteOf(from)) ?? 0n;
  }

  async #run(indices: readonly string[], everyMs: number): Promise<void> {
    for (let next = 0; !this.#stopped.signal.aborted; next += 1) {
      const index = indices[next % indices.length];
      // Without an answer what is known stays; failures of venues are logged where they are polled.
      if (index !== undefined) await this.#read(index).catch(() => undefined);
      await sleep(everyMs, this.#stopped.signal);
    }
  }

  async #read(index: string): Promise<void> {
    const end = minuteOf(this.#now()) + 1;
    const bars = await this.#history(index, 1, end - MINUTES, end);
    if (bars.length === 0) return;
    const volumes = bars.map(({ minute, referenceVolume }) => [minute, referenceVolume] as const);
    this.#volumes.set(index, new Map(volumes));
  }
}
