import { type BookApi, BUY, SELF_TRADE, SELL, type Side } from '../book/book.ts';
import { opposite } from '../order/side.ts';
import { unzip } from './unzip.ts';

/** What a message says; the numbers are LOBSTER's own. */
export const LOBSTER = { submit: 1, reduce: 2, delete: 3, execute: 4, executeHidden: 5 } as const;

/** A trading day: messages as parallel arrays, and the exchange's own book after each of them. */
export interface LobsterDay {
  rows: number;
  levels: number;
  type: Uint8Array;
  id: Float64Array;
  lots: Float64Array;
  /** In 1/10,000 dollar, which serve as ticks. */
  price: Float64Array;
  /** The side of the resting order. */
  side: Uint8Array;
  /** levels × 4 numbers a row: ask price, ask lots, bid price, bid lots, best first. */
  book: Float64Array;
}

/** Reads a sample archive of LOBSTER, with one message file and one order book file. */
export function readLobster(archive: Buffer): LobsterDay {
  const files = [...unzip(archive)];
  const file = (kind: string) => {
    const found = files.find(([name]) => name.includes(`_${kind}_`));
    if (found === undefined) throw new Error(`readLobster: no ${kind} file`);
    return numbers(found[1]);
  };
  const messages = file('message');
  const book = file('orderbook');
  const rows = messages.length / 6;
  const column = (index: number) =>
    Float64Array.from({ length: rows }, (_, row) => {
      return messages[row * 6 + index]!;
    });
  return {
    rows,
    levels: book.length / rows / 4,
    type: Uint8Array.from(column(1)),
    id: column(2),
    lots: column(3),
    price: column(4),
    side: Uint8Array.from(column(5), (direction) => (direction === 1 ? BUY : SELL)),
    book: Float64Array.from(book),
  };
}

/** All numbers of a comma-separated file, row by row. */
function numbers(file: Buffer): number[] {
  return file
    .toString('latin1')
    .trim()
    .split(/[,\r\n]+/)
    .map(Number);
}

/** The level of `rank` on one side of a row of the exchange's book; lots 0 where there is none. */
function levelOf(day: LobsterDay, row: number, side: Side, rank: number): [number, number] {
  const at = (row * day.levels + rank) * 4 + (side === BUY ? 2 : 0);
  return [day.book[at]!, day.book[at + 1]!];
}

/** Orders from before the day, or from outside the window, are one order a level with this id. */
function pooledId(side: Side, price: number): number {
  return 1e12 + price * 2 + side;
}

export interface LobsterReport {
  rows: number;
  /** Rows after which our book was not the exchange's, or that could not be applied. */
  mismatches: number;
  /** The first of them, counted from 0; -1 when there is none. */
  firstMismatch: number;
  /** Levels that came into the window, and were taken over, because a better one had gone. */
  adopted: number;
  /** Executions matched at the head of the queue, and those applied by id behind it. */
  matched: number;
  behind: number;
}

/**
 * Replays a day through a book as a matching engine would have it, and compares every level
 * after every message. The messages cover only the best levels, so what falls out of that window
 * is dropped, and what comes into it from outside is adopted; nothing else is taken from the
 * exchange's book. `skip`: a row whose message is left out, to see that it is noticed; the replay
 * then ends with that row.
 */
export function replayLobster(day: LobsterDay, book: BookApi, skip?: number): LobsterReport {
  const rows = skip === undefined ? day.rows : skip + 1;
  const steps = new Replay(day, book, rows).steps(skip);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As replayLobster, row by row: for a book behind which somebody must be given time in between. */
export function replaySteps(day: LobsterDay, book: BookApi): Generator<number, LobsterReport> {
  return new Replay(day, book, day.rows).steps(undefined);
}

class Replay {
  readonly #day: LobsterDay;
  readonly #book: BookApi;
  readonly #depth: Float64Array;
  readonly #report: LobsterReport;

  constructor(day: LobsterDay, book: BookApi, rows: number) {
    this.#day = day;
    this.#book = book;
    this.#depth = new Float64Array((day.levels + 1) * 2);
    const zero = { mismatches: 0, firstMismatch: -1, adopted: 0, matched: 0, behind: 0 };
    this.#report = { rows, ...zero };
  }

  *steps(skip: number | undefined): Generator<number, LobsterReport> {
    this.#seed();
    for (let row = 0; row < this.#report.rows; row += 1) {
      const applied = row === skip || this.#apply(row);
      const sides = [BUY, SELL] as const;
      for (const side of sides) this.#moveWindow(row, side);
      if (!applied || !sides.every((side) => this.#isEqual(row, side))) {
        this.#report.mismatches += 1;
        if (this.#report.firstMismatch < 0) this.#report.firstMismatch = row;
      }
      yield row;
    }
    return this.#report;
  }

  /** The book before the first message: the first row with that message undone. */
  #seed(): void {
    const day = this.#day;
    const type = day.type[0]!;
    const change = type === LOBSTER.submit ? -1 : type <= LOBSTER.execute ? 1 : 0;
    for (const side of [BUY, SELL] as const) {
      for (let rank = 0; rank < day.levels; rank += 1) {
        const [price, lots] = levelOf(day, 0, side, rank);
        const isIt = day.side[0] === side && day.price[0] === price;
        const before = isIt ? lots + change * day.lots[0]! : lots;
        if (before > 0) this.#pool(side, price, before);
      }
    }
  }

  /** Answers false when the message does not fit the book. */
  #apply(row: number): boolean {
    const day = this.#day;
    const type = day.type[row]!;
    if (type >= LOBSTER.executeHidden) return true; // hidden, cross and halt: nothing to see
    const side = day.side[row] as Side;
    const price = day.price[row]!;
    const lots = day.lots[row]!;
    const id = day.id[row]!;
    if (type === LOBSTER.submit) {
      const left = this.#book.match(side, price, lots, id, SELF_TRADE.none);
      if (left !== lots) return false;
      this.#book.rest(id, side, price, lots, id);
      return true;
    }
    const slot = this.#book.find(id) || this.#book.find(pooledId(side, price));
    if (slot === 0 || this.#book.price(slot) !== price) return false;
    if (type === LOBSTER.execute && this.#execute(slot, lots)) return true;
    if (type === LOBSTER.delete && lots !== this.#book.lots(slot) && this.#book.id(slot) === id) {
      return false;
    }
    return this.#takeOff(slot, lots);
  }

  /**
   * Sends the order that executed against `slot`. Answers false, with nothing done, when it was
   * not the head of the queue at the best price: then the exchange went by a rule of its own, or
   * the order stands behind what is left of the pool. Owners are ids, so the head is the one
   * that self-trade prevention would stop at.
   */
  #execute(slot: number, lots: number): boolean {
    const book = this.#book;
    const [side, price, id] = [book.side(slot), book.price(slot), book.id(slot)];
    const taker = opposite(side);
    const best = side === BUY ? book.bestBid() : book.bestAsk();
    const isHead = book.fillable(taker, price, 1, id, SELF_TRADE.expireTaker) === 0;
    if (best !== price || !isHead || lots > book.lots(slot)) {
      this.#report.behind += 1;
      return false;
    }
    const left = book.match(taker, price, lots, 0, SELF_TRADE.none);
    const { count, price: at } = book.fills;
    if (left !== 0 || count !== 1 || at[0] !== price) throw new Error('replay: not one trade');
    this.#report.matched += 1;
    return true;
  }

  #takeOff(slot: number, lots: number): boolean {
    const left = this.#book.lots(slot);
    if (lots > left) return false;
    if (lots === left) this.#book.cancel(slot);
    else this.#book.reduce(slot, lots);
    return true;
  }

  #moveWindow(row: number, side: Side): void {
    const { levels } = this.#day;
    let count = this.#book.depth(side, levels + 1, this.#depth);
    if (count > levels) this.#dropFrom(side, this.#depth[levels * 2]!);
    while (count < levels) {
      const worst = count === 0 ? 0 : this.#depth[(count - 1) * 2]!;
      const [price, lots] = levelOf(this.#day, row, side, count);
      const isWorse = count === 0 || (side === BUY ? price < worst : price > worst);
      if (lots === 0 || !isWorse) return;
      this.#pool(side, price, lots);
      this.#report.adopted += 1;
      count = this.#book.depth(side, levels, this.#depth);
    }
  }

  /** Drops the level at `price`, which is the worst: no more than one at a time falls out. */
  #dropFrom(side: Side, price: number): void {
    const slots: number[] = [];
    this.#book.forEach((slot) => {
      if (this.#book.side(slot) === side && this.#book.price(slot) === price) slots.push(slot);
    });
    for (const slot of slots) this.#book.cancel(slot);
  }

  #isEqual(row: number, side: Side): boolean {
    const { levels } = this.#day;
    const count = this.#book.depth(side, levels, this.#depth);
    for (let rank = 0; rank < levels; rank += 1) {
      const [price, lots] = levelOf(this.#day, row, side, rank);
      if (rank >= count) {
        if (lots !== 0) return false;
      } else if (this.#depth[rank * 2] !== price || this.#depth[rank * 2 + 1] !== lots) {
        return false;
      }
    }
    return true;
  }

  #pool(side: Side, price: number, lots: number): void {
    const id = pooledId(side, price);
    this.#book.rest(id, side, price, lots, id);
  }
}
