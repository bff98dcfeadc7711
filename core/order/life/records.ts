import { assert } from '../../num/integer.ts';
import { type Rates, STATUS } from '../order.ts';

/** An order, by where its record starts in both arrays: above zero, and 0 for none. */
export type OrderRef = number;

/** Places of a record in each array: three lines of the cache for all that an order is. */
enum Layout {
  size = 16,
  log = 4,
}

/**
 * Ticks, lots and units of 1e-8, all safe integers. The first eight are a line of the cache: a
 * limit order that comes and goes is decided without a look at the others.
 */
export enum Num {
  id,
  limit,
  lots,
  filled,
  filledQuote,
  fee,
  /** What the order holds: base units for a sell, quote units for a buy. */
  held,
  createdAt,
  userId,
  /** The command that changed it last, and when. */
  seq,
  updatedAt,
  /** Quote units of an order by amount, else 0. */
  amount,
  trigger,
  /** Among equals the lowest comes first: orders of one price, and stops of one trigger. */
  priority,
  /** Of an order that one cancels the other: the id of its limit order; else 0. */
  oco,
  slippagePpm,
}

export enum Int {
  side,
  type,
  timeInForce,
  selfTrade,
  status,
  /** Bits of Mark. */
  marks,
  market,
  /** Number of its owner (traders.ts). */
  trader,
  /** Slot in the book while it rests there. */
  slot,
  /** Its neighbours among its owner's open orders in the market; `next` leads to free records. */
  next,
  previous,
  /** The next in its chain of the index. */
  chain,
  makerPpm,
  takerPpm,
  /** Of two orders of which one cancels the other: the other one, while both are open; else 0. */
  other,
  /** Part of the exact fee below one unit, in millionths (core/num/integer.ts chargePpm). */
  feeFraction,
}

export enum Mark {
  postOnly = 1,
  /** A stop fires when the last price rises to its trigger, not when it falls to it. */
  rises = 2,
  /** It has a row in the table of open orders. */
  stored = 4,
  /** It is on the list of what this batch changed. */
  changed = 8,
  /** Its sender gave it a name. */
  named = 16,
  /** It was placed with another one, of which one cancels the other. */
  paired = 32,
}

/** Records of orders: those that are open, or a copy of what a batch changed. */
export class OrderRecords {
  numbers: Float64Array;
  ints: Int32Array;
  /** By record: what the sender calls it, where the mark `named` says so. */
  readonly names: string[] = [];
  /** Of an order that this batch gave another name: what it was called before the batch. */
  readonly formerNames = new Map<OrderRef, string>();
  /** Records that there was room for at first, beside the one at 0 which is none. */
  readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.numbers = new Float64Array((count + 1) * Layout.size);
    this.ints = new Int32Array((count + 1) * Layout.size);
  }

  name(order: OrderRef): string {
    return this.has(order, Mark.named) ? (this.names[order >> Layout.log] ?? '') : '';
  }

  has(order: OrderRef, mark: Mark): boolean {
    return (this.ints[order + Int.marks]! & mark) !== 0;
  }

  /** Whether it may still trade. */
  isOpen(order: OrderRef): boolean {
    return this.ints[order + Int.status]! <= STATUS.partiallyFilled;
  }

  /** The rates at which it was placed. */
  rates(order: OrderRef): Rates {
    const { ints } = this;
    return { makerPpm: ints[order + Int.makerPpm]!, takerPpm: ints[order + Int.takerPpm]! };
  }

  /** Lots that it has not traded. */
  remaining(order: OrderRef): number {
    return this.numbers[order + Num.lots]! - this.numbers[order + Num.filled]!;
  }

  /** A copy of these orders, one after another from the first record on. */
  copy(orders: Float64Array): OrderRecords {
    const copy = new OrderRecords(orders.length);
    let to = 0;
    for (const order of orders) {
      to += Layout.size;
      for (let i = 0; i < Layout.size; i += 1) {
        copy.numbers[to + i] = this.numbers[order + i]!;
        copy.ints[to + i] = this.ints[order + i]!;
      }
      if (this.has(order, Mark.named)) copy.names[to >> Layout.log] = this.name(order);
      const former = this.formerNames.get(order);
      if (former !== undefined) copy.formerNames.set(to, former);
    }
    return copy;
  }

  /** Where record `number` starts; they are numbered from 1. */
  static at(number: number): OrderRef {
    return number << Layout.log;
  }

  /** The number of a record: what the book knows an order by, for it likes small numbers. */
  static numberOf(order: OrderRef): number {
    return order >> Layout.log;
  }
}

const INITIAL_RECORDS = 256;
const TWO_POW_MINUS_16 = 1 / 65_536;

/**
 * The open orders of a realm, and those that ended in this batch. There is nothing here but typed
 * arrays: as an object with thirty fields an order was ten lines of the cache, at random places,
 * and waiting for them was most of what a command cost (measured).
 */
export class Orders extends OrderRecords {
  /** Id → record: first records of chains that run through the records. Half full at most. */
  #heads = new Int32Array(INITIAL_RECORDS * 2);
  #count = 0;
  /** Where the first record that was never used starts. */
  #end: OrderRef = Layout.size;
  #free: OrderRef = 0;

  constructor() {
    super(INITIAL_RECORDS);
  }

  /** Orders that are open. */
  get size(): number {
    return this.#count;
  }

  /** A record to fill in, all of it: what stood there is still there. It may move the arrays. */
  take(): OrderRef {
    const free = this.#free;
    if (free !== 0) {
      this.#free = this.ints[free + Int.next]!;
      return free;
    }
    if (this.#end === this.numbers.length) this.#grow();
    this.#end += Layout.size;
    return this.#end - Layout.size;
  }

  /** Gives a record back, of an order that has ended and that nobody names any more. */
  free(order: OrderRef): void {
    this.ints[order + Int.next] = this.#free;
    this.#free = order;
  }

  mark(order: OrderRef, mark: Mark): void {
    this.ints[order + Int.marks] = this.ints[order + Int.marks]! | mark;
  }

  /** Its row is written, as it stands. */
  markStored(order: OrderRef): void {
    this.ints[order + Int.marks] = (this.ints[order + Int.marks]! | Mark.stored) & ~Mark.changed;
  }

  /** From here on the order is found by its id. */
  add(order: OrderRef, name: string): void {
    const chain = this.#chainOf(this.numbers[order + Num.id]!);
    this.ints[order + Int.chain] = this.#heads[chain]!;
    this.#heads[chain] = order;
    this.#count += 1;
    if (name !== '') this.#name(order, name);
  }

  /** Its sender calls it by another name from here on. */
  rename(order: OrderRef, name: string): void {
    if (!this.formerNames.has(order)) this.formerNames.set(order, this.name(order));
    this.#name(order, name);
  }

  #name(order: OrderRef, name: string): void {
    this.names[order >> Layout.log] = name;
    this.mark(order, Mark.named);
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

  /** Every open order, in no order. */
  *all(): IterableIterator<OrderRef> {
    for (const head of this.#heads) {
      for (let order = head; order !== 0; order = this.ints[order + Int.chain]!) yield order;
    }
  }

  /** Ids are numbers of commands × 2^16 and a count: neighbours get chains side by side. */
  #chainOf(id: number): number {
    return (id ^ (id * TWO_POW_MINUS_16)) & (this.#heads.length - 1);
  }

  #grow(): void {
    const orders = [...this.all()];
    const numbers = new Float64Array(this.numbers.length * 2);
    const ints = new Int32Array(this.ints.length * 2);
    numbers.set(this.numbers);
    ints.set(this.ints);
    this.numbers = numbers;
    this.ints = ints;
    this.#heads = new Int32Array(this.#heads.length * 2);
    for (const order of orders) {
      const chain = this.#chainOf(numbers[order + Num.id]!);
      ints[order + Int.chain] = this.#heads[chain]!;
      this.#heads[chain] = order;
    }
  }
}
