import type { Side } from '../order/side.ts';
import { assert } from './assert.ts';
import { copied } from './fills.ts';

/** Ticks in a page. Small, so that markets with prices far apart do not waste memory. */
const PAGE = 64;

/**
 * A level is 32 bytes, so that it lies in one cache line: three 32-bit integers, and a double in
 * the last two of the eight words. Both views of the bytes are indexed by the level.
 */
const LINKS = 8;
/*
 * Enums, because bundlers inline their members as numbers. Some turn a module's constants into
 * variables, which are loaded at each use (measured: a seventh of the speed).
 */
enum Link {
  head,
  tail,
  count,
}
enum Sum {
  lots = 3,
}
enum Log {
  links = 3,
  sums = 2,
  /** Two words of 32 bits mark the ticks of a page that have orders; 1 << level is the bit. */
  word = 5,
  page = 6,
}
enum Last {
  ofWord = 31,
  ofPage = 63,
  ofCache = 255,
}

const INITIAL_PAGES = 16;
/** Recently used pages, by the low bits of base / 64; covers 16,384 adjacent ticks. */
const CACHE = Last.ofCache + 1;

/**
 * A price in the form that both sides share: the price for bids and minus the price for asks, so
 * that better is always higher, and a bid and an ask match when the sum of their ranks is zero or
 * more. Multiplied instead of branched on, because processors cannot predict an order's side.
 */
export function rankOf(side: Side, price: number): number {
  return price * (1 - side * 2);
}

/**
 * The price levels of one side. Ticks are grouped into pages of 64, which are made when needed and
 * sorted with the best last; a bitmap in each page marks the ticks that have orders. A level and
 * the next best one are therefore found without a search, whatever the number of levels, and prices
 * may be any safe integers. (One sorted array of all levels was measured at half the speed with 300
 * levels a side, and at less with thousands.)
 *
 * A level is a number: its page and the tick within the page. 0 means none. Prices are kept as
 * ranks.
 */
export class Ladder {
  readonly side: Side;
  /** Number of levels that have orders. */
  count = 0;
  /** The best level, 0 when the side is empty. */
  best = 0;
  /** The best level's rank, -Infinity when the side is empty. Kept because every order needs it. */
  bestRank = Number.NEGATIVE_INFINITY;

  /** Indexed by level. */
  #links = new Int32Array(INITIAL_PAGES * PAGE * LINKS);
  #sums = new Float64Array(this.#links.buffer);
  /** By page: lowest rank and bitmap. Unused pages, page 0 among them, have the base NaN. */
  #bases = new Float64Array(INITIAL_PAGES).fill(Number.NaN);
  #bits = new Int32Array(INITIAL_PAGES * 2);
  /** Pages in use, worst first. */
  readonly #sorted: number[] = [];
  readonly #free: number[] = [];
  #pages = 1;
  readonly #cache = new Int32Array(CACHE);

  constructor(side: Side) {
    this.side = side;
  }

  /** Whether an order of the other side with this rank matches the best level. */
  meets(rank: number): boolean {
    return this.bestRank + rank >= 0;
  }

  /** The price of the best level, 0 when the side is empty. */
  get bestPrice(): number {
    return this.best === 0 ? 0 : rankOf(this.side, this.bestRank);
  }

  price(level: number): number {
    return rankOf(this.side, this.#rank(level));
  }

  /** Lots of all orders of the level. */
  lots(level: number): number {
    return this.#sums[(level << Log.sums) + Sum.lots]!;
  }

  orders(level: number): number {
    return this.#links[(level << Log.links) + Link.count]!;
  }

  /** Slot of the oldest order. */
  head(level: number): number {
    return this.#links[(level << Log.links) + Link.head]!;
  }

  /** Slot of the youngest order. */
  tail(level: number): number {
    return this.#links[(level << Log.links) + Link.tail]!;
  }

  /** Adds an order to the queue of a level. Returns the slot of the one before it, 0 for none. */
  append(level: number, slot: number, lots: number): number {
    const at = level << Log.links;
    this.add(level, lots);
    const links = this.#links;
    const tail = links[at + Link.tail]!;
    if (tail === 0) links[at + Link.head] = slot;
    links[at + Link.tail] = slot;
    links[at + Link.count]! += 1;
    return tail;
  }

  /** Adds lots to an order of the level. */
  add(level: number, lots: number): void {
    const sum = this.#sums[(level << Log.sums) + Sum.lots]! + lots;
    assert(sum <= Number.MAX_SAFE_INTEGER, 'sum of a level is not safe');
    this.#sums[(level << Log.sums) + Sum.lots] = sum;
  }

  /** Makes `head` the oldest order and `tail` the youngest. Returns the youngest before. */
  rotate(level: number, head: number, tail: number): number {
    const at = level << Log.links;
    const former = this.#links[at + Link.tail]!;
    this.#links[at + Link.head] = head;
    this.#links[at + Link.tail] = tail;
    return former;
  }

  /** Removes an order of `lots` between `previous` and `next` (0 for none) from the queue. */
  unlink(level: number, previous: number, next: number, lots: number): void {
    const at = level << Log.links;
    const links = this.#links;
    if (previous === 0) links[at + Link.head] = next;
    if (next === 0) links[at + Link.tail] = previous;
    links[at + Link.count]! -= 1;
    this.#sums[(level << Log.sums) + Sum.lots]! -= lots;
    if (previous === 0 && next === 0) this.drop(level);
  }

  /** Removes `lots` and the `orders` before `head`; the queue stays non-empty. */
  advance(level: number, head: number, lots: number, orders: number): void {
    const at = level << Log.links;
    this.#links[at + Link.head] = head;
    this.#links[at + Link.count]! -= orders;
    this.#sums[(level << Log.sums) + Sum.lots]! -= lots;
  }

  /** The level at `price`, or 0. */
  find(price: number): number {
    const rank = rankOf(this.side, price);
    const tick = rank & Last.ofPage;
    const level = (this.#page(rank - tick) << Log.page) + tick;
    return this.#isSet(level) ? level : 0;
  }

  /** The level at `price`, made if there is none: an order must then be appended at once. */
  obtain(price: number): number {
    const rank = rankOf(this.side, price);
    const tick = rank & Last.ofPage;
    const level = (this.#page(rank - tick) << Log.page) + tick;
    return this.orders(level) === 0 ? this.#add(rank) : level;
  }

  /** Removes a level without orders. */
  drop(level: number): void {
    const at = level << Log.links;
    this.#sums[(level << Log.sums) + Sum.lots] = 0;
    this.#links[at + Link.head] = 0;
    this.#links[at + Link.tail] = 0;
    this.#links[at + Link.count] = 0;
    if (level === this.best) {
      this.best = this.worse(level);
      this.bestRank = this.best === 0 ? Number.NEGATIVE_INFINITY : this.#rank(this.best);
    }
    this.#bits[level >> Log.word]! &= ~(1 << level);
    this.count -= 1;
    const page = level >> Log.page;
    if ((this.#bits[page * 2]! | this.#bits[page * 2 + 1]!) === 0) this.#dropPage(page);
  }

  /** The next worse level, 0 after the last. */
  worse(level: number): number {
    const word = level >> Log.word;
    const below = this.#bits[word]! & ((1 << level) - 1);
    if (below !== 0) return highestOf(word, below);
    const lower = (word & 1) === 1 ? this.#bits[word - 1]! : 0;
    if (lower !== 0) return highestOf(word - 1, lower);
    const position = this.#position(this.#bases[level >> Log.page]!);
    return position === 0 ? 0 : this.#top(this.#sorted[position - 1]!);
  }

  /** Throws when pages are out of order or lost, or a bitmap disagrees with its levels. */
  validate(): void {
    let count = 0;
    for (const [position, page] of this.#sorted.entries()) {
      const base = this.#bases[page]!;
      const before = this.#sorted[position - 1] ?? 0;
      assert(before === 0 || base > this.#bases[before]!, 'pages out of order');
      assert(this.#page(base) === page, 'page out of reach');
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
    const bestRank = this.best === 0 ? Number.NEGATIVE_INFINITY : this.#rank(this.best);
    assert(this.bestRank === bestRank, 'best rank');
  }

  #rank(level: number): number {
    return this.#bases[level >> Log.page]! + (level & Last.ofPage);
  }

  /** Makes a level for a rank that has none. */
  #add(rank: number): number {
    const tick = rank & Last.ofPage;
    const page = this.#page(rank - tick) || this.#addPage(rank - tick);
    const level = (page << Log.page) + tick;
    this.#bits[level >> Log.word]! |= 1 << level;
    this.count += 1;
    if (rank > this.bestRank) {
      this.best = level;
      this.bestRank = rank;
    }
    return level;
  }

  #first(): number {
    const last = this.#sorted.length - 1;
    return last < 0 ? 0 : this.#top(this.#sorted[last]!);
  }

  /** The best level of a page in use. */
  #top(page: number): number {
    const upper = this.#bits[page * 2 + 1]!;
    return upper !== 0
      ? highestOf(page * 2 + 1, upper)
      : highestOf(page * 2, this.#bits[page * 2]!);
  }

  #isSet(level: number): boolean {
    return (this.#bits[level >> Log.word]! & (1 << level)) !== 0;
  }

  /** The page whose lowest rank is `base`, or 0. */
  #page(base: number): number {
    const cached = this.#cache[(base >> Log.page) & Last.ofCache]!;
    return this.#bases[cached] === base ? cached : this.#search(base);
  }

  #search(base: number): number {
    const page = this.#sorted[this.#position(base)] ?? 0;
    if (this.#bases[page] !== base) return 0;
    this.#cache[(base >> Log.page) & Last.ofCache] = page;
    return page;
  }

  /** The index in `#sorted` where the page of `base` is, or would be. */
  #position(base: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#bases[this.#sorted[middle]!]! < base) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addPage(base: number): number {
    const page = this.#free.pop() ?? this.#newPage();
    this.#bases[page] = base;
    this.#sorted.splice(this.#position(base), 0, page);
    this.#cache[(base >> Log.page) & Last.ofCache] = page;
    return page;
  }

  #newPage(): number {
    if (this.#pages === this.#bases.length) {
      const pages = this.#pages * 2;
      this.#links = copied(this.#links, new Int32Array(pages * PAGE * LINKS));
      this.#sums = new Float64Array(this.#links.buffer);
      this.#bases = copied(this.#bases, new Float64Array(pages));
      this.#bits = copied(this.#bits, new Int32Array(pages * 2));
    }
    this.#pages += 1;
    return this.#pages - 1;
  }

  #dropPage(page: number): void {
    this.#sorted.splice(this.#position(this.#bases[page]!), 1);
    this.#bases[page] = Number.NaN;
    this.#free.push(page);
  }
}

/** The level of the highest bit that is set in a word of the bitmap. */
function highestOf(word: number, bits: number): number {
  return (word << Log.word) + Last.ofWord - Math.clz32(bits);
}
