import { assetOf, WALLET, WALLET_NAMES, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { storedView } from '@assay/modules/orders';
import type { OrderView } from '@assay/modules/orders/schema';
import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { ApiRealm } from '../../realm.ts';
import type { Standing } from '../store.ts';
import { OrderLists } from './lists.ts';
import { type ChangedOrder, executionReport, inOrder, type OrderFill, stepsOf } from './reports.ts';

/** Hears events of an account, each as JSON. */
export type Hear = (event: string) => void;

const AMOUNTS = {
  units: (text: string) => parseDecimal(text, SCALE) ?? 0n,
  text: (units: bigint) => formatDecimal(units, SCALE),
};
const SPOT_WALLET = WALLET_NAMES[WALLET.currency];

type Batch = Pick<Committed, 'lastSeq' | 'at'>;

/**
 * The events of one account: what each batch did to its orders and balances, told step by step. It
 * keeps what was open and there before, from which a step that no fact shows can be seen.
 */
export class Account {
  readonly #realm: ApiRealm;
  readonly #now: () => number;
  readonly hearers = new Set<Hear>();
  readonly #orders = new Map<number, OrderView>();
  readonly #lists = new OrderLists();
  /** All of it, what orders hold included, by asset in units of 1e-8. */
  readonly #balances = new Map<string, bigint>();
  /** Batches that came before the standing had been read; null when it has. */
  #waiting: { readonly batch: Batch; readonly facts: readonly Fact[] }[] | null = [];
  #seq = 0;

  constructor(realm: ApiRealm, now: () => number) {
    this.#realm = realm;
    this.#now = now;
  }

  /** Starts from what the account has at one moment. */
  begin({ seq, orders, legs, balances }: Standing): void {
    const { realm } = this.#realm.orders;
    this.#seq = seq;
    for (const row of orders) this.#orders.set(row.id, storedView(realm, row));
    const symbolOf = (id: number) => realm.rulesById(id)?.symbol ?? '';
    this.#lists.begin(legs.map((leg) => ({ ...leg, market: symbolOf(leg.market) })));
    for (const { account, available, held } of balances) {
      if (walletOf(account) !== WALLET.currency) continue;
      this.#balances.set(realm.assetSymbol(assetOf(account)), available + held);
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const { batch, facts } of waiting) this.follow(batch, facts);
  }

  /** Follows what a batch did to the account. */
  follow(batch: Batch, facts: readonly Fact[]): void {
    if (this.#waiting !== null) {
      this.#waiting.push({ batch, facts });
      return;
    }
    if (batch.lastSeq <= this.#seq) return;
    this.#seq = batch.lastSeq;
    const fills = fillsOf(facts);
    this.#tellOrders(batch, facts, fills);
    this.#tellBalances(batch, facts, fills);
  }

  #tell(event: string): void {
    for (const hear of this.hearers) hear(event);
  }

  #tellOrders({ at }: Batch, facts: readonly Fact[], fills: Fills): void {
    const changes = facts
      .filter((fact) => fact.type === 'orderChanged')
      .map(({ order, rises, oco, workingTime, prioritySeq, formerName }): ChangedOrder => {
        return { order, rises, oco, workingTime, prioritySeq, formerName };
      });
    const steps = changes.flatMap((change) => {
      const { order } = change;
      const before = this.#orders.get(order.id);
      if (order.status === 'pending' || order.status === 'new' || isPartly(order)) {
        this.#orders.set(order.id, order);
      } else {
        this.#orders.delete(order.id);
      }
      return stepsOf(before, change, fills.get(order.id) ?? [], AMOUNTS);
    });
    const now = this.#now();
    for (const step of inOrder(steps)) this.#tell(executionReport(step, now, AMOUNTS));
    for (const event of this.#lists.follow(changes, at, now)) this.#tell(event);
  }

  /** First what did not come from trading, then what there is. */
  #tellBalances({ at }: Batch, facts: readonly Fact[], fills: Fills): void {
    const traded = this.#tradedAmounts(fills);
    const now = this.#now();
    const shown: object[] = [];
    for (const fact of facts) {
      if (fact.type !== 'balanceChanged' || fact.wallet !== SPOT_WALLET) continue;
      const { asset, available, held } = fact;
      const total = AMOUNTS.units(available) + AMOUNTS.units(held);
      const change = total - (this.#balances.get(asset) ?? 0n) - (traded.get(asset) ?? 0n);
      this.#balances.set(asset, total);
      if (change !== 0n) {
        const d = AMOUNTS.text(change);
        this.#tell(JSON.stringify({ e: 'balanceUpdate', E: now, a: asset, d, T: at }));
      }
      shown.push({ a: asset, f: available, l: held });
    }
    if (shown.length === 0) return;
    this.#tell(JSON.stringify({ e: 'outboundAccountPosition', E: now, u: at, B: shown }));
  }

  /** What the fills of a batch brought of each asset, fees taken off. */
  #tradedAmounts(fills: Fills): Map<string, bigint> {
    const { realm } = this.#realm.orders;
    const sums = new Map<string, bigint>();
    const add = (asset: string, units: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + units);
    for (const { made } of [...fills.values()].flat()) {
      const { market, side, quantity, quote, fee, feeAsset } = made.fill;
      const rules = realm.rules(market);
      if (rules === undefined) continue;
      const sign = side === 'buy' ? 1n : -1n;
      add(rules.base, sign * AMOUNTS.units(quantity));
      add(realm.assetSymbol(rules.quoteAsset), -sign * AMOUNTS.units(quote));
      add(feeAsset, -AMOUNTS.units(fee));
    }
    return sums;
  }
}

/** By order, with their place among all fills of the batch. */
type Fills = ReadonlyMap<number, { readonly at: number; readonly made: OrderFill }[]>;

function fillsOf(facts: readonly Fact[]): Fills {
  const fills = new Map<number, { at: number; made: OrderFill }[]>();
  for (const [at, fact] of facts.entries()) {
    if (fact.type !== 'orderFilled') continue;
    const { seq, fill, filledQuantity } = fact;
    const made = { at, made: { seq, fill, filledQuantity } };
    const known = fills.get(fill.orderId);
    if (known === undefined) fills.set(fill.orderId, [made]);
    else known.push(made);
  }
  return fills;
}

function isPartly({ status }: OrderView): boolean {
  return status === 'partiallyFilled';
}
