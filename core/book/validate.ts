import { BUY, SELL } from '../order/side.ts';
import { assert, isCount } from './assert.ts';
import { chainOf } from './chain.ts';
import type { Ladder } from './ladder.ts';
import { Link, Log, type RestingOrders } from './links.ts';

/** What the checks read of a book besides its orders. */
export interface Inside {
  /** First slots of the chains of the index; null for a book without one. */
  readonly heads: Int32Array | null;
  readonly links: Int32Array;
  readonly ladders: readonly [Ladder, Ladder];
  /** The first free slot, and the first that was never in use. */
  readonly free: number;
  readonly used: number;
}

/** Throws when links, counts, sums, order of prices or index disagree, or the book is crossed. */
export function validateBook(book: RestingOrders, inside: Inside): void {
  const { heads, ladders, links, free, used } = inside;
  if (heads !== null) validateIndex(book, heads, inside);
  let orders = 0;
  for (const ladder of ladders) {
    ladder.validate();
    for (let level = ladder.best; level !== 0; level = ladder.worse(level)) {
      orders += validateLevel(book, inside, ladder, level);
    }
  }
  assert(orders === book.orderCount, 'order count');
  let unused = 0;
  for (let slot = free; slot !== 0; slot = links[(slot << Log.stride) + Link.next]!) {
    unused += 1;
    assert(book.left(slot) === 0, 'free slot holds lots');
  }
  assert(orders + unused + 1 === used, 'slot lost');
  assert(!ladders[BUY].meets(ladders[SELL].bestRank), 'crossed');
}

/** Throws unless the chains contain all orders of the book, each in the chain of its hash. */
function validateIndex(book: RestingOrders, heads: Int32Array, { links, used }: Inside): void {
  let count = 0;
  for (let chain = 0; chain < heads.length; chain += 1) {
    for (let slot = heads[chain]!; slot !== 0; slot = links[(slot << Log.stride) + Link.chain]!) {
      assert(chainOf(book.id(slot), heads) === chain, 'order in a wrong chain');
      assert(book.lots(slot) > 0, 'free slot in a chain');
      count += 1;
    }
  }
  assert(count === book.orderCount, 'count of the index');
  assert(used * 2 <= heads.length + 2, 'index more than half full');
}

/** Throws when a level's queue disagrees with itself or its sums. Returns the orders' number. */
function validateLevel(
  book: RestingOrders,
  { heads, links }: Inside,
  ladder: Ladder,
  level: number,
): number {
  let orders = 0;
  let lots = 0;
  let shown = 0;
  let previous = 0;
  for (let slot = ladder.head(level); slot !== 0; slot = links[(slot << Log.stride) + Link.next]!) {
    const at = slot << Log.stride;
    assert(links[at + Link.previous] === previous, 'queue link');
    assert(links[at + Link.levelAndSide] === level * 2 + ladder.side, 'level link');
    assert(book.price(slot) === ladder.price(level), 'price of level and order');
    assert(isCount(book.lots(slot)), 'lots of a resting order');
    assert(heads === null || book.find(book.id(slot)) === slot, 'order not in the index');
    orders += 1;
    lots += book.left(slot);
    shown += book.lots(slot);
    previous = slot;
  }
  assert(ladder.tail(level) === previous, 'tail of queue');
  assert(ladder.orders(level) === orders && ladder.lots(level) === lots, 'sums of level');
  assert(book.levelLots(ladder.side, ladder.price(level)) === shown, 'lots that a level shows');
  return orders;
}
