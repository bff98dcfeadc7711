import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import type { MarketState } from '@assay/core/order/life/market-state';
import { Int, Mark, Num, OrderRecords, type OrderRef } from '@assay/core/order/life/records';
import { placedBy, type TradingState } from '@assay/core/order/life/state';
import { TradeField, Trades } from '@assay/core/order/life/trades';
import { orderAt } from '@assay/core/order/life/view';
import { type MarketRules, priceText, quantityText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import type { Fact } from '@assay/platform/engine/machine';
import type { FillView, LevelFact, OrderChanged, OrderFilled, OrderView } from '../schema.ts';
import { fillView, orderViewOf, tradeView } from '../views.ts';

/**
 * What happened to orders and books in the batch that ends: as they stand now.
 */
export function takeOrderFacts(state: TradingState, assetSymbol: (id: number) => string): Fact[] {
  const facts: Fact[] = [];
  const { changed, trades } = state;
  for (let n = 1; changed !== null && n <= changed.count; n += 1) {
    const order = OrderRecords.at(n);
    if (changed.numbers[order + Num.userId]! < FIRST_USER) continue;
    const market = state.markets[changed.ints[order + Int.market]!] as MarketState;
    facts.push(new OrderChangedFact(changed, order, market.rules));
  }
  for (let row = 0; row < trades.count; row += 1) {
    const market = state.markets[trades.get(row, TradeField.market)] as MarketState;
    addTradeFacts(facts, market.rules, trades, row, assetSymbol);
  }
  for (const market of state.markets) {
    if (market !== undefined && market.touched.count > 0) facts.push(bookFact(market));
  }
  state.changed = null;
  state.trades = new Trades(Math.max(trades.count, 1));
  return facts;
}

/**
 * An order as it stood when its batch ended. It is put into words only when somebody asks: most
 * owners are not looking, and words cost more than the order did.
 */
class OrderChangedFact implements OrderChanged {
  readonly type = 'orderChanged';
  readonly userId: number;
  readonly seq: number;
  readonly #records: OrderRecords;
  readonly #order: OrderRef;
  readonly #rules: MarketRules;

  constructor(records: OrderRecords, order: OrderRef, rules: MarketRules) {
    this.userId = records.numbers[order + Num.userId]!;
    this.seq = records.numbers[order + Num.seq]!;
    this.#records = records;
    this.#order = order;
    this.#rules = rules;
  }

  get order(): OrderView {
    const order = orderAt(this.#records, this.#order);
    return orderViewOf(this.#rules, order, order);
  }

  /** What its sender called it before the batch, or when it was placed in it. */
  get formerName(): string {
    const records = this.#records;
    return records.formerNames.get(this.#order) ?? records.name(this.#order);
  }

  /** Of a stop: whether its trigger is reached from below. */
  get rises(): boolean {
    return this.#records.has(this.#order, Mark.rises);
  }

  /** Of two orders of which one cancels the other: the id of the limit order; else 0. */
  get oco(): number {
    return this.#records.numbers[this.#order + Num.oco]!;
  }

  /** The command that gave it its priority: placed it, let the stop fire, or amended it out of one. */
  get prioritySeq(): number {
    return placedBy(this.#records.numbers[this.#order + Num.priority]!);
  }
}

function addTradeFacts(
  facts: Fact[],
  rules: MarketRules,
  trades: Trades,
  row: number,
  assetSymbol: (id: number) => string,
): void {
  const takerUser = trades.get(row, TradeField.takerUser);
  const makerUser = trades.get(row, TradeField.makerUser);
  const takerSide = trades.get(row, TradeField.takerSide);
  const [buyer, seller] = takerSide === BUY ? [takerUser, makerUser] : [makerUser, takerUser];
  const ticks = trades.get(row, TradeField.ticks);
  const lots = trades.get(row, TradeField.lots);
  const id = trades.get(row, TradeField.id);
  const at = trades.get(row, TradeField.at);
  facts.push({
    type: 'tradeMade',
    market: rules.symbol,
    seq: trades.get(row, TradeField.seq),
    trade: tradeView(rules, { id, ticks, lots, at, taker: { side: takerSide } }),
    quote: formatSafe(notional(rules, ticks, lots), SCALE),
    buyer,
    seller,
    house: makerUser === OWNER.marketMaker || takerUser === OWNER.marketMaker,
  });
  const side = (took: boolean) => new OrderFilledFact(rules, trades, row, took, assetSymbol);
  if (takerUser >= FIRST_USER) facts.push(side(true));
  if (makerUser >= FIRST_USER) facts.push(side(false));
}

/** One side of a trade, put into words only when somebody asks, as OrderChanged is. */
class OrderFilledFact implements OrderFilled {
  readonly type = 'orderFilled';
  readonly userId: number;
  readonly seq: number;
  readonly #rules: MarketRules;
  readonly #trades: Trades;
  readonly #row: number;
  readonly #took: boolean;
  readonly #assetSymbol: (id: number) => string;

  constructor(
    rules: MarketRules,
    trades: Trades,
    row: number,
    took: boolean,
    assetSymbol: (id: number) => string,
  ) {
    this.userId = trades.get(row, took ? TradeField.takerUser : TradeField.makerUser);
    this.seq = trades.get(row, TradeField.seq);
    this.#rules = rules;
    this.#trades = trades;
    this.#row = row;
    this.#took = took;
    this.#assetSymbol = assetSymbol;
  }

  get fill(): FillView {
    const takerSide = this.#get(TradeField.takerSide);
    const fill = {
      id: this.#get(TradeField.id),
      orderId: this.#get(this.#took ? TradeField.takerOrder : TradeField.makerOrder),
      side: this.#took ? takerSide : 1 - takerSide,
      ticks: this.#get(TradeField.ticks),
      lots: this.#get(TradeField.lots),
      fee: this.#get(this.#took ? TradeField.takerFee : TradeField.makerFee),
      liquidity: this.#took ? ('taker' as const) : ('maker' as const),
      at: this.#get(TradeField.at),
    };
    return fillView(this.#rules, fill, this.#assetSymbol(this.#rules.quoteAsset));
  }

  /** What the order has filled in all, this trade included. */
  get filledQuantity(): string {
    const filled = this.#took ? TradeField.takerFilled : TradeField.makerFilled;
    return quantityText(this.#rules, this.#get(filled));
  }

  #get(field: TradeField): number {
    return this.#trades.get(this.#row, field);
  }
}

/**
 * Touched levels as they stand when the batch ends: side, price, quantity, the house's part of it.
 */
function bookFact({ book, rules, touched }: MarketState): Fact {
  const levels: LevelFact[] = [];
  for (const key of new Set(touched.all)) {
    const side = key % 2 === BUY ? BUY : SELL;
    const ticks = (key - side) / 2;
    levels.push([
      side,
      priceText(rules, ticks),
      quantityText(rules, book.levelLots(side, ticks)),
      quantityText(rules, book.levelLotsOf(side, ticks, OWNER.marketMaker)),
    ]);
  }
  touched.clear();
  return { type: 'bookChanged', market: rules.symbol, levels };
}
