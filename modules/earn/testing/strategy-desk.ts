import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { LedgerMachine } from '@assay/modules/ledger';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines, type RealmMachines } from '../../../apps/server/realm.ts';
import type { StrategiesMachine } from '../machine/strategies-machine.ts';
import { ACCOUNTS } from '../machine/strategy-money.ts';
import type { StrategyName } from '../rules.ts';
import type { ListEarnStrategy } from '../schema/strategy-commands.ts';
import { type Answer, UNIT } from './desk.ts';

/** A Thursday at noon. */
const START = Date.parse('2025-11-20T12:00Z');
export const PRODUCT = 'USDT-BOOK-INDEX';
export const STRATEGY: ListEarnStrategy = {
  ...{ product: PRODUCT, asset: 'USDT', strategy: 'bookIndex', status: 'open' },
  ...{ least: UNIT, most: 10_000 * UNIT, mostPerson: 20_000 * UNIT, quota: 50_000 * UNIT },
  seed: 1_000 * UNIT,
};

/** A hundredth of a coin a lot, a spread of 2, and nights that cost nothing. */
export const CONTRACT = {
  ...{ symbol: 'BTCUSDT-CFD', index: 'BTC-USDT', underlying: 'crypto', contractSize: '0.01' },
  ...{ tickSize: '0.01', lotStep: '0.01', minLots: '0.01', maxLots: '100', maxLeverage: 20 },
  ...{ spread: '2', thinMs: 0, thinPercent: 100, calmPpm: 1_000_000, premiumPpm: 1_000 },
  ...{ guaranteedPpm: 10_000, carry: 0, carryDays: 1, adminPpm: 0, nights: 'daily' },
  ...{ holidays: '', maxNetLots: '1000', stressPpm: 10_000, status: 'trading' },
};

/** What converts it where a desk has one that is converted, and the contract on that index. */
export const CONVERSION = { conversionIndex: 'ETH-USDT', conversionWay: 'times' } as const;
const CONVERTING = { ...CONTRACT, symbol: 'ETHUSDT-CFD', index: CONVERSION.conversionIndex };

/** A realm of memory alone: a strategy product, a coin with a price, its contract, and a clock. */
export class StrategyDesk {
  readonly ledger: LedgerMachine;
  readonly strategies: StrategiesMachine;
  readonly cfd: RealmMachines['cfd'];
  readonly terms: ListEarnStrategy;
  /** Whose trades they are. */
  readonly account: number;
  readonly sequencer: Sequencer;
  now = START;
  #users = 1_000;
  #tick = 0;

  constructor({
    slice = 500,
    seed = STRATEGY.seed,
    strategy = 'bookIndex' as StrategyName,
    isConverted = false,
  } = {}) {
    const bounds = { fills: 100, slice, openOrders: 100 };
    const machines = createRealmMachines('demo', [], bounds);
    const { markets, feeds, ledger, wallet, cfd, strategies } = machines;
    this.ledger = ledger;
    this.strategies = strategies;
    this.cfd = cfd;
    this.terms = { ...STRATEGY, strategy, seed };
    this.account = ACCOUNTS[strategy];
    // The others have nothing to do here.
    this.sequencer = new Sequencer({ markets, feeds, ledger, wallet, cfd, strategies });
    this.must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    this.must(OWNER.setup, 'listAsset', { symbol: 'BTC', name: 'Bitcoin' });
    if (seed > 0) this.fund(OWNER.earnPool, 'USDT', BigInt(seed));
    this.must(OWNER.setup, 'listEarnStrategy', this.terms);
    if (isConverted) this.must(OWNER.setup, 'listCfd', CONVERTING);
    this.must(OWNER.setup, 'listCfd', isConverted ? { ...CONTRACT, ...CONVERSION } : CONTRACT);
  }

  send(actor: number, type: string, body: object): Answer {
    return this.sequencer.decide(type, actor, body, this.now) as Answer;
  }

  must(actor: number, type: string, body: object): Answer {
    const outcome = this.send(actor, type, body);
    if (outcome.refusal !== undefined) throw new Error(`${type} was refused: ${outcome.refusal}`);
    return outcome;
  }

  /** Gains without trades: value comes to an account of the house. */
  fund(owner: number, asset: string, amount: bigint): void {
    const text = formatDecimal(amount, SCALE);
    this.must(OWNER.setup, 'fundHouse', { owner, asset, amount: text });
  }

  /** Gains and losses: the index of the coin that the account has. */
  price(units: bigint, index = 'BTC-USDT'): void {
    this.#tick += 1;
    const prices = [{ index, price: formatDecimal(units, SCALE), n: this.#tick }];
    this.must(OWNER.feeds, 'recordPrices', { prices });
    while (this.cfd.followUp() !== null) this.must(OWNER.engine, 'workCfdTicks', {});
  }

  person(amount = '30000'): number {
    const userId = this.#users;
    this.#users += 1;
    this.must(userId, 'openVirtualAccount', { userId, grants: [{ asset: 'USDT', amount }] });
    return userId;
  }

  subscribe(user: number, amount: string): number {
    const { version } = this.row;
    const body = { product: PRODUCT, amount, version };
    return Number(this.must(user, 'subscribeStrategy', body).id);
  }

  get row() {
    return this.strategies.get(PRODUCT)!;
  }

  /** Time passes, and every cut that can be made is made. */
  pass(ms: number): void {
    this.now += ms;
    this.work();
  }

  work(): void {
    while (this.strategies.hasWork(this.now)) this.must(OWNER.engine, 'workStrategies', {});
    this.sequencer.audit();
  }

  /** What an account has of USDT to spend, or of the strategy's account what it trades with. */
  has(owner: number): bigint {
    const { ledger } = this.ledger;
    return ledger.available(ledger.find(accountId(owner, WALLET.currency, 1)));
  }

  /** What the strategy's account has as margin, or could have. */
  get margin(): bigint {
    return this.strategies.money.margin(this.account, 1);
  }

  endBatch(): void {
    for (const machine of this.sequencer.list) for (const writer of machine.writers) writer.drain();
    this.sequencer.takeFacts();
  }
}
