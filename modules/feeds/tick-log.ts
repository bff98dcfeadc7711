import { createHash } from 'node:crypto';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { Deposed } from '@assay/platform/engine/store';
import { FIRST_PREV, type IndexResult, partsText, type Tick, tickText } from './rules/index.ts';
import type { TickHead, TickStore } from './store/ticks.ts';

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * The writing end of the tick log. A tick counts only when it is stored; when it is not known
 * whether it was, the ends of the log are read again before the next is written.
 */
export class TickLog {
  readonly #store: TickStore;
  /** Null: an index without ticks. No map: not known. */
  #heads: Map<string, TickHead | null> | null = null;
  /** Indices whose log ends with a tick without price: a gap is logged once, not every second. */
  readonly #gaps = new Set<string>();
  readonly #epoch: () => number;
  #ours = true;

  constructor(store: TickStore, epoch: () => number) {
    this.#store = store;
    this.#epoch = epoch;
  }

  /** False after the realm was found to have another writer: then that server writes prices. */
  get isOurs(): boolean {
    return this.#ours;
  }

  /**
   * Chains and stores one tick for each result, and returns the ticks that carry a price.
   * Results without a price are logged when they follow one that had it.
   */
  async append(results: ReadonlyMap<string, IndexResult>, at: number): Promise<Tick[]> {
    const heads = await this.#headsOf([...results.keys()]);
    const ticks: Tick[] = [];
    for (const [index, result] of results) {
      const head = heads.get(index) ?? null;
      if (result.price === null && (head === null || this.#gaps.has(index))) continue;
      ticks.push(nextTick(index, result, head, at));
    }
    if (ticks.length === 0) return [];
    try {
      await this.#store.append(ticks, this.#epoch());
    } catch (error) {
      this.#heads = null;
      if (error instanceof Deposed) this.#ours = false;
      throw error;
    }
    this.#ours = true;
    for (const { index, n, at: tickAt, hash, price } of ticks) {
      heads.set(index, { n, at: tickAt, hash });
      if (price === '') this.#gaps.add(index);
      else this.#gaps.delete(index);
    }
    return ticks.filter((tick) => tick.price !== '');
  }

  async #headsOf(indices: readonly string[]): Promise<Map<string, TickHead | null>> {
    this.#heads ??= new Map();
    const heads = this.#heads;
    const unknown = indices.filter((index) => !heads.has(index));
    if (unknown.length === 0) return heads;
    const found = await this.#store.heads(unknown);
    for (const index of unknown) heads.set(index, found.get(index) ?? null);
    return heads;
  }
}

function nextTick(index: string, result: IndexResult, head: TickHead | null, at: number): Tick {
  const body = {
    index,
    n: (head?.n ?? 0) + 1,
    // The system clock may be set back; times in the log never go back.
    at: Math.max(at, head?.at ?? 0),
    price: result.price === null ? '' : formatDecimal(result.price, SCALE),
    parts: partsText(result.components),
    prev: head?.hash ?? FIRST_PREV,
  };
  return { ...body, hash: sha256(tickText(body)) };
}
