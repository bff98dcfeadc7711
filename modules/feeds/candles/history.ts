import type { Loops } from '../loops.ts';
import { classOf } from '../rules/symbols.ts';
import { inTime, sleep } from '../sources/wait.ts';
import { Backfill, type BackfillDeps } from './backfill.ts';
import type { CandleKeeper } from './keeper.ts';

const FILL_RETRY_MS = 10_000;
/** Whoever asks first for the history of an index waits this long, then gets what is there. */
const ASKED_WAIT_MS = 2_000;

export interface HistoryDeps extends BackfillDeps {
  readonly keeper: Pick<CandleKeeper, 'fill'>;
  readonly loops: Loops;
  readonly now: () => number;
  /** Called when history has come. */
  readonly filled: () => void;
}

/**
 * Brings in the past of indices: the last two days at once, everything before them of coins in the
 * background, and of what else is priced when somebody looks at it. A start makes the candles of
 * dozens of indices otherwise, of which most are never looked at.
 */
export class History {
  readonly #deps: HistoryDeps;
  readonly #asked = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();
  #ready = false;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  /** Whether the history that a start brings in is complete. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** The last two days of indices, coins first. */
  async fill(indices: readonly string[]): Promise<void> {
    const { keeper, loops, now, log } = this.#deps;
    const coinsFirst = [...indices].sort((a, b) => Number(isLazy(a)) - Number(isLazy(b)));
    for (const index of coinsFirst) {
      for (;;) {
        if (loops.signal.aborted) return;
        try {
          await keeper.fill(index, now());
          break;
        } catch (err) {
          log.warn({ err, index }, 'recent history could not be had; trying again');
          await sleep(FILL_RETRY_MS, loops.signal);
        }
      }
      // Yields to whatever waits for the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Everything before, of the indices of coins. */
  async start(indices: readonly string[]): Promise<void> {
    const started = performance.now();
    const eager = indices.filter((index) => !isLazy(index));
    const bars = await this.#backfill(eager);
    this.#ready = !this.#deps.loops.signal.aborted;
    const tookMs = Math.round(performance.now() - started);
    const done = this.#ready ? 'price history is filled' : 'filling in price history stopped';
    if (bars > 0) this.#deps.log.info({ bars, tookMs }, done);
  }

  /** Indices that somebody follows from now on. */
  async meet(indices: readonly string[]): Promise<void> {
    await this.fill(indices);
    await this.#backfill(indices.filter((index) => !isLazy(index)));
  }

  /** Somebody looks at the index: resolves when its history is there, or not soon; null at once. */
  ask(index: string): Promise<void> | null {
    if (!isLazy(index) || this.#done.has(index)) return null;
    let filling = this.#asked.get(index);
    if (filling === undefined) {
      filling = this.#backfill([index]).then(() => {
        this.#done.add(index);
      });
      this.#asked.set(index, filling);
      this.#deps.loops.add(filling);
    }
    return inTime(filling, ASKED_WAIT_MS, this.#deps.loops.signal).catch(() => undefined);
  }

  async #backfill(indices: readonly string[]): Promise<number> {
    const { loops, now } = this.#deps;
    const bars = await new Backfill(this.#deps).run(indices, now(), loops.signal);
    this.#deps.filled();
    return bars;
  }
}

function isLazy(index: string): boolean {
  return classOf(index) !== 'coin';
}
