import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import type { LedgerMachine } from '@assay/modules/ledger';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import type { EarnMachine } from '../machine/earn-machine.ts';
import type { EarnOrderView, SetEarnProduct } from '../schema/commands.ts';

export const UNIT = 100_000_000;
/** A Thursday at noon. */
const START = Date.parse('2025-11-20T12:00Z');
export const STAFF = staffActor(1);

/** 0.05 % a day for 30 days, paid daily; half of what was earned is lost early. */
export const TERMS: SetEarnProduct = {
  ...{ product: 'USDT-30', asset: 'USDT', status: 'open', cycleDays: 30, dailyPpb: 500_000 },
  ...{ payout: 'daily', costPpm: 500_000, least: 10 * UNIT, most: 10_000 * UNIT },
  ...{ mostPerson: 20_000 * UNIT, quota: 50_000 * UNIT },
};
export const AT_END: SetEarnProduct = { ...TERMS, product: 'USDT-7', cycleDays: 7, payout: 'end' };

export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

const ACCOUNTS = {
  capital: [OWNER.earnPool, WALLET.currency],
  escrow: [OWNER.earnPool, WALLET.contract],
} as const;

/** A realm of memory alone: products, a funded pool, and a clock that its test sets. */
export class EarnDesk {
  readonly ledger: LedgerMachine;
  readonly earn: EarnMachine;
  readonly sequencer: Sequencer;
  now = START;
  #users = 1_000;

  constructor({ slice = 500, capital = '100000' } = {}) {
    const bounds = { fills: 100, slice, openOrders: 100 };
    const { markets, ledger, earn } = createRealmMachines('demo', [], bounds);
    this.ledger = ledger;
    this.earn = earn;
    // The others have nothing to do here, and every command is audited.
    this.sequencer = new Sequencer({ markets, ledger, earn });
    this.must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    if (capital !== '0') {
      this.must(OWNER.setup, 'fundHouse', {
        ...{ owner: OWNER.earnPool, asset: 'USDT', amount: capital },
      });
    }
    for (const terms of [TERMS, AT_END]) this.must(OWNER.setup, 'listEarnProduct', terms);
  }

  send(actor: number, type: string, body: object): Answer {
    return this.sequencer.decide(type, actor, body, this.now) as Answer;
  }

  must(actor: number, type: string, body: object): Answer {
    const outcome = this.send(actor, type, body);
    if (outcome.refusal !== undefined) throw new Error(`${type} was refused: ${outcome.refusal}`);
    return outcome;
  }

  /** Somebody with USDT. */
  person(amount = '100000'): number {
    const userId = this.#users;
    this.#users += 1;
    this.must(userId, 'openVirtualAccount', { userId, grants: [{ asset: 'USDT', amount }] });
    return userId;
  }

  subscribe(user: number, amount: string, change: object = {}): EarnOrderView {
    const product = (change as { product?: string }).product ?? TERMS.product;
    const version = this.earn.products.get(product)?.version ?? 0;
    const body = { product, amount, version, renews: false, ...change };
    return this.must(user, 'subscribeEarn', body) as unknown as EarnOrderView;
  }

  /** Time passes; with `work` everything that is due is done, and audited. */
  pass(ms: number, work = true): void {
    this.now += ms;
    if (work) this.work();
  }

  days(count: number): void {
    for (let i = 0; i < count; i += 1) this.pass(DAY);
  }

  work(): void {
    while (this.earn.hasWork(this.now)) this.must(OWNER.engine, 'workEarn', {});
    this.sequencer.audit();
  }

  order(id: number): EarnOrderView | undefined {
    const row = this.earn.open.get(id);
    return row === undefined ? undefined : this.earn.view(row);
  }

  /** What the currency account of somebody has, or the pool, in units. */
  has(owner: number | 'capital' | 'escrow'): bigint {
    const [id, wallet] = typeof owner === 'number' ? ([owner, 0] as const) : ACCOUNTS[owner];
    return this.ledger.ledger.available(this.ledger.ledger.find(accountId(id, wallet, 1)));
  }

  endBatch(): Fact[] {
    for (const machine of this.sequencer.list) for (const writer of machine.writers) writer.drain();
    return this.sequencer.takeFacts();
  }

  /** Orders as they were published. */
  published(): EarnOrderView[] {
    return this.endBatch().flatMap((fact) => (fact.type === 'earnChanged' ? [fact.order] : []));
  }
}
