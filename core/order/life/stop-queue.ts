import { assert } from '../../num/integer.ts';
import type { RowOf } from '../../schema/record.ts';
import { Num, type OrderRef, type Orders } from './records.ts';
import type { reachedPrice } from './tables.ts';

type ReachedRow = RowOf<typeof reachedPrice>;

/** Keeps the rows of prices that stops which still have to fire were reached by. */
export interface ReachedRows {
  insert(row: ReachedRow): ReachedRow;
  delete(row: ReachedRow): void;
}

/** What the stops of a queue wait for: a price of this source that moves in this direction. */
export type QueueKey = Pick<ReachedRow, 'market' | 'source' | 'rises'>;

/**
 * A price that was reached while stops waited for it. Every stop whose trigger it is at or beyond
 * and whose priority is below `before`, so that it was there already, is due.
 */
interface Reached {
  readonly ticks: number;
  readonly before: number;
  /** Due stops that this is the first to reach. */
  count: number;
  /** Its row, once a command has left such stops behind. */
  row: ReachedRow | null;
}

/**
 * The stops of one market that one trigger source fires in one direction: those that wait, and
 * those that are due because the price has reached their trigger, whatever it does afterwards. Both
 * lists are sorted so that the next to fire is the last: the nearest trigger first, then the
 * oldest.
 *
 * That a stop is due is not written into its row, because one command may reach any number. It
 * follows from the prices reached: of those set after the stop was placed the first is the
 * furthest, for a later price that goes further replaces those before it. A price is forgotten when
 * the last stop of its count has fired or ended, so there are never more prices than due stops.
 */
export class StopQueue {
  readonly key: QueueKey;
  readonly #orders: Orders;
  readonly #rows: ReachedRows;
  #waiting: OrderRef[] = [];
  #due: OrderRef[] = [];
  /** `before` rises, and each is less far than the one before it. */
  #reached: Reached[] = [];

  constructor(key: QueueKey, orders: Orders, rows: ReachedRows) {
    this.key = key;
    this.#orders = orders;
    this.#rows = rows;
  }

  /** Stops that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get due(): number {
    return this.#due.length;
  }

  /** Adds a stop; one that was loaded may be due. */
  add(order: OrderRef): void {
    const reached = this.#reachedBy(order);
    if (reached !== undefined) reached.count += 1;
    const list = reached === undefined ? this.#waiting : this.#due;
    list.splice(this.#position(list, order), 0, order);
  }

  remove(order: OrderRef): void {
    const reached = this.#reachedBy(order);
    const list = reached === undefined ? this.#waiting : this.#due;
    const at = this.#position(list, order);
    assert(list[at] === order, 'a pending stop is in its queue');
    list.splice(at, 1);
    if (reached !== undefined) this.#subtract(reached);
  }

  /**
   * The price is at `ticks` now: stops that waited for it become due. `before` is above the
   * priority of every order placed so far.
   */
  reach(ticks: number, before: number): void {
    const waiting = this.#waiting;
    const nearest = waiting.length === 0 ? 0 : waiting[waiting.length - 1]!;
    if (nearest === 0 || this.#isBeyond(this.#trigger(nearest), ticks)) return;
    let low = 0;
    let high = waiting.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBeyond(this.#trigger(waiting[middle]!), ticks)) low = middle + 1;
      else high = middle;
    }
    const moved = waiting.splice(low);
    this.#due = this.#due.length === 0 ? moved : this.#merged(this.#due, moved);
    let count = moved.length;
    for (let last = this.#reached.at(-1); last !== undefined; last = this.#reached.at(-1)) {
      if (this.#isBeyond(last.ticks, ticks)) break;
      count += last.count;
      this.#reached.pop();
      if (last.row !== null) this.#rows.delete(last.row);
    }
    this.#reached.push({ ticks, before, count, row: null });
  }

  /** Removes and returns the next stop that is due; 0 when none is. */
  takeDue(): OrderRef {
    const order = this.#due.pop() ?? 0;
    if (order === 0) return 0;
    const reached = this.#reachedBy(order);
    assert(reached !== undefined, 'a price has reached a stop that is due');
    this.#subtract(reached);
    return order;
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keepReached(): void {
    for (const reached of this.#reached) {
      const { ticks, before } = reached;
      reached.row ??= this.#rows.insert({ ...this.key, ticks, before });
    }
  }

  /** Adds a stored price; in the order of `before`, and before the stops are added. */
  restoreReached(row: ReachedRow): void {
    this.#reached.push({ ticks: row.ticks, before: row.before, count: 0, row });
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    yield* this.#waiting;
    yield* this.#due;
  }

  /** Throws unless the lists are sorted, apart, and counted right. */
  audit(): void {
    const counts = new Map<Reached, number>();
    for (const order of this.#waiting) {
      assert(this.#reachedBy(order) === undefined, 'no price has reached a stop that waits');
    }
    for (const order of this.#due) {
      const reached = this.#reachedBy(order);
      assert(reached !== undefined, 'a price has reached a stop that is due');
      counts.set(reached, (counts.get(reached) ?? 0) + 1);
    }
    for (const list of [this.#waiting, this.#due]) {
      const sorted = list.every((order, at) => at === 0 || this.#firesBefore(order, list[at - 1]!));
      assert(sorted, 'stops are in the order in which they fire');
    }
    for (const reached of this.#reached) {
      assert(counts.get(reached) === reached.count, 'a reached price has the stops of its count');
      assert(reached.row !== null, 'a reached price with due stops has a row');
    }
  }

  /** The price by which a stop is due; undefined while it waits. */
  #reachedBy(order: OrderRef): Reached | undefined {
    const priority = this.#orders.numbers[order + Num.priority]!;
    const reached = this.#reached.find(({ before }) => before > priority);
    if (reached === undefined || this.#isBeyond(this.#trigger(order), reached.ticks)) return;
    return reached;
  }

  #subtract(reached: Reached): void {
    reached.count -= 1;
    if (reached.count > 0) return;
    this.#reached.splice(this.#reached.indexOf(reached), 1);
    if (reached.row !== null) this.#rows.delete(reached.row);
  }

  /** Whether a price of `ticks` has still to move to get to `far`. */
  #isBeyond(far: number, ticks: number): boolean {
    return this.key.rises ? far > ticks : far < ticks;
  }

  #trigger(order: OrderRef): number {
    return this.#orders.numbers[order + Num.trigger]!;
  }

  /** The index of the order, or that at which it is inserted: behind all that fire after it. */
  #position(list: readonly OrderRef[], order: OrderRef): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#firesBefore(order, list[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #merged(a: readonly OrderRef[], b: readonly OrderRef[]): OrderRef[] {
    const merged: OrderRef[] = [];
    let [i, j] = [0, 0];
    while (i < a.length && j < b.length) {
      const isFirst = this.#firesBefore(b[j]!, a[i]!);
      merged.push(isFirst ? a[i]! : b[j]!);
      if (isFirst) i += 1;
      else j += 1;
    }
    return merged.concat(a.slice(i), b.slice(j));
  }

  #firesBefore(a: OrderRef, b: OrderRef): boolean {
    const [first, second] = [this.#trigger(a), this.#trigger(b)];
    if (first !== second) return this.#isBeyond(second, first);
    const { numbers } = this.#orders;
    return numbers[a + Num.priority]! < numbers[b + Num.priority]!;
  }
}
