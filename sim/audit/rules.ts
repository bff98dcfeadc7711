import { accountId, WALLET } from '@assay/core/ledger/owners';
import type { Bounds } from '@assay/core/order/life/bounds';
import { ORDER_STATUSES } from '@assay/core/order/order';
import type { RealmMachines } from '../../apps/server/realm.ts';
import { Reference, type Verdict } from '../../modules/orders/testing/reference/reference.ts';
import { ceilPpm, type Order } from '../../modules/orders/testing/reference/state.ts';
import type { Tables } from '../database/tables.ts';
import { expectThat } from '../history.ts';
import { ContractWallets } from '../parts/contract-wallets.ts';
import type { SimPart, Twin } from '../parts/part.ts';
import type { Entry } from './entry.ts';

/**
 * Commands whose refusals are looked at only for changing nothing; the model never decides them.
 */
const OTHERS = new Set(['noSuchCommand']);

/**
 * The log decided by the plain model of trading, which shares no code with the machines: the
 * same refusals, the same fills and fees, and at every audit the same balances and orders.
 */
export class Rules {
  readonly #model: Reference;
  readonly #twins: readonly Twin[];

  constructor(parts: readonly SimPart[], bounds: Bounds) {
    const wallets = new ContractWallets();
    this.#twins = parts.map((part) => part.twin(wallets));
    const modules = this.#twins.map(({ plain }) => plain);
    this.#model = new Reference(modules, bounds);
    wallets.world = this.#model.world;
  }

  get trades(): number {
    return this.#model.world.trades.length;
  }

  follow(entry: Entry): void {
    const { seq, at, type, actor, body, outcome } = entry;
    const { world } = this.#model;
    if (OTHERS.has(type) || (!this.#model.refuses(type) && outcome.refusal !== undefined)) {
      world.seq = seq;
      world.at = at;
      return;
    }
    const verdict = this.#model.decide(type, actor, body, at);
    const difference = compareOutcome(verdict, outcome);
    expectThat(
      difference === null,
      `${difference} in ${type} at ${seq} of ${actor} ${JSON.stringify(body)}: the model says ` +
        `${show(verdict)}, the engine ${JSON.stringify(outcome)}`,
    );
  }

  compare(machines: RealmMachines, tables: Tables): void {
    for (const twin of this.#twins) twin.compare(machines, tables);
    const { ledger, markets, orders } = machines;
    const { world } = this.#model;
    for (const [key, { available, held }] of world.balances) {
      const [owner, asset] = key.split(' ') as [string, string];
      const account = accountId(Number(owner), WALLET.currency, markets.assetId(asset) as number);
      const slot = ledger.ledger.find(account);
      const [is, isHeld] = [ledger.ledger.available(slot), ledger.ledger.held(slot)];
      const same = is === available && isHeld === held;
      expectThat(same, `${key} has ${is} and ${isHeld} held, the model ${available} and ${held}`);
    }
    expectThat(orders.state.orders.size === world.open.length, 'the model has as many orders');
    for (const order of world.open) {
      const twin = orders.state.order(order.id);
      expectThat(twin !== undefined, `order ${order.id} is open in the model only`);
      const difference = compareOrder(order, twin);
      expectThat(difference === null, `order ${order.id} differs from the model: ${difference}`);
      expectThat(
        twin.priority === order.priority,
        `order ${order.id} has another priority in the model`,
      );
      const { clientOrderId } = twin;
      const same = clientOrderId === order.clientOrderId && twin.listName === order.listName;
      expectThat(same, `order ${order.id} is called ${clientOrderId}, in the model otherwise`);
    }
    for (const market of world.markets.values()) {
      const live = orders.market(market.symbol);
      const last = BigInt(live?.lastTicks ?? 0) * market.tick;
      expectThat(last === market.last, `${market.symbol} has another last price in the model`);
      expectThat((live?.lastTradeId ?? 0) === market.trades, `${market.symbol} lost a trade`);
    }
  }
}

interface OrderNumbers {
  readonly status: number;
  readonly lots: number;
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly held: number;
}

interface ListNumbers {
  readonly working: OrderNumbers;
  readonly pending: readonly OrderNumbers[];
}

function compareOutcome(verdict: Verdict, outcome: Entry['outcome']): string | null {
  if ('refusal' in verdict) return outcome.refusal === verdict.refusal ? null : 'refusal';
  if (outcome.refusal !== undefined) return 'refusal';
  if ('value' in verdict) {
    return JSON.stringify(verdict.value) === JSON.stringify(outcome) ? null : 'outcome';
  }
  if ('canceled' in verdict) {
    return String(outcome.canceled) === String(verdict.canceled) ? null : 'canceled orders';
  }
  if ('list' in verdict) {
    const { working, pending } = outcome as unknown as ListNumbers;
    const all = [working, ...pending];
    const due = [verdict.list.working, ...verdict.list.pending];
    if (all.length !== due.length) return 'orders of the list';
    return all.map((numbers, n) => compareOrder(due[n]!, numbers)).find(Boolean) ?? null;
  }
  if ('oco' in verdict) {
    const { limit, stop } = outcome as unknown as Record<'limit' | 'stop', OrderNumbers>;
    return compareOrder(verdict.oco[0], limit) ?? compareOrder(verdict.oco[1], stop);
  }
  if (!('order' in verdict)) return null;
  if (outcome.id !== verdict.order.id) return 'id';
  const fills = (outcome.fills as number[] | undefined) ?? [];
  if (fills.length !== verdict.fills * 4) return 'fills';
  return compareOrder(verdict.order, outcome as unknown as OrderNumbers);
}

function compareOrder(order: Order, numbers: OrderNumbers): string | null {
  const { market } = order;
  if (ORDER_STATUSES[numbers.status] !== order.status) return 'status';
  if (BigInt(numbers.lots) * market.step !== order.quantity) return 'quantity';
  if (BigInt(numbers.filled) * market.step !== order.filled) return 'filled';
  if (BigInt(numbers.filledQuote) !== order.filledQuote) return 'filledQuote';
  if (BigInt(numbers.fee) !== ceilPpm(order.feeExact)) return 'fee';
  return BigInt(numbers.held) === order.held ? null : 'held';
}

function show(verdict: Verdict): string {
  return JSON.stringify(verdict, (key, value) => {
    if (key === 'market' || key === 'twin') return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });
}
