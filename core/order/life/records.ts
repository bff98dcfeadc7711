import { assert } from '../../num/integer.ts';
import { layoutOf } from '../../schema/layout.ts';
import { type RecordRef, Records } from '../../schema/records.ts';
import { isOpenStatus, type Rates } from '../order.ts';
import { type Cold, Int, Layout, Mark, Num, Text } from './order-layout.ts';
import { openOrder } from './tables.ts';

export { Cold, Int, Mark, Num } from './order-layout.ts';

/** An order, by where its record starts in both arrays: above zero, and 0 for none. */
export type OrderRef = RecordRef;

/** Where record `number` starts; they are numbered from 1. */
export function refOf(number: number): OrderRef {
  return number << Layout.log;
}

/** The number of a record: what the book knows an order by, for it likes small numbers. */
export function numberOf(order: OrderRef): number {
  return order >> Layout.log;
}

const INITIAL_RECORDS = 256;
const TWO_POW_MINUS_16 = 1 / 65_536;

/**
 * The open orders of a realm, and those that ended in this batch. There is nothing here but typed
 * arrays: as an object with thirty fields an order took ten lines of the cache, scattered in
 * memory, and waiting for them was most of the cost of a command (measured).
 */
export class Orders extends Records {
  /** The former client order id of an order whose id this batch changed. */
  readonly formerNames = new Map<OrderRef, string>();
  /** Id → record: first records of chains that run through the records. Half full at most. */
  #heads = new Int32Array(INITIAL_RECORDS * 2);
  #count = 0;

  constructor() {
    super(layoutOf(openOrder), INITIAL_RECORDS);
  }

  /** Orders that are open. */
  get size(): number {
    return this.#count;
  }

  /** Whether it may still trade. */
  isOpen(order: OrderRef): boolean {
    return isOpenStatus(this.ints[order + Int.status]!);
  }

  /** The rates at which it was placed. */
  rates(order: OrderRef): Rates {
    const { ints } = this;
    return { makerPpm: ints[order + Int.makerPpm]!, takerPpm: ints[order + Int.takerPpm]! };
  }

  /** Lots of the order that have not traded. */
  remaining(order: OrderRef): number {
    return this.numbers[order + Num.lots]! - this.numbers[order + Num.filled]!;
  }

  /** The client order id; "" for none. */
  name(order: OrderRef): string {
    return this.text(order, Text.clientOrderId);
  }

  /** The id that its client gave the list of the order; "" for none. */
  listName(order: OrderRef): string {
    return this.text(order, Text.listName);
  }

  /** Sets a cold number that is 0 for most orders, and marks that the order has one. */
  setRare(order: OrderRef, field: Cold, value: number): void {
    this.mark(order, Mark.rare);
    this.setCold(order, field, value);
  }

  mark(order: OrderRef, mark: Mark): void {
    this.ints[order + Int.marks] = this.ints[order + Int.marks]! | mark;
  }

  /** Marks that the row of the order is written in its present state. */
  markStored(order: OrderRef): void {
    const done = Mark.changed | Mark.rewritten;
    this.ints[order + Int.marks] = (this.ints[order + Int.marks]! | Mark.stored) & ~done;
  }

  /** From here on the order is found by its id. */
  add(order: OrderRef, name: string): void {
    const chain = this.#chainOf(this.numbers[order + Num.id]!);
    this.ints[order + Int.chain] = this.#heads[chain]!;
    this.#heads[chain] = order;
    this.#count += 1;
    if (name !== '') this.setText(order, Text.clientOrderId, name);
  }

  /** Gives the order another client order id. */
  rename(order: OrderRef, name: string): void {
    if (!this.formerNames.has(order)) this.formerNames.set(order, this.name(order));
    this.setText(order, Text.clientOrderId, name);
    this.mark(order, Mark.rewritten);
  }

  setListName(order: OrderRef, name: string): void {
    this.setText(order, Text.listName, name);
  }

  delete(order: OrderRef): void {
    const { ints } = this;
    const chain = this.#chainOf(this.numbers[order + Num.id]!);
    const after = ints[order + Int.chain]!;
    let before = this.#heads[chain]!;
    if (before === order) {
      this.#heads[chain] = after;
    } else {
      while (ints[before + Int.chain] !== order) {
        before = ints[before + Int.chain]!;
        assert(before !== 0, 'an order that ends is in the index');
      }
      ints[before + Int.chain] = after;
    }
    this.#count -= 1;
  }

  /** The open order of this id, or 0. */
  find(id: number): OrderRef {
    let order = this.#heads[this.#chainOf(id)]!;
    while (order !== 0 && this.numbers[order + Num.id] !== id) {
      order = this.ints[order + Int.chain]!;
    }
    return order;
  }

  /** Every open order, in no particular order. */
  *all(): IterableIterator<OrderRef> {
    for (const head of this.#heads) {
      for (let order = head; order !== 0; order = this.ints[order + Int.chain]!) yield order;
    }
  }

  /** Ids are numbers of commands × 2^16 and a count: neighbours get chains side by side. */
  #chainOf(id: number): number {
    return (id ^ (id * TWO_POW_MINUS_16)) & (this.#heads.length - 1);
  }

  protected override grow(): void {
    const orders = [...this.all()];
    super.grow();
    this.#heads = new Int32Array(this.#heads.length * 2);
    for (const order of orders) {
      const chain = this.#chainOf(this.numbers[order + Num.id]!);
      this.ints[order + Int.chain] = this.#heads[chain]!;
      this.#heads[chain] = order;
    }
  }
}

/** Copies of the orders that a batch changed, one after another from record 1 on. */
export interface ChangedOrders {
  readonly records: Records;
  readonly count: number;
  /** The former client order ids of those whose id the batch changed. */
  readonly formerNames: ReadonlyMap<OrderRef, string>;
}

/** Copies these orders in their present state. */
export function copyOrders(orders: Orders, changed: ArrayLike<OrderRef>): ChangedOrders {
  const formerNames = new Map<OrderRef, string>();
  for (const [order, name] of orders.formerNames) {
    const at = Array.prototype.indexOf.call(changed, order);
    if (at >= 0) formerNames.set(refOf(at + 1), name);
  }
  return { records: orders.copy(changed), count: changed.length, formerNames };
}
