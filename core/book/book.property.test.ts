import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice, type Dice } from '../testing/dice.ts';
import { depthOf, ordersOf, rowsOf } from './book.suite.ts';
import { Book, type BookApi, BUY, FILL, SELL, type SelfTradeMode, type Side } from './book.ts';
import { NaiveBook } from './naive-book.ts';

/** One operation on a book. `pick` chooses among the resting orders, so that most of them exist. */
interface Command {
  op: 'limit' | 'immediate' | 'budget' | 'cancel' | 'reduce' | 'fillable';
  side: Side;
  price: number;
  lots: number;
  owner: number;
  mode: SelfTradeMode;
  pick: number;
}

/** Both books under the same commands, and a count of where every lot went. */
class Pair {
  readonly fast: Book;
  readonly naive: NaiveBook;
  rested = 0;
  gone = 0;
  #nextId = 1;

  constructor(mostMet?: number) {
    this.fast = new Book(1, true, mostMet);
    this.naive = new NaiveBook(mostMet);
  }

  apply(command: Command): void {
    const { op, side, price, lots, owner, mode, pick } = command;
    if (op === 'cancel') this.#cancel(command);
    if (op === 'reduce') this.#reduce(command);
    if (op === 'fillable') this.#fillable(command);
    if (op === 'budget') {
      this.#both((book) => book.matchBudget(side, price, lots * 13, owner, mode));
      this.#count(false, 0);
    }
    if (op !== 'limit' && op !== 'immediate') return;
    const left = this.#both((book) => book.match(side, price, lots, owner, mode));
    this.#count(true, lots - left);
    const ends = this.fast.takerExpired || this.fast.takerCut;
    if (op === 'limit' && left > 0 && !ends) {
      const id = this.#nextId * 2 ** 20 - 7;
      this.#nextId += 1;
      for (const book of [this.fast, this.naive]) {
        const shown = pick % 3 === 0 ? 1 + (pick % left) : left;
        const slot = book.rest(id, side, price, shown, owner);
        if (shown < left) book.hide(slot, left - shown, 1 + (pick % 4));
        expect([slot > 0, book.find(id)]).toEqual([true, slot]);
      }
      this.rested += left;
    }
  }

  /** Checks that both books look the same and that every lot is accounted for. */
  check(): void {
    this.fast.validate();
    this.naive.validate();
    const orders = ordersOf(this.fast);
    expect(orders).toEqual(ordersOf(this.naive));
    const depths: number[] = [];
    for (const side of [BUY, SELL] as const) {
      const depth = depthOf(this.fast, side);
      depths.push(...depth);
      for (let at = 0; at < depth.length; at += 2) {
        const price = depth[at]!;
        expect(this.fast.levelLots(side, price)).toBe(this.naive.levelLots(side, price));
      }
      expect(depth).toEqual(depthOf(this.naive, side));
      expect(depthOf(this.fast, side, 2)).toEqual(depth.slice(0, 4));
      expect(this.fast.levelCount(side)).toBe(this.naive.levelCount(side));
    }
    expect([this.fast.bestBid(), this.fast.bestAsk()]).toEqual([
      this.naive.bestBid(),
      this.naive.bestAsk(),
    ]);
    const resting = depths.reduce((sum, lots, at) => sum + (at % 2) * lots, 0);
    const shown = orders.map(([id = 0]) => this.fast.left(this.fast.find(id)));
    expect(shown).toEqual(orders.map(([id = 0]) => this.naive.left(this.naive.find(id))));
    expect(this.rested).toBe(this.gone + resting);
  }

  /** Applies an operation to both, compares their results and states, and returns the result. */
  #both(act: (book: BookApi) => number): number {
    const answer = act(this.fast);
    expect(act(this.naive)).toBe(answer);
    expect(this.fast.takerExpired).toBe(this.naive.takerExpired);
    expect(this.fast.takerCut).toBe(this.naive.takerCut);
    expect(rowsOf(this.fast)).toEqual(rowsOf(this.naive));
    return answer;
  }

  /** Adds up the rows of the last match; `taken` is the taker's decrease in lots. */
  #count(known: boolean, taken: number): void {
    let offTaker = 0;
    for (const [kind, , , lots] of rowsOf(this.fast) as [number, number, number, number][]) {
      this.gone += lots;
      if (kind !== FILL.selfExpired) offTaker += lots;
    }
    if (known) expect(offTaker).toBe(taken);
  }

  #picked(pick: number): number {
    const orders = ordersOf(this.naive);
    return orders.length === 0 ? 0 : orders[pick % orders.length]![0]!;
  }

  #cancel({ pick }: Command): void {
    const id = this.#picked(pick);
    if (id === 0) return;
    const lots = this.fast.cancel(this.fast.find(id));
    expect(this.naive.cancel(this.naive.find(id))).toBe(lots);
    expect([this.fast.find(id), this.naive.find(id)]).toEqual([0, 0]);
    this.gone += lots;
  }

  #reduce({ pick, lots }: Command): void {
    const id = this.#picked(pick);
    if (id === 0) return;
    const left = this.fast.left(this.fast.find(id));
    if (left === 1) return;
    const off = 1 + (lots % (left - 1));
    for (const book of [this.fast, this.naive]) book.reduce(book.find(id), off);
    this.gone += off;
  }

  #fillable({ side, price, lots, owner, mode }: Command): void {
    const lotsNow = this.fast.fillable(side, price, lots, owner, mode);
    expect(this.naive.fillable(side, price, lots, owner, mode)).toBe(lotsNow);
    expect(this.naive.takerCut).toBe(this.fast.takerCut);
  }
}

const OPS = ['limit', 'limit', 'limit', 'immediate', 'budget', 'cancel', 'reduce', 'fillable'];

const commands: fc.Arbitrary<Command> = fc.record({
  op: fc.constantFrom(...(OPS as Command['op'][])),
  side: fc.constantFrom<Side>(BUY, SELL),
  price: fc.integer({ min: 1, max: 12 }),
  lots: fc.integer({ min: 1, max: 9 }),
  owner: fc.integer({ min: 1, max: 3 }),
  mode: fc.constantFrom<SelfTradeMode>(0, 1, 2, 3, 4),
  pick: fc.nat(1000),
});

/** A command for a deep book: buys mostly below and sells mostly above a price of 500. */
function deepCommand(dice: Dice): Command {
  const side = dice.pick<Side>([BUY, SELL]);
  const distance = Math.floor(dice.next() ** 3 * 400) - 6;
  return {
    op: dice.pick(OPS as Command['op'][]),
    side,
    price: side === BUY ? 500 - distance : 500 + distance,
    lots: dice.int(1, 40),
    owner: dice.int(1, 6),
    mode: dice.pick<SelfTradeMode>([0, 1, 2, 3, 4]),
    pick: dice.int(0, 1000),
  };
}

describe('Book against the plain book', () => {
  it('BOOK-080 BOOK-081 BOOK-082 BOOK-050 BOOK-110 agree after each of any commands', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60, size: 'max' }), (list) => {
        const pair = new Pair();
        for (const command of list) {
          pair.apply(command);
          pair.check();
        }
      }),
      { numRuns: 150, seed: 20120621 },
    );
  });

  it.each([1, 2, 5])('ENGN-200 agree where a taker meets at most %d orders', (most) => {
    const dice = createDice(most);
    const pair = new Pair(most);
    let cut = 0;
    for (let step = 1; step <= 2000; step += 1) {
      const command = deepCommand(dice);
      const far = command.side === BUY ? 900 : 100;
      pair.apply({ ...command, ...(command.op !== 'limit' && { price: far, lots: 400 }) });
      expect(pair.fast.fills.count).toBeLessThanOrEqual(most);
      if (pair.fast.takerCut) cut += 1;
      if (step % 100 === 0) pair.check();
    }
    expect(cut).toBeGreaterThan(20);
  });

  it.each([1, 2, 3])('BOOK-080 BOOK-081 BOOK-082 agree in a deep book, seed %d', (seed) => {
    const dice = createDice(seed);
    const pair = new Pair();
    for (let step = 1; step <= 4000; step += 1) {
      pair.apply(deepCommand(dice));
      if (step % 100 === 0) pair.check();
    }
    expect(pair.fast.orderCount).toBeGreaterThan(50);
  });

  it('BOOK-084 neither capacity nor an index for find() changes the results', () => {
    const run = (capacity: number, isIndexed = true) => {
      const dice = createDice(9);
      const book = new Book(capacity, isIndexed);
      const rows: number[][] = [];
      for (let id = 1; id <= 3000; id += 1) {
        const { side, price, lots, owner, mode } = deepCommand(dice);
        const left = book.match(side, price, lots, owner, mode);
        rows.push(...rowsOf(book));
        if (left > 0 && !book.takerExpired) book.rest(id, side, price, left, owner);
      }
      book.validate();
      return [rows, ordersOf(book)];
    };
    expect(run(1)).toEqual(run(100_000));
    expect(run(1, false)).toEqual(run(1));
    expect(() => new Book(1, false).find(1)).toThrow('no index');
  });
});
