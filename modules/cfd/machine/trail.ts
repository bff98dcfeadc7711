import { assert } from '@assay/core/num/integer';
import { PriceQueue } from '@assay/core/position/price-queue';
import type { Direction } from '@assay/core/position/value';
import type { RowOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { peak } from '../store/tables.ts';

type PeakRow = RowOf<typeof peak>;

/** Positions that have seen the same best price, nearest distance first. */
interface Group {
  row: PeakRow;
  readonly queue: PriceQueue;
  readonly ids: Map<number, number>;
}

/**
 * The trailing stops of one direction of a contract. The best price since a stop was set is the
 * first of the *suffix maxima* of the prices since then, so what is stored is those maxima
 * alone, not a price for each stop: a tick that goes further joins groups, and changes nothing
 * else. Prices here are counted so that higher is better: the bid for longs, minus the ask for
 * shorts.
 */
export class Trail {
  readonly #peaks: ObjectTable<typeof peak>;
  readonly #contract: number;
  readonly #side: Direction;
  /** From the first set to the last: peaks fall, numbers of commands rise. */
  readonly #groups: Group[] = [];
  readonly #groupOf = new Map<number, Group>();
  /** By the number of each group, the price at which its nearest stop closes. */
  readonly #levels = new PriceQueue(-1);

  constructor(peaks: ObjectTable<typeof peak>, contract: number, side: Direction) {
    this.#peaks = peaks;
    this.#contract = contract;
    this.#side = side;
  }

  /** The best price since a stop was set. */
  peakOf(id: number): number | undefined {
    return this.#groupOf.get(id)?.row.peak;
  }

  /** A stop that was set by the command `seq`, while the price was `price`. */
  add(id: number, distance: number, seq: number, price: number): void {
    this.#enter(this.#reach(seq, price, true)!, id, distance);
  }

  /** A stop as it was stored; groups were restored before. False: it was not taken in yet. */
  restore(id: number, distance: number, seq: number): boolean {
    const group = this.#groups.find(({ row }) => row.seq >= seq);
    if (group === undefined) return false;
    this.#enter(group, id, distance);
    return true;
  }

  restoreGroup(row: PeakRow): void {
    this.#groups.push({ row, queue: new PriceQueue(1), ids: new Map() });
  }

  remove(id: number): void {
    const group = this.#groupOf.get(id);
    if (group === undefined) return;
    this.#groupOf.delete(id);
    group.ids.delete(id);
    group.queue.remove(id);
    if (group.ids.size > 0) this.#level(group);
    else this.#drop(group);
  }

  /** Follows a price of the command `seq`. */
  follow(seq: number, price: number): void {
    this.#reach(seq, price, false);
  }

  /**
   * The stop that a price closes first: of the highest level, then the nearest, then the
   * oldest.
   */
  reached(price: number): number | undefined {
    const seq = this.#levels.reached(price);
    if (seq === undefined) return undefined;
    const group = this.#groups.find(({ row }) => row.seq === seq);
    assert(group !== undefined, 'a level has a group');
    return group.queue.reached(group.row.peak - price);
  }

  /** Joins the groups that a price has passed into one; `isNew`: makes one in any case. */
  #reach(seq: number, price: number, isNew: boolean): Group | undefined {
    const passed: Group[] = [];
    for (;;) {
      const last = this.#groups.at(-1);
      if (last === undefined || (last.row.peak > price && last.row.seq < seq)) break;
      if (last.row.peak > price) return last;
      passed.push(this.#groups.pop()!);
    }
    if (passed.length === 0 && !isNew) return undefined;
    for (const { row } of passed) {
      this.#levels.remove(row.seq);
      this.#peaks.delete(row);
    }
    const [first, ...others] = passed.sort((a, b) => b.ids.size - a.ids.size);
    const row = { contract: this.#contract, side: this.#side, seq, peak: price };
    const kept = this.#peaks.insert(row);
    const group = first ?? { row: kept, queue: new PriceQueue(1), ids: new Map() };
    group.row = kept;
    this.#groups.push(group);
    for (const other of others) {
      for (const [id, distance] of other.ids) this.#enter(group, id, distance);
    }
    if (group.ids.size > 0) this.#level(group);
    return group;
  }

  #enter(group: Group, id: number, distance: number): void {
    group.ids.set(id, distance);
    group.queue.set(id, distance);
    this.#groupOf.set(id, group);
    this.#level(group);
  }

  #level({ row, queue }: Group): void {
    const nearest = queue.reached(Number.MAX_SAFE_INTEGER);
    assert(nearest !== undefined, 'a group has stops');
    this.#levels.set(row.seq, row.peak - queue.priceOf(nearest)!);
  }

  #drop(group: Group): void {
    this.#levels.remove(group.row.seq);
    this.#peaks.delete(group.row);
    this.#groups.splice(this.#groups.indexOf(group), 1);
  }
}
