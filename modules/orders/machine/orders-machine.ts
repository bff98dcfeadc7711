import type { Ledger } from '@assay/core/ledger/ledger';
import { OWNER } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import type { PlaceOrder } from '@assay/core/order/intent';
import { amendOrder } from '@assay/core/order/life/amend';
import { BOUNDS, type Bounds } from '@assay/core/order/life/bounds';
import { cancelAllOrders, cancelOrder, cancelOrders } from '@assay/core/order/life/change';
import { countedAs } from '@assay/core/order/life/execute';
import { expireOrders } from '@assay/core/order/life/expire';
import { fireDue, fireStops } from '@assay/core/order/life/fire';
import {
  type BookProduct,
  type ListedMarket,
  MarketState,
} from '@assay/core/order/life/market-state';
import { placeOco } from '@assay/core/order/life/oco';
import { placeOto } from '@assay/core/order/life/oto';
import { placeOrder, prepareOrder } from '@assay/core/order/life/place';
import { Int, Num, numberOf } from '@assay/core/order/life/records';
import { Seat } from '@assay/core/order/life/seats';
import { TradingState } from '@assay/core/order/life/state';
import {
  amendment,
  endedOrder,
  openOrder,
  reachedPrice,
  trade,
  trailReached,
  trailRow,
} from '@assay/core/order/life/tables';
import type { Order } from '@assay/core/order/life/view';
import { STATUS } from '@assay/core/order/order';
import type { Refused } from '@assay/core/order/refusals';
import type { Side } from '@assay/core/order/side';
import type { RowOf } from '@assay/core/schema/record';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Fact, FollowUp, Machine, RowReader } from '@assay/platform/engine/machine';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type {
  ExpireOrders,
  ExpireOrdersRefusal,
  FireStops,
  FireStopsRefusal,
  OrdersExpired,
  StopsFired,
} from '../schema/commands.ts';
import type { OrderCommandName } from '../schema/index.ts';
import { readLastTrades, readOpenOrders } from '../store/load.ts';
import { amendmentWriter, orderWriters, tradeWriter } from '../store/rows.ts';
import { auditOrders } from './audit.ts';
import { takeOrderFacts } from './facts.ts';
import { orderLine } from './order-line.ts';

/** The markets that are traded on books; the markets module has them. */
export interface ListedMarkets {
  market(symbol: string): ListedMarket | undefined;
  marketById(id: number): ListedMarket | undefined;
  /** The markets that follow an index, in the order of their ids. */
  following(index: string): Iterable<ListedMarket>;
  assetSymbol(id: number): string;
  /** Reports a market whose rules are others from now on. */
  onRules(listener: (market: ListedMarket) => void): void;
}

/** Where index prices come from: the feeds machine calls back inside its own command. */
export interface PriceSource {
  onPrices(
    listener: (prices: ReadonlyMap<string, { units: number; at: number }>, turn: Turn) => void,
  ): void;
  lastIndex(name: string): { units: number; at: number } | undefined;
}

export interface OrdersOptions {
  readonly ledger: Ledger;
  readonly markets: ListedMarkets;
  readonly prices: PriceSource;
  /** How much work one command does at most; tests make it small. */
  readonly bounds?: Bounds | undefined;
}

/**
 * Orders, books and trades of every product in the engine. The product of a market says what an
 * order must cover and what a trade does.
 */
export class OrdersMachine implements Machine {
  readonly name = 'orders';
  readonly state: TradingState;
  readonly rules: RulesFor<OrderCommandName> = {
    placeOrder: (body, turn) => placeOrder(this.state, this.market(body.market), body, turn),
    placeOco: (body, turn) => placeOco(this.state, this.market(body.market), body, turn),
    placeOto: (body, turn) => placeOto(this.state, this.market(body.market), body, turn),
    cancelOrder: (body, turn) => cancelOrder(this.state, body, turn),
    cancelAllOrders: (body, turn) => {
      const product = this.#products.get(body.product ?? '');
      const market = this.market(body.market ?? '');
      return cancelAllOrders(this.state, { product, market }, body, turn);
    },
    amendOrder: (body, turn) => amendOrder(this.state, body, turn),
    fireStops: (body, turn) => this.#fireStops(body, turn),
    expireOrders: (body, turn) => this.#expireOrders(body, turn),
  };
  readonly tables = [
    ...[openOrder, endedOrder, amendment, trade],
    ...[reachedPrice, trailRow, trailReached],
  ];
  readonly writers;
  readonly #markets: ListedMarkets;
  readonly #prices: PriceSource;
  readonly #reached = new ObjectTable(reachedPrice);
  readonly #trails = {
    extremes: new ObjectTable(trailRow),
    reached: new ObjectTable(trailReached),
  };
  /** Small tables that the stops need besides the orders. */
  readonly #stopTables = [this.#reached, this.#trails.extremes, this.#trails.reached];
  readonly #products = new Map<string, BookProduct>();
  /** Id of the market whose due stops fired last; decides only whose turn is next. */
  #lastFired = 0;

  constructor({ ledger, markets, prices, bounds = BOUNDS }: OrdersOptions) {
    const stopRows = { reached: this.#reached, trails: this.#trails };
    this.state = new TradingState(ledger, bounds, stopRows);
    this.#markets = markets;
    this.#prices = prices;
    this.writers = [
      ...orderWriters(this.state),
      amendmentWriter(this.state),
      tradeWriter(this.state),
      ...this.#stopTables.flatMap(({ writers }) => writers),
    ];
    prices.onPrices((news, turn) => this.#follow(news, turn));
    markets.onRules(({ rules }) => this.state.markets[rules.id]?.setRules(rules));
  }

  /** Adds a product, before anything is loaded or decided. */
  addProduct(product: BookProduct): void {
    assert(!this.#products.has(product.name), `product ${product.name} is there once`);
    this.#products.set(product.name, product);
  }

  /** Whether this machine decides orders in markets of the product. */
  hasProduct(name: string): boolean {
    return this.#products.has(name);
  }

  /** The market of a symbol at work; undefined when it is not listed, or not traded on a book. */
  market(symbol: string): MarketState | undefined {
    const listed = this.#markets.market(symbol);
    return listed === undefined || !this.#isOnBook(listed)
      ? undefined
      : this.#byId(listed.rules.id);
  }

  /**
   * The dry run of placeOrder by the same path, on the current state, durable or not: the first
   * refusal, or null. Nothing is changed.
   */
  tryOrder(userId: number, order: PlaceOrder, now: number): Refused | null {
    const { seq, at } = this.state;
    const turn = { seq, at: Math.max(now, at), actor: userId };
    const ready = prepareOrder(this.state, this.market(order.market), order, turn);
    return ready.refusal === undefined ? null : ready;
  }

  async load(reader: RowReader): Promise<void> {
    await readLastTrades(reader, (market) => this.#byId(market));
    for (const table of this.#stopTables) await table.load(reader);
    for (const row of this.#reached.rows()) this.#byId(row.market).stops.restoreReached(row);
    const { extremes, reached } = this.#trails;
    const trailOf = (row: Pick<RowOf<typeof trailRow>, 'market' | 'side'>) =>
      this.#byId(row.market).stops.trail(row.side as Side);
    for (const row of extremes.rows()) trailOf(row).restore(row);
    for (const row of reached.rows()) trailOf(row).restoreReached(row);
    await readOpenOrders(reader, this.state, (order) => this.#restore(order));
    for (const market of this.state.markets) {
      market?.stops.restored();
      market?.dormant.restoreDue((list) => this.state.orders.find(list) !== 0);
    }
  }

  takeFacts(): Fact[] {
    return takeOrderFacts(this.state, (id) => this.#markets.assetSymbol(id));
  }

  forget(): void {
    const { state } = this;
    state.settleDirty();
    state.changed = null;
    state.amendments = [];
    state.trades.clear();
    for (const market of state.markets) market?.touched.clear();
    for (const table of this.#stopTables) table.forget();
  }

  digest(write: (line: string) => void): void {
    for (const market of this.state.markets) {
      if (market === undefined) continue;
      const { rules, lastTicks, lastTradeId } = market;
      if (lastTradeId > 0) write(`${rules.symbol} ${lastTicks} ${lastTradeId}`);
      market.book.forEach((slot) => {
        write(orderLine(this.state.restingIn(market, slot)));
      });
      for (const stop of market.stops) write(orderLine(this.state.orderAt(stop)));
      for (const one of market.dormant) write(orderLine(this.state.orderAt(one)));
    }
    for (const table of this.#stopTables) table.digest(write);
  }

  /** Adds what every open order holds, account by account. */
  claim(add: (account: number, amount: bigint) => void): void {
    const { numbers, ints } = this.state.orders;
    for (const order of this.state.orders.all()) {
      // An order that waits for another may be for an asset of which its owner has no account yet.
      if (numbers[order + Num.held] === 0) continue;
      const { rules, product } = this.state.marketOf(order);
      const side = ints[order + Int.side] as Side;
      const account = product.account(rules, numbers[order + Num.userId]!, side);
      add(account, BigInt(numbers[order + Num.held]!));
    }
  }

  /** Ends every order of the user inside the running command. */
  endAll(userId: number, turn: Turn): void {
    this.state.begin(turn.seq, turn.at);
    cancelOrders(this.state, this.state.ordersById(this.state.traders.of(userId)));
  }

  audit(): void {
    auditOrders(this.state);
    for (const table of this.#stopTables) table.audit();
  }

  /** Prices that have reached stops which have not fired yet. */
  reachedPrices(): readonly RowOf<typeof reachedPrice>[] {
    return this.#reached.rows();
  }

  /** What trailing stops have followed. */
  trailRows(): readonly RowOf<typeof trailRow>[] {
    return this.#trails.extremes.rows();
  }

  /**
   * While stops, or orders that waited for another, are due in a market that trades, the next slice
   * of them. Markets take turns: the next one is the first behind that of the last slice. Before
   * that, the next of the orders that a market has left which was delisted.
   */
  followUp(): FollowUp | null {
    const { markets } = this.state;
    const left = markets.find((market) => market?.isLeft);
    if (left !== undefined) {
      const body: ExpireOrders = { market: left.rules.symbol };
      return { type: 'expireOrders', actor: OWNER.engine, body };
    }
    for (let n = 1; n <= markets.length; n += 1) {
      const market = markets[(this.#lastFired + n) % markets.length];
      if (market === undefined || !market.isTrading || !isAnyDue(market)) continue;
      const body: FireStops = { market: market.rules.symbol };
      return { type: 'fireStops', actor: OWNER.engine, body };
    }
    return null;
  }

  #fireStops(
    body: FireStops,
    { seq, at, actor }: Turn,
  ): StopsFired | RefusedWith<FireStopsRefusal> {
    if (actor !== OWNER.engine) return { refusal: 'notAllowed' };
    const market = this.market(body.market);
    if (market === undefined) return { refusal: 'unknownMarket' };
    if (!market.isTrading) return { refusal: 'marketHalted' };
    if (!isAnyDue(market)) return { refusal: 'noStopsDue' };
    this.state.begin(seq, at);
    this.#lastFired = market.rules.id;
    return { fired: fireDue(this.state, market) };
  }

  #expireOrders(
    body: ExpireOrders,
    { seq, at, actor }: Turn,
  ): OrdersExpired | RefusedWith<ExpireOrdersRefusal> {
    if (actor !== OWNER.engine) return { refusal: 'notAllowed' };
    const market = this.market(body.market);
    if (market === undefined) return { refusal: 'unknownMarket' };
    if (!market.isLeft) return { refusal: 'noOrdersLeft' };
    this.state.begin(seq, at);
    return { expired: expireOrders(this.state, market) };
  }

  #isOnBook({ rules }: ListedMarket): boolean {
    return this.#products.has(rules.product);
  }

  #byId(id: number): MarketState {
    let market = this.state.markets[id];
    if (market === undefined) {
      const listed = this.#markets.marketById(id);
      assert(listed !== undefined, 'an order has a listed market');
      const product = this.#products.get(listed.rules.product);
      assert(product !== undefined, `market ${listed.rules.symbol} has a product`);
      market = new MarketState(listed, product, this.state);
      this.state.markets[id] = market;
      // The index may have had a price before the market was listed.
      this.#setIndex(market);
    }
    return market;
  }

  #restore(order: Order): void {
    const market = this.#byId(order.market);
    const { ref, trader, side, limit, remaining, userId } = order;
    market.seats.take(trader);
    this.state.enter(ref, order.clientOrderId);
    if (order.listName !== '') this.state.countListed(ref, 1);
    if (order.status === STATUS.dormant) {
      market.dormant.add(order.oco, ref);
      market.seats.add(trader, countedAs(this.state, ref), 1);
      return;
    }
    if (order.status === STATUS.pending) {
      market.stops.add(ref);
      market.seats.add(trader, Seat.stops, 1);
      this.#pair(order);
      return;
    }
    const id = numberOf(ref);
    const shown = order.iceberg > 0 ? order.shown : remaining;
    order.slot = market.book.rest(id, side as Side, limit, shown, userId);
    if (shown < remaining) market.book.hide(order.slot, remaining - shown, order.iceberg);
    market.seats.add(trader, Seat.open, 1);
  }

  /** Pairs a stop with the order that it cancels: placed before it, that one is there already. */
  #pair({ ref, id, oco, follows }: Order): void {
    if (oco === 0 || oco === id) return;
    // Of a list with a working order the pair are the two behind it, by consecutive ids.
    const other = this.state.orders.find(follows ? id - 1 : oco);
    assert(follows || other !== 0, 'a stop that shares its funds waits beside another order');
    if (other !== 0) this.state.pair(other, ref);
  }

  /**
   * Index prices have been recorded: the products of the markets that follow the indices act on
   * them.
   */
  #follow(news: ReadonlyMap<string, { units: number; at: number }>, turn: Turn): void {
    this.state.begin(turn.seq, turn.at);
    for (const index of news.keys()) {
      for (const listed of this.#markets.following(index)) {
        if (!this.#isOnBook(listed)) continue;
        const market = this.#byId(listed.rules.id);
        this.#setIndex(market);
        market.product.repriced(market, turn);
        if (market.isTrading) fireStops(this.state, market);
      }
    }
  }

  #setIndex(market: MarketState): void {
    const price = this.#prices.lastIndex(market.rules.index);
    if (price !== undefined) market.setIndex(price.units, price.at);
  }
}

/** Whether a command has left stops, or orders that waited for another, to be fired or placed. */
function isAnyDue({ stops, dormant }: MarketState): boolean {
  return stops.due + dormant.due > 0;
}
