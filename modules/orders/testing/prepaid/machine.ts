import { OWNER } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { assert } from '@assay/core/num/integer';
import { cancelOrders } from '@assay/core/order/life/change';
import type { MarketState } from '@assay/core/order/life/market-state';
import type { TradingState } from '@assay/core/order/life/state';
import { BUY } from '@assay/core/order/side';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { OrdersMachine } from '@assay/modules/orders';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { PrepaidProduct } from './product.ts';
import { type Position, position } from './store.ts';

/** In the order in which the reasons are checked. */
type SettleRefusal = 'notAllowed' | 'unknownMarket' | 'stillTrading' | 'noIndexPrice';
type Settled = { readonly ticks: number; readonly positions: number };

declare module '@assay/core/schema/registry' {
  interface Commands {
    /** Pays every position of a halted market at its index price, and ends its orders. */
    settlePrepaid: { body: { market: string }; outcome: Settled; refusal: SettleRefusal };
  }
}

type PrepaidRules = RulesFor<'settlePrepaid'>;

/** The prepaid contract in the engine: positions, their pool and their settlement. */
export class PrepaidMachine extends TableMachine {
  readonly name = 'prepaid';
  readonly rules: PrepaidRules = {
    settlePrepaid: ({ market }, turn) => this.#settle(this.#orders.market(market), turn),
  };
  readonly positions = this.keep(position);
  readonly #orders: OrdersMachine;
  readonly #state: TradingState;
  readonly #product: PrepaidProduct;

  constructor(orders: OrdersMachine) {
    super();
    this.#orders = orders;
    this.#state = orders.state;
    this.#product = new PrepaidProduct(orders.state, this.positions);
    orders.addProduct(this.#product);
  }

  /**
   * Checks that as many lots are long as short, and that each pool has what all of them pay out.
   */
  override audit(): void {
    super.audit();
    const due = new Map<number, bigint>();
    for (const market of this.#state.markets) {
      if (market?.product !== this.#product) continue;
      const { id, quoteAsset, maxTicks, quotePerTickLot } = market.rules;
      const lots = this.#positionsIn(id).map((row) => BigInt(row.lots));
      assert(lots.reduce((sum, one) => sum + one, 0n) === 0n, 'every long lot has a short one');
      const long = lots.reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
      const units = long * BigInt(maxTicks) * BigInt(quotePerTickLot);
      due.set(quoteAsset, (due.get(quoteAsset) ?? 0n) + units);
    }
    for (const [asset, units] of due) {
      const there = this.#state.ledger.available(this.#product.pool(asset));
      assert(there === units, 'the pool has what every open lot pays out');
    }
  }

  #settle(
    market: MarketState | undefined,
    { seq, at, actor }: Turn,
  ): ReturnType<PrepaidRules['settlePrepaid']> {
    if (actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (market?.product !== this.#product) return { refusal: 'unknownMarket' };
    if (market.isTrading) return { refusal: 'stillTrading' };
    if (market.indexTicks === 0) return { refusal: 'noIndexPrice' };
    // Past this line nothing may fail.
    this.#state.begin(seq, at);
    const { id, maxTicks } = market.rules;
    const ticks = Math.min(market.indexTicks, maxTicks);
    const orders = [...this.#state.open()].filter((order) => order.market === id);
    const refs = orders.sort((a, b) => a.id - b.id).map(({ ref }) => ref);
    cancelOrders(this.#state, refs);
    const open = this.#positionsIn(id);
    for (const row of open) this.#payOut(market, row, row.lots > 0 ? ticks : maxTicks - ticks);
    return { ticks, positions: open.length };
  }

  #positionsIn(id: number): Position[] {
    return this.positions.rows().filter(({ market }) => market === id);
  }

  #payOut({ rules }: MarketState, row: Position, ticks: number): void {
    const { ledger } = this.#state;
    const units = BigInt(Math.abs(row.lots)) * BigInt(ticks) * BigInt(rules.quotePerTickLot);
    const account = ledger.open(this.#product.account(rules, row.userId, BUY));
    const pool = this.#product.pool(rules.quoteAsset);
    if (units > 0n) ledger.post(pool, account, units, PURPOSE.contractPayout);
    this.positions.delete(row);
  }
}
