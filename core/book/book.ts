import { BUY, SELL, type Side } from '../order/side.ts';
import { assert } from './assert.ts';
import { copied, FILL, Fills, SELF_TRADE, type SelfTradeMode } from './fills.ts';
import { Ladder } from './ladder.ts';

export { BUY, SELL, type Side } from '../order/side.ts';
export { FILL, type FillKind, Fills, SELF_TRADE, type SelfTradeMode } from './fills.ts';

/** What every book does: Book in earnest, NaiveBook as the oracle of its tests. */
export type BookApi = Pick<Book, keyof Book>;

/** An order is four numbers wide in each array, so that it is one cache line in each. */
const STRIDE = 4;
const LOG_STRIDE = 2;
const ID = 0;
const PRICE = 1;
const LOTS = 2;
const OWNER = 3;
const NEXT = 0;
const PREVIOUS = 1;
/** Its level and side in one number: level × 2 + side. */
const PLACE = 2;
/** The next slot in the chain of the same hash. */
const CHAIN = 3;

const SMALLEST_CAPACITY = 16;
const TWO_POW_MINUS_32 = 1 / 4294967296;

/**
 * The resting orders of one market, matched by price, then by time.
 *
 * Units: prices in ticks and quantities in lots, whole numbers above zero and safe as integers;
 * ids whole numbers above zero and owners whole numbers, both up to 2^53-1. The caller bounds
 * ticks × lots.
 *
 * An order is known by its slot, a small number above zero, so that callers may keep what else
 * they know of an order in arrays of their own. A slot that is freed (filled, expired, cancelled)
 * answers id, side, price and owner, and 0 for lots, until the next rest(), which may reuse it.
 *
 * Refusals are the caller's: what throws here is a broken invariant, after which the book is not
 * to be used. There is nothing here but typed arrays and slots, because objects and maps cost
 * three to four times the speed (measured), and no order of business: funds, fees, filters and
 * the times in force belong to who calls.
 */
export class Book {
  /** What the last match() or matchBudget() did. Valid until the next one. */
  readonly fills = new Fills();
  /**
   * Whether self-trade prevention ended the taker of the last match: what it has left is then
   * expired and not to be rested.
   */
  takerExpired = false;

  #numbers: Float64Array;
  #links: Int32Array;
  /**
   * Id → slot: a hash table of the first slots of chains that run through the orders themselves,
   * for whoever looks an order up wants its cache line next. Always at most half full.
   */
  #heads: Int32Array;
  #shift: number;
  #count = 0;
  readonly #bids = new Ladder(BUY);
  readonly #asks = new Ladder(SELL);
  /** Slots below this one have been in use at some time. Slot 0 means none. */
  #used = 1;
  #free = 0;

  /** `capacity`: resting orders to have room for from the start; it grows by doubling. */
  constructor(capacity = 1024) {
    const power = Math.ceil(Math.log2(Math.max(capacity + 1, SMALLEST_CAPACITY)));
    this.#numbers = new Float64Array(2 ** power * STRIDE);
    this.#links = new Int32Array(2 ** power * STRIDE);
    this.#heads = new Int32Array(2 ** (power + 1));
    this.#shift = 31 - power;
  }

  /** Orders that rest in the book. */
  get orderCount(): number {
    return this.#count;
  }

  /** The highest price bid, in ticks; 0 when nobody bids. */
  bestBid(): number {
    return this.#bids.bestPrice;
  }

  /** The lowest price asked, in ticks; 0 when nobody asks. */
  bestAsk(): number {
    return this.#asks.bestPrice;
  }

  /** Prices at which orders of `side` rest. */
  levelCount(side: Side): number {
    return this.#ladder(side).count;
  }

  /**
   * Takes up to `lots` from the other side, best price first, oldest first, at prices no worse
   * than `limit`, each at the maker's price. At any price: limit Number.MAX_SAFE_INTEGER to buy,
   * 1 to sell. Answers the lots left; see takerExpired before resting them. Rows go to fills.
   */
  match(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    assert(isCount(limit) && isCount(lots), 'match: limit and lots are whole and above zero');
    this.fills.count = 0;
    this.takerExpired = false;
    const ladder = side === BUY ? this.#asks : this.#bids;
    let left = lots;
    while (left > 0 && ladder.best !== 0 && !this.takerExpired) {
      const price = ladder.bestPrice;
      if (side === BUY ? price > limit : price < limit) break;
      left = this.#sweep(ladder, left, owner, mode);
    }
    return left;
  }

  /**
   * As match(), for a taker that has money instead of a quantity: it takes at most what `budget`,
   * in ticks × lots, pays for, and stops where that is less than one lot. What self-trade
   * prevention takes off the taker comes off the budget too, at the maker's price; what it spent
   * is the sum of the rows of kind trade. Answers the budget left.
   */
  matchBudget(
    side: Side,
    limit: number,
    budget: number,
    owner: number,
    mode: SelfTradeMode,
  ): number {
    assert(isCount(limit) && isCount(budget), 'matchBudget: limit and budget are whole, above 0');
    this.fills.count = 0;
    this.takerExpired = false;
    const ladder = side === BUY ? this.#asks : this.#bids;
    let left = budget;
    while (ladder.best !== 0 && !this.takerExpired) {
      const price = ladder.bestPrice;
      if (side === BUY ? price > limit : price < limit) break;
      const lots = Math.floor(left / price); // down: never more than the budget pays for
      if (lots === 0) break;
      left -= (lots - this.#sweep(ladder, lots, owner, mode)) * price;
    }
    return left;
  }

  /**
   * The lots that match() with the same arguments would trade, for orders that are to be filled
   * at once or not at all. Changes nothing.
   */
  fillable(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    const ladder = side === BUY ? this.#asks : this.#bids;
    let left = lots;
    let prevented = 0;
    for (let level = ladder.best; level !== 0 && left > 0; level = ladder.worse(level)) {
      const price = ladder.price(level);
      if (side === BUY ? price > limit : price < limit) break;
      if (mode === SELF_TRADE.none) {
        left -= Math.min(left, ladder.lots(level));
        continue;
      }
      for (let slot = ladder.head(level); slot !== 0 && left > 0; slot = this.#next(slot)) {
        const own = this.owner(slot) === owner;
        if (own && mode === SELF_TRADE.expireMaker) continue;
        if (own && mode !== SELF_TRADE.decrement) return lots - left;
        const take = Math.min(left, this.lots(slot));
        left -= take;
        if (own) prevented += take;
      }
    }
    return lots - left - prevented;
  }

  /**
   * Rests an order at the end of its price's queue. Match first: it must not cross the other
   * side, and `id` must not be in the book. Answers its slot.
   */
  rest(id: number, side: Side, price: number, lots: number, owner: number): number {
    assert(isCount(price) && isCount(lots), 'rest: price and lots are whole and above zero');
    assert(
      isCount(id) && Number.isSafeInteger(owner),
      'rest: id and owner are whole, id above zero',
    );
    const against = side === BUY ? this.#asks : this.#bids;
    const best = against.bestPrice;
    assert(best === 0 || (side === BUY ? price < best : price > best), 'rest: crosses the book');
    const slot = this.#take();
    const numbers = this.#numbers;
    const links = this.#links;
    const hash = hashOf(id, this.#shift);
    const head = this.#heads[hash]!;
    for (let other = head; other !== 0; other = links[(other << LOG_STRIDE) + CHAIN]!) {
      assert(numbers[(other << LOG_STRIDE) + ID] !== id, 'rest: id is in the book');
    }
    const ladder = side === BUY ? this.#bids : this.#asks;
    const level = ladder.obtain(price);
    const tail = ladder.append(level, slot, lots);
    const at = slot << LOG_STRIDE;
    numbers[at + ID] = id;
    numbers[at + PRICE] = price;
    numbers[at + LOTS] = lots;
    numbers[at + OWNER] = owner;
    links[at + NEXT] = 0;
    links[at + PREVIOUS] = tail;
    links[at + PLACE] = level * 2 + side;
    links[at + CHAIN] = head;
    this.#heads[hash] = slot;
    this.#count += 1;
    if (tail !== 0) links[(tail << LOG_STRIDE) + NEXT] = slot;
    return slot;
  }

  /** The slot of the order `id`, or 0 when it does not rest here. */
  find(id: number): number {
    const numbers = this.#numbers;
    let slot = this.#heads[hashOf(id, this.#shift)]!;
    while (slot !== 0 && numbers[(slot << LOG_STRIDE) + ID] !== id) {
      slot = this.#links[(slot << LOG_STRIDE) + CHAIN]!;
    }
    return slot;
  }

  /** Removes the order. Answers the lots it had left. */
  cancel(slot: number): number {
    const at = slot << LOG_STRIDE;
    const lots = this.#numbers[at + LOTS]!;
    assert(lots > 0, 'cancel: no order rests in this slot');
    const links = this.#links;
    const place = links[at + PLACE]!;
    const ladder = (place & 1) === BUY ? this.#bids : this.#asks;
    const next = links[at + NEXT]!;
    const previous = links[at + PREVIOUS]!;
    if (previous !== 0) links[(previous << LOG_STRIDE) + NEXT] = next;
    if (next !== 0) links[(next << LOG_STRIDE) + PREVIOUS] = previous;
    ladder.unlink(place >> 1, previous, next, lots);
    this.#release(slot);
    return lots;
  }

  /** Takes `lots` off an order, less than it has left; it keeps its place in the queue. */
  reduce(slot: number, lots: number): void {
    const at = slot << LOG_STRIDE;
    const left = this.#numbers[at + LOTS]!;
    assert(isCount(lots) && lots < left, 'reduce: lots are above zero and below what is left');
    this.#numbers[at + LOTS] = left - lots;
    const ladder = this.#ladder(this.side(slot));
    const level = this.#links[at + PLACE]! >> 1;
    ladder.advance(level, ladder.head(level), lots, 0);
  }

  id(slot: number): number {
    return this.#numbers[(slot << LOG_STRIDE) + ID]!;
  }

  side(slot: number): Side {
    return (this.#links[(slot << LOG_STRIDE) + PLACE]! & 1) as Side;
  }

  /** Ticks. */
  price(slot: number): number {
    return this.#numbers[(slot << LOG_STRIDE) + PRICE]!;
  }

  /** Lots left; 0 when the slot is free. */
  lots(slot: number): number {
    return this.#numbers[(slot << LOG_STRIDE) + LOTS]!;
  }

  owner(slot: number): number {
    return this.#numbers[(slot << LOG_STRIDE) + OWNER]!;
  }

  /** Lots that rest at `price`; 0 when none do. */
  levelLots(side: Side, price: number): number {
    const ladder = this.#ladder(side);
    return ladder.lots(ladder.find(price));
  }

  /** Orders that rest at `price`. */
  levelOrders(side: Side, price: number): number {
    const ladder = this.#ladder(side);
    return ladder.orders(ladder.find(price));
  }

  /**
   * Writes price, lots, price, lots … of at most `max` levels to `out`, best first; a typed array
   * must have room for them. Answers how many levels were written.
   */
  depth(side: Side, max: number, out: Float64Array | number[]): number {
    const ladder = this.#ladder(side);
    const levels = Math.min(max, ladder.count);
    let level = ladder.best;
    for (let rank = 0; rank < levels; rank += 1) {
      out[rank * 2] = ladder.price(level);
      out[rank * 2 + 1] = ladder.lots(level);
      level = ladder.worse(level);
    }
    return levels;
  }

  /**
   * Visits every order: bids best first, then asks best first, oldest first at each price.
   * Resting them in this order into an empty book makes the same book. Do not change the book
   * from `visit`.
   */
  forEach(visit: (slot: number) => void): void {
    for (const ladder of [this.#bids, this.#asks]) {
      for (let level = ladder.best; level !== 0; level = ladder.worse(level)) {
        for (let slot = ladder.head(level); slot !== 0; slot = this.#next(slot)) visit(slot);
      }
    }
  }

  /** Throws when links, counts, sums, order of prices or index disagree, or the book is crossed. */
  validate(): void {
    this.#validateIndex();
    let orders = 0;
    for (const ladder of [this.#bids, this.#asks]) {
      ladder.validate();
      for (let level = ladder.best; level !== 0; level = ladder.worse(level)) {
        orders += this.#validateLevel(ladder, level);
      }
    }
    assert(orders === this.orderCount, 'order count');
    let free = 0;
    for (let slot = this.#free; slot !== 0; slot = this.#next(slot)) {
      free += 1;
      assert(this.lots(slot) === 0, 'free slot holds lots');
    }
    assert(orders + free + 1 === this.#used, 'slot lost');
    const { best: bid } = this.#bids;
    const { best: ask } = this.#asks;
    assert(bid === 0 || ask === 0 || this.bestBid() < this.bestAsk(), 'crossed');
  }

  /** Throws unless the chains hold as many orders as the book, each in the chain of its hash. */
  #validateIndex(): void {
    let count = 0;
    for (let hash = 0; hash < this.#heads.length; hash += 1) {
      for (let slot = this.#heads[hash]!; slot !== 0; slot = this.#links[slot * STRIDE + CHAIN]!) {
        assert(hashOf(this.id(slot), this.#shift) === hash, 'order in a wrong chain');
        assert(this.lots(slot) > 0, 'free slot in a chain');
        count += 1;
      }
    }
    assert(count === this.#count, 'count of the index');
    assert(this.#used * 2 <= this.#heads.length + 2, 'index more than half full');
  }

  /** Throws when a level's queue disagrees with itself or its sums. Answers its orders. */
  #validateLevel(ladder: Ladder, level: number): number {
    let orders = 0;
    let lots = 0;
    let previous = 0;
    for (let slot = ladder.head(level); slot !== 0; slot = this.#next(slot)) {
      const at = slot * STRIDE;
      assert(this.#links[at + PREVIOUS] === previous, 'queue link');
      assert(this.#links[at + PLACE] === level * 2 + ladder.side, 'level link');
      assert(this.price(slot) === ladder.price(level), 'price of level and order');
      assert(isCount(this.lots(slot)), 'lots of a resting order');
      assert(this.find(this.id(slot)) === slot, 'order not in the index');
      orders += 1;
      lots += this.lots(slot);
      previous = slot;
    }
    assert(ladder.tail(level) === previous, 'tail of queue');
    assert(ladder.orders(level) === orders && ladder.lots(level) === lots, 'sums of level');
    return orders;
  }

  /**
   * Takes up to `lots` from the best level of `ladder`. Answers the lots left. Every maker it
   * passes goes, so the maker at hand is always the head of the queue, and sums, links and the
   * level itself are put right once at the end.
   */
  #sweep(ladder: Ladder, lots: number, owner: number, mode: SelfTradeMode): number {
    const level = ladder.best;
    const price = ladder.bestPrice;
    const numbers = this.#numbers;
    const fills = this.fills;
    let left = lots;
    let removed = 0;
    let orders = 0;
    let slot = ladder.head(level);
    while (slot !== 0 && left > 0 && !this.takerExpired) {
      const at = slot << LOG_STRIDE;
      const resting = numbers[at + LOTS]!;
      let take = Math.min(resting, left);
      let kind: 0 | 1 | 2 = FILL.trade;
      if (mode !== SELF_TRADE.none && numbers[at + OWNER] === owner) {
        if (mode === SELF_TRADE.expireTaker) {
          this.takerExpired = true;
          break;
        }
        if (mode === SELF_TRADE.decrement) {
          kind = FILL.selfDecremented;
          this.takerExpired = take === left;
        } else {
          kind = FILL.selfExpired;
          this.takerExpired = mode === SELF_TRADE.expireBoth;
          take = resting;
        }
      }
      if (kind !== FILL.selfExpired) left -= take;
      removed += take;
      fills.push(kind, slot, numbers[at + ID]!, price, take, resting - take);
      if (take !== resting) {
        numbers[at + LOTS] = resting - take;
        break;
      }
      const next = this.#next(slot);
      this.#release(slot);
      orders += 1;
      slot = next;
    }
    this.#settleLevel(ladder, level, slot, removed, orders);
    return left;
  }

  /** After a sweep: `slot` is the new head (0 when the level is empty). */
  #settleLevel(ladder: Ladder, level: number, slot: number, lots: number, orders: number): void {
    if (slot === 0) {
      ladder.drop(level);
      return;
    }
    this.#links[(slot << LOG_STRIDE) + PREVIOUS] = 0;
    ladder.advance(level, slot, lots, orders);
  }

  #ladder(side: Side): Ladder {
    return side === BUY ? this.#bids : this.#asks;
  }

  #next(slot: number): number {
    return this.#links[(slot << LOG_STRIDE) + NEXT]!;
  }

  /** Frees a slot that is out of its queue; all but its lots stays readable. */
  #release(slot: number): void {
    const at = slot << LOG_STRIDE;
    const links = this.#links;
    const hash = hashOf(this.#numbers[at + ID]!, this.#shift);
    let before = this.#heads[hash]!;
    if (before === slot) {
      this.#heads[hash] = links[at + CHAIN]!;
    } else {
      while (links[(before << LOG_STRIDE) + CHAIN] !== slot) {
        before = links[(before << LOG_STRIDE) + CHAIN]!;
        assert(before !== 0, 'order is not in the index');
      }
      links[(before << LOG_STRIDE) + CHAIN] = links[at + CHAIN]!;
    }
    this.#count -= 1;
    this.#numbers[at + LOTS] = 0;
    links[at + NEXT] = this.#free;
    this.#free = slot;
  }

  /** A free slot: the one freed last, which is the likeliest to be in the cache. */
  #take(): number {
    const slot = this.#free;
    if (slot !== 0) {
      this.#free = this.#next(slot);
      return slot;
    }
    if (this.#used * STRIDE === this.#links.length) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    const size = this.#links.length * 2;
    this.#numbers = copied(this.#numbers, new Float64Array(size));
    this.#links = copied(this.#links, new Int32Array(size));
    const links = this.#links;
    this.#heads = new Int32Array(this.#heads.length * 2);
    this.#shift -= 1;
    this.forEach((slot) => {
      const hash = hashOf(this.id(slot), this.#shift);
      links[slot * STRIDE + CHAIN] = this.#heads[hash]!;
      this.#heads[hash] = slot;
    });
  }
}

/**
 * Which chain an id is in: both halves of its 53 bits, spread by a golden-ratio multiplier. Ids
 * are given by the engine, so nobody outside can choose them to collide.
 */
function hashOf(id: number, shift: number): number {
  const high = (id * TWO_POW_MINUS_32) | 0;
  return Math.imul((id | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> shift;
}

/** A whole number above zero that a double holds exactly. */
function isCount(value: number): boolean {
  return value > 0 && Number.isSafeInteger(value);
}
