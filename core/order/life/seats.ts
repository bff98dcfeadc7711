import type { Trader } from './traders.ts';

const INITIAL_SEATS = 1024;
enum Layout {
  log = 3,
}

/** The figures that every order needs: counts of orders, accounts to pay from, fee rates. */
export enum Seat {
  /** Orders in the book; and stops that have not fired, those that wait for another included. */
  open,
  stops,
  /**
   * Slot, plus one, of the account that orders to buy pay from, and behind it that of orders to
   * sell: the field of a side is `account + side`. 0 when it is not known yet.
   */
  account,
  /** Rates in ppm plus one; 0 when they are not known yet. */
  maker = 4,
  taker,
  /** The first of the list of the trader's open orders, or 0. */
  first,
  /** Orders other than stops that wait for another: they count towards the limit of orders. */
  dormant,
}

/**
 * What each trader has in one market. A seat is a few adjacent numbers, so that an order waits for
 * memory once and not for each of them.
 */
export class Seats {
  #ints = new Int32Array(INITIAL_SEATS << Layout.log);

  /** Gives the trader a seat; called before an order is placed. */
  take(trader: Trader): void {
    const seat = trader << Layout.log;
    if (seat < this.#ints.length) return;
    const larger = new Int32Array(2 ** Math.ceil(Math.log2(seat + 1)));
    larger.set(this.#ints);
    this.#ints = larger;
  }

  /** 0 for a trader without a seat. */
  get(trader: Trader, field: Seat): number {
    return this.#ints[(trader << Layout.log) + field] ?? 0;
  }

  /** The trader must have a seat. */
  set(trader: Trader, field: Seat, value: number): void {
    this.#ints[(trader << Layout.log) + field] = value;
  }

  /** The fees of the market may have changed. */
  forgetRates(): void {
    const ints = this.#ints;
    for (let seat = 0; seat < ints.length; seat += 1 << Layout.log) ints[seat + Seat.maker] = 0;
  }

  add(trader: Trader, field: Seat, change: number): void {
    this.#ints[(trader << Layout.log) + field]! += change;
  }
}
