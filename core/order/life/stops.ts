import { Source, TRIGGER_SOURCES } from '../order.ts';
import { BUY, SELL, type Side } from '../side.ts';
import { Cold, Int, Mark, Num, type OrderRef, type Orders } from './records.ts';
import { type QueueKey, type ReachedRows, StopQueue } from './stop-queue.ts';
import { Trail, type TrailRows } from './trail.ts';

/** Keeps the rows that the stops of a realm need besides those of the orders. */
export interface StopRows {
  readonly reached: ReachedRows;
  readonly trails: TrailRows;
}

/** Queues by the last price, which fire before the trailing stops; the others fire after them. */
const BY_LAST = 2;

/**
 * The pending stops of one market: a queue for each trigger source and direction, and a trail for
 * the trailing stops of each side.
 */
export class Stops {
  /** Pending stops, whatever their source: those that wait, and those that are due. */
  count = 0;
  readonly #orders: Orders;
  /** By source, those that fire when the price rises before those that fire when it falls. */
  readonly #queues: readonly StopQueue[];

  /** By side: of trailing stops, buys fire when the price rises. */
  readonly #trails: readonly [Trail, Trail];

  constructor(market: number, orders: Orders, { reached: rows, trails }: StopRows) {
    this.#orders = orders;
    const trail = (side: Side) => new Trail(market, side, orders, trails);
    this.#trails = [trail(BUY), trail(SELL)];
    this.#queues = TRIGGER_SOURCES.flatMap((_, source) =>
      [true, false].map((rises) => new StopQueue({ market, source, rises }, orders, rows)),
    );
  }

  /** Stops that have been reached and have not fired. */
  get due(): number {
    let due = 0;
    for (const queue of this.#queues) due += queue.due;
    for (const trail of this.#trails) due += trail.due;
    return due;
  }

  /** Whether trailing stops follow the last price. */
  get trails(): boolean {
    return this.#trails[BUY].waiting + this.#trails[SELL].waiting > 0;
  }

  add(order: OrderRef): void {
    this.count += 1;
    this.#listOf(order).add(order);
  }

  /** A trailing stop, known here or new, begins to follow the price from `ticks` on. */
  start(order: OrderRef, ticks: number): void {
    this.count += 1;
    this.#trailOf(order).start(order, ticks);
  }

  /** Lets `change` change what the position of a stop depends on. */
  change(order: OrderRef, change: () => void): void {
    if (this.#follows(order)) {
      this.#trailOf(order).change(order, change);
      return;
    }
    this.remove(order);
    change();
    this.add(order);
  }

  /** Trailing stops take note of a trade at `ticks`. */
  follow(ticks: number): void {
    for (const trail of this.#trails) trail.follow(ticks);
  }

  remove(order: OrderRef): void {
    this.count -= 1;
    this.#listOf(order).remove(order);
  }

  /** Whether stops wait for the price of this source. */
  waitFor(source: Source): boolean {
    if (this.count === 0) return false;
    if (source === Source.last && this.trails) return true;
    return this.#queues[source * 2]!.waiting + this.#queues[source * 2 + 1]!.waiting > 0;
  }

  /** The price of a source is at `ticks` now; see StopQueue.reach. */
  reach(source: Source, ticks: number, before: number): void {
    this.#queues[source * 2]!.reach(ticks, before);
    this.#queues[source * 2 + 1]!.reach(ticks, before);
    if (source === Source.last) for (const trail of this.#trails) trail.reach(ticks);
  }

  /**
   * Removes and returns the next stop that is due, 0 when none is: by source, trailing stops after
   * the others by the last price, then those of a rise, then in the order of their queue. Of a
   * trailing stop the price that fires it becomes its trigger, unless that is worse.
   */
  takeDue(): OrderRef {
    const due = this.#takeFrom(0, BY_LAST) || this.#takeTrailing();
    const order = due || this.#takeFrom(BY_LAST, this.#queues.length);
    if (order !== 0) this.count -= 1;
    return order;
  }

  #takeFrom(first: number, end: number): OrderRef {
    for (let n = first; n < end; n += 1) {
      if (this.#queues[n]!.due > 0) return this.#queues[n]!.takeDue();
    }
    return 0;
  }

  #takeTrailing(): OrderRef {
    for (const trail of this.#trails) {
      const due = trail.takeDue();
      if (due === null) continue;
      const { numbers } = this.#orders;
      const [first, now] = [numbers[due.order + Num.trigger]!, due.ticks];
      numbers[due.order + Num.trigger] =
        trail.side === BUY ? Math.min(first, now) : Math.max(first, now);
      this.#orders.mark(due.order, Mark.rewritten);
      return due.order;
    }
    return 0;
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keepReached(): void {
    for (const queue of this.#queues) queue.keepReached();
    for (const trail of this.#trails) trail.keepReached();
  }

  /** Adds a stored price; see StopQueue.restoreReached. */
  restoreReached(row: Parameters<StopQueue['restoreReached']>[0]): void {
    this.#queueFor(row).restoreReached(row);
  }

  /** The trail of a side, to which stored rows are added. */
  trail(side: Side): Trail {
    return this.#trails[side];
  }

  /** After a load: all stops and what they need are here. */
  restored(): void {
    for (const trail of this.#trails) trail.restored();
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const queue of this.#queues) yield* queue;
    for (const trail of this.#trails) yield* trail;
  }

  audit(): void {
    for (const queue of this.#queues) queue.audit();
    for (const trail of this.#trails) trail.audit();
  }

  /** Whether the order is a trailing stop that follows the price. */
  #follows(order: OrderRef): boolean {
    return this.#orders.has(order, Mark.rare) && this.#orders.cold(order, Cold.since) > 0;
  }

  #trailOf(order: OrderRef): Trail {
    return this.#trails[this.#orders.ints[order + Int.side] as Side];
  }

  #listOf(order: OrderRef): StopQueue | Trail {
    return this.#follows(order) ? this.#trailOf(order) : this.#queueOf(order);
  }

  #queueFor({ source, rises }: Pick<QueueKey, 'source' | 'rises'>): StopQueue {
    return this.#queues[source * 2 + (rises ? 0 : 1)]!;
  }

  #queueOf(order: OrderRef): StopQueue {
    const orders = this.#orders;
    const isRare = orders.has(order, Mark.rare);
    const source = isRare ? orders.cold(order, Cold.triggerSource) : Source.last;
    return this.#queueFor({ source, rises: orders.has(order, Mark.rises) });
  }
}
