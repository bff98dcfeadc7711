import { BUY, type Side } from '../order/side.ts';
import { assert } from './assert.ts';
import { copied } from './fills.ts';

/** Ticks of a page. Small, so that a market with far-apart prices does not waste memory. */
const PAGE = 64;
const LOG_PAGE = 6;
/** Two 32-bit words say which ticks of a page hold orders. */
const LOG_WORD = 5;
const LAST_OF_WORD = 31;

const LOG_STRIDE = 2;
const HEAD = 0;
const TAIL = 1;
const COUNT = 2;

const INITIAL_PAGES = 16;
/** Recently used pages by the low bits of their key; covers 16,384 adjacent ticks. */
const CACHE = 256;

/**
 * The price levels of one side. Ticks are grouped into pages of 64, made when needed and sorted
 * with the best last; a bitmap in each says which ticks hold orders. So a level is found and the
 * next best is reached without a search, however many levels there are, and prices may be
 * anywhere among the safe integers. (One sorted array of all levels was measured at half the speed
 * with 300 levels a side, and less with thousands.)
 *
 * A level is a number: its page and its place in it. 0 means none. Inside, a price is counted
 * as its rank: the price for bids and minus the price for asks, so that better is always higher.
 */
export class Ladder {
  readonly side: Side;
  /** How many levels hold orders. */
  count = 0;
  /** The best level, 0 when the side is empty. */
  best = 0;
  /** Its price, 0 when the side is empty. Kept, because every order asks for it. */
  bestPrice = 0;
  readonly #sign: number;

  /** By level. */
  #lots = new Float64Array(INITIAL_PAGES * PAGE);
  #links = new Int32Array((INITIAL_PAGES * PAGE) << LOG_STRIDE);
  /** By page: rank / 64, rounded down, and the bitmap. Page 0 is never used. */
  #keys = new Float64Array(INITIAL_PAGES);
  #bits = new Int32Array(INITIAL_PAGES * 2);
  /** Pages in use, worst first. */
  readonly #sorted: number[] = [];
  readonly #free: number[] = [];
  #pages = 1;
  readonly #cache = new Int32Array(CACHE);

  constructor(side: Side) {
    this.side = side;
    this.#sign = side === BUY ? 1 : -1;
  }

  price(level: number): number {
    return (this.#keys[level >> LOG_PAGE]! * PAGE + (level & (PAGE - 1))) * this.#sign;
  }

  /** Lots of all orders of the level. */
  lots(level: number): number {
    return this.#lots[level]!;
  }

  orders(level: number): number {
    return this.#links[(level << LOG_STRIDE) + COUNT]!;
  }

  /** Slot of the oldest order. */
  head(level: number): number {
    return this.#links[(level << LOG_STRIDE) + HEAD]!;
  }

  /** Slot of the youngest order. */
  tail(level: number): number {
    return this.#links[(level << LOG_STRIDE) + TAIL]!;
  }

  /** An order joins the queue of a level. Answers the slot of the one before it, 0 for none. */
  append(level: number, slot: number, lots: number): number {
    const sum = this.#lots[level]! + lots;
    assert(sum <= Number.MAX_SAFE_INTEGER, 'sum of a level is not safe');
    this.#lots[level] = sum;
    const links = this.#links;
    const at = level << LOG_STRIDE;
    const tail = links[at + TAIL]!;
    if (tail === 0) links[at + HEAD] = slot;
    links[at + TAIL] = slot;
    links[at + COUNT]! += 1;
    return tail;
  }

  /** An order of `lots` leaves the queue from between `previous` and `next`, 0 for none. */
  unlink(level: number, previous: number, next: number, lots: number): void {
    const links = this.#links;
    const at = level << LOG_STRIDE;
    if (previous === 0) links[at + HEAD] = next;
    if (next === 0) links[at + TAIL] = previous;
    links[at + COUNT]! -= 1;
    this.#lots[level]! -= lots;
    if (previous === 0 && next === 0) this.drop(level);
  }

  /** `lots` and the `orders` before `head` left the front of the queue, which is not empty. */
  advance(level: number, head: number, lots: number, orders: number): void {
    const at = level << LOG_STRIDE;
    this.#links[at + HEAD] = head;
    this.#links[at + COUNT]! -= orders;
    this.#lots[level]! -= lots;
  }

  /** The level at `price`, or 0. */
  find(price: number): number {
    const rank = price * this.#sign;
    const key = Math.floor(rank / PAGE);
    const page = this.#page(key);
    if (page === 0) return 0;
    const level = (page << LOG_PAGE) + (rank - key * PAGE);
    return this.#isSet(level) ? level : 0;
  }

  /** The level at `price`, made when there is none. */
  obtain(price: number): number {
    const rank = price * this.#sign;
    const key = Math.floor(rank / PAGE);
    const page = this.#page(key) || this.#addPage(key);
    const level = (page << LOG_PAGE) + (rank - key * PAGE);
    if (this.#isSet(level)) return level;
    this.#bits[level >> LOG_WORD]! |= 1 << (level & LAST_OF_WORD);
    this.count += 1;
    if (this.best === 0 || rank > this.bestPrice * this.#sign) {
      this.best = level;
      this.bestPrice = price;
    }
    return level;
  }

  /** Removes a level whose last order has gone. */
  drop(level: number): void {
    this.#lots[level] = 0;
    const at = level << LOG_STRIDE;
    this.#links[at + HEAD] = 0;
    this.#links[at + TAIL] = 0;
    this.#links[at + COUNT] = 0;
    if (level === this.best) {
      this.best = this.worse(level);
      this.bestPrice = this.best === 0 ? 0 : this.price(this.best);
    }
    this.#bits[level >> LOG_WORD]! &= ~(1 << (level & LAST_OF_WORD));
    this.count -= 1;
    const page = level >> LOG_PAGE;
    if ((this.#bits[page * 2]! | this.#bits[page * 2 + 1]!) === 0) this.#dropPage(page);
  }

  /** The next worse level, 0 after the last. */
  worse(level: number): number {
    const page = level >> LOG_PAGE;
    const below = this.#bits[level >> LOG_WORD]! & ((1 << (level & LAST_OF_WORD)) - 1);
    if (below !== 0) return (level & ~LAST_OF_WORD) + LAST_OF_WORD - Math.clz32(below);
    const isUpperWord = ((level >> LOG_WORD) & 1) === 1;
    const lower = isUpperWord ? this.#bits[page * 2]! : 0;
    if (lower !== 0) return (page << LOG_PAGE) + LAST_OF_WORD - Math.clz32(lower);
    const position = this.#position(this.#keys[page]!);
    return position === 0 ? 0 : this.#top(this.#sorted[position - 1]!);
  }

  /** Throws when pages are out of order or lost, or a bitmap disagrees with its levels. */
  validate(): void {
    let count = 0;
    for (const [position, page] of this.#sorted.entries()) {
      const key = this.#keys[page]!;
      const before = this.#sorted[position - 1] ?? 0;
      assert(before === 0 || key > this.#keys[before]!, 'pages out of order');
      assert(this.#page(key) === page, 'page out of reach');
      assert((this.#bits[page * 2]! | this.#bits[page * 2 + 1]!) !== 0, 'empty page');
      for (let level = page * PAGE; level < (page + 1) * PAGE; level += 1) {
        const isUsed = this.#isSet(level);
        assert(isUsed === this.orders(level) > 0, isUsed ? 'empty level' : 'level lost');
        assert(isUsed === this.lots(level) > 0, 'lots of a level');
        if (isUsed) count += 1;
      }
    }
    assert(count === this.count, 'level count');
    assert(this.#sorted.length + this.#free.length + 1 === this.#pages, 'page lost');
    assert(this.best === this.#first(), 'best level');
    const bestPrice = this.best === 0 ? 0 : this.price(this.best);
    assert(this.bestPrice === bestPrice, 'best price');
  }

  #first(): number {
    const last = this.#sorted.length - 1;
    return last < 0 ? 0 : this.#top(this.#sorted[last]!);
  }

  /** The best level of a page in use. */
  #top(page: number): number {
    const upper = this.#bits[page * 2 + 1]!;
    const word = upper !== 0 ? upper : this.#bits[page * 2]!;
    const base = (page << LOG_PAGE) + (upper !== 0 ? LAST_OF_WORD + 1 : 0);
    return base + LAST_OF_WORD - Math.clz32(word);
  }

  #isSet(level: number): boolean {
    return ((this.#bits[level >> LOG_WORD]! >>> (level & LAST_OF_WORD)) & 1) === 1;
  }

  /** The page of `key`, or 0. */
  #page(key: number): number {
    const cached = this.#cache[key & (CACHE - 1)]!;
    if (cached !== 0 && this.#keys[cached] === key) return cached;
    const page = this.#sorted[this.#position(key)] ?? 0;
    if (page === 0 || this.#keys[page] !== key) return 0;
    this.#cache[key & (CACHE - 1)] = page;
    return page;
  }

  /** Where the page of `key` stands, or would stand, among the sorted. */
  #position(key: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[this.#sorted[middle]!]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addPage(key: number): number {
    const page = this.#free.pop() ?? this.#newPage();
    this.#keys[page] = key;
    this.#sorted.splice(this.#position(key), 0, page);
    this.#cache[key & (CACHE - 1)] = page;
    return page;
  }

  #newPage(): number {
    if (this.#pages === this.#keys.length) {
      const pages = this.#pages * 2;
      this.#lots = copied(this.#lots, new Float64Array(pages * PAGE));
      this.#links = copied(this.#links, new Int32Array((pages * PAGE) << LOG_STRIDE));
      this.#keys = copied(this.#keys, new Float64Array(pages));
      this.#bits = copied(this.#bits, new Int32Array(pages * 2));
    }
    this.#pages += 1;
    return this.#pages - 1;
  }

  #dropPage(page: number): void {
    const key = this.#keys[page]!;
    this.#sorted.splice(this.#position(key), 1);
    this.#free.push(page);
    if (this.#cache[key & (CACHE - 1)] === page) this.#cache[key & (CACHE - 1)] = 0;
  }
}
