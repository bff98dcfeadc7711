import { BUY, SELL, type Side } from '../order/side.ts';
import { assert, isCount } from './assert.ts';
import { chainOf } from './chain.ts';
import { fillableLots } from './fillable.ts';
import { copied, FILL, Fills, SELF_TRADE, type SelfTradeMode } from './fills.ts';
import { Ladder, rankOf } from './ladder.ts';
import { Link, Log } from './links.ts';
import { Reserves } from './reserves.ts';
import { validateBook } from './validate.ts';

export { BUY, SELL, type Side } from '../order/side.ts';
export { FILL, type FillKind, Fills, SELF_TRADE, type SelfTradeMode } from './fills.ts';

/** Implemented by Book, and by NaiveBook as the oracle of its tests. */
export type BookApi = Pick<Book, keyof Book>;

/** An order takes four numbers in each of two arrays, so that it lies in one cache line of each. */
const STRIDE = 4;
/** Positions in the numbers of an order; those in the links are in links.ts. */
enum Field {
  id,
  price,
  lots,
  owner,
}

const SMALLEST_CAPACITY = 16;

/**
 * The resting orders of one market, matched by price, then by time.
 *
 * Units: prices in ticks and quantities in lots, whole numbers above zero and safe as integers;
 * ids whole numbers above zero and owners whole numbers, both up to 2^53-1. The caller bounds
 * ticks × lots.
 *
 * Callers address an order by its slot, a small number above zero, so that they can keep further
 * data of an order in arrays of their own. A freed slot (filled, expired, cancelled) still returns
 * id, side, price and owner, and 0 for lots, until the next rest(), which may reuse it.
 *
 * The caller refuses orders; an error thrown here is a broken invariant, after which the book must
 * not be used. The book consists of typed arrays and slots, because objects and maps are three to
 * four times slower (measured). Funds, fees, filters and times in force belong to the caller.
 */
export class Book {
  /** The rows of the last match() or matchBudget(). Valid until the next one. */
  readonly fills = new Fills();
  /**
   * Whether self-trade prevention ended the taker of the last match: the rest of the taker is then
   * expired and must not be rested.
   */
  takerExpired = false;
  /**
   * Whether the taker of the last match() or fillable() could go on, but had met the most orders;
   * its rest must not be rested either.
   */
  takerCut = false;

  readonly #mostMet: number;
  #numbers: Float64Array;
  #links: Int32Array;
  readonly #isIndexed: boolean;
  /**
   * Id → slot: a hash table of the first slots of chains that run through the orders themselves,
   * because a lookup is followed by reading the order's cache line. Always at most half full.
   */
  #heads: Int32Array;
  /** The highest id that ever rested: a higher one is known not to be in the index. */
  #highestId = 0;
  #count = 0;
  /** By side; indexed instead of branched on, because processors cannot predict sides. */
  readonly #ladders = [new Ladder(BUY), new Ladder(SELL)] as const;
  /** Slots below this one have been in use at some time. Slot 0 means none. */
  #used = 1;
  #free = 0;
  readonly #reserves = new Reserves();

  /**
   * `capacity`: for how many resting orders there is room at first; it grows by doubling.
   * `isIndexed`: whether find() is used; without an index the caller ensures that ids are unique.
   * `mostMet`: how many resting orders one taker meets at most, which bounds the work of a match.
   */
  constructor(capacity = 1024, isIndexed = true, mostMet = Number.MAX_SAFE_INTEGER) {
    this.#isIndexed = isIndexed;
    this.#mostMet = mostMet;
    const power = Math.ceil(Math.log2(Math.max(capacity + 1, SMALLEST_CAPACITY)));
    this.#numbers = new Float64Array(2 ** power * STRIDE);
    this.#links = new Int32Array(2 ** power * STRIDE);
    this.#heads = new Int32Array(isIndexed ? 2 ** (power + 1) : 0);
  }

  /** Number of resting orders. */
  get orderCount(): number {
    return this.#count;
  }

  /** The best bid in ticks; 0 when there is none. */
  bestBid(): number {
    return this.#ladders[BUY].bestPrice;
  }

  /** The best ask in ticks; 0 when there is none. */
  bestAsk(): number {
    return this.#ladders[SELL].bestPrice;
  }

  /** Number of prices at which orders of `side` rest. */
  levelCount(side: Side): number {
    return this.#ladders[side].count;
  }

  /**
   * Takes up to `lots` from the other side, best price first, oldest first, at prices no worse
   * than `limit`, each at the maker's price. At any price: limit Number.MAX_SAFE_INTEGER to buy,
   * 1 to sell. Returns the lots left, rows in fills; see takerExpired and takerCut before resting.
   */
  match(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    assert(isCount(limit) && isCount(lots), 'match: limit and lots are whole and above zero');
    this.#begin();
    const ladder = this.#against(side);
    const rank = rankOf(side, limit);
    let left = lots;
    while (left > 0 && ladder.meets(rank) && this.#mayGoOn()) {
      left = this.#sweep(ladder, left, owner, mode);
    }
    return left;
  }

  /**
   * As match(), for a taker with an amount instead of a quantity: it takes at most what `budget`,
   * in ticks × lots, pays for, and stops when that is less than one lot. Lots that self-trade
   * prevention takes off the taker reduce the budget too, at the maker's price; the amount spent
   * is the sum of the rows of kind trade. Returns the budget left.
   */
  matchBudget(
    side: Side,
    limit: number,
    budget: number,
    owner: number,
    mode: SelfTradeMode,
  ): number {
    assert(isCount(limit) && isCount(budget), 'matchBudget: limit and budget are whole, above 0');
    this.#begin();
    const ladder = this.#against(side);
    const rank = rankOf(side, limit);
    let left = budget;
    while (ladder.meets(rank)) {
      const price = ladder.bestPrice;
      const lots = Math.floor(left / price); // rounded down: never more than the budget pays for
      if (lots === 0 || !this.#mayGoOn()) break;
      left -= (lots - this.#sweep(ladder, lots, owner, mode)) * price;
    }
    return left;
  }

  /** The lots that match() would trade, for fill-or-kill orders. Sets takerCut as match() does. */
  fillable(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    const { lots: traded, isCut } = fillableLots(
      {
        ...{ book: this, ladder: this.#against(side), links: this.#links },
        ...{ reserves: this.#reserves, most: this.#mostMet },
      },
      { side, limit, lots, owner, mode },
    );
    this.takerCut = isCut;
    return traded;
  }

  /**
   * Rests an order at the end of its price's queue. Match first: the order must not cross the other
   * side, and `id` must not be in the book. Returns the slot.
   */
  rest(id: number, side: Side, price: number, lots: number, owner: number): number {
    assert(isCount(price) && isCount(lots), 'rest: price and lots are whole and above zero');
    assert(isCount(id) && Number.isSafeInteger(owner), 'rest: id and owner are whole, id above 0');
    assert(!this.#against(side).meets(rankOf(side, price)), 'rest: crosses the book');
    const slot = this.#take();
    if (this.#isIndexed) this.#enter(id, slot);
    const numbers = this.#numbers;
    const links = this.#links;
    const ladder = this.#ladders[side];
    const level = ladder.obtain(price);
    const tail = ladder.append(level, slot, lots);
    const at = slot << Log.stride;
    numbers[at + Field.id] = id;
    numbers[at + Field.price] = price;
    numbers[at + Field.lots] = lots;
    numbers[at + Field.owner] = owner;
    links[at + Link.next] = 0;
    links[at + Link.previous] = tail;
    links[at + Link.levelAndSide] = level * 2 + side;
    this.#count += 1;
    if (tail !== 0) links[(tail << Log.stride) + Link.next] = slot;
    return slot;
  }

  /** The slot of the order `id`, or 0 when it does not rest here; needs an indexed book. */
  find(id: number): number {
    assert(this.#isIndexed, 'find: the book has no index');
    const numbers = this.#numbers;
    let slot = this.#heads[chainOf(id, this.#heads)]!;
    while (slot !== 0 && numbers[(slot << Log.stride) + Field.id] !== id) {
      slot = this.#chained(slot);
    }
    return slot;
  }

  /**
   * Makes an order that has just been rested an iceberg: it has `hidden` further lots, above zero,
   * of which it shows up to `part` whenever all that it shows has gone, then behind the other
   * orders of its price. Hidden lots match and count in depth(); lots() and levelLots() leave them
   * out.
   */
  hide(slot: number, hidden: number, part: number): void {
    assert(isCount(hidden) && isCount(part), 'hide: lots are whole and above zero');
    const levelAndSide = this.#links[(slot << Log.stride) + Link.levelAndSide]!;
    assert(this.lots(slot) > 0, 'hide: no order rests in this slot');
    const ladder = this.#ladders[levelAndSide & 1]!;
    ladder.add(levelAndSide >> 1, hidden);
    this.#reserves.add(slot, levelAndSide, hidden, part);
  }

  /** Removes the order. Returns the lots it had left. */
  cancel(slot: number): number {
    const at = slot << Log.stride;
    assert(this.#numbers[at + Field.lots]! > 0, 'cancel: no order rests in this slot');
    const lots = this.left(slot);
    const links = this.#links;
    const levelAndSide = links[at + Link.levelAndSide]!;
    const ladder = this.#ladders[levelAndSide & 1]!;
    const next = links[at + Link.next]!;
    const previous = links[at + Link.previous]!;
    if (previous !== 0) links[(previous << Log.stride) + Link.next] = next;
    if (next !== 0) links[(next << Log.stride) + Link.previous] = previous;
    ladder.unlink(levelAndSide >> 1, previous, next, lots);
    this.#release(slot);
    return lots;
  }

  /**
   * Reduces an order by `lots`, fewer than it has left: hidden ones first. It keeps its priority.
   */
  reduce(slot: number, lots: number): void {
    const at = slot << Log.stride;
    assert(isCount(lots) && lots < this.left(slot), 'reduce: lots above zero, below what is left');
    this.#numbers[at + Field.lots]! -= lots - this.#reserves.shrink(slot, lots);
    const ladder = this.#ladders[this.side(slot)];
    const level = this.#links[at + Link.levelAndSide]! >> 1;
    ladder.advance(level, ladder.head(level), lots, 0);
  }

  id(slot: number): number {
    return this.#numbers[(slot << Log.stride) + Field.id]!;
  }

  side(slot: number): Side {
    return (this.#links[(slot << Log.stride) + Link.levelAndSide]! & 1) as Side;
  }

  /** Ticks. */
  price(slot: number): number {
    return this.#numbers[(slot << Log.stride) + Field.price]!;
  }

  /** Lots that it shows; 0 when the slot is free. */
  lots(slot: number): number {
    return this.#numbers[(slot << Log.stride) + Field.lots]!;
  }

  owner(slot: number): number {
    return this.#numbers[(slot << Log.stride) + Field.owner]!;
  }

  /** Lots left, hidden ones included; 0 when the slot is free. */
  left(slot: number): number {
    return this.lots(slot) + this.#reserves.of(slot);
  }

  /** Lots that are shown at `price`; 0 when none are. */
  levelLots(side: Side, price: number): number {
    const ladder = this.#ladders[side];
    const level = ladder.find(price);
    return ladder.lots(level) - this.#reserves.at(level * 2 + side);
  }

  /** As levelLots, for one owner's orders only; walks the queue. */
  levelLotsOf(side: Side, price: number, owner: number): number {
    let lots = 0;
    const level = this.#ladders[side].find(price);
    for (let slot = this.#ladders[side].head(level); slot !== 0; slot = this.#next(slot)) {
      if (this.owner(slot) === owner) lots += this.lots(slot);
    }
    return lots;
  }

  /** Number of orders that rest at `price`. */
  levelOrders(side: Side, price: number): number {
    const ladder = this.#ladders[side];
    return ladder.orders(ladder.find(price));
  }

  /**
   * Writes price, lots, price, lots … of at most `max` levels to `out`, best first, hidden lots
   * included; a typed array must have room for them. Returns the number of levels written.
   */
  depth(side: Side, max: number, out: Float64Array | number[]): number {
    const ladder = this.#ladders[side];
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
   * Resting them in this order in an empty book makes the same book. `visit` must not change the
   * book.
   */
  forEach(visit: (slot: number) => void): void {
    for (const ladder of this.#ladders) {
      for (let level = ladder.best; level !== 0; level = ladder.worse(level)) {
        for (let slot = ladder.head(level); slot !== 0; slot = this.#next(slot)) visit(slot);
      }
    }
  }

  /** Throws when links, counts, sums, order of prices or index disagree, or the book is crossed. */
  validate(): void {
    const heads = this.#isIndexed ? this.#heads : null;
    const inside = { heads, links: this.#links, ladders: this.#ladders, free: this.#free };
    validateBook(this, { ...inside, used: this.#used });
  }

  /**
   * Takes up to `lots` from the best level of `ladder`. Returns the lots left. Every maker that was
   * passed has been removed, so the current maker is always the head of the queue, and sums, links
   * and the level itself are updated once at the end.
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
    const hides = this.#reserves.size > 0;
    while (slot !== 0 && left > 0 && !this.takerExpired && fills.count < this.#mostMet) {
      const at = slot << Log.stride;
      const resting = numbers[at + Field.lots]!;
      let take = Math.min(resting, left);
      let kind: 0 | 1 | 2 = FILL.trade;
      if (mode !== SELF_TRADE.none && numbers[at + Field.owner] === owner) {
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
          take = hides ? resting + this.#reserves.drop(slot) : resting;
        }
      }
      if (kind !== FILL.selfExpired) left -= take;
      removed += take;
      const hidden = hides ? this.#reserves.of(slot) : 0;
      const after = kind === FILL.selfExpired ? 0 : resting - take + hidden;
      fills.push(kind, slot, numbers[at + Field.id]!, price, take, after);
      if (hidden > 0 && take === resting) {
        slot = this.#showNext(ladder, level, slot);
        continue;
      }
      if (after !== 0) {
        numbers[at + Field.lots] = resting - take;
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

  #begin(): void {
    this.fills.count = 0;
    this.takerExpired = false;
    this.takerCut = false;
  }

  /** Whether a taker that still meets orders may take more of them; notes when it is cut. */
  #mayGoOn(): boolean {
    if (this.takerExpired) return false;
    this.takerCut = this.fills.count >= this.#mostMet;
    return !this.takerCut;
  }

  /** After a sweep: `slot` is the new head (0 when the level is empty). */
  #settleLevel(ladder: Ladder, level: number, slot: number, lots: number, orders: number): void {
    if (slot === 0) {
      ladder.drop(level);
      return;
    }
    this.#links[(slot << Log.stride) + Link.previous] = 0;
    ladder.advance(level, slot, lots, orders);
  }

  /**
   * The order at the head of a level, all of whose shown lots have traded, shows more of them and
   * goes to the end of the queue. Returns the new head.
   */
  #showNext(ladder: Ladder, level: number, slot: number): number {
    this.#numbers[(slot << Log.stride) + Field.lots] = this.#reserves.show(slot);
    const links = this.#links;
    const next = this.#next(slot);
    if (next === 0) return slot;
    const tail = ladder.rotate(level, next, slot);
    links[(tail << Log.stride) + Link.next] = slot;
    links[(slot << Log.stride) + Link.previous] = tail;
    links[(slot << Log.stride) + Link.next] = 0;
    return next;
  }

  /** The side that an order of `side` matches against. */
  #against(side: Side): Ladder {
    return this.#ladders[1 - side]!;
  }

  #next(slot: number): number {
    return this.#links[(slot << Log.stride) + Link.next]!;
  }

  #chained(slot: number): number {
    return this.#links[(slot << Log.stride) + Link.chain]!;
  }

  /** Frees a slot that has left its queue; everything but its lots stays readable. */
  #release(slot: number): void {
    const at = slot << Log.stride;
    if (this.#isIndexed) this.#leave(slot);
    if (this.#reserves.size > 0) this.#reserves.drop(slot);
    this.#count -= 1;
    this.#numbers[at + Field.lots] = 0;
    this.#links[at + Link.next] = this.#free;
    this.#free = slot;
  }

  /** Adds the order `id` to the index. */
  #enter(id: number, slot: number): void {
    if (id > this.#highestId) this.#highestId = id;
    else assert(this.find(id) === 0, 'rest: id is in the book');
    const chain = chainOf(id, this.#heads);
    this.#links[(slot << Log.stride) + Link.chain] = this.#heads[chain]!;
    this.#heads[chain] = slot;
  }

  #leave(slot: number): void {
    const chain = chainOf(this.id(slot), this.#heads);
    let before = this.#heads[chain]!;
    if (before === slot) this.#heads[chain] = this.#chained(slot);
    else {
      while (this.#chained(before) !== slot) {
        before = this.#chained(before);
        assert(before !== 0, 'order is not in the index');
      }
      this.#links[(before << Log.stride) + Link.chain] = this.#chained(slot);
    }
  }

  /** A free slot: the one freed last, which is the most likely to be in the cache. */
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
    if (!this.#isIndexed) return;
    this.#heads = new Int32Array(this.#heads.length * 2);
    this.forEach((slot) => {
      this.#enter(this.id(slot), slot);
    });
  }
}
