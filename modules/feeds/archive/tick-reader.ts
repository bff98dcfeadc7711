import type { Tick } from '../rules/index.ts';
import { dayOf } from '../store/tick-days.ts';
import type { TickStore } from '../store/ticks.ts';
import type { TickArchive } from './archive.ts';
import type { TicksLost } from './sealed-days.ts';

/** Counts work beyond the bytes of an answer, as `CallContext.spendBytes` does. */
export type Spend = (bytes: number) => void;

/** The tick log as receipts read it: also what is archived, or why that cannot be had. */
export type TickLogReader = Pick<TickReader, 'read'>;

/**
 * What a reading in the file of a day counts as: expanding it, which another thread does, and the
 * hashes of a chunk or two.
 */
const DAY_BYTES = 1_500_000;
/** The most files of days for one reading; two are usual where it goes beyond midnight. */
const MOST_DAYS = 8;

/**
 * All ticks of the log that there ever were, by their numbers or times: rows, and what is older out
 * of the files of its days, which are read one at a time. Whoever reads gets the same ticks as
 * while they were rows, or why they cannot be had.
 */
export class TickReader {
  readonly #rows: TickStore;
  readonly #archive: TickArchive | null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(rows: TickStore, archive: TickArchive | null) {
    this.#rows = rows;
    this.#archive = archive;
  }

  /** Up to `limit` ticks in order, from number `from` on, else the last ones. */
  async read(
    index: string,
    from: number | undefined,
    limit: number,
    spend?: Spend,
  ): Promise<Tick[] | TicksLost> {
    const rows = await this.#rows.read(index, from, limit);
    const first = rows[0];
    if (from === undefined || first === undefined || first.n <= from) return rows;
    const upTo = Math.min(first.n, from + limit) - 1;
    const old = await this.#inTurn(() => this.#archived(index, from, upTo, spend));
    if (typeof old === 'string') return old;
    const last = old.at(-1);
    if (last?.n !== first.n - 1) return old;
    return last.hash === first.prev ? [...old, ...rows].slice(0, limit) : 'ticksBroken';
  }

  /** Ticks whose times are in [from, to], in order: at most `limit`. */
  async between(
    index: string,
    from: number,
    to: number,
    limit: number,
    spend?: Spend,
  ): Promise<Tick[] | TicksLost> {
    const oldest = await this.#rows.oldest(index);
    if (oldest === undefined || oldest.n === 1 || from > oldest.at) {
      return this.#rows.between(index, from, to, limit);
    }
    const first = await this.#inTurn(() => this.#firstFrom(index, from, oldest.n, spend));
    if (typeof first === 'string') return first;
    const ticks = await this.read(index, first, limit, spend);
    return typeof ticks === 'string' ? ticks : ticks.filter(({ at }) => at >= from && at <= to);
  }

  /** All names that the index has had, oldest first. */
  names(index: string): Promise<string[]> {
    return this.#rows.names(index);
  }

  async #archived(
    index: string,
    from: number,
    to: number,
    spend?: Spend,
  ): Promise<Tick[] | TicksLost> {
    const ticks: Tick[] = [];
    let next = from;
    for (let days = 0; days < MOST_DAYS && next <= to; days += 1) {
      const sealed = await this.#archive?.days.with(index, next);
      if (!this.#archive || sealed === undefined) return 'ticksMissing';
      spend?.(DAY_BYTES);
      const last = Math.min(to, sealed.head.n);
      const read = await this.#archive.sealed.ticks(sealed, next, last);
      if (typeof read === 'string') return read;
      const before = ticks.at(-1);
      if (before !== undefined && read[0]?.prev !== before.hash) return 'ticksBroken';
      ticks.push(...read);
      next = last + 1;
    }
    return ticks;
  }

  /**
   * The number of the first tick at an instant or later; all before it must be there too.
   * @param oldest the first tick that is a row
   */
  async #firstFrom(
    index: string,
    at: number,
    oldest: number,
    spend?: Spend,
  ): Promise<number | TicksLost> {
    const archive = this.#archive;
    if (archive === null) return 'ticksMissing';
    const sealed = await archive.days.endingFrom(index, at);
    const first = sealed?.head.firstN ?? oldest;
    const isWithin = sealed !== undefined && dayOf(at) >= dayOf(Date.parse(sealed.head.day));
    const isWhole = isWithin || first === 1 || (await archive.days.with(index, first - 1));
    if (!isWhole) return 'ticksMissing';
    if (sealed === undefined) return oldest;
    spend?.(DAY_BYTES);
    return archive.sealed.firstFrom(sealed, at);
  }

  /** One reading of files at a time: each holds the text of a day. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
