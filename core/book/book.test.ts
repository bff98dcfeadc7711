import { describe, expect, it } from 'vitest';
import { bookSuite, ordersOf } from './book.suite.ts';
import { Book, BUY, SELF_TRADE, SELL } from './book.ts';
import { chainOf } from './chain.ts';
import { Ladder } from './ladder.ts';

bookSuite('Book', (capacity) => new Book(capacity));

describe('the internals of Book', () => {
  it('BOOK-065 reuses a freed slot at the next rest, the one freed last first', () => {
    const book = new Book();
    const slots = [1, 2, 3].map((id) => book.rest(id, BUY, 10, 1, 1));
    book.cancel(slots[0]!);
    book.cancel(slots[1]!);
    expect(book.rest(4, BUY, 10, 1, 1)).toBe(slots[1]);
    expect(book.rest(5, BUY, 10, 1, 1)).toBe(slots[0]);
  });

  it('BOOK-083 notices levels whose sums are zero or too large', () => {
    const ladder = new Ladder(SELL);
    const level = ladder.obtain(100);
    expect(() => ladder.validate()).toThrow('empty level');
    ladder.append(level, 7, 5);
    ladder.validate();
    ladder.advance(level, 0, 5, 1);
    expect(() => ladder.validate()).toThrow('empty level');
  });

  it('BOOK-013 BOOK-014 finds every id through collisions, growth and removal', () => {
    const book = new Book(1);
    const ids = Array.from({ length: 3000 }, (_, n) => (n % 3 === 0 ? n * 2 ** 32 : n) + 1);
    const slots = ids.map((id, n) => book.rest(id, BUY, 1 + (n % 9), 1, 1));
    for (const slot of slots.filter((_, n) => n % 2 === 0)) book.cancel(slot);
    book.validate();
    for (const [n, id] of ids.entries()) expect(book.find(id)).toBe(n % 2 === 0 ? 0 : slots[n]);
  });

  it('BOOK-015 spreads ids in sequence evenly over the index, of either kind', () => {
    const heads = new Int32Array(8_192);
    for (const idOf of [(n: number) => n * 2 ** 16 + (n % 3), (n: number) => n]) {
      for (const from of [1, 40_000_000, 2_000_000_000]) {
        heads.fill(0);
        for (let n = from; n < from + 4_096; n += 1) {
          const chain = chainOf(idOf(n), heads);
          heads[chain] = heads[chain]! + 1;
        }
        expect(Math.max(...heads)).toBeLessThanOrEqual(4);
      }
    }
  });

  it('BOOK-012 throws before the sum of a level stops being exact', () => {
    const book = new Book();
    book.rest(1, BUY, 10, Number.MAX_SAFE_INTEGER - 1, 1);
    book.rest(2, BUY, 10, 1, 1);
    expect(() => book.rest(3, BUY, 10, 1, 1)).toThrow('sum of a level');
  });

  it('BOOK-024 trades quantities at the limit of safe integers exactly', () => {
    const book = new Book();
    const most = Number.MAX_SAFE_INTEGER;
    book.rest(1, SELL, most, most, 1);
    expect(book.match(BUY, most, most - 1, 2, SELF_TRADE.none)).toBe(0);
    expect(ordersOf(book)).toEqual([[1, SELL, most, 1, 1]]);
  });
});
