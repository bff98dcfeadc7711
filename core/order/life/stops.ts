import { Source, TRIGGER_SOURCES } from '../order.ts';
import { Cold, Mark, type OrderRef, type Orders } from './records.ts';
import { type QueueKey, type ReachedRows, StopQueue } from './stop-queue.ts';

/** The pending stops of one market, in a queue for each trigger source and direction. */
export class Stops {
  /** Pending stops, whatever their source: those that wait, and those that are due. */
  count = 0;
  readonly #orders: Orders;
  /** By source, those that fire when the price rises before those that fire when it falls. */
  readonly #queues: readonly StopQueue[];

  constructor(market: number, orders: Orders, rows: ReachedRows) {
    this.#orders = orders;
    this.#queues = TRIGGER_SOURCES.flatMap((_, source) =>
      [true, false].map((rises) => new StopQueue({ market, source, rises }, orders, rows)),
    );
  }

  /** Stops that have been reached and have not fired. */
  get due(): number {
    let due = 0;
    for (const queue of this.#queues) due += queue.due;
    return due;
  }

  add(order: OrderRef): void {
    this.count += 1;
    this.#queueOf(order).add(order);
  }

  remove(order: OrderRef): void {
    this.count -= 1;
    this.#queueOf(order).remove(order);
  }

  /** Whether stops wait for the price of this source. */
  waitFor(source: Source): boolean {
    if (this.count === 0) return false;
    return this.#queues[source * 2]!.waiting + this.#queues[source * 2 + 1]!.waiting > 0;
  }

  /** The price of a source is at `ticks` now; see StopQueue.reach. */
  reach(source: Source, ticks: number, before: number): void {
    this.#queues[source * 2]!.reach(ticks, before);
    this.#queues[source * 2 + 1]!.reach(ticks, before);
  }

  /**
   * Removes and returns the next stop that is due, 0 when none is: by source, then those of a rise,
   * then in the order of their queue.
   */
  takeDue(): OrderRef {
    for (const queue of this.#queues) {
      if (queue.due === 0) continue;
      this.count -= 1;
      return queue.takeDue();
    }
    return 0;
  }

  /** Makes rows of the prices whose stops the running command has not fired. */
  keepReached(): void {
    for (const queue of this.#queues) queue.keepReached();
  }

  /** Adds a stored price; see StopQueue.restoreReached. */
  restoreReached(row: Parameters<StopQueue['restoreReached']>[0]): void {
    this.#queueFor(row).restoreReached(row);
  }

  *[Symbol.iterator](): IterableIterator<OrderRef> {
    for (const queue of this.#queues) yield* queue;
  }

  audit(): void {
    for (const queue of this.#queues) queue.audit();
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
