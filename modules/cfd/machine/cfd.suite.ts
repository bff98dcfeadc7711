import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { FeedsMachine } from '@assay/modules/feeds';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { WalletMachine } from '@assay/modules/wallet';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';
import type { Session, Sessions } from '../rules/quote.ts';
import type { ContractListing } from '../rules/terms.ts';
import type { CfdReceiptView } from '../schema/commands.ts';
import { listing } from '../testing/listings.ts';
import { CfdMachine } from './cfd-machine.ts';
import type { Hedge } from './hedge.ts';

/** A realm with contracts in memory, with short methods: what tests of the machine share. */

export const [ALICE, BOB] = [1000, 1001];
export const CONTRACT = 'BTCUSDT-CFD';
/** A Thursday in November, midday. */
const START = 1_763_640_000_000;
const USDT = 1;

export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

export interface RealmOptions {
  readonly sessions?: Sessions;
  readonly slice?: number;
  readonly house?: string;
  readonly funds?: string;
  readonly listings?: readonly ContractListing[];
  readonly hedge?: Hedge;
  /** False: no look at the whole state after each command, for tests of very many. */
  readonly isAudited?: boolean;
}

/** One session that opens and closes at these times, and none beside it. */
export function oneSession(session: Session): Sessions {
  const { opensAt, closesAt } = session;
  return {
    sessionAt: (_, at) => (at >= opensAt && at < (closesAt ?? at + 1) ? session : null),
    nextOpening: (_, at) => (at < opensAt ? opensAt : null),
  };
}

export class CfdRealm {
  readonly machines;
  readonly sequencer: Sequencer;
  now = START;
  /** The time of the last tick. */
  tickedAt = START;
  readonly #ticks = new Map<string, number>();
  readonly #isAudited: boolean;

  constructor({
    sessions,
    slice,
    house = '1000000',
    funds = '10000',
    listings,
    hedge,
    isAudited = true,
  }: RealmOptions = {}) {
    this.#isAudited = isAudited;
    const markets = new MarketsMachine();
    const feeds = new FeedsMachine();
    const ledger = new LedgerMachine({ realm: 'demo', assets: markets });
    const wallet = new WalletMachine({ realm: 'demo', ledger, assets: markets });
    const parts = { ledger, assets: markets, prices: feeds, sessions, slice };
    const cfd = new CfdMachine({ ...parts, ...(hedge === undefined ? {} : { hedge }) });
    wallet.addClaim(cfd);
    this.machines = { markets, feeds, ledger, wallet, cfd };
    this.sequencer = new Sequencer(this.machines);
    this.must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    for (const one of listings ?? [listing()]) this.must(OWNER.setup, 'listCfd', one);
    if (house !== '0') this.fund(OWNER.cfd, house);
    for (const user of [ALICE, BOB]) this.open(user, funds);
  }

  get cfd(): CfdMachine {
    return this.machines.cfd;
  }

  fund(owner: number, amount: string): void {
    this.must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount });
  }

  /** A person with money in the contract wallet. */
  open(user: number, amount: string): void {
    const grants = [{ asset: 'USDT', amount: (Number(amount) * 100).toFixed(2) }];
    this.must(user, 'openVirtualAccount', { userId: user, grants });
    const body = { asset: 'USDT', from: 'currency', to: 'contract', amount };
    this.must(user, 'transferFunds', body);
  }

  /** Decides a command; a refused one must have changed nothing. */
  send(actor: number, type: string, body: object): Answer {
    const before = this.#isAudited ? this.sequencer.stateHash() : '';
    this.now += 1;
    const outcome = this.sequencer.decide(type, actor, body, this.now) as Answer;
    if (!this.#isAudited) return outcome;
    if (outcome.refusal !== undefined) expect(this.sequencer.stateHash()).toBe(before);
    this.sequencer.audit();
    return outcome;
  }

  must(actor: number, type: string, body: object): Answer {
    const outcome = this.send(actor, type, body);
    expect(outcome.refusal, `${type} ${JSON.stringify(outcome)}`).toBeUndefined();
    return outcome;
  }

  /** Records prices, and does all that follows; by default of the one index. */
  tick(price: number | Readonly<Record<string, number>>, after = 1_000): void {
    this.now += after;
    const named = typeof price === 'number' ? { 'BTC-USDT': price } : price;
    const prices = Object.entries(named).map(([index, value]) => {
      const n = (this.#ticks.get(index) ?? 0) + 1;
      this.#ticks.set(index, n);
      return { index, price: formatSafe(Math.round(value * 1e8), SCALE), n };
    });
    this.must(OWNER.feeds, 'recordPrices', { prices });
    this.tickedAt = this.now;
    this.goOn();
  }

  goOn(): void {
    for (;;) {
      const next = this.cfd.followUp();
      if (next === null) return;
      this.must(next.actor, next.type, next.body);
    }
  }

  place(change: object = {}, user: number = ALICE): Answer {
    const body = {
      ...{ contract: CONTRACT, side: 'buy', kind: 'market', lots: '1', leverage: 10 },
      ...{ policyLeverage: 100, ...change },
    };
    return this.send(user, 'placeCfdOrder', body);
  }

  /** Places an order and lets a tick fill it; returns its number. */
  opened(price: number, change: object = {}, user: number = ALICE): number {
    const { id, refusal } = this.place(change, user);
    expect(refusal).toBeUndefined();
    this.tick(price);
    return id as number;
  }

  close(body: object = {}, user: number = ALICE): Answer {
    return this.send(user, 'closeCfdPositions', body);
  }

  protect(positionId: number, change: object = {}, user: number = ALICE): Answer {
    const none = { takeProfit: '', stopLoss: '', trailing: '', guaranteed: false };
    return this.send(user, 'protectCfdPosition', { positionId, ...none, ...change });
  }

  position(id: number) {
    return this.cfd.state.tables.positions.get(id);
  }

  /** `available/held` of the contract wallet. */
  funds(owner: number = ALICE, wallet: 0 | 1 = WALLET.contract): string {
    const { ledger } = this.machines.ledger;
    const slot = ledger.find(accountId(owner, wallet, USDT));
    const amounts = [ledger.available(slot), ledger.held(slot)];
    return amounts.map((units) => formatDecimal(units, SCALE)).join('/');
  }

  endBatch(): Fact[] {
    const { list } = this.sequencer;
    for (const machine of list) for (const writer of machine.writers) writer.drain();
    return list.flatMap((machine) => machine.takeFacts());
  }

  receipts(): CfdReceiptView[] {
    return this.endBatch().flatMap((fact) => (fact.type === 'cfdReceipt' ? fact.receipt : []));
  }
}
