import { Book } from '@assay/core/book/book';
import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, WALLET } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import type { MarketRules } from '@assay/core/order/market';
import { STATUS, type StatusCode } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import { OrderIndex } from './order-index.ts';
import { StopList } from './stops.ts';

/** A market as the markets module keeps it; its rules never change while it lives. */
export interface ListedMarket {
  readonly rules: MarketRules;
  readonly status: string;
}

/** One order, alive or just ended. Ticks, lots and units of 1e-8, all safe integers. */
export class Order {
  id = 0;
  userId = 0;
  user!: Trader;
  live!: LiveBook;
  side: Side = BUY;
  type = 0;
  timeInForce = 0;
  postOnly = false;
  selfTrade = 0;
  /** Quote units of an order by amount, else 0. */
  amount = 0;
  trigger = 0;
  /** A stop fires when the last price rises to its trigger, or when it falls to it. */
  rises = false;
  slippagePpm = 0;
  makerPpm = 0;
  takerPpm = 0;
  clientOrderId = '';
  createdAt = 0;
  limit = 0;
  lots = 0;
  filled = 0;
  filledQuote = 0;
  fee = 0;
  /** Part of the exact fee below one unit, in millionths (core/num/integer.ts chargePpm). */
  feeFraction = 0;
  /** What the order holds: base units for a sell, quote units for a buy. */
  held = 0;
  status: StatusCode = STATUS.new;
  /** Where it stands among equals: orders of one price, and stops of one trigger, go by place. */
  place = 0;
  updatedAt = 0;
  seq = 0;
  /** Slot in the book while it rests there. */
  slot = 0;
  stored = false;
  changed = false;
  next: Order | null = null;
  previous: Order | null = null;

  get open(): boolean {
    return this.status <= STATUS.partiallyFilled;
  }

  get remaining(): number {
    return this.lots - this.filled;
  }
}

/** What the machine knows of one owner: fee rates, and open orders in a list. */
export class Trader {
  readonly userId: number;
  /** Which trader it is, from 0: where its numbers stand in the columns of all traders. */
  readonly number: number;
  first: Order | null = null;
  makerPpm = -1;
  takerPpm = -1;

  constructor(userId: number, number: number) {
    this.userId = userId;
    this.number = number;
  }

  link(order: Order): void {
    order.next = this.first;
    if (this.first !== null) this.first.previous = order;
    this.first = order;
  }

  unlink(order: Order): void {
    if (order.previous === null) this.first = order.next;
    else order.previous.next = order.next;
    if (order.next !== null) order.next.previous = order.previous;
    order.next = null;
    order.previous = null;
  }

  /** Open orders in the order of their ids: the list's own order is not kept when it is loaded. */
  ordersById(): Order[] {
    return [...this.orders()].sort((a, b) => a.id - b.id);
  }

  *orders(): IterableIterator<Order> {
    for (let order = this.first; order !== null; ) {
      const { next } = order; // the visitor may end the order
      yield order;
      order = next;
    }
  }
}

/**
 * A whole number for every trader, 0 at first. One array for all of them: as small arrays of each
 * trader's own, every order waited for memory that no order before it had touched.
 */
export class TraderColumn {
  #numbers = new Int32Array(1024);

  get(trader: Trader): number {
    return this.#numbers[trader.number] ?? 0;
  }

  set(trader: Trader, value: number): void {
    while (trader.number >= this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[trader.number] = value;
  }

  add(trader: Trader, change: number): void {
    this.set(trader, this.get(trader) + change);
  }
}

/**
 * One market at work: its book, its stops, its last price, and what changed since the last batch.
 */
export class LiveBook {
  readonly market: ListedMarket;
  readonly rules: MarketRules;
  readonly book = new Book();
  /** The order of each slot in the book. */
  readonly orders: (Order | undefined)[] = [];
  readonly stops = new StopList();
  /** How many orders each trader has in the book, and how many stops that wait. */
  readonly openOf = new TraderColumn();
  readonly stopsOf = new TraderColumn();
  lastTicks = 0;
  /** Last index price in ticks, rounded to the nearest, and when it was set. */
  indexTicks = 0;
  indexAt = 0;
  lastTradeId = 0;
  /** Levels touched since the last batch, as ticks x 2 + side. */
  readonly touched = new Set<number>();

  constructor(market: ListedMarket) {
    this.market = market;
    this.rules = market.rules;
  }

  touch(side: Side, ticks: number): void {
    this.touched.add(ticks * 2 + side);
  }
}

/** One trade, as it is stored. */
export interface Trade {
  readonly live: LiveBook;
  readonly id: number;
  readonly seq: number;
  readonly at: number;
  readonly ticks: number;
  readonly lots: number;
  readonly taker: Order;
  readonly maker: Order;
  readonly takerFee: number;
  readonly makerFee: number;
  /** The taker's and the maker's totals after this trade, for reports of each fill. */
  readonly takerFilled: number;
  readonly makerFilled: number;
}

/** Everything of spot in one realm. The files beside this one are its verbs. */
export class SpotState {
  readonly ledger: Ledger;
  readonly live: (LiveBook | undefined)[] = [];
  readonly orders = new OrderIndex();
  readonly byClientId = new Map<string, Order>();
  readonly traders = new Map<number, Trader>();
  /** Since the last batch: orders that changed, trades made, fee rates set. */
  dirty: Order[] = [];
  /** Orders whose rows have been taken and whose facts have not. */
  changed: Order[] = [];
  trades: Trade[] = [];
  tiers: Trader[] = [];
  /** By asset, the slot of each trader's currency account, plus one; 0 when it is not known. */
  readonly #slots: TraderColumn[] = [];
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

  trader(userId: number): Trader {
    let trader = this.traders.get(userId);
    if (trader === undefined) {
      trader = new Trader(userId, this.traders.size);
      this.traders.set(userId, trader);
    }
    return trader;
  }

  /** Slot of the owner's currency account in an asset, opened on first use. */
  slot(trader: Trader, asset: number): AccountSlot {
    const known = this.#slotsIn(asset).get(trader);
    if (known !== 0) return known - 1;
    const slot = this.ledger.open(accountId(trader.userId, WALLET.currency, asset));
    this.#slotsIn(asset).set(trader, slot + 1);
    return slot;
  }

  /** As slot(), but -1 instead of opening an account that nobody ever paid into. */
  findSlot(trader: Trader, asset: number): AccountSlot {
    const known = this.#slotsIn(asset).get(trader);
    if (known !== 0) return known - 1;
    return this.ledger.find(accountId(trader.userId, WALLET.currency, asset));
  }

  #slotsIn(asset: number): TraderColumn {
    let column = this.#slots[asset];
    if (column === undefined) {
      column = new TraderColumn();
      this.#slots[asset] = column;
    }
    return column;
  }

  houseSlot(owner: number, asset: number): AccountSlot {
    return this.slot(this.trader(owner), asset);
  }

  /** Notes that the order changed in this command: its row and its fact are due with the batch. */
  note(order: Order): void {
    order.seq = this.seq;
    order.updatedAt = this.at;
    if (order.changed) return;
    order.changed = true;
    this.dirty.push(order);
  }
}

/** Orders that one command may place or fire. Ids stay below 2^53 for 10^11 commands. */
const PLACES = 65_536;

/** The number of the command that placed the order. */
export function placedBy(orderId: number): number {
  return Math.floor(orderId / PLACES);
}
