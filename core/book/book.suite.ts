import { describe, expect, it } from 'vitest';
import {
  type BookApi,
  BUY,
  FILL,
  SELF_TRADE,
  SELL,
  type SelfTradeMode,
  type Side,
} from './book.ts';

const { none, expireTaker, expireMaker, expireBoth, decrement } = SELF_TRADE;
const { trade, selfExpired, selfDecremented } = FILL;
const ANY = Number.MAX_SAFE_INTEGER;
const ME = 7;
const OTHER = 8;

/** The rows of the last match as [kind, id, price, lots, left]. */
export function rowsOf(book: BookApi): number[][] {
  const { count, kind, id, price, lots, left } = book.fills;
  return Array.from({ length: count }, (_, row) => [
    kind[row]!,
    id[row]!,
    price[row]!,
    lots[row]!,
    left[row]!,
  ]);
}

/** Every resting order as [id, side, price, lots, owner], in canonical order. */
export function ordersOf(book: BookApi): number[][] {
  const orders: number[][] = [];
  book.forEach((slot) => {
    orders.push([
      book.id(slot),
      book.side(slot),
      book.price(slot),
      book.lots(slot),
      book.owner(slot),
    ]);
  });
  return orders;
}

export function depthOf(book: BookApi, side: Side, max = 1000): number[] {
  const out: number[] = [];
  const levels = book.depth(side, max, out);
  expect(out.length).toBe(levels * 2);
  return out;
}

/** Asks of four owners: ids 1 and 2 at 100, 3 at 101, 4 at 103; id 2 is the taker's own. */
function withAsks(create: () => BookApi): BookApi {
  const book = create();
  book.rest(1, SELL, 100, 5, OTHER);
  book.rest(2, SELL, 100, 4, ME);
  book.rest(3, SELL, 101, 6, OTHER);
  book.rest(4, SELL, 103, 10, OTHER);
  return book;
}

/** What every book does; runs for Book and for NaiveBook. */
export function bookSuite(name: string, create: (capacity?: number) => BookApi): void {
  describe(name, () => {
    resting(create);
    matching(create);
    budgets(create);
    selfTrade(create);
    fillable(create);
    leaving(create);
    looking(create);
  });
}

function resting(create: (capacity?: number) => BookApi): void {
  it('BOOK-010 is empty at first', () => {
    const book = create();
    expect([book.bestBid(), book.bestAsk(), book.orderCount, book.find(1)]).toEqual([0, 0, 0, 0]);
    for (const side of [BUY, SELL] as const) {
      expect([book.levelCount(side), book.levelLots(side, 5), book.levelOrders(side, 5)]).toEqual([
        0, 0, 0,
      ]);
      expect(depthOf(book, side)).toEqual([]);
    }
    expect(book.match(BUY, ANY, 3, ME, none)).toBe(3);
    expect(book.fills.count).toBe(0);
    book.validate();
  });

  it('BOOK-011 finds a resting order by id and reads it by its slot', () => {
    const book = create();
    const slot = book.rest(42, BUY, 99, 3, ME);
    expect(slot).toBeGreaterThan(0);
    expect(book.find(42)).toBe(slot);
    expect(ordersOf(book)).toEqual([[42, BUY, 99, 3, ME]]);
    expect([book.bestBid(), book.bestAsk(), book.orderCount]).toEqual([99, 0, 1]);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('BOOK-012 refuses a price or lots of %d', (wrong) => {
    expect(() => create().rest(1, BUY, wrong, 1, ME)).toThrow('price and lots');
    expect(() => create().rest(1, BUY, 1, wrong, ME)).toThrow('price and lots');
  });

  it('BOOK-012 BOOK-081 refuses a second order with the same id and one that crosses', () => {
    const full = () => {
      const book = withAsks(create);
      book.rest(5, BUY, 99, 1, ME);
      return book;
    };
    expect(() => full().rest(5, BUY, 98, 1, ME)).toThrow('id');
    expect(() => full().rest(6, BUY, 100, 1, ME)).toThrow('crosses');
    expect(() => full().rest(6, SELL, 99, 1, ME)).toThrow('crosses');
    expect(() => full().rest(0.5, SELL, 200, 1, ME)).toThrow('id and owner');
    expect(() => full().rest(0, SELL, 200, 1, ME)).toThrow('id and owner');
    expect(() => full().rest(9, SELL, 200, 1, 0.5)).toThrow('id and owner');
  });

  it('BOOK-013 distinguishes ids and owners of 53 bits', () => {
    const book = create();
    const ids = [1, 2 ** 32 + 1, 2 ** 33 + 1, 2 ** 52 + 1, 2 ** 53 - 2, 2 ** 53 - 1];
    for (const id of ids) book.rest(id, SELL, 100, 1, id);
    for (const id of ids) expect(book.id(book.find(id))).toBe(id);
    expect(book.match(BUY, 100, 6, 2 ** 53 - 1, expireTaker)).toBe(1);
    expect(rowsOf(book).map((row) => row[1])).toEqual(ids.slice(0, 5));
  });

  it('BOOK-014 grows in orders, levels and fills', () => {
    const book = create(1);
    for (let id = 1; id <= 5000; id += 1) book.rest(id, SELL, 1 + ((id * 7) % 500), id, ME);
    book.validate();
    expect([book.orderCount, book.levelCount(SELL)]).toEqual([5000, 500]);
    expect(book.match(BUY, ANY, 5000 * 5001, ME, none)).toBe((5000 * 5001) / 2);
    expect([book.fills.count, book.orderCount, book.levelCount(SELL)]).toEqual([5000, 0, 0]);
    for (let row = 1; row < 5000; row += 1) {
      const { price, id } = book.fills;
      const inOrder = price[row - 1]! < price[row]! || id[row - 1]! < id[row]!;
      expect(inOrder).toBe(true);
    }
    book.validate();
  });
}

function matching(create: () => BookApi): void {
  it('BOOK-020 BOOK-021 BOOK-022 BOOK-027 takes the best, then the oldest, at its price', () => {
    const book = withAsks(create);
    expect(book.match(BUY, 101, 12, 1, none)).toBe(0);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 100, 5, 0],
      [trade, 2, 100, 4, 0],
      [trade, 3, 101, 3, 3],
    ]);
    expect(book.takerExpired).toBe(false);
    book.validate();
  });

  it('BOOK-020 BOOK-021 BOOK-023 sells to the highest bids down to the limit', () => {
    const book = create();
    book.rest(1, BUY, 50, 5, OTHER);
    book.rest(2, BUY, 52, 5, OTHER);
    book.rest(3, BUY, 51, 5, OTHER);
    expect(book.match(SELL, 51, 100, ME, none)).toBe(90);
    expect(rowsOf(book)).toEqual([
      [trade, 2, 52, 5, 0],
      [trade, 3, 51, 5, 0],
    ]);
    expect([book.bestBid(), book.levelCount(BUY)]).toEqual([50, 1]);
  });

  it('BOOK-023 BOOK-024 stops at the limit and returns the lots left', () => {
    const book = withAsks(create);
    expect(book.match(BUY, 99, 5, 1, none)).toBe(5);
    expect(book.fills.count).toBe(0);
    expect(book.match(BUY, 102, 50, 1, none)).toBe(35);
    expect(book.bestAsk()).toBe(103);
    expect(book.match(BUY, ANY, 50, 1, none)).toBe(40);
    expect([book.bestAsk(), book.orderCount]).toEqual([0, 0]);
  });

  it('BOOK-025 leaves a partially filled maker at the head', () => {
    const book = withAsks(create);
    book.match(BUY, 100, 2, 1, none);
    expect(rowsOf(book)).toEqual([[trade, 1, 100, 2, 3]]);
    book.match(BUY, 100, 4, 1, none);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 100, 3, 0],
      [trade, 2, 100, 1, 3],
    ]);
  });

  it('BOOK-026 removes a fully filled maker, and its level', () => {
    const book = withAsks(create);
    book.match(BUY, 100, 9, 1, none);
    expect([book.find(1), book.find(2), book.levelOrders(SELL, 100)]).toEqual([0, 0, 0]);
    expect([book.bestAsk(), book.levelCount(SELL), book.orderCount]).toEqual([101, 2, 2]);
    book.rest(9, BUY, 100, 1, ME);
    expect(book.bestBid()).toBe(100);
    book.validate();
  });

  it.each([0, -1, 0.5, Number.NaN, 2 ** 53])('BOOK-028 refuses a limit or lots of %d', (wrong) => {
    expect(() => create().match(BUY, wrong, 1, ME, none)).toThrow('limit and lots');
    expect(() => create().match(BUY, 1, wrong, ME, none)).toThrow('limit and lots');
    expect(() => create().matchBudget(BUY, wrong, 1, ME, none)).toThrow('limit and budget');
    expect(() => create().matchBudget(BUY, 1, wrong, ME, none)).toThrow('limit and budget');
  });
}

function budgets(create: () => BookApi): void {
  it('BOOK-030 BOOK-031 spends a budget on whole lots', () => {
    const book = withAsks(create);
    // 9 lots at 100 and 2 at 101 cost 1102; 98 more buy nothing at 101.
    expect(book.matchBudget(BUY, ANY, 1200, 1, none)).toBe(98);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 100, 5, 0],
      [trade, 2, 100, 4, 0],
      [trade, 3, 101, 2, 4],
    ]);
  });

  it('BOOK-030 takes everything when the budget is larger than the book', () => {
    const book = withAsks(create);
    expect(book.matchBudget(BUY, ANY, ANY, 1, none)).toBe(ANY - 900 - 606 - 1030);
    expect(book.orderCount).toBe(0);
  });

  it('BOOK-031 buys nothing with less than the cost of one lot', () => {
    const book = withAsks(create);
    expect(book.matchBudget(BUY, ANY, 99, 1, none)).toBe(99);
    expect(book.fills.count).toBe(0);
  });

  it('BOOK-031 BOOK-032 sells for a budget, lower bids included, to its limit', () => {
    const book = create();
    book.rest(1, BUY, 50, 2, OTHER);
    book.rest(2, BUY, 30, 2, OTHER);
    book.rest(3, BUY, 10, 2, OTHER);
    // 2 at 50; of the 35 left one lot at 30; 5 left buy no second one there.
    expect(book.matchBudget(SELL, 1, 135, ME, none)).toBe(5);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 50, 2, 0],
      [trade, 2, 30, 1, 1],
    ]);
    expect(book.matchBudget(SELL, 20, 1000, ME, none)).toBe(970);
    expect(book.bestBid()).toBe(10);
  });
}

function selfTrade(create: () => BookApi): void {
  // [mode, lots left of 13, taker expired, rows after the one of id 1, ids left]
  const cases: [string, SelfTradeMode, number, boolean, number[][], number[]][] = [
    [
      'BOOK-040 none: orders of one owner trade',
      none,
      0,
      false,
      [
        [trade, 2, 100, 4, 0],
        [trade, 3, 101, 4, 2],
      ],
      [3, 4],
    ],
    ['BOOK-041 expireTaker: ends the taker', expireTaker, 8, true, [], [2, 3, 4]],
    [
      'BOOK-042 expireMaker: the taker continues',
      expireMaker,
      2,
      false,
      [
        [selfExpired, 2, 100, 4, 0],
        [trade, 3, 101, 6, 0],
      ],
      [4],
    ],
    ['BOOK-043 expireBoth', expireBoth, 8, true, [[selfExpired, 2, 100, 4, 0]], [3, 4]],
    [
      'BOOK-044 decrement: the larger order continues',
      decrement,
      0,
      false,
      [
        [selfDecremented, 2, 100, 4, 0],
        [trade, 3, 101, 4, 2],
      ],
      [3, 4],
    ],
  ];
  it.each(cases)('%s BOOK-045', (_title, mode, left, expired, rows, ids) => {
    const book = withAsks(create);
    expect(book.match(BUY, 102, 13, ME, mode)).toBe(left);
    expect(book.takerExpired).toBe(expired);
    expect(rowsOf(book)).toEqual([[trade, 1, 100, 5, 0], ...rows]);
    expect(ordersOf(book).map((order) => order[0])).toEqual(ids);
    book.validate();
  });

  it.each(cases)('%s BOOK-046 with a budget', (_title, mode, _left, expired, rows, ids) => {
    const book = withAsks(create);
    // 13 lots from 5 and 4 at 100 and 4 at 101 cost 1304.
    const budget = 1304;
    const spent = { [expireMaker]: 500 + 606, [expireTaker]: 500, [expireBoth]: 500 }[mode as 1];
    expect(book.matchBudget(BUY, 102, budget, ME, mode)).toBe(budget - (spent ?? budget));
    expect(book.takerExpired).toBe(expired);
    expect(rowsOf(book)).toEqual([[trade, 1, 100, 5, 0], ...rows]);
    expect(ordersOf(book).map((order) => order[0])).toEqual(ids);
  });

  it('BOOK-040 none: a taker trades with its own orders in their order, head or not', () => {
    const book = create();
    book.rest(1, SELL, 100, 5, ME);
    book.rest(2, SELL, 100, 4, OTHER);
    book.rest(3, SELL, 101, 6, ME);
    expect([book.match(BUY, 101, 12, ME, none), book.takerExpired]).toEqual([0, false]);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 100, 5, 0],
      [trade, 2, 100, 4, 0],
      [trade, 3, 101, 3, 3],
    ]);
    expect(ordersOf(book)).toEqual([[3, SELL, 101, 3, ME]]);
    book.validate();
  });

  it('BOOK-042 expireMaker: a taker that meets only its own orders keeps its quantity', () => {
    const book = create();
    book.rest(1, SELL, 100, 5, ME);
    book.rest(2, SELL, 100, 4, ME);
    book.rest(3, SELL, 102, 6, ME);
    expect([book.match(BUY, 101, 7, ME, expireMaker), book.takerExpired]).toEqual([7, false]);
    expect(rowsOf(book)).toEqual([
      [selfExpired, 1, 100, 5, 0],
      [selfExpired, 2, 100, 4, 0],
    ]);
    expect(ordersOf(book)).toEqual([[3, SELL, 102, 6, ME]]);
    book.validate();
  });

  it('BOOK-044 BOOK-046 decrement ends a taker no larger than its own order', () => {
    for (const budget of [false, true]) {
      for (const [lots, rest] of [
        [3, 1],
        [4, 0],
      ] as const) {
        const book = create();
        book.rest(1, SELL, 100, 4, ME);
        book.rest(2, SELL, 100, 4, OTHER);
        const left = budget
          ? book.matchBudget(BUY, 100, lots * 100 + 50, ME, decrement)
          : book.match(BUY, 100, lots, ME, decrement);
        expect([left, book.takerExpired]).toEqual([budget ? 50 : 0, true]);
        expect(rowsOf(book)).toEqual([[selfDecremented, 1, 100, lots, rest]]);
        expect(book.levelLots(SELL, 100)).toBe(rest + 4);
        book.validate();
      }
    }
  });

  it('BOOK-041 BOOK-043 clears takerExpired at the next match', () => {
    const book = withAsks(create);
    book.match(BUY, 102, 13, ME, expireTaker);
    book.match(BUY, 102, 1, OTHER, none);
    expect(book.takerExpired).toBe(false);
  });
}

function fillable(create: () => BookApi): void {
  const cases: [SelfTradeMode, number, number, number][] = [
    // [mode, limit, lots, fillable]
    [none, 100, 50, 9],
    [none, 101, 12, 12],
    [none, 99, 12, 0],
    [none, ANY, 26, 25],
    [expireTaker, ANY, 26, 5],
    [expireTaker, ANY, 4, 4],
    [expireMaker, ANY, 26, 21],
    [expireBoth, ANY, 26, 5],
    [decrement, ANY, 26, 21],
    [decrement, ANY, 12, 8],
  ];
  it.each(cases)('BOOK-050 mode %d, limit %d, %d lots: %d', (mode, limit, lots, expected) => {
    const book = withAsks(create);
    const before = ordersOf(book);
    expect(book.fillable(BUY, limit, lots, ME, mode)).toBe(expected);
    expect(ordersOf(book)).toEqual(before);
    book.match(BUY, limit, lots, ME, mode);
    const traded = rowsOf(book).filter((row) => row[0] === trade);
    expect(traded.reduce((sum, row) => sum + row[3]!, 0)).toBe(expected);
  });
}

function leaving(create: () => BookApi): void {
  /** Three bids at one price, ids 1, 2, 3. */
  const queue = () => {
    const book = create();
    for (const id of [1, 2, 3]) book.rest(id, BUY, 100, id * 10, ME);
    return book;
  };

  it.each([
    [1, [2, 3]],
    [2, [1, 3]],
    [3, [1, 2]],
  ])('BOOK-060 BOOK-061 cancels id %d out of its queue', (id, others) => {
    const book = queue();
    expect(book.cancel(book.find(id))).toBe(id * 10);
    expect([book.find(id), book.orderCount, book.levelOrders(BUY, 100)]).toEqual([0, 2, 2]);
    expect(book.levelLots(BUY, 100)).toBe(60 - id * 10);
    expect(ordersOf(book).map((order) => order[0])).toEqual(others);
    book.rest(4, BUY, 100, 1, ME);
    book.match(SELL, 100, 100, OTHER, none);
    expect(rowsOf(book).map((row) => row[1])).toEqual([...others, 4]);
    book.validate();
  });

  it('BOOK-060 cancels the last order of a level, and the level', () => {
    const book = queue();
    for (const id of [2, 1, 3]) book.cancel(book.find(id));
    expect([book.bestBid(), book.levelCount(BUY), book.orderCount]).toEqual([0, 0, 0]);
    book.validate();
  });

  it('BOOK-062 reduces an order, which keeps its priority', () => {
    const book = queue();
    book.reduce(book.find(1), 9);
    expect([book.lots(book.find(1)), book.levelLots(BUY, 100)]).toEqual([1, 51]);
    book.match(SELL, 100, 2, OTHER, none);
    expect(rowsOf(book)).toEqual([
      [trade, 1, 100, 1, 0],
      [trade, 2, 100, 1, 19],
    ]);
    book.validate();
  });

  it.each([0, -1, 10, 11, 0.5, Number.NaN])('BOOK-063 does not reduce 10 lots by %d', (wrong) => {
    const book = queue();
    expect(() => book.reduce(book.find(1), wrong)).toThrow('reduce');
  });

  it('BOOK-064 BOOK-065 keeps a freed slot readable, and does not cancel it again', () => {
    const book = queue();
    const slots = [1, 2, 3].map((id) => book.find(id));
    book.cancel(slots[2]!);
    book.match(SELL, 100, 30, OTHER, none);
    for (const [index, slot] of slots.entries()) {
      expect([book.id(slot), book.side(slot), book.price(slot)]).toEqual([index + 1, BUY, 100]);
      expect([book.lots(slot), book.owner(slot)]).toEqual([0, ME]);
      expect(() => book.cancel(slot)).toThrow('cancel');
      expect(() => book.reduce(slot, 1)).toThrow('reduce');
    }
  });
}

function looking(create: () => BookApi): void {
  it('BOOK-070 BOOK-071 sums levels, best first', () => {
    const book = withAsks(create);
    book.rest(5, BUY, 97, 1, ME);
    book.rest(6, BUY, 99, 2, ME);
    expect(depthOf(book, SELL)).toEqual([100, 9, 101, 6, 103, 10]);
    expect(depthOf(book, SELL, 2)).toEqual([100, 9, 101, 6]);
    expect(depthOf(book, BUY)).toEqual([99, 2, 97, 1]);
    const room = new Float64Array(4);
    expect(book.depth(SELL, 2, room)).toBe(2);
    expect([...room]).toEqual([100, 9, 101, 6]);
    expect([book.levelLots(SELL, 100), book.levelOrders(SELL, 100)]).toEqual([9, 2]);
    expect([book.levelLots(BUY, 100), book.levelLots(SELL, 102)]).toEqual([0, 0]);
    const of = (owner: number) => book.levelLotsOf(SELL, 100, owner);
    expect([of(ME), of(OTHER), of(3), book.levelLotsOf(SELL, 102, ME)]).toEqual([4, 5, 0, 0]);
    expect([book.levelCount(BUY), book.levelCount(SELL)]).toEqual([2, 3]);
  });

  it('BOOK-072 BOOK-073 visits in canonical order, from which the same book is made', () => {
    const book = withAsks(create);
    book.rest(5, BUY, 97, 1, ME);
    book.rest(6, BUY, 99, 2, ME);
    book.rest(7, SELL, 102, 2, ME);
    book.match(BUY, 100, 3, OTHER, none);
    const orders = ordersOf(book);
    expect(orders.map((order) => order[0])).toEqual([6, 5, 1, 2, 3, 7, 4]);
    const copy = create();
    for (const [id, side, price, lots, owner] of orders as [
      number,
      Side,
      number,
      number,
      number,
    ][]) {
      copy.rest(id, side, price, lots, owner);
    }
    expect(ordersOf(copy)).toEqual(orders);
    for (const each of [book, copy]) each.match(BUY, ANY, 100, OTHER, none);
    expect(rowsOf(copy)).toEqual(rowsOf(book));
  });
}
