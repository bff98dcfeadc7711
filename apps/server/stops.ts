import type { Log } from '@assay/platform/log';

/** The parts that were started, to be stopped in the opposite order. */
export interface Stops {
  add(name: string, stop: () => void | Promise<unknown>): void;
  /** Stops all; a failure is logged, and the rest are stopped nevertheless. */
  run(): Promise<void>;
}

export function createStops(log: Log): Stops {
  const entries: { name: string; stop: () => void | Promise<unknown> }[] = [];
  let running: Promise<void> | null = null;

  async function unwind(): Promise<void> {
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
      const started = performance.now();
      try {
        await entry.stop();
        const tookMs = Math.round(performance.now() - started);
        log.debug({ part: entry.name, tookMs }, 'stopped');
      } catch (err) {
        log.error({ err, part: entry.name }, 'a part did not stop cleanly');
      }
    }
  }

  return {
    add: (name, stop) => void entries.push({ name, stop }),
    run: () => {
      running ??= unwind();
      return running;
    },
  };
}
