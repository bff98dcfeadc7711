import type { IndexResult, Verdict } from './rules/index.ts';

/** Why a quote was left out. */
export type Reason = Exclude<Verdict, 'used'>;

/** A quote that was left out of an index. */
export interface ExcludedQuote {
  readonly at: number;
  readonly index: string;
  readonly source: string;
  readonly reason: Reason;
  /** Of the quote and of the index, in units of 1e-8; null where there was none. */
  readonly price: bigint | null;
  readonly indexPrice: bigint | null;
}

/** How often a source's quotes were left out for a reason, and when last. */
export interface ExclusionCount {
  readonly source: string;
  readonly reason: Reason;
  readonly count: number;
  readonly lastAt: number;
}

/** Of each reason, so that a frequent one does not hide the others. */
const EXAMPLES = 20;

/** The quotes that were left out since the start of the server. The tick log has every one. */
export class Exclusions {
  readonly #counts = new Map<string, ExclusionCount>();
  readonly #examples = new Map<Reason, ExcludedQuote[]>();

  /** Adds what was left out of one second of an index. */
  note(index: string, { price: indexPrice, components }: IndexResult, at: number): void {
    for (const { source, verdict: reason, price } of components) {
      if (reason === 'used') continue;
      const key = `${source} ${reason}`;
      const count = (this.#counts.get(key)?.count ?? 0) + 1;
      this.#counts.set(key, { source, reason, count, lastAt: at });
      const examples = this.#examples.get(reason) ?? [];
      this.#examples.set(reason, examples);
      examples.push({ at, index, source, reason, price, indexPrice });
      if (examples.length > EXAMPLES) examples.shift();
    }
  }

  /** The most frequent first. */
  counts(): ExclusionCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }

  /** The latest first. */
  examples(): ExcludedQuote[] {
    return [...this.#examples.values()].flat().sort((a, b) => b.at - a.at);
  }
}
