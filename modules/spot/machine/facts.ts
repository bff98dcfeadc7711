import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import { priceText, quantityText } from '@assay/core/order/market';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import type { Fact } from '@assay/platform/engine/machine';
import type { FillView, OrderView } from '../schema.ts';
import { fillView, type OrderProgress, orderViewOf, tradeView } from '../views.ts';
import type { LiveBook, Order, SpotState, Trade } from './state.ts';

/**
 * Everything that spot has to say about the batch that ends: orders and books as they stand now.
 */
export function takeSpotFacts(state: SpotState, assetSymbol: (id: number) => string): Fact[] {
  const facts: Fact[] = [];
  for (const order of state.changed) {
    if (order.userId >= FIRST_USER) facts.push(new OrderChanged(order));
  }
  for (const trade of state.trades) addTradeFacts(facts, trade, assetSymbol);
  for (const live of state.live) {
    if (live !== undefined && live.touched.size > 0) facts.push(bookFact(state, live));
  }
  state.changed = [];
  state.trades = [];
  return facts;
}

/**
 * An order as it stood when its batch ended. It is put into words only when somebody asks: most
 * owners are not looking, and words cost more than the order did.
 */
class OrderChanged implements Fact {
  [field: string]: unknown;
  readonly type = 'orderChanged';
  readonly userId: number;
  readonly seq: number;
  readonly #order: Order;
  readonly #progress: OrderProgress;

  constructor(order: Order) {
    const { status, limit, lots, filled, filledQuote, fee, held, seq, updatedAt } = order;
    this.userId = order.userId;
    this.seq = seq;
    this.#order = order;
    this.#progress = { status, limit, lots, filled, filledQuote, fee, held, seq, updatedAt };
  }

  get order(): OrderView {
    return orderViewOf(this.#order.live.rules, this.#order, this.#progress);
  }
}

function addTradeFacts(facts: Fact[], trade: Trade, assetSymbol: (id: number) => string): void {
  const { live, taker, maker, seq } = trade;
  const [buyer, seller] = taker.side === BUY ? [taker, maker] : [maker, taker];
  facts.push({
    type: 'tradeMade',
    market: live.rules.symbol,
    seq,
    trade: tradeView(live.rules, trade),
    quote: formatSafe(notional(live.rules, trade.ticks, trade.lots), SCALE),
    buyer: buyer.userId,
    seller: seller.userId,
    house: maker.userId === OWNER.marketMaker || taker.userId === OWNER.marketMaker,
  });
  if (taker.userId >= FIRST_USER) facts.push(new OrderFilled(trade, 'taker', assetSymbol));
  if (maker.userId >= FIRST_USER) facts.push(new OrderFilled(trade, 'maker', assetSymbol));
}

/** One side of a trade, put into words only when somebody asks, as OrderChanged is. */
class OrderFilled implements Fact {
  [field: string]: unknown;
  readonly type = 'orderFilled';
  readonly userId: number;
  readonly seq: number;
  readonly #trade: Trade;
  readonly #liquidity: 'taker' | 'maker';
  readonly #assetSymbol: (id: number) => string;

  constructor(trade: Trade, liquidity: 'taker' | 'maker', assetSymbol: (id: number) => string) {
    this.userId = trade[liquidity].userId;
    this.seq = trade.seq;
    this.#trade = trade;
    this.#liquidity = liquidity;
    this.#assetSymbol = assetSymbol;
  }

  get fill(): FillView {
    const { live, id, ticks, lots, at, takerFee, makerFee } = this.#trade;
    const { id: orderId, side } = this.#trade[this.#liquidity];
    const fee = this.#liquidity === 'taker' ? takerFee : makerFee;
    const fill = { id, orderId, side, ticks, lots, fee, liquidity: this.#liquidity, at };
    return fillView(live.rules, fill, this.#assetSymbol(live.rules.quoteAsset));
  }

  /** What the order has filled in all, this trade included. */
  get filledQuantity(): string {
    const { live, takerFilled, makerFilled } = this.#trade;
    return quantityText(live.rules, this.#liquidity === 'taker' ? takerFilled : makerFilled);
  }
}

/**
 * Touched levels as they stand when the batch ends: side, price, quantity, the house's part of it.
 */
function bookFact(state: SpotState, live: LiveBook): Fact {
  const house = new Map<number, number>();
  for (const order of state.trader(OWNER.marketMaker).orders()) {
    if (order.live !== live || order.slot === 0) continue;
    const key = order.limit * 2 + order.side;
    house.set(key, (house.get(key) ?? 0) + order.remaining);
  }
  const levels: [Side, string, string, string][] = [];
  for (const key of live.touched) {
    const side = key % 2 === BUY ? BUY : SELL;
    const ticks = (key - side) / 2;
    levels.push([
      side,
      priceText(live.rules, ticks),
      quantityText(live.rules, live.book.levelLots(side, ticks)),
      quantityText(live.rules, house.get(key) ?? 0),
    ]);
  }
  live.touched.clear();
  return { type: 'bookChanged', market: live.rules.symbol, levels };
}
