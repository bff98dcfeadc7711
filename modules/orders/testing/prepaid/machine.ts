import { OWNER } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { assert } from '@assay/core/num/integer';
import { withdraw } from '@assay/core/order/life/execute';
import type { MarketState } from '@assay/core/order/life/market-state';
import type { TradingState } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { OrdersMachine } from '@assay/modules/orders';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { PrepaidProduct } from './product.ts';
import { type Position, position } from './store.ts';

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

  /** As many lots are long as short, and each pool has what all of them pay out. */
  override audit(): void {
    super.audit();
    const pools = new Map<number, bigint>();
    for (const market of this.#state.markets) {
      if (market?.product !== this.#product) continue;
      const { id, quoteAsset, maxTicks, quotePerTickLot } = market.rules;
      const lots = this.#positionsIn(id).map((row) => BigInt(row.lots));
      const sum = (of: readonly bigint[]) => of.reduce((all, one) => all + one, 0n);
      assert(sum(lots) === 0n, 'every long lot has a short one');
      const open = sum(lots.filter((one) => one > 0n));
      const due = open * BigInt(maxTicks) * BigInt(quotePerTickLot);
      pools.set(quoteAsset, (pools.get(quoteAsset) ?? 0n) + due);
    }
    for (const [asset, due] of pools) {
      const there = this.#state.ledger.available(this.#product.pool(asset));
      assert(there === due, 'the pool has what every open lot pays out');
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
    this.#endOrders(market);
    const open = this.#positionsIn(id);
    for (const row of open) this.#payOut(market, row, row.lots > 0 ? ticks : maxTicks - ticks);
    return { ticks, positions: open.length };
  }

  #positionsIn(id: number): Position[] {
    return this.positions.rows().filter(({ market }) => market === id);
  }

  #endOrders(market: MarketState): void {
    const orders = [...this.#state.open()].filter((order) => order.market === market.rules.id);
    for (const { ref } of orders.sort((a, b) => a.id - b.id)) {
      // The second order of an OCO ended with the first.
      if (this.#state.orders.isOpen(ref)) withdraw(this.#state, market, ref, STATUS.canceled);
    }
  }

  #payOut({ rules }: MarketState, row: Position, ticks: number): void {
    const { ledger } = this.#state;
    const units = BigInt(Math.abs(row.lots)) * BigInt(ticks) * BigInt(rules.quotePerTickLot);
    const account = ledger.open(this.#product.account(rules, row.userId));
    const pool = this.#product.pool(rules.quoteAsset);
    if (units > 0n) ledger.post(pool, account, units, PURPOSE.contractPayout);
    this.positions.delete(row);
  }
}
