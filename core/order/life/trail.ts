import { assert } from '../../num/integer.ts';
import type { RowOf } from '../../schema/record.ts';
import { BUY, type Side } from '../side.ts';
import { trailingTrigger } from '../trailing.ts';
import { Cold, Num, type OrderRef, type Orders } from './records.ts';
import type { trailReached, trailRow } from './tables.ts';

type TrailRow = RowOf<typeof trailRow>;
type ReachedRow = RowOf<typeof trailReached>;

/** Keeps the rows of a realm's trails. */
export interface TrailRows {
  readonly extremes: {
    insert(row: TrailRow): TrailRow;
    change(row: TrailRow, changes: { ticks: number }): void;
    delete(row: TrailRow): void;
  };
  readonly reached: {
    insert(row: ReachedRow): ReachedRow;
    delete(row: ReachedRow): void;
  };
}

/** Trailing stops with one extreme, those with the shortest distance last, then the oldest. */
interface Group {
  readonly row: TrailRow;
  waiting: OrderRef[];
}

/** A price that has reached stops of one group which have still to fire. */
interface Reached {
  readonly values: ReachedRow;
  count: number;
  row: ReachedRow | null;
}

interface Due {
  readonly order: OrderRef;
  /** Its trigger when it was reached. */
  readonly ticks: number;
  readonly reached: Reached;
}

/**
 * The trailing stops of one market and side that follow the last price. What a stop follows is the
 * highest price (of a buy the lowest) since it began to. Stops that began after one another have
 * the same extreme as soon as the price goes beyond it, and from then on for good: so they are in
 * groups, later ones with less extreme prices, and a price changes the row of one group, however
 * many stops there are. The row of an order is not written while it follows.
 *
 * A group contains the stops whose `since` is at or above its own and below that of the next group.
 * A stop whose trigger is reached is due for good, as every stop is; only if the running command
 * cannot fire it a row says which price reached which group (see StopQueue for the others).
 */
export class Trail {
  readonly market: number;
  readonly side: Side;
  readonly #orders: Orders;
  readonly #rows: TrailRows;
  readonly #groups: Group[] = [];
  readonly #reached: Reached[] = [];
  /** The next to fire is the last. */
  readonly #due: Due[] = [];
  /** The trigger that the price reaches first; null while it is not known. */
  #nearest: number | null = null;
  waiting = 0;

  constructor(market: number, side: Side, orders: Orders, rows: TrailRows) {
    this.market = market;
    this.side = side;
    this.#orders = orders;
    this.#rows = rows;
  }

  get due(): number {
    return this.#due.length;
  }

  /** A stop begins to follow the price, which is at `ticks`: it has the highest `since` so far. */
  start(order: OrderRef, ticks: number): void {
    const last = this.#groups.at(-1);
    if (last === undefined || last.row.ticks !== ticks) {
      const { market, side } = this;
      const row = this.#rows.extremes.insert({ market, side, since: this.#since(order), ticks });
      this.#groups.push({ row, waiting: [] });
    }
    this.#insert(this.#groups.at(-1)!, order);
  }

  /** Adds a stored group or reached price, in the order of their keys, before the stops. */
  restore(row: TrailRow): void {
    this.#groups.push({ row, waiting: [] });
  }

  restoreReached(row: ReachedRow): void {
    this.#reached.push({ values: row, count: 0, row });
  }

  /** Adds a stop that was stored. */
  add(order: OrderRef): void {
    const since = this.#since(order);
    const reached = this.#reached.find(({ values }) => {
      const isOfGroup = values.since <= since && since < values.until;
      return isOfGroup && this.#isReached(this.#trigger(order, values.ticks), values.reached);
    });
    if (reached !== undefined) {
      this.#insertDue({ order, ticks: this.#trigger(order, reached.values.ticks), reached });
      return;
    }
    this.#insert(this.#groupOf(since), order);
  }

  remove(order: OrderRef): void {
    const at = this.#due.findIndex((due) => due.order === order);
    if (at >= 0) {
      this.#subtract(this.#due.splice(at, 1)[0]!.reached);
      return;
    }
    const group = this.#groupOf(this.#since(order));
    this.#take(group, order);
    if (group.waiting.length > 0) return;
    this.#rows.extremes.delete(group.row);
    this.#groups.splice(this.#groups.indexOf(group), 1);
  }

  /** Changes what a stop's position depends on; what it follows, and whether it is due, stays. */
  change(order: OrderRef, change: () => void): void {
    const at = this.#due.findIndex((due) => due.order === order);
    if (at >= 0) {
      const [due] = this.#due.splice(at, 1);
      due!.reached.count -= 1;
      change();
      this.#insertDue(due!);
      return;
    }
    const group = this.#groupOf(this.#since(order));
    this.#take(group, order);
    change();
    this.#insert(group, order);
  }

  /** The last price is at `ticks` now: what it goes beyond is the new extreme. */
  follow(ticks: number): void {
    const groups = this.#groups;
    let first = groups.length;
    while (first > 0 && this.#isBetter(ticks, groups[first - 1]!.row.ticks)) first -= 1;
    const beaten = groups.splice(first);
    const [kept] = beaten;
    if (kept === undefined) return;
    this.#nearest = null;
    for (const { row, waiting } of beaten.slice(1)) {
      this.#rows.extremes.delete(row);
      for (const order of waiting) kept.waiting.push(order);
    }
    if (beaten.length > 1) kept.waiting.sort((a, b) => (this.#firesBefore(a, b) ? 1 : -1));
    this.#rows.extremes.change(kept.row, { ticks });
    groups.push(kept);
  }

  /** The last price is at `ticks` now: stops whose trigger it has reached become due. */
  reach(ticks: number, before: number): void {
    if (this.waiting === 0 || !this.#isReached(this.#nearestTrigger(), ticks)) return;
    this.#nearest = null;
    const groups = this.#groups;
    for (let n = groups.length - 1; n >= 0; n -= 1) {
      const { row, waiting } = groups[n]!;
      const isDue = (order: OrderRef) => this.#isReached(this.#trigger(order, row.ticks), ticks);
      let from = waiting.length;
      while (from > 0 && isDue(waiting[from - 1]!)) from -= 1;
      const due = waiting.splice(from);
      if (due.length === 0) continue;
      const until = groups[n + 1]?.row.since ?? before;
      const { market, side, since } = row;
      const values = { market, side, since, at: before, until, ticks: row.ticks, reached: ticks };
      const reached: Reached = { values, count: 0, row: null };
      this.#reached.push(reached);
      this.waiting -= due.length;
      reached.count = due.length;
      for (const order of due) {
        this.#due.push({ order, ticks: this.#trigger(order, row.ticks), reached });
      }
    }
    this.#due.sort((a, b) => (this.#isBefore(a, b) ? 1 : -1));
    this.#dropEmpty();
  }

  /** Removes and returns the next stop that is due, with the price that fired it; null for none. */
  takeDue(): Pick<Due, 'order' | 'ticks'> | null {
    const due = this.#due.pop();
    if (due === undefined) return null;
    this.#subtract(due.reached);
    return due;
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keepReached(): void {
    for (const reached of this.#reached) reached.row ??= this.#rows.reached.insert(reached.values);
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const { waiting } of this.#groups) yield* waiting;
    for (const { order } of this.#due) yield order;
  }

  /** Throws unless groups and due stops are sorted, counted and none is empty. */
  audit(): void {
    let waiting = 0;
    for (const [n, group] of this.#groups.entries()) {
      const next = this.#groups[n + 1]?.row;
      const { row } = group;
      const sorted = next === undefined || this.#isBetter(row.ticks, next.ticks);
      assert(sorted && group.waiting.length > 0, 'later groups follow less extreme prices');
      for (const order of group.waiting) {
        assert(this.#groupOf(this.#since(order)) === group, 'a trailing stop is in its group');
      }
      waiting += group.waiting.length;
    }
    assert(waiting === this.waiting, 'trailing stops are counted right');
    for (const reached of this.#reached) {
      const due = this.#due.filter((one) => one.reached === reached);
      assert(due.length === reached.count && reached.row !== null, 'due trailing stops');
    }
  }

  #nearestTrigger(): number {
    if (this.#nearest !== null) return this.#nearest;
    const triggers = this.#groups.map(({ row, waiting }) =>
      this.#trigger(waiting.at(-1)!, row.ticks),
    );
    this.#nearest = this.side === BUY ? Math.min(...triggers) : Math.max(...triggers);
    return this.#nearest;
  }

  #groupOf(since: number): Group {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#groups[middle]!.row.since <= since) low = middle + 1;
      else high = middle;
    }
    const group = this.#groups[low - 1];
    assert(group !== undefined, 'a stop that follows the price is in a group');
    return group;
  }

  #insert(group: Group, order: OrderRef): void {
    const { waiting } = group;
    waiting.splice(this.#position(waiting, order), 0, order);
    this.waiting += 1;
    this.#nearest = null;
  }

  #take({ waiting }: Group, order: OrderRef): void {
    const at = this.#position(waiting, order);
    assert(waiting[at] === order, 'a trailing stop is in its group');
    waiting.splice(at, 1);
    this.waiting -= 1;
    this.#nearest = null;
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

  #insertDue(due: Due): void {
    const after = this.#due.findIndex((one) => this.#isBefore(one, due));
    this.#due.splice(after < 0 ? this.#due.length : after, 0, due);
    due.reached.count += 1;
  }

  /** Whether a due stop fires before another: the nearest trigger first, then the oldest. */
  #isBefore(a: Due, b: Due): boolean {
    if (a.ticks !== b.ticks) return this.side === BUY ? a.ticks < b.ticks : a.ticks > b.ticks;
    const { numbers } = this.#orders;
    return numbers[a.order + Num.priority]! < numbers[b.order + Num.priority]!;
  }

  #subtract(reached: Reached): void {
    reached.count -= 1;
    if (reached.count > 0) return;
    this.#reached.splice(this.#reached.indexOf(reached), 1);
    if (reached.row !== null) this.#rows.reached.delete(reached.row);
  }

  #dropEmpty(): void {
    for (let n = this.#groups.length - 1; n >= 0; n -= 1) {
      if (this.#groups[n]!.waiting.length > 0) continue;
      this.#rows.extremes.delete(this.#groups[n]!.row);
      this.#groups.splice(n, 1);
    }
  }

  #firesBefore(a: OrderRef, b: OrderRef): boolean {
    const [first, second] = [this.#distance(a), this.#distance(b)];
    if (first !== second) return first < second;
    const { numbers } = this.#orders;
    return numbers[a + Num.priority]! < numbers[b + Num.priority]!;
  }

  #isBetter(ticks: number, extreme: number): boolean {
    return this.side === BUY ? ticks < extreme : ticks > extreme;
  }

  #isReached(trigger: number, ticks: number): boolean {
    return this.side === BUY ? ticks >= trigger : ticks <= trigger;
  }

  #trigger(order: OrderRef, extreme: number): number {
    return trailingTrigger(this.side, extreme, this.#distance(order));
  }

  #distance(order: OrderRef): number {
    return this.#orders.cold(order, Cold.trailing);
  }

  #since(order: OrderRef): number {
    return this.#orders.cold(order, Cold.since);
  }
}
