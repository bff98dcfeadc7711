import type { CandleStore } from '../store/candles.ts';

/** A range of minutes [from, to). */
export type Range = readonly [number, number];

/** Adds a range to sorted, separate ranges; what overlaps or touches becomes one. */
export function addRange(ranges: readonly Range[], added: Range): Range[] {
  let [from, to] = added;
  if (from >= to) return [...ranges];
  const apart: Range[] = [];
  for (const range of ranges) {
    if (range[1] < from || range[0] > to) {
      apart.push(range);
    } else {
      from = Math.min(from, range[0]);
      to = Math.max(to, range[1]);
    }
  }
  return [...apart, [from, to] as const].sort((a, b) => a[0] - b[0]);
}

/**
 * Which minutes of each index are complete: recorded by the server, or requested from the source.
 */
export class Coverage {
  readonly #store: CandleStore;
  readonly #ranges = new Map<string, Range[]>();

  constructor(store: CandleStore) {
    this.#store = store;
  }

  async load(): Promise<void> {
    this.#ranges.clear();
    for (const [index, ranges] of await this.#store.readCoverage()) {
      this.#ranges.set(index, ranges);
    }
  }

  /** The minute up to which the index was covered last, null when it never was. */
  end(index: string): number | null {
    return this.#ranges.get(index)?.at(-1)?.[1] ?? null;
  }

  has(index: string, [from, to]: Range): boolean {
    const ranges = this.#ranges.get(index) ?? [];
    return ranges.some((range) => range[0] <= from && to <= range[1]);
  }

  async add(added: ReadonlyMap<string, Range>): Promise<void> {
    const some = new Map([...added].filter(([, [from, to]]) => from < to));
    if (some.size === 0) return;
    await this.#store.addCoverage(some);
    for (const [index, range] of some) this.note(index, range);
  }

  /** Adds a range that is stored already. */
  note(index: string, range: Range): void {
    this.#ranges.set(index, addRange(this.#ranges.get(index) ?? [], range));
  }
}
