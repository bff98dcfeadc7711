import type { AccountSlot, Ledger } from '../../ledger/ledger.ts';
import { assert } from '../../num/integer.ts';
import { NumberList } from '../../num/number-list.ts';
import { NumberRows } from '../../schema/number-rows.ts';
import type { RowOf } from '../../schema/record.ts';
import type { Rates } from '../order.ts';
import type { Side } from '../side.ts';
import type { Bounds } from './bounds.ts';
import { Fill, type MarketState, type Owner } from './market-state.ts';
import { type ChangedOrders, Int, Mark, Num, type OrderRef, Orders, refOf } from './records.ts';
import { Seat } from './seats.ts';
import type { StopRows } from './stops.ts';
import { type amendment, trade } from './tables.ts';
import { type Trader, Traders } from './traders.ts';
import { Order } from './view.ts';

/**
 * Every order, book and trader of one realm, of all products. The functions of the other files in
 * this folder work on it.
 */
export class TradingState {
  readonly ledger: Ledger;
  readonly bounds: Bounds;
  readonly stopRows: StopRows;
  /** By market id. */
  readonly markets: (MarketState | undefined)[] = [];
  readonly orders = new Orders();
  /** By user id, a blank and client order id. */
  readonly byClientId = new Map<string, OrderRef>();
  /** By user id, a blank and the client's id of a list: how many of its orders are open. */
  readonly listNames = new Map<string, number>();
  readonly traders = new Traders();
  /** Since the last batch: orders that changed, trades made, amendments that kept priority. */
  readonly dirty = new NumberList();
  trades = new NumberRows(trade);
  amendments: RowOf<typeof amendment>[] = [];
  /** The trade that is being settled. */
  readonly fill = new Fill();
  /** Copies of the orders whose rows have been taken and whose facts have not. */
  changed: ChangedOrders | null = null;
  /** The running command. */
  seq = 0;
  at = 0;
  /** What the running command has done, in the units of Bounds.slice. */
  work = 0;
  #placed = 0;

  constructor(ledger: Ledger, bounds: Bounds, stopRows: StopRows) {
    this.ledger = ledger;
    this.bounds = bounds;
    this.stopRows = stopRows;
  }

  begin(seq: number, at: number): void {
    // Several products may act in one command, one after the other.
    if (seq !== this.seq) {
      this.#placed = 0;
      this.work = 0;
    }
    this.seq = seq;
    this.at = at;
    this.ledger.begin(seq);
  }

  /** Unique and rising within the realm: the command's number and a count within the command. */
  nextId(): number {
    assert(this.#placed < IDS_PER_COMMAND, 'a command has room for its orders');
    const id = this.nextPriority;
    this.#placed += 1;
    return id;
  }

  /** Above the id and the priority of every order so far. */
  get nextPriority(): number {
    return this.seq * IDS_PER_COMMAND + this.#placed;
  }

  /** Whether the running command may fire one more stop, or place one more quote of the house. */
  get mayBegin(): boolean {
    return this.work < this.bounds.slice;
  }

  /** The market that an order is for. */
  marketOf(order: OrderRef): MarketState {
    return this.markets[this.orders.ints[order + Int.market]!] as MarketState;
  }

  /** The open order of this id, or undefined. */
  order(id: number): Order | undefined {
    const ref = this.orders.find(id);
    return ref === 0 ? undefined : this.orderAt(ref);
  }

  orderAt(ref: OrderRef): Order {
    return new Order(this.orders, ref);
  }

  /** The order that rests in a slot of a book. */
  restingIn(market: MarketState, slot: number): Order {
    return this.orderAt(refOf(market.book.id(slot)));
  }

  /** Every open order, in no particular order. */
  *open(): IterableIterator<Order> {
    for (const ref of this.orders.all()) yield this.orderAt(ref);
  }

  /** Adds an open order to the indexes: by id, by client order id, and by owner. */
  enter(order: OrderRef, name: string): void {
    const { orders } = this;
    const { ints } = orders;
    const trader = ints[order + Int.trader]!;
    const { seats } = this.marketOf(order);
    orders.add(order, name);
    this.traders.countOrder(trader, 1);
    if (name !== '') this.byClientId.set(`${orders.numbers[order + Num.userId]} ${name}`, order);
    const first = seats.get(trader, Seat.first);
    ints[order + Int.next] = first;
    ints[order + Int.previous] = 0;
    if (first !== 0) ints[first + Int.previous] = order;
    seats.set(trader, Seat.first, order);
  }

  /** Removes the order from every index. Its record stays as it is until the batch is taken. */
  leave(order: OrderRef): void {
    const { orders } = this;
    const { ints } = orders;
    orders.delete(order);
    this.traders.countOrder(ints[order + Int.trader]!, -1);
    if (orders.has(order, Mark.clientOrderId)) {
      this.byClientId.delete(`${orders.numbers[order + Num.userId]} ${orders.name(order)}`);
    }
    if (orders.has(order, Mark.listName)) this.countListed(order, -1);
    const next = ints[order + Int.next]!;
    const previous = ints[order + Int.previous]!;
    if (previous === 0) this.marketOf(order).seats.set(ints[order + Int.trader]!, Seat.first, next);
    else ints[previous + Int.next] = next;
    if (next !== 0) ints[next + Int.previous] = previous;
  }

  /** Gives an open order another client order id; the old one is free at once. */
  rename(order: OrderRef, name: string): void {
    const { orders } = this;
    const userId = orders.numbers[order + Num.userId];
    this.byClientId.delete(`${userId} ${orders.name(order)}`);
    this.byClientId.set(`${userId} ${name}`, order);
    orders.rename(order, name);
  }

  /** Makes the orders a list, which has the id of the first, and the name that its client gave. */
  list(orders: readonly OrderRef[], name: string): void {
    const { numbers } = this.orders;
    const list = numbers[orders[0]! + Num.id]!;
    for (const order of orders) {
      numbers[order + Num.oco] = list;
      this.orders.mark(order, Mark.paired);
      if (name === '') continue;
      this.orders.setListName(order, name);
      this.countListed(order, 1);
    }
  }

  /** Counts an open order of a named list. The name is free again when none is open. */
  countListed(order: OrderRef, by: 1 | -1): void {
    const key = `${this.orders.numbers[order + Num.userId]} ${this.orders.listName(order)}`;
    const count = (this.listNames.get(key) ?? 0) + by;
    if (count === 0) this.listNames.delete(key);
    else this.listNames.set(key, count);
  }

  /** One of the two cancels the other from now on. */
  pair(first: OrderRef, second: OrderRef): void {
    const { ints } = this.orders;
    ints[first + Int.other] = second;
    ints[second + Int.other] = first;
  }

  /** Open orders of one owner in every market. */
  *ordersOf(trader: Trader): IterableIterator<OrderRef> {
    for (const market of this.markets) {
      if (market !== undefined) yield* this.ordersIn(market, trader);
    }
  }

  /** Open orders of one owner in a market; the caller may end the current one. */
  *ordersIn(market: MarketState, trader: Trader): IterableIterator<OrderRef> {
    for (let order = market.seats.get(trader, Seat.first); order !== 0; ) {
      const next = this.orders.ints[order + Int.next]!;
      yield order;
      order = next;
    }
  }

  /**
   * As ordersOf, or as ordersIn where a market is named, by their ids: the list's own order is not
   * kept when it is loaded.
   */
  ordersById(trader: Trader, market?: MarketState): OrderRef[] {
    const { numbers } = this.orders;
    const orders = market === undefined ? this.ordersOf(trader) : this.ordersIn(market, trader);
    return [...orders].sort((a, b) => numbers[a + Num.id]! - numbers[b + Num.id]!);
  }

  /**
   * The rates of the trader in the market. Gives the trader a seat there; called before an order is
   * placed.
   */
  ratesOf(market: MarketState, trader: Trader): Rates {
    const { seats, product } = market;
    seats.take(trader);
    if (seats.get(trader, Seat.maker) === 0) {
      const { makerPpm, takerPpm } = product.rates(market.rules, this.traders.userId(trader));
      seats.set(trader, Seat.maker, makerPpm + 1);
      seats.set(trader, Seat.taker, takerPpm + 1);
    }
    const makerPpm = seats.get(trader, Seat.maker) - 1;
    return { makerPpm, takerPpm: seats.get(trader, Seat.taker) - 1 };
  }

  /** The user's rates have changed: products are asked for them before the next order. */
  renewRates(userId: number): void {
    const trader = this.traders.of(userId);
    for (const market of this.markets) {
      market?.seats.take(trader);
      market?.seats.set(trader, Seat.maker, 0);
    }
  }

  /**
   * Slot of the account that the trader's orders of a side pay from, opened on first use. What an
   * order buys goes to the account that orders of the other side pay from.
   */
  account(market: MarketState, trader: Trader, side: Side): AccountSlot {
    const known = market.seats.get(trader, Seat.account + side);
    return known === 0 ? this.#open(market, trader, side) : known - 1;
  }

  /** As account(), but -1 instead of opening an account that nobody ever paid into. */
  findAccount(market: MarketState, trader: Trader, side: Side): AccountSlot {
    const known = market.seats.get(trader, Seat.account + side);
    return known === 0 ? this.ledger.find(this.#accountId(market, trader, side)) : known - 1;
  }

  /** Who has the order, with the rates at which it was placed. */
  ownerOf(order: OrderRef): Owner {
    const { numbers, ints } = this.orders;
    const rates = this.orders.rates(order);
    return { trader: ints[order + Int.trader]!, userId: numbers[order + Num.userId]!, rates };
  }

  /** The account that has the order's hold. */
  payingAccount(market: MarketState, order: OrderRef): AccountSlot {
    const { ints } = this.orders;
    return this.account(market, ints[order + Int.trader]!, ints[order + Int.side] as Side);
  }

  #open(market: MarketState, trader: Trader, side: Side): AccountSlot {
    const slot = this.ledger.open(this.#accountId(market, trader, side));
    market.seats.set(trader, Seat.account + side, slot + 1);
    return slot;
  }

  #accountId({ rules, product }: MarketState, trader: Trader, side: Side): number {
    return product.account(rules, this.traders.userId(trader), side);
  }

  /** Notes that the command changed the order: row and fact are due at the end of the batch. */
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
      if (orders.isOpen(order)) {
        orders.markStored(order);
        continue;
      }
      if (orders.has(order, Mark.rare)) orders.clearColds(order);
      orders.free(order);
    }
    dirty.clear();
    orders.formerNames.clear();
  }
}

/** Orders that one command may place or fire. Ids stay below 2^53 for 10^11 commands. */
export const IDS_PER_COMMAND = 65_536;

/** The number of the command that placed the order. */
export function placedBy(orderId: number): number {
  return Math.floor(orderId / IDS_PER_COMMAND);
}
