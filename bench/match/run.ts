import { type BookApi, SELF_TRADE, type Side } from '../../core/book/book.ts';
import { type Flow, OP } from './flow.ts';

/** The outcome of a run; equal for every engine that follows the same rules. */
export interface Outcome {
  trades: number;
  volume: number;
  /** Sum of price × lots. */
  notional: number;
  /** FNV-like over maker, taker, price and lots of every trade, in order. */
  hash: number;
  liveOrders: number;
}

export class Tally {
  trades = 0;
  volume = 0;
  notional = 0;
  hash = 0x811c9dc5 | 0;

  add(maker: number, taker: number, price: number, lots: number): void {
    this.trades += 1;
    this.volume += lots;
    this.notional += price * lots;
    let hash = Math.imul(this.hash ^ (maker | 0), 0x01000193);
    hash = Math.imul(hash ^ (taker | 0), 0x01000193);
    hash = Math.imul(hash ^ (price | 0), 0x01000193);
    this.hash = Math.imul(hash ^ (lots | 0), 0x01000193);
  }

  outcome(liveOrders: number): Outcome {
    const { trades, volume, notional, hash } = this;
    return { trades, volume, notional, hash: hash >>> 0, liveOrders };
  }
}

/**
 * Runs commands from..to through a book as an engine does: every limit order is matched with the
 * self-trade check on, then its remainder rests; every fill is read.
 */
export function drive(book: BookApi, flow: Flow, from: number, to: number, tally: Tally): void {
  const { op, side, id, price, lots, owner } = flow;
  for (let at = from; at < to; at += 1) {
    const key = id[at]!;
    const kind = op[at]!;
    if (kind === OP.cancel) {
      book.cancel(book.find(key));
      continue;
    }
    const takerSide = side[at] as Side;
    const limit = price[at]!;
    const quantity = lots[at]!;
    const taker = owner[at]!;
    if (kind === OP.move) book.cancel(book.find(key));
    const left = book.match(takerSide, limit, quantity, taker, SELF_TRADE.expireTaker);
    const { fills } = book;
    for (let row = 0; row < fills.count; row += 1) {
      tally.add(fills.id[row]!, key, fills.price[row]!, fills.lots[row]!);
    }
    if (left > 0 && kind !== OP.market && !book.takerExpired) {
      book.rest(key, takerSide, limit, left, taker);
    }
  }
}
