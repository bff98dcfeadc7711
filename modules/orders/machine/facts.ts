import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import type { MarketState } from '@assay/core/order/life/market-state';
import { type ChangedOrders, Int, Num, type OrderRef, refOf } from '@assay/core/order/life/records';
import { placedBy, type TradingState } from '@assay/core/order/life/state';
import { trade as tradeRecord } from '@assay/core/order/life/tables';
import { Field } from '@assay/core/order/life/trade-layout';
import { Order } from '@assay/core/order/life/view';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { NumberRows } from '@assay/core/schema/number-rows';
import type { Fact } from '@assay/platform/engine/machine';
import type { FillView, LevelFact, OrderChanged, OrderFilled, OrderView } from '../schema/index.ts';
import { type AssetSymbol, fillView, orderViewOf, tradeView, workingTimeOf } from '../views.ts';

/** What happened to orders and books in the batch that ends, in their present state. */
export function takeOrderFacts(state: TradingState, assetSymbol: AssetSymbol): Fact[] {
  const facts: Fact[] = [];
  const { changed, trades } = state;
  for (let n = 1; changed !== null && n <= changed.count; n += 1) {
    const order = refOf(n);
    const { numbers, ints } = changed.records;
    if (numbers[order + Num.userId]! < FIRST_USER) continue;
    const market = state.markets[ints[order + Int.market]!] as MarketState;
    facts.push(new OrderChangedFact(changed, order, market.rules, assetSymbol));
  }
  for (let row = 0; row < trades.count; row += 1) {
    const market = state.markets[trades.get(row, Field.market)] as MarketState;
    addTradeFacts(facts, market.rules, trades, row, assetSymbol);
  }
  for (const market of state.markets) {
    if (market !== undefined && market.touched.count > 0) facts.push(bookFact(market));
  }
  state.changed = null;
  state.trades = new NumberRows(tradeRecord, Math.max(trades.count, 1));
  return facts;
}

/**
 * An order in the state in which its batch left it. The view is made only when a listener reads it:
 * most orders have none, and a view costs more than the order did.
 */
class OrderChangedFact implements OrderChanged {
  readonly type = 'orderChanged';
  readonly userId: number;
  readonly seq: number;
  readonly #changed: ChangedOrders;
  readonly #order: Order;
  readonly #rules: BookRules;
  readonly #assetSymbol: AssetSymbol;

  constructor(changed: ChangedOrders, ref: OrderRef, rules: BookRules, assetSymbol: AssetSymbol) {
    this.userId = changed.records.numbers[ref + Num.userId]!;
    this.seq = changed.records.numbers[ref + Num.seq]!;
    this.#changed = changed;
    this.#order = new Order(changed.records, ref);
    this.#rules = rules;
    this.#assetSymbol = assetSymbol;
  }

  get order(): OrderView {
    return orderViewOf(this.#rules, this.#order, this.#order, this.#assetSymbol);
  }

  get formerName(): string {
    return this.#changed.formerNames.get(this.#order.ref) ?? this.#order.clientOrderId;
  }

  get rises(): boolean {
    return this.#order.rises;
  }

  get oco(): number {
    return this.#order.oco;
  }

  get listName(): string {
    return this.#order.listName;
  }

  get follows(): boolean {
    return this.#order.follows;
  }

  get isAwake(): boolean {
    return this.#order.follows && this.#order.priority !== this.#order.id;
  }

  get prioritySeq(): number {
    return placedBy(this.#order.priority);
  }

  get workingTime(): number {
    return workingTimeOf(this.#order);
  }
}

function addTradeFacts(
  facts: Fact[],
  rules: BookRules,
  trades: NumberRows,
  row: number,
  assetSymbol: AssetSymbol,
): void {
  const takerUser = trades.get(row, Field.takerUser);
  const makerUser = trades.get(row, Field.makerUser);
  const takerSide = trades.get(row, Field.takerSide);
  const [buyer, seller] = takerSide === BUY ? [takerUser, makerUser] : [makerUser, takerUser];
  const ticks = trades.get(row, Field.ticks);
  const lots = trades.get(row, Field.lots);
  const id = trades.get(row, Field.id);
  const at = trades.get(row, Field.at);
  facts.push({
    type: 'tradeMade',
    market: rules.symbol,
    seq: trades.get(row, Field.seq),
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

/** One side of a trade; its view is made only when a listener reads it, as OrderChanged's is. */
class OrderFilledFact implements OrderFilled {
  readonly type = 'orderFilled';
  readonly userId: number;
  readonly seq: number;
  readonly #rules: BookRules;
  readonly #trades: NumberRows;
  readonly #row: number;
  readonly #took: boolean;
  readonly #assetSymbol: AssetSymbol;

  constructor(
    rules: BookRules,
    trades: NumberRows,
    row: number,
    took: boolean,
    assetSymbol: AssetSymbol,
  ) {
    this.userId = trades.get(row, took ? Field.takerUser : Field.makerUser);
    this.seq = trades.get(row, Field.seq);
    this.#rules = rules;
    this.#trades = trades;
    this.#row = row;
    this.#took = took;
    this.#assetSymbol = assetSymbol;
  }

  get fill(): FillView {
    const takerSide = this.#get(Field.takerSide);
    const side = this.#took ? takerSide : 1 - takerSide;
    const fill = {
      id: this.#get(Field.id),
      orderId: this.#get(this.#took ? Field.takerOrder : Field.makerOrder),
      side,
      ticks: this.#get(Field.ticks),
      lots: this.#get(Field.lots),
      fee: this.#get(this.#took ? Field.takerFee : Field.makerFee),
      feeInBase: side === BUY && this.#get(Field.buyerFeeInBase) === 1,
      liquidity: this.#took ? ('taker' as const) : ('maker' as const),
      at: this.#get(Field.at),
    };
    return fillView(this.#rules, fill, this.#assetSymbol);
  }

  /** What the order has filled in all, this trade included. */
  get filledQuantity(): string {
    const filled = this.#took ? Field.takerFilled : Field.makerFilled;
    return quantityText(this.#rules, this.#get(filled));
  }

  #get(field: Field): number {
    return this.#trades.get(this.#row, field);
  }
}

/**
 * Touched levels at the end of the batch: side, price, quantity, the house's part of it.
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
