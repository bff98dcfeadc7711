import { Exclusions } from './exclusions.ts';
import type { Tick } from './rules/index.ts';
import {
  decideIndex,
  EMPTY_INDEX_MEMORY,
  type IndexMemory,
  type IndexResult,
} from './rules/index.ts';
import type { FeedSource } from './sources/source.ts';

/** The last second of one index. */
export interface IndexState extends IndexResult {
  readonly index: string;
  /** `closed`: its session is, and no tick is due. */
  readonly status: 'fresh' | 'stale' | 'closed';
  /** The last tick with a price, null before the first. */
  readonly tick: Tick | null;
}

/** The results of the index rule, second by second. */
export class IndexStates {
  readonly exclusions = new Exclusions();
  readonly #memory = new Map<string, IndexMemory>();
  readonly #states = new Map<string, IndexState>();
  readonly #log: { warn(data: object, text: string): void };

  constructor(log: { warn(data: object, text: string): void }) {
    this.#log = log;
  }

  /** The last second of an index, undefined before its first. */
  get(index: string): IndexState | undefined {
    return this.#states.get(index);
  }

  all(): IndexState[] {
    return [...this.#states.values()];
  }

  /** The current index from the quotes of the source. */
  decide(index: string, source: FeedSource, at: number): IndexResult {
    const memory = this.#memory.get(index) ?? EMPTY_INDEX_MEMORY;
    const quotes = source.quotes(index, at);
    const policy = source.policyOf(index);
    const decided = decideIndex(index, quotes, at, memory, policy, source.weights);
    this.#memory.set(index, decided.memory);
    return decided;
  }

  /**
   * A second in which the session of an index is closed. The last price stays; what sources said
   * before is forgotten, so that a gap at the opening is no jump.
   * @param known the last tick that is stored, where this server has seen none
   */
  close(index: string, known: Tick | null = null): void {
    const before = this.#states.get(index);
    if (before?.status === 'closed') return;
    this.#memory.delete(index);
    const tick = before?.tick ?? known;
    this.#states.set(index, { index, status: 'closed', price: null, components: [], tick });
  }

  /** Keeps a second's results with the ticks that were stored of them. */
  note(results: ReadonlyMap<string, IndexResult>, ticks: readonly Tick[], at: number): void {
    const byIndex = new Map(ticks.map((tick) => [tick.index, tick]));
    for (const [index, result] of results) {
      const { price, components } = result;
      this.exclusions.note(index, result, at);
      const before = this.#states.get(index);
      const status = price === null ? 'stale' : 'fresh';
      const tick = byIndex.get(index) ?? before?.tick ?? null;
      this.#states.set(index, { index, status, price, components, tick });
      if (before === undefined || before.status === status || before.status === 'closed') continue;
      const text = status === 'stale' ? 'a price is stale' : 'a price is fresh again';
      this.#log.warn({ index }, text);
    }
  }
}
