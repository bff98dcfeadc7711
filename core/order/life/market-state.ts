import { Book } from '../../book/book.ts';
import { NumberList } from '../../num/number-list.ts';
import type { Turn } from '../../schema/turn.ts';
import { type MarketPrices, type PriceBand, priceBand } from '../conditions.ts';
import type { Draft } from '../cost.ts';
import type { BookRules } from '../market.ts';
import type { Rates } from '../order.ts';
import type { Refused } from '../refusals.ts';
import { BUY, SELL, type Side } from '../side.ts';
import type { Bounds } from './bounds.ts';
import { DormantOrders } from './dormant.ts';
import type { OrderRef, Orders } from './records.ts';
import { Seats } from './seats.ts';
import { type StopRows, Stops } from './stops.ts';
import type { Trader } from './traders.ts';

/** A market as the markets module keeps it. Its fees and limits change, by other rules. */
export interface ListedMarket {
  readonly rules: BookRules;
  readonly status: string;
  /** Orders are taken while it is `open`; a market that is `delisted` never opens again. */
  readonly stage: string;
}

/** A trade that is being settled. There is one such object, filled in again for each trade. */
export class Fill {
  taker: OrderRef = 0;
  maker: OrderRef = 0;
  ticks = 0;
  lots = 0;
  /** ticks x lots in quote units. */
  notional = 0;
  /** The fees that the product charges both sides, in units of the assets of the orders' fees. */
  takerFee = 0;
  makerFee = 0;
}

/** Whose order it is, and at which rates it trades. */
export interface Owner {
  readonly trader: Trader;
  readonly userId: number;
  readonly rates: Rates;
}

/**
 * What differs between products that trade on a book: what an order must hold, what a trade moves,
 * what is released at the end. The rest of an order's life is the same for all products.
 *
 * Amounts are units of 1e-8 of the asset of the account that an order pays from. Only `refuse` may
 * refuse: for every other method the caller has checked that the action is possible.
 */
export interface BookProduct {
  readonly name: string;
  /** Whether a fee is taken from what an order receives, of a buy in base; else it is in quote. */
  readonly feeFromReceived: boolean;
  /** The rates that a user pays in a market; kept until the next `TradingState.renewRates`. */
  rates(rules: BookRules, userId: number): Rates;
  /** Id of the ledger account that a user's orders of a side pay from. */
  account(rules: BookRules, userId: number, side: Side): number;
  /**
   * The product's reason to refuse a draft now, such as a term that the owner's position does not
   * allow; null for none. `order`: the one that is to be amended; 0 for a new one. A product
   * without reasons of its own leaves the method out.
   */
  refuse?(
    market: MarketState,
    owner: Owner,
    draft: Draft,
    order: OrderRef,
  ): Refused<'termsNotMet'> | null;
  /**
   * What an order that may still take must hold: a new order, an amended one, or a stop that waits.
   * `notional` is at its worst price: the most that a buy pays, the least that a sell receives.
   * `order`: the existing one; 0 for a new one.
   */
  required(
    market: MarketState,
    owner: Owner,
    draft: Draft,
    notional: number,
    order: OrderRef,
  ): number;
  /**
   * What an order that rests must hold, as it can only be a maker from then on: no more than
   * `required`, and exactly as much while it has traded nothing, unless makers pay less than
   * takers.
   */
  resting(market: MarketState, order: OrderRef): number;
  /** The notional that an order by amount may trade for, in quote units. */
  budget(side: Side, amount: number, takerPpm: number): number;
  /**
   * Moves what changes hands in a trade out of the holds of both orders; subtracts it from their
   * `held`, adds the fees to their `fee` and writes them into the fill.
   */
  settle(market: MarketState, fill: Fill): void;
  /** An order has ended, and everything that it held is available again. */
  released(market: MarketState, order: OrderRef): void;
  /** The index price of a market has changed, inside the command that brought it. */
  repriced(market: MarketState, turn: Turn): void;
}

/** What all markets of a realm share. */
export interface MarketGround {
  readonly orders: Orders;
  readonly bounds: Bounds;
  readonly stopRows: StopRows;
}

/**
 * A market in memory: its book, its stops, its last price, and what changed since the last batch.
 */
export class MarketState implements MarketPrices {
  readonly listed: ListedMarket;
  rules: BookRules;
  readonly product: BookProduct;
  /**
   * The book identifies an order by its record number, so a fill leads straight to the record; the
   * record has its slot in the book, so no lookup in the book is needed.
   */
  readonly book: Book;
  readonly stops: Stops;
  readonly dormant = new DormantOrders();
  readonly seats = new Seats();
  lastTicks = 0;
  /** When the last trade was made; for showing only. */
  lastAt = 0;
  /** Last index price in ticks, rounded to the nearest, and when it was set. */
  indexTicks = 0;
  indexAt = 0;
  lastTradeId = 0;
  /** Levels touched since the last batch, as ticks x 2 + side, with repetitions. */
  readonly touched = new NumberList();
  /** The bands around the last reference price, which is the same for most orders. */
  #reference = 0;
  #bands: readonly [bids: PriceBand, asks: PriceBand];

  constructor(
    listed: ListedMarket,
    product: BookProduct,
    { orders, bounds, stopRows }: MarketGround,
  ) {
    this.listed = listed;
    this.book = new Book(ROOM, false, bounds.fills);
    this.rules = listed.rules;
    this.product = product;
    this.stops = new Stops(this.rules.id, orders, stopRows);
    this.#bands = [priceBand(this.rules, BUY, 0), priceBand(this.rules, SELL, 0)];
  }

  get isTrading(): boolean {
    return this.closed === null;
  }

  /** Why it takes no orders; null while it trades. */
  get closed(): 'marketNotOpen' | 'marketHalted' | null {
    if (this.listed.stage !== 'open') return 'marketNotOpen';
    return this.listed.status === 'trading' ? null : 'marketHalted';
  }

  /** Whether it ended with orders that are still open: the engine ends them in slices. */
  get isLeft(): boolean {
    if (this.listed.stage !== 'delisted') return false;
    return this.book.orderCount + this.stops.count + this.dormant.count > 0;
  }

  /** The band of allowed limit prices of a side around `reference`. */
  band(side: Side, reference: number): PriceBand {
    if (reference !== this.#reference) this.#setBands(reference);
    return this.#bands[side];
  }

  /** Sets the index price, in units of 1e-8 of the quote asset. */
  setIndex(units: number, at: number): void {
    this.indexTicks = Math.max(1, Math.round(units / this.rules.quotePerTick));
    this.indexAt = at;
  }

  /** What was kept of the rules before is forgotten; open orders stay as they are. */
  setRules(rules: BookRules): void {
    this.rules = rules;
    this.seats.forgetRates();
    this.#setBands(this.#reference);
  }

  /** The best price that orders of `side` trade against; 0 when there is none. */
  bestAgainst(side: Side): number {
    return side === BUY ? this.book.bestAsk() : this.book.bestBid();
  }

  touch(side: Side, ticks: number): void {
    this.touched.push(ticks * 2 + side);
  }

  #setBands(reference: number): void {
    this.#reference = reference;
    this.#bands = [priceBand(this.rules, BUY, reference), priceBand(this.rules, SELL, reference)];
  }
}

/** Orders that a book has room for at first. */
const ROOM = 1_024;
