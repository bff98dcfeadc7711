import { assert } from '../../num/integer.ts';
import type { RowOf } from '../../schema/record.ts';
import { BUY, type Side } from '../side.ts';
import { trailingTrigger } from '../trailing.ts';
import { Cold, Num, type OrderRef, type Orders } from './records.ts';
import { FEW, firstAt, position } from './sorted.ts';
import type { trailRow } from './tables.ts';
import { type DueStop, type ReachedRow, type ReachedRows, TrailDue } from './trail-due.ts';

type TrailRow = RowOf<typeof trailRow>;

/** Keeps the rows of a realm's trails. */
export interface TrailRows {
  readonly extremes: {
    insert(row: TrailRow): TrailRow;
    change(row: TrailRow, changes: { ticks: number }): void;
    delete(row: TrailRow): void;
  };
  readonly reached: ReachedRows;
}

/** Stops that follow one extreme. */
interface Group {
  /** Its `since` is the highest that the stops of this group have. */
  readonly row: TrailRow;
  /** Those with the shortest distance last, then the oldest. */
  waiting: OrderRef[];
  /** The trigger of the last one. */
  trigger: number;
}

/** Rows that no stop needs any more are deleted so many at a time, lest one command deletes all. */
const SPARE_OF_COMMAND = 10;
const SPARE_OF_STOP = 2;

/**
 * The trailing stops of one market and side that follow the last price. What a stop follows is the
 * highest price (of a buy the lowest) since it began to. Stops that began after one another have
 * the same extreme as soon as the price goes beyond it, and from then on for good: so they are in
 * groups, later ones with less extreme prices, and a price changes the row of one group, however
 * many stops there are. The row of an order is not written while it follows.
 *
 * Rows and reached prices have one row of numbers. A stop has the number of the last row when it
 * began, and follows the first row of its number or a higher one that none behind it has gone
 * beyond. So a row that others went beyond may be deleted at any time.
 *
 * A stop whose trigger is reached is due for good, as every stop is. If the running command cannot
 * fire all of them, a row says which price reached them: due are those of a lower number whose
 * trigger it is at or beyond, by the rows of lower numbers. Those rows stay as they are until the
 * last of these stops has fired (see StopQueue for the other stops).
 */
export class Trail {
  readonly market: number;
  readonly side: Side;
  readonly #orders: Orders;
  readonly #rows: TrailRows;
  #groups: Group[] = [];
  /** Rows that no stop follows any more. */
  readonly #spare: TrailRow[] = [];
  readonly #due: TrailDue;
  /** The trigger that the price reaches first; null while it is not known. */
  #nearest: number | null = null;
  waiting = 0;

  constructor(market: number, side: Side, orders: Orders, rows: TrailRows) {
    this.market = market;
    this.side = side;
    this.#orders = orders;
    this.#rows = rows;
    this.#due = new TrailDue(market, side, orders, rows.reached);
  }

  get due(): number {
    return this.#due.count;
  }

  /** A stop begins to follow the price, which is at `ticks`. */
  start(order: OrderRef, ticks: number): void {
    const last = this.#groups.at(-1);
    const joins = last !== undefined && last.row.ticks === ticks && !this.#isFrozen(last.row);
    const group = joins ? last : this.#begin(ticks);
    this.#orders.setCold(order, Cold.since, group.row.since);
    this.#insert(group, order);
  }

  /** Adds a stored row, in the order of their keys, before the stops. */
  restore(row: TrailRow): void {
    for (const { row: beaten } of this.#cutBeaten(row.ticks)) this.#spare.push(beaten);
    this.#groups.push({ row, waiting: [], trigger: 0 });
  }

  /** Adds a stored price, in the order of their keys, after the rows and before the stops. */
  restoreReached(row: ReachedRow): void {
    const rows = [...this.#spare, ...this.#groups.map((group) => group.row)];
    const followed: TrailRow[] = [];
    for (const one of rows.sort((a, b) => a.since - b.since)) {
      if (one.since > row.at) break;
      while (followed.length > 0 && this.#isBetter(one.ticks, followed.at(-1)!.ticks)) {
        followed.pop();
      }
      followed.push(one);
    }
    this.#due.restore(row, followed);
  }

  /** Adds a stop that was stored. */
  add(order: OrderRef): void {
    const since = this.#since(order);
    const isDue = this.#due.restoreStop(order, since, (followed, price) => {
      const trigger = this.#trigger(order, followed);
      return this.#isReached(trigger, price) ? trigger : null;
    });
    if (!isDue) this.#insert(this.#groupOf(since), order);
  }

  /** After a load all rows and stops are here. */
  restored(): void {
    this.#dropEmpty();
  }

  remove(order: OrderRef): void {
    if (!this.#due.remove(order)) {
      const group = this.#groupOf(this.#since(order));
      group.waiting.splice(this.#indexOf(group, order), 1);
      this.waiting -= 1;
      this.#nearest = null;
      if (group.waiting.length > 0) this.#setTrigger(group);
      else {
        this.#groups.splice(this.#groups.indexOf(group), 1);
        this.#spare.push(group.row);
      }
    }
    this.#deleteSpare(SPARE_OF_STOP);
  }

  /** Changes what a stop's position depends on; what it follows, and whether it is due, stays. */
  change(order: OrderRef, change: () => void): void {
    if (this.#due.change(order, change)) return;
    const { waiting } = this.#groupOf(this.#since(order));
    waiting.splice(this.#indexOf({ waiting }, order), 1);
    change();
    this.#insertWaiting(waiting, order);
  }

  /** The last price is at `ticks` now: what it goes beyond is the new extreme. */
  follow(ticks: number): void {
    const beaten = this.#cutBeaten(ticks);
    const last = beaten.at(-1);
    if (last === undefined) return;
    const waiting = this.#merged(beaten);
    if (this.#isFrozen(last.row)) {
      this.#begin(ticks, waiting);
    } else {
      this.#rows.extremes.change(last.row, { ticks });
      last.waiting = waiting;
      this.#setTrigger(last);
      this.#groups.push(last);
      beaten.pop();
    }
    for (const { row } of beaten) this.#spare.push(row);
    this.#nearest = null;
  }

  /** The last price is at `ticks` now: stops whose trigger it has reached become due. */
  reach(ticks: number): void {
    if (this.waiting === 0 || !this.#isReached(this.#nearestTrigger(), ticks)) return;
    const due: OrderRef[] = [];
    const triggers: number[] = [];
    for (const group of this.#groups) {
      if (!this.#isReached(group.trigger, ticks)) continue;
      const { row, waiting } = group;
      while (waiting.length > 0) {
        const trigger = this.#trigger(waiting.at(-1)!, row.ticks);
        if (!this.#isReached(trigger, ticks)) break;
        due.push(waiting.pop()!);
        triggers.push(trigger);
      }
      if (waiting.length > 0) this.#setTrigger(group);
    }
    this.waiting -= due.length;
    this.#due.reach(this.#next(), ticks, due, triggers);
    this.#dropEmpty();
  }

  /** Removes and returns the next stop that is due, with the price that fired it; null for none. */
  takeDue(): DueStop | null {
    return this.#due.take();
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keepReached(): void {
    this.#due.keep();
    this.#deleteSpare(SPARE_OF_COMMAND);
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const { waiting } of this.#groups) yield* waiting;
    yield* this.#due;
  }

  /** Throws unless groups and due stops are sorted, counted and none is empty. */
  audit(): void {
    let waiting = 0;
    for (const [n, group] of this.#groups.entries()) {
      const next = this.#groups[n + 1]?.row;
      const { row } = group;
      const sorted =
        next === undefined || (row.since < next.since && !this.#isBetter(next.ticks, row.ticks));
      assert(sorted && group.waiting.length > 0, 'later groups follow less extreme prices');
      for (const [at, order] of group.waiting.entries()) {
        const isRight = this.#groupOf(this.#since(order)) === group;
        assert(isRight && this.#indexOf(group, order) === at, 'a trailing stop is in its group');
      }
      const nearest = this.#trigger(group.waiting.at(-1)!, row.ticks);
      assert(group.trigger === nearest, 'a group knows its nearest trigger');
      waiting += group.waiting.length;
    }
    assert(waiting === this.waiting, 'trailing stops are counted right');
    this.#due.audit();
  }

  /** A number above those of all rows and reached prices. */
  #next(): number {
    let newest = Math.max(this.#groups.at(-1)?.row.since ?? 0, this.#due.newest);
    for (const { since } of this.#spare) newest = Math.max(newest, since);
    return newest + 1;
  }

  #begin(ticks: number, waiting: OrderRef[] = []): Group {
    const { market, side } = this;
    const row = this.#rows.extremes.insert({ market, side, since: this.#next(), ticks });
    const group = { row, waiting, trigger: 0 };
    if (waiting.length > 0) this.#setTrigger(group);
    this.#groups.push(group);
    return group;
  }

  /** Whether stops are due by what the row says. */
  #isFrozen(row: TrailRow): boolean {
    return row.since < this.#due.newest;
  }

  #setTrigger(group: Group): void {
    group.trigger = this.#trigger(group.waiting.at(-1)!, group.row.ticks);
  }

  #nearestTrigger(): number {
    if (this.#nearest !== null) return this.#nearest;
    let nearest = this.#groups[0]!.trigger;
    for (const { trigger } of this.#groups) nearest = this.#nearer(nearest, trigger);
    this.#nearest = nearest;
    return nearest;
  }

  #nearer(a: number, b: number): number {
    return this.side === BUY ? Math.min(a, b) : Math.max(a, b);
  }

  #groupOf(since: number): Group {
    const group = firstAt(this.#groups, since, ({ row }) => row.since);
    assert(group !== undefined, 'a stop that follows the price is in a group');
    return group;
  }

  #insert(group: Group, order: OrderRef): void {
    this.#insertWaiting(group.waiting, order);
    this.#setTrigger(group);
    this.waiting += 1;
    if (this.#nearest !== null) this.#nearest = this.#nearer(this.#nearest, group.trigger);
  }

  #insertWaiting(waiting: OrderRef[], order: OrderRef): void {
    waiting.splice(
      position(waiting, order, (a, b) => this.#firesBefore(a, b)),
      0,
      order,
    );
  }

  #indexOf({ waiting }: Pick<Group, 'waiting'>, order: OrderRef): number {
    const at = position(waiting, order, (a, b) => this.#firesBefore(a, b));
    assert(waiting[at] === order, 'a trailing stop is in its group');
    return at;
  }

  /** Removes and returns the groups whose extreme a price goes beyond. */
  #cutBeaten(ticks: number): Group[] {
    const groups = this.#groups;
    let first = groups.length;
    while (first > 0 && this.#isBetter(ticks, groups[first - 1]!.row.ticks)) first -= 1;
    return groups.splice(first);
  }

  /** The stops of all these groups, in the order of one. */
  #merged(groups: readonly Group[]): OrderRef[] {
    const sorted = groups.map(({ waiting }) => waiting).sort((a, b) => b.length - a.length);
    const [merged, ...others] = sorted as [OrderRef[], ...OrderRef[][]];
    const added = others.flat();
    if (added.length <= FEW) {
      for (const order of added) this.#insertWaiting(merged, order);
      return merged;
    }
    const { numbers } = this.#orders;
    const keyed = merged.concat(added).map((order) => ({
      ...{ order, distance: this.#distance(order), priority: numbers[order + Num.priority]! },
    }));
    keyed.sort((a, b) => b.distance - a.distance || b.priority - a.priority);
    return keyed.map(({ order }) => order);
  }

  #firesBefore(a: OrderRef, b: OrderRef): boolean {
    const [first, second] = [this.#distance(a), this.#distance(b)];
    if (first !== second) return first < second;
    const { numbers } = this.#orders;
    return numbers[a + Num.priority]! < numbers[b + Num.priority]!;
  }

  #dropEmpty(): void {
    for (const { row, waiting } of this.#groups) if (waiting.length === 0) this.#spare.push(row);
    this.#groups = this.#groups.filter(({ waiting }) => waiting.length > 0);
    this.#nearest = null;
  }

  /** Deletes some of the rows that nobody needs, the lowest numbers first. */
  #deleteSpare(most: number): void {
    const spare = this.#spare;
    if (this.#due.count > 0 || spare.length === 0) return;
    spare.sort((a, b) => b.since - a.since);
    for (const row of spare.splice(-most)) this.#rows.extremes.delete(row);
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
