import { assetOf, WALLET, WALLET_NAMES, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { isOpen } from '@assay/core/order/order';
import { storedView } from '@assay/modules/orders';
import type { OrderView } from '@assay/modules/orders/schema';
import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { ApiRealm } from '../../realm.ts';
import type { AccountSnapshot } from '../store.ts';
import { OrderLists } from './lists.ts';
import { inOrder, type NumberedFill, reportEvent, reportsOf } from './reports.ts';

/** Receives the events of an account, each as JSON text. */
export type AccountListener = (event: string) => void;

const AMOUNTS = {
  units: (text: string) => parseDecimal(text, SCALE) ?? 0n,
  text: (units: bigint) => formatDecimal(units, SCALE),
};
const SPOT_WALLET = WALLET_NAMES[WALLET.currency];

type Batch = Pick<Committed, 'lastSeq' | 'at'>;

/**
 * The events of one account: the changes of each batch to its orders and balances, one event for
 * each step. Facts show an order only as its batch left it, so the account keeps its open orders
 * and balances from before the batch and finds the steps between by comparing.
 */
export class Account {
  readonly #realm: ApiRealm;
  readonly #now: () => number;
  readonly listeners = new Set<AccountListener>();
  readonly #orders = new Map<number, OrderView>();
  readonly #lists = new OrderLists();
  /** Totals by asset, available and held, in units of 1e-8. */
  readonly #balances = new Map<string, bigint>();
  /** Batches that arrived before the snapshot was read; null afterwards. */
  #waiting: { readonly batch: Batch; readonly facts: readonly Fact[] }[] | null = [];
  #seq = 0;

  constructor(realm: ApiRealm, now: () => number) {
    this.#realm = realm;
    this.#now = now;
  }

  /** Starts from a snapshot of the account. */
  begin({ seq, orders, legs, balances }: AccountSnapshot): void {
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

  /** Publishes the changes of a batch to the account. */
  follow(batch: Batch, facts: readonly Fact[]): void {
    if (this.#waiting !== null) {
      this.#waiting.push({ batch, facts });
      return;
    }
    if (batch.lastSeq <= this.#seq) return;
    this.#seq = batch.lastSeq;
    const fills = fillsOf(facts);
    this.#publishOrders(batch, facts, fills);
    this.#publishBalances(batch, facts, fills);
  }

  #publish(event: string): void {
    for (const listener of this.listeners) listener(event);
  }

  #publishOrders({ at }: Batch, facts: readonly Fact[], fills: Fills): void {
    const changes = facts.filter((fact) => fact.type === 'orderChanged');
    const reports = changes.flatMap((change) => {
      const { order } = change;
      const before = this.#orders.get(order.id);
      if (isOpen(order)) this.#orders.set(order.id, order);
      else this.#orders.delete(order.id);
      return reportsOf(before, change, fills.get(order.id) ?? [], AMOUNTS);
    });
    const now = this.#now();
    for (const report of inOrder(reports)) this.#publish(reportEvent(report, now, AMOUNTS));
    for (const event of this.#lists.follow(changes, at, now)) this.#publish(event);
  }

  /** Publishes changes that did not come from trading, then the new balances. */
  #publishBalances({ at }: Batch, facts: readonly Fact[], fills: Fills): void {
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
        this.#publish(JSON.stringify({ e: 'balanceUpdate', E: now, a: asset, d, T: at }));
      }
      shown.push({ a: asset, f: available, l: held });
    }
    if (shown.length === 0) return;
    this.#publish(JSON.stringify({ e: 'outboundAccountPosition', E: now, u: at, B: shown }));
  }

  /** The change of each asset by the fills of a batch, net of fees. */
  #tradedAmounts(fills: Fills): Map<string, bigint> {
    const { realm } = this.#realm.orders;
    const sums = new Map<string, bigint>();
    const add = (asset: string, units: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + units);
    for (const { fact } of [...fills.values()].flat()) {
      const { market, side, quantity, quote, fee, feeAsset } = fact.fill;
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

/** The fills of a batch by order id. */
type Fills = ReadonlyMap<number, NumberedFill[]>;

function fillsOf(facts: readonly Fact[]): Fills {
  const fills = new Map<number, NumberedFill[]>();
  for (const [index, fact] of facts.entries()) {
    if (fact.type !== 'orderFilled') continue;
    const numbered = { index, fact };
    const known = fills.get(fact.fill.orderId);
    if (known === undefined) fills.set(fact.fill.orderId, [numbered]);
    else known.push(numbered);
  }
  return fills;
}
