import { assert } from '../../num/integer.ts';
import type { RowOf } from '../../schema/record.ts';
import { BUY, type Side } from '../side.ts';
import { Num, type OrderRef, type Orders } from './records.ts';
import { FEW, firstAt, position } from './sorted.ts';
import type { trailReached, trailRow } from './tables.ts';

export type ReachedRow = RowOf<typeof trailReached>;

/** Keeps the rows of prices that trailing stops which still have to fire were reached by. */
export interface ReachedRows {
  insert(row: ReachedRow): ReachedRow;
  delete(row: ReachedRow): void;
}

/** A trailing stop with its trigger when a price reached it. */
export interface DueStop {
  readonly order: OrderRef;
  readonly ticks: number;
}

type TrailRow = RowOf<typeof trailRow>;

/** A price that has reached stops which have still to fire. */
interface Reached {
  readonly at: number;
  readonly ticks: number;
  count: number;
  row: ReachedRow | null;
  /** After a load: what stops followed at that moment, in the order of groups. */
  readonly followed: readonly TrailRow[];
}

interface Due extends DueStop {
  readonly priority: number;
  readonly reached: Reached;
}

/**
 * The trailing stops of one market and side that are due (see Trail). A price that has reached some
 * is forgotten with the last of them, and has a row once a command has left some behind.
 */
export class TrailDue {
  readonly #market: number;
  readonly #side: Side;
  readonly #orders: Orders;
  readonly #rows: ReachedRows;
  readonly #reached: Reached[] = [];
  /** The next to fire is the last: the nearest trigger first, then the oldest. */
  readonly #due: Due[] = [];

  constructor(market: number, side: Side, orders: Orders, rows: ReachedRows) {
    this.#market = market;
    this.#side = side;
    this.#orders = orders;
    this.#rows = rows;
  }

  get count(): number {
    return this.#due.length;
  }

  /** The number of the last price that has reached stops which are due; 0 for none. */
  get newest(): number {
    return this.#reached.at(-1)?.at ?? 0;
  }

  /** A price with the number `at` has reached stops, whose triggers are at the same positions. */
  reach(at: number, ticks: number, orders: readonly OrderRef[], triggers: readonly number[]): void {
    const reached: Reached = { at, ticks, count: orders.length, row: null, followed: [] };
    this.#reached.push(reached);
    this.#insert(orders.map((order, n) => this.#dueAt(order, triggers[n]!, reached)));
  }

  /** Adds a stored price, in the order of their keys. */
  restore(row: ReachedRow, followed: readonly TrailRow[]): void {
    this.#reached.push({ at: row.at, ticks: row.ticks, count: 0, row, followed });
  }

  /**
   * Adds a stored stop if it is due. `triggerOf`: its trigger by what it followed, or null if the
   * price has not reached it.
   */
  restoreStop(
    order: OrderRef,
    since: number,
    triggerOf: (followed: number, price: number) => number | null,
  ): boolean {
    for (const reached of this.#reached) {
      const row = firstAt(reached.followed, since, (one) => one.since);
      const ticks = row === undefined ? null : triggerOf(row.ticks, reached.ticks);
      if (ticks === null) continue;
      reached.count += 1;
      this.#insert([this.#dueAt(order, ticks, reached)]);
      return true;
    }
    return false;
  }

  /** Whether the stop was due; if so it is no more. */
  remove(order: OrderRef): boolean {
    const due = this.#cut(order);
    if (due === undefined) return false;
    this.#subtract(due.reached);
    return true;
  }

  /** Whether the stop is due; if so `change` changes what its position depends on. */
  change(order: OrderRef, change: () => void): boolean {
    const due = this.#cut(order);
    if (due === undefined) return false;
    change();
    this.#insert([this.#dueAt(order, due.ticks, due.reached)]);
    return true;
  }

  /** Removes and returns the next; null for none. */
  take(): DueStop | null {
    const due = this.#due.pop();
    if (due === undefined) return null;
    this.#subtract(due.reached);
    return due;
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keep(): void {
    const [market, side] = [this.#market, this.#side];
    for (const reached of this.#reached) {
      const { at, ticks } = reached;
      reached.row ??= this.#rows.insert({ market, side, at, ticks });
    }
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const { order } of this.#due) yield order;
  }

  audit(): void {
    for (const reached of this.#reached) {
      const due = this.#due.filter((one) => one.reached === reached);
      assert(due.length === reached.count && reached.row !== null, 'due trailing stops');
    }
    for (const [at, due] of this.#due.entries()) {
      const { numbers } = this.#orders;
      const isRight = due.priority === numbers[due.order + Num.priority];
      const isSorted = this.#positionOf(due) === at;
      assert(isRight && isSorted, 'due trailing stops are in the order in which they fire');
    }
  }

  #insert(added: readonly Due[]): void {
    const list = this.#due;
    if (added.length <= FEW) {
      for (const due of added) list.splice(this.#positionOf(due), 0, due);
      return;
    }
    for (const due of added) list.push(due);
    list.sort((a, b) => (this.#isBefore(a, b) ? 1 : -1));
  }

  /** Removes and returns a stop that is due. */
  #cut(order: OrderRef): Due | undefined {
    const at = this.#due.findIndex((due) => due.order === order);
    return at < 0 ? undefined : this.#due.splice(at, 1)[0];
  }

  #dueAt(order: OrderRef, ticks: number, reached: Reached): Due {
    return { order, ticks, priority: this.#orders.numbers[order + Num.priority]!, reached };
  }

  #positionOf(due: Due): number {
    return position(this.#due, due, (a, b) => this.#isBefore(a, b));
  }

  #isBefore(a: Due, b: Due): boolean {
    if (a.ticks !== b.ticks) return this.#side === BUY ? a.ticks < b.ticks : a.ticks > b.ticks;
    return a.priority < b.priority;
  }

  #subtract(reached: Reached): void {
    reached.count -= 1;
    if (reached.count > 0) return;
    this.#reached.splice(this.#reached.indexOf(reached), 1);
    if (reached.row !== null) this.#rows.delete(reached.row);
  }
}
