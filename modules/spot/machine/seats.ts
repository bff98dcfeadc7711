import type { Trader } from './traders.ts';

/** Where a trader's seat in one market starts. */
export type SeatRef = number;

const INITIAL_SEATS = 1024;
enum Layout {
  log = 2,
}

/** What is looked at with every order: counts of orders, and where their money is. */
export enum Seat {
  /** Orders in the book, and stops that wait. */
  open,
  stops,
  /**
   * Slot, plus one, of the account that orders to buy pay from, and behind it that of orders to
   * sell: the field of a side is `account + side`. 0 when it is not known yet.
   */
  account,
}

/**
 * What each trader has in one market. A seat is a few numbers side by side, so that an order waits
 * for memory once and not for each of them.
 */
export class Seats {
  ints = new Int32Array(INITIAL_SEATS << Layout.log);

  /** The trader's seat; there is room for it from here on. */
  take(trader: Trader): SeatRef {
    const seat = Seats.at(trader);
    if (seat >= this.ints.length) this.#grow(seat);
    return seat;
  }

  /** The seat of a trader who took it before, as everybody has who placed an order. */
  static at(trader: Trader): SeatRef {
    return trader << Layout.log;
  }

  get(trader: Trader, field: Seat): number {
    return this.ints[Seats.at(trader) + field] ?? 0;
  }

  #grow(seat: SeatRef): void {
    const larger = new Int32Array(2 ** Math.ceil(Math.log2(seat + 1)));
    larger.set(this.ints);
    this.ints = larger;
  }
}
