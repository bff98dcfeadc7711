import { Book } from '@assay/core/book/book';
import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import { NumberList } from '@assay/core/num/number-list';
import type { MarketRules } from '@assay/core/order/market';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { type PriceBand, priceBand } from '../rules.ts';
import { type Order, orderAt } from './order.ts';
import { Int, Mark, Num, OrderRecords, type OrderRef, Orders } from './orders.ts';
import { Seat, Seats } from './seats.ts';
import { StopList } from './stops.ts';
import { type Trader, Traders } from './traders.ts';
import { Trades } from './trades.ts';

/** A market as the markets module keeps it; its rules never change while it lives. */
export interface ListedMarket {
  readonly rules: MarketRules;
  readonly status: string;
}

/**
 * One market at work: its book, its stops, its last price, and what changed since the last batch.
 */
export class LiveBook {
  readonly market: ListedMarket;
  readonly rules: MarketRules;
  /**
   * It knows an order by the number of its record, so what it fills leads straight there; and the
   * record knows its slot, so nobody asks the book for an order.
   */
  readonly book = new Book(ROOM, false);
  readonly stops: StopList;
  readonly seats = new Seats();
  /** Accounts of the house that fees and what rounding adds to them go to. */
  readonly fees: AccountSlot;
  readonly rounding: AccountSlot;
  lastTicks = 0;
  /** Last index price in ticks, rounded to the nearest, and when it was set. */
  indexTicks = 0;
  indexAt = 0;
  lastTradeId = 0;
  /** Levels touched since the last batch, as ticks x 2 + side; some of them more than once. */
  readonly touched = new NumberList();
  /** The bands around the last reference that was asked for: most orders meet the same. */
  #reference = 0;
  #bands: readonly [bids: PriceBand, asks: PriceBand];

  constructor(market: ListedMarket, { orders, ledger }: SpotState) {
    this.market = market;
    this.rules = market.rules;
    this.stops = new StopList(orders);
    this.#bands = [priceBand(this.rules, BUY, 0), priceBand(this.rules, SELL, 0)];
    const house = (owner: number) => accountId(owner, WALLET.currency, this.rules.quoteAsset);
    this.fees = ledger.open(house(OWNER.fees));
    this.rounding = ledger.open(house(OWNER.rounding));
  }

  /** Where limit prices of a side may stand, measured against `reference`. */
  band(side: Side, reference: number): PriceBand {
    if (reference !== this.#reference) {
      this.#reference = reference;
      this.#bands = [priceBand(this.rules, BUY, reference), priceBand(this.rules, SELL, reference)];
    }
    return this.#bands[side];
  }

  touch(side: Side, ticks: number): void {
    this.touched.push(ticks * 2 + side);
  }
}

/** The rates of an order's owner, in ppm. */
export interface Rates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Everything of spot in one realm. The files beside this one are its verbs. */
export class SpotState {
  readonly ledger: Ledger;
  readonly live: (LiveBook | undefined)[] = [];
  readonly orders = new Orders();
  /** By user id, a blank and the sender's own name for it. */
  readonly byClientId = new Map<string, OrderRef>();
  readonly traders = new Traders();
  /** Since the last batch: orders that changed, trades made, traders whose rates were set. */
  readonly dirty = new NumberList();
  trades = new Trades();
  tiers: Trader[] = [];
  /** Copies of the orders whose rows have been taken and whose facts have not. */
  changed: OrderRecords | null = null;
  /** The running command. */
  seq = 0;
  at = 0;
  #placed = 0;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  begin(seq: number, at: number): void {
    this.seq = seq;
    this.at = at;
    this.#placed = 0;
    this.ledger.begin(seq);
  }

  /** Unique and rising within the realm: the command's number and a count within the command. */
  nextPlace(): number {
    assert(this.#placed < PLACES, 'a command has room for its orders');
    const place = this.seq * PLACES + this.#placed;
    this.#placed += 1;
    return place;
  }

  /** Whether the running command may place more; what it may not do now, the next one does. */
  get hasPlaces(): boolean {
    return this.#placed < PLACES - 1;
  }

  /** The book of the market that an order is for. */
  liveOf(order: OrderRef): LiveBook {
    return this.live[this.orders.ints[order + Int.market]!] as LiveBook;
  }

  /** The open order of this id, or undefined. */
  order(id: number): Order | undefined {
    const ref = this.orders.find(id);
    return ref === 0 ? undefined : this.orderAt(ref);
  }

  orderAt(ref: OrderRef): Order {
    return orderAt(this.orders, ref);
  }

  /** The order that rests in a slot of a book. */
  restingIn(live: LiveBook, slot: number): Order {
    return this.orderAt(OrderRecords.at(live.book.id(slot)));
  }

  /** Every open order, in no order. */
  *open(): IterableIterator<Order> {
    for (const ref of this.orders.all()) yield this.orderAt(ref);
  }

  /** Makes an open order known: by its id, by its sender's name for it, and to its owner. */
  enter(order: OrderRef, name: string): void {
    const { orders } = this;
    const { ints } = orders;
    const trader = ints[order + Int.trader]!;
    const { seats } = this.liveOf(order);
    orders.add(order, name);
    if (name !== '') this.byClientId.set(`${orders.numbers[order + Num.userId]} ${name}`, order);
    const first = seats.get(trader, Seat.first);
    ints[order + Int.next] = first;
    ints[order + Int.previous] = 0;
    if (first !== 0) ints[first + Int.previous] = order;
    seats.set(trader, Seat.first, order);
  }

  /** Nobody finds the order any more. Its record stays as it is until the batch has been taken. */
  leave(order: OrderRef): void {
    const { orders } = this;
    const { ints } = orders;
    orders.delete(order);
    if (orders.has(order, Mark.named)) {
      this.byClientId.delete(`${orders.numbers[order + Num.userId]} ${orders.name(order)}`);
    }
    const next = ints[order + Int.next]!;
    const previous = ints[order + Int.previous]!;
    if (previous === 0) this.liveOf(order).seats.set(ints[order + Int.trader]!, Seat.first, next);
    else ints[previous + Int.next] = next;
    if (next !== 0) ints[next + Int.previous] = previous;
  }

  /** Gives an open order another name; the old one is free at once. */
  rename(order: OrderRef, name: string): void {
    const { orders } = this;
    const userId = orders.numbers[order + Num.userId];
    this.byClientId.delete(`${userId} ${orders.name(order)}`);
    this.byClientId.set(`${userId} ${name}`, order);
    orders.rename(order, name);
  }

  /** Of these two, one cancels the other. */
  pair(limit: OrderRef, stop: OrderRef): void {
    const { numbers, ints } = this.orders;
    const oco = numbers[limit + Num.id]!;
    numbers[limit + Num.oco] = oco;
    numbers[stop + Num.oco] = oco;
    ints[limit + Int.other] = stop;
    ints[stop + Int.other] = limit;
    this.orders.mark(limit, Mark.paired);
    this.orders.mark(stop, Mark.paired);
  }

  /** Open orders of one owner in every market. */
  *ordersOf(trader: Trader): IterableIterator<OrderRef> {
    for (const live of this.live) if (live !== undefined) yield* this.ordersIn(live, trader);
  }

  /** Open orders of one owner in a market; whoever goes through them may end the one at hand. */
  *ordersIn(live: LiveBook, trader: Trader): IterableIterator<OrderRef> {
    for (let order = live.seats.get(trader, Seat.first); order !== 0; ) {
      const next = this.orders.ints[order + Int.next]!;
      yield order;
      order = next;
    }
  }

  /**
   * As ordersOf, or as ordersIn where a market is named, by their ids: the list's own order is not
   * kept when it is loaded.
   */
  ordersById(trader: Trader, live?: LiveBook): OrderRef[] {
    const { numbers } = this.orders;
    const orders = live === undefined ? this.ordersOf(trader) : this.ordersIn(live, trader);
    return [...orders].sort((a, b) => numbers[a + Num.id]! - numbers[b + Num.id]!);
  }

  /** What the trader pays in the market. Takes a seat there: asked before an order is placed. */
  ratesOf({ seats, rules }: LiveBook, trader: Trader): Rates {
    seats.take(trader);
    if (seats.get(trader, Seat.maker) === 0) {
      seats.set(trader, Seat.maker, this.traders.makerPpm(trader, rules.makerFeePpm) + 1);
      seats.set(trader, Seat.taker, this.traders.takerPpm(trader, rules.takerFeePpm) + 1);
    }
    const makerPpm = seats.get(trader, Seat.maker) - 1;
    return { makerPpm, takerPpm: seats.get(trader, Seat.taker) - 1 };
  }

  /** Gives a trader rates of their own, for orders from here on. */
  setRates(trader: Trader, { makerPpm, takerPpm }: Rates): void {
    this.traders.setRates(trader, makerPpm, takerPpm);
    for (const live of this.live) {
      live?.seats.take(trader);
      live?.seats.set(trader, Seat.maker, 0);
    }
  }

  /**
   * Slot of the account that the trader's orders of a side pay from, opened on first use. What is
   * bought is paid into the account that orders of the other side pay from.
   */
  account(live: LiveBook, trader: Trader, side: Side): AccountSlot {
    const known = live.seats.get(trader, Seat.account + side);
    return known === 0 ? this.#open(live, trader, side) : known - 1;
  }

  /** As account(), but -1 instead of opening an account that nobody ever paid into. */
  findAccount(live: LiveBook, trader: Trader, side: Side): AccountSlot {
    const known = live.seats.get(trader, Seat.account + side);
    return known === 0 ? this.ledger.find(this.#accountId(live, trader, side)) : known - 1;
  }

  #open(live: LiveBook, trader: Trader, side: Side): AccountSlot {
    const slot = this.ledger.open(this.#accountId(live, trader, side));
    live.seats.add(trader, Seat.account + side, slot + 1); // it was 0
    return slot;
  }

  #accountId({ rules }: LiveBook, trader: Trader, side: Side): number {
    const asset = side === BUY ? rules.quoteAsset : rules.baseAsset;
    return accountId(this.traders.userId(trader), WALLET.currency, asset);
  }

  /** Notes that the order changed in this command: its row and its fact are due with the batch. */
  note(order: OrderRef): void {
    const { numbers, ints } = this.orders;
    numbers[order + Num.seq] = this.seq;
    numbers[order + Num.updatedAt] = this.at;
    const marks = ints[order + Int.marks]!;
    if ((marks & Mark.changed) !== 0) return;
    ints[order + Int.marks] = marks | Mark.changed;
    this.dirty.push(order);
  }

  /** The batch has been taken: its open orders have rows, records of the others are free. */
  settleDirty(): void {
    const { orders, dirty } = this;
    for (let n = 0; n < dirty.count; n += 1) {
      const order = dirty.get(n);
      if (orders.isOpen(order)) orders.markStored(order);
      else orders.free(order);
    }
    dirty.clear();
    orders.formerNames.clear();
  }
}

/** Orders that a book has room for at first. */
const ROOM = 1_024;

/** Orders that one command may place or fire. Ids stay below 2^53 for 10^11 commands. */
const PLACES = 65_536;

/** The number of the command that placed the order. */
export function placedBy(orderId: number): number {
  return Math.floor(orderId / PLACES);
}
