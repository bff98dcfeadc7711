import type { Ledger } from '@assay/core/ledger/ledger';
import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import { MAX_FEE_PPM } from '@assay/core/order/market';
import { STATUS } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import { INDEX_MAX_AGE_MS } from '@assay/modules/feeds';
import type { Fact, Machine, Outcome, RowReader, Turn } from '@assay/platform/engine/machine';
import type { PlaceOco } from '../rules/oco.ts';
import type { PlaceOrder } from '../rules.ts';
import { readFeeTiers, readLastTrades, readOpenOrders } from '../store/load.ts';
import { orderWriters, tierWriter, tradeWriter } from '../store/rows.ts';
import {
  type AmendOrder,
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  type OrderName,
} from './change.ts';
import { restingHold, withdraw } from './execute.ts';
import { takeSpotFacts } from './facts.ts';
import { placeOco } from './oco.ts';
import type { Order } from './order.ts';
import { Int, Num, OrderRecords, type OrderRef } from './orders.ts';
import { placeOrder } from './place.ts';
import { quoteAround, withdrawQuotes } from './quote.ts';
import { Seat } from './seats.ts';
import { type ListedMarket, LiveBook, SpotState } from './state.ts';
import { stopHold } from './stop-order.ts';
import type { Trader } from './traders.ts';

/** The markets that the module trades on; the markets module has them. */
export interface ListedMarkets {
  market(symbol: string): ListedMarket | undefined;
  marketById(id: number): ListedMarket | undefined;
  markets(): Iterable<ListedMarket>;
  /** The markets that follow an index, in the order of their ids. */
  following(index: string): Iterable<ListedMarket>;
  assetSymbol(id: number): string;
}

/** Where index prices come from: the feeds machine calls back inside its own command. */
export interface PriceSource {
  onPrices(
    listener: (prices: ReadonlyMap<string, { units: number; at: number }>, turn: Turn) => void,
  ): void;
  lastIndex(index: string): { units: number; at: number } | undefined;
}

export interface SpotOptions {
  readonly ledger: Ledger;
  readonly markets: ListedMarkets;
  readonly prices: PriceSource;
}

/** Spot trading in the engine: orders, books, trades, fees, and the house's quotes. */
export class SpotMachine implements Machine {
  readonly name = 'spot';
  readonly state: SpotState;
  readonly rules = {
    placeOrder: (body: PlaceOrder, turn: Turn) =>
      placeOrder(this.state, this.#bySymbol(body.market), body, turn),
    placeOco: (body: PlaceOco, turn: Turn) =>
      placeOco(this.state, this.#bySymbol(body.market), body, turn),
    cancelOrder: (body: OrderName, turn: Turn) => cancelOrder(this.state, body, turn),
    cancelAllOrders: (body: { market?: string }, turn: Turn) =>
      cancelAllOrders(this.state, this.#bySymbol(body.market ?? ''), body, turn),
    amendOrder: (body: AmendOrder, turn: Turn) => amendOrder(this.state, body, turn),
    setFeeTier: (body: FeeTier, turn: Turn) => this.#setFeeTier(body, turn),
    withdrawStaleQuotes: (_body: object, turn: Turn) => this.#withdrawStaleQuotes(turn),
  };
  readonly writers;
  readonly #markets: ListedMarkets;
  readonly #prices: PriceSource;

  constructor({ ledger, markets, prices }: SpotOptions) {
    this.state = new SpotState(ledger);
    this.#markets = markets;
    this.#prices = prices;
    this.writers = [...orderWriters(this.state), tradeWriter(this.state), tierWriter(this.state)];
    const house = this.state.traders.of(OWNER.marketMaker);
    this.state.setRates(house, { makerPpm: 0, takerPpm: 0 });
    prices.onPrices((news, turn) => this.#follow(news, turn));
  }

  /** The live side of a market, or undefined when it is not listed. */
  live(symbol: string): LiveBook | undefined {
    return this.#bySymbol(symbol);
  }

  /** Markets in which the house quotes around an index that is too old to decide anything. */
  staleQuotes(at: number): LiveBook[] {
    const house = this.state.traders.of(OWNER.marketMaker);
    return this.state.live.filter(
      (live) =>
        live !== undefined &&
        live.seats.get(house, Seat.first) !== 0 &&
        at - live.indexAt > INDEX_MAX_AGE_MS,
    ) as LiveBook[];
  }

  async load(reader: RowReader): Promise<void> {
    await readFeeTiers(reader, this.state);
    await readLastTrades(reader, (market) => this.#byId(market));
    await readOpenOrders(reader, this.state, (order, name) => this.#restore(order, name));
  }

  takeFacts(): Fact[] {
    return takeSpotFacts(this.state, (id) => this.#markets.assetSymbol(id));
  }

  forget(): void {
    const { state } = this;
    state.settleDirty();
    state.changed = null;
    state.trades.clear();
    state.tiers = [];
    for (const live of state.live) live?.touched.clear();
  }

  digest(write: (line: string) => void): void {
    for (const live of this.state.live) {
      if (live === undefined) continue;
      const { rules, lastTicks, lastTradeId } = live;
      if (lastTradeId > 0) write(`${rules.symbol} ${lastTicks} ${lastTradeId}`);
      live.book.forEach((slot) => {
        write(orderLine(this.state.restingIn(live, slot)));
      });
      for (const stop of live.stops) write(orderLine(this.state.orderAt(stop)));
    }
    this.state.traders.eachRate((userId, makerPpm, takerPpm) => {
      write(`tier ${userId} ${makerPpm} ${takerPpm}`);
    });
  }

  /** Adds what every open order holds, account by account. */
  claim(add: (account: number, amount: bigint) => void): void {
    const { orders } = this.state;
    for (const order of orders.all()) {
      const { rules } = this.state.liveOf(order);
      const asset = orders.ints[order + Int.side] === BUY ? rules.quoteAsset : rules.baseAsset;
      const account = accountId(orders.numbers[order + Num.userId]!, WALLET.currency, asset);
      add(account, BigInt(orders.numbers[order + Num.held]!));
    }
  }

  /** Ends every order of the user inside the running command. */
  endAll(userId: number, turn: Turn): void {
    this.state.begin(turn.seq, turn.at);
    for (const order of this.state.ordersById(this.state.traders.of(userId))) {
      // The second of two that go together went with the first.
      if (!this.state.orders.isOpen(order)) continue;
      withdraw(this.state, this.state.liveOf(order), order, STATUS.canceled);
    }
  }

  audit(): void {
    const { orders, byClientId } = this.state;
    let open = 0;
    for (const live of this.state.live) {
      if (live === undefined) continue;
      live.book.validate();
      live.book.forEach((slot) => {
        auditResting(this.state, live, slot);
        open += 1;
      });
      for (const stop of live.stops) {
        const { status, held } = this.state.orderAt(stop);
        assert(status === STATUS.pending, 'a stop that waits is pending');
        assert(held === stopHold(this.state, live, stop), 'a stop holds what it can cost, no more');
        auditPair(this.state, stop);
        open += 1;
      }
    }
    assert(open === orders.size, 'every open order rests or waits');
    let named = 0;
    for (const { ref, userId, clientOrderId } of this.state.open()) {
      if (clientOrderId === '') continue;
      const found = byClientId.get(`${userId} ${clientOrderId}`);
      assert(found === ref, 'an order is found by the name that its sender gave');
      named += 1;
    }
    assert(named === byClientId.size, 'a name leads to an open order');
    for (const trader of this.state.traders.all()) auditTrader(trader, this.state);
  }

  #bySymbol(symbol: string): LiveBook | undefined {
    const market = this.#markets.market(symbol);
    return market === undefined ? undefined : this.#byId(market.rules.id);
  }

  #byId(id: number): LiveBook {
    let live = this.state.live[id];
    if (live === undefined) {
      const market = this.#markets.marketById(id);
      assert(market !== undefined, 'an order has a listed market');
      live = new LiveBook(market, this.state);
      this.state.live[id] = live;
      // Its index may be older than itself: the price came before the market was listed.
      this.#setIndex(live);
    }
    return live;
  }

  #restore(order: Order, name: string): void {
    const live = this.#byId(order.market);
    const { ref, trader, side, limit, remaining, userId } = order;
    live.seats.take(trader);
    this.state.enter(ref, name);
    if (order.status === STATUS.pending) {
      live.stops.add(ref);
      live.seats.add(trader, Seat.stops, 1);
      // The limit order of a pair was placed before its stop, so it is there already.
      if (order.oco > 0) {
        const limit = this.state.orders.find(order.oco);
        assert(limit !== 0, 'a stop that shares its funds waits beside its limit order');
        this.state.pair(limit, ref);
      }
      return;
    }
    const id = OrderRecords.numberOf(ref);
    order.slot = live.book.rest(id, side as Side, limit, remaining, userId);
    live.seats.add(trader, Seat.open, 1);
  }

  /** Index prices came in: every market that follows one of them is quoted around it. */
  #follow(news: ReadonlyMap<string, { units: number; at: number }>, turn: Turn): void {
    this.state.begin(turn.seq, turn.at);
    for (const index of news.keys()) {
      for (const { rules } of this.#markets.following(index)) {
        const live = this.#byId(rules.id);
        this.#setIndex(live);
        if (live.market.status === 'trading') quoteAround(this.state, live, turn.seq);
        else withdrawQuotes(this.state, live);
      }
    }
  }

  #setIndex(live: LiveBook): void {
    const price = this.#prices.lastIndex(live.rules.index);
    if (price === undefined) return;
    live.indexTicks = Math.max(1, Math.round(price.units / live.rules.quotePerTick));
    live.indexAt = price.at;
  }

  /** Without fresh prices nobody quotes: the next ones bring the house back. */
  #withdrawStaleQuotes({ seq, at, actor }: Turn): Outcome {
    if (actor !== OWNER.feeds) return { refusal: 'notAllowed' };
    this.state.begin(seq, at);
    const stale = this.staleQuotes(at);
    for (const live of stale) withdrawQuotes(this.state, live);
    return { markets: stale.map(({ rules }) => rules.symbol).sort() };
  }

  /** Fee rates of one user; the schedule is public, the job that computes volumes sends this. */
  #setFeeTier(body: FeeTier, turn: Turn): Outcome {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    for (const ppm of [body.makerPpm, body.takerPpm]) {
      if (!Number.isInteger(ppm) || ppm < 0 || ppm > MAX_FEE_PPM) return { refusal: 'invalidFee' };
    }
    if (!Number.isSafeInteger(body.userId) || body.userId < FIRST_USER) {
      return { refusal: 'unknownUser' };
    }
    const trader = this.state.traders.of(body.userId);
    this.state.setRates(trader, body);
    this.state.tiers.push(trader);
    return { ...body };
  }
}

interface FeeTier {
  readonly userId: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Everything of an order that must be the same after loading or replaying. */
function orderLine(order: Order): string {
  const { id, userId, side, type, timeInForce, postOnly, selfTrade, amount, trigger, rises } =
    order;
  const { slippagePpm, makerPpm, takerPpm, clientOrderId, createdAt, limit, lots, filled } = order;
  const { filledQuote, fee, feeFraction, held, status, place, updatedAt, seq, oco } = order;
  return JSON.stringify([
    id,
    userId,
    side,
    type,
    timeInForce,
    postOnly,
    selfTrade,
    amount,
    trigger,
    rises,
    slippagePpm,
    makerPpm,
    takerPpm,
    clientOrderId,
    createdAt,
    limit,
    lots,
    filled,
    filledQuote,
    fee,
    feeFraction,
    held,
    status,
    place,
    updatedAt,
    seq,
    oco,
    order.other !== 0,
  ]);
}

function auditResting(state: SpotState, live: LiveBook, slot: number): void {
  const { book } = live;
  const order = state.restingIn(live, slot);
  assert(order.slot === slot, 'a resting order knows its slot');
  assert(order.open && order.status !== STATUS.pending, 'a resting order is open');
  assert(book.lots(slot) === order.remaining, 'filled and remaining make the quantity');
  assert(
    book.price(slot) === order.limit && book.side(slot) === order.side,
    'the book has its price',
  );
  assert(
    order.held === restingHold(state, live, order.ref),
    'a resting order holds its notional and fee, no more',
  );
}

/** A stop that shares its funds does so with a limit order that rests and has traded nothing. */
function auditPair(state: SpotState, stop: OrderRef): void {
  const { oco, other, side, lots } = state.orderAt(stop);
  if (other === 0) return;
  const limit = state.orderAt(other);
  assert(limit.other === stop && limit.id === oco && limit.oco === oco, 'two orders are a pair');
  assert(limit.slot !== 0 && limit.filled === 0, 'the limit order of a pair has not traded');
  assert(limit.side === side && limit.lots === lots, 'both of a pair are for the same');
}

function auditTrader(trader: Trader, state: SpotState): void {
  const open = new Map<LiveBook, number>();
  const stops = new Map<LiveBook, number>();
  for (const order of state.ordersOf(trader)) {
    const live = state.liveOf(order);
    const counts = state.orders.ints[order + Int.status] === STATUS.pending ? stops : open;
    counts.set(live, (counts.get(live) ?? 0) + 1);
  }
  for (const live of state.live) {
    if (live === undefined) continue;
    const { seats } = live;
    const right =
      seats.get(trader, Seat.open) === (open.get(live) ?? 0) &&
      seats.get(trader, Seat.stops) === (stops.get(live) ?? 0);
    assert(right, 'open orders are counted right');
  }
}
