import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { FeedsMachine } from '@assay/modules/feeds';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { WalletMachine } from '@assay/modules/wallet';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';
import { CALLS } from '../rules/collateral.ts';
import type { CollateralChanged, SetCollateral } from '../schema/collateral-commands.ts';
import { PlainCollateral } from '../testing/plain-collateral.ts';
import { CollateralMachine } from './collateral-machine.ts';
import type { CollateralBounds } from './collateral-ticks.ts';

export const START = 1_763_640_000_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const CONTRACT = 'cd'.repeat(32);
export const units = (text: string) => parseDecimal(text, SCALE)!;
export const textOf = (amount: bigint) => formatDecimal(amount, SCALE);

export const TERMS: SetCollateral = {
  ...{ asset: 'BTC', isOpen: true, initialPpm: 650_000, callPpm: 750_000 },
  ...{ liquidationPpm: 830_000, feePpm: 5_000, aprPpm: 87_600 },
  ...{ least: '50', most: '50000', capacity: '80000' },
};

export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };
const MANY = 1_000;
type Coin = 'USDT' | 'BTC' | 'ETH';
const COINS: readonly Coin[] = ['USDT', 'BTC', 'ETH'];

/** The machines of collateral loans in memory, with a pool of 100,000 USDT. */
export class CollateralDesk {
  readonly ledger: LedgerMachine;
  readonly collateral: CollateralMachine;
  readonly sequencer: Sequencer;
  now = START;
  #ticks = 0;

  constructor({
    realm = 'real',
    bounds,
  }: { realm?: 'real' | 'demo'; bounds?: CollateralBounds } = {}) {
    const assets = new MarketsMachine();
    const prices = new FeedsMachine();
    this.ledger = new LedgerMachine({ realm, assets });
    const wallet = new WalletMachine({ realm, ledger: this.ledger, assets });
    const on = { realm, ledger: this.ledger, assets, prices, bounds };
    this.collateral = new CollateralMachine(on);
    this.sequencer = new Sequencer({
      ...{ markets: assets, feeds: prices, ledger: this.ledger, wallet },
      collateral: this.collateral,
    });
    for (const symbol of COINS) this.send(OWNER.setup, 'listAsset', { symbol, name: symbol });
    const pool = { owner: OWNER.lending, asset: 'USDT', amount: '100000' };
    this.send(OWNER.setup, 'fundHouse', pool);
  }

  /** Decides a command; a refused one must have changed nothing. */
  send(actor: number, type: string, body: object): Answer {
    const before = this.sequencer.stateHash();
    const outcome = this.sequencer.decide(type, actor, body, this.now) as Answer;
    if (outcome.refusal !== undefined) expect(this.sequencer.stateHash()).toBe(before);
    this.sequencer.audit();
    return outcome;
  }

  deposit(userId: number, asset: Coin, amount: string): void {
    const body = { userId, asset, amount, digest: CONTRACT, rules: 1 };
    expect(this.send(OWNER.custody, 'creditDeposit', body).refusal).toBeUndefined();
  }

  /** A tick of the indices against USDT. */
  quote(prices: Partial<Record<Coin, string>>): void {
    this.#ticks += 1;
    const list = Object.entries(prices).map(([coin, price]) => {
      return { index: `${coin}-USDT`, price, n: this.#ticks };
    });
    const said = this.send(OWNER.feeds, 'recordPrices', { prices: list });
    expect(said).toEqual({ recorded: list.length });
  }

  /** Commands by which the engine itself goes on; how many it were. */
  settle(): number {
    for (let n = 0; n < MANY; n += 1) {
      const next = this.collateral.followUp();
      if (next === null) return n;
      expect(this.send(next.actor, next.type, next.body).refusal).toBeUndefined();
    }
    throw new Error('ticks end');
  }

  /** Units that an owner has available and held. */
  funds(owner: number, coin: Coin): [bigint, bigint] {
    const { ledger } = this.ledger;
    const slot = ledger.find(accountId(owner, WALLET.currency, COINS.indexOf(coin) + 1));
    return [ledger.available(slot), ledger.held(slot)];
  }

  begin(user: number, change: object = {}): Answer {
    const body = { asset: 'BTC', version: 1, amount: '6000', collateral: '0.1', periodDays: 30 };
    return this.send(user, 'openCollateralLoan', { ...body, contract: CONTRACT, ...change });
  }

  /** Ends the batch: its facts. */
  endBatch(): Fact[] {
    for (const machine of this.sequencer.list) {
      for (const writer of machine.writers) writer.drain();
    }
    return this.sequencer.list.flatMap((machine) => machine.takeFacts());
  }
}

const PEOPLE = [1000, 1001, 1002];
const PERIODS = [7, 30, 180] as const;

/** Machine and plain model under the same random commands and prices. */
export class CollateralPair {
  readonly desk: CollateralDesk;
  readonly plain: PlainCollateral;
  readonly outcomes = new Map<string, number>();
  /** How loans ended, as it was published. */
  readonly #ended = new Map<number, string>();
  readonly #price = { BTC: units('100000'), ETH: units('3000') };

  constructor(bounds: CollateralBounds) {
    this.desk = new CollateralDesk({ bounds });
    this.plain = new PlainCollateral();
    this.plain.give('pool', 'USDT', units('100000'));
    for (const asset of ['BTC', 'ETH'] as const) this.#set({ asset });
    for (const user of PEOPLE) {
      this.#deposit(user, 'BTC', '1');
      this.#deposit(user, 'ETH', '10');
    }
  }

  step(dice: Dice): void {
    const way = dice.int(0, 99);
    if (way < 40) this.#quote(dice);
    else if (way < 50) this.desk.now += dice.pick([1, 10_001, HOUR, HOUR + 1, DAY, 40 * DAY]);
    else if (way < 67) this.#begin(dice);
    else if (way < 75) this.#change(dice, 'addCollateral', 'add', ['0', '0.001', '0.5', '99']);
    else if (way < 84) this.#change(dice, 'releaseCollateral', 'release', ['0', '0.0001', '0.02']);
    else if (way < 94) this.#change(dice, 'repayCollateralLoan', 'repay', RARE);
    else if (way < 96) this.#deposit(dice.pick(PEOPLE), dice.pick(COINS), dice.pick(['1', '0.4']));
    else this.#setAny(dice);
    this.#compare();
  }

  #compare(): void {
    const { desk, plain } = this;
    for (const fact of desk.endBatch()) {
      if (fact.type !== 'collateralLoanChanged') continue;
      const { loan, lost } = fact as unknown as CollateralChanged;
      if (loan.state !== 'open') this.#ended.set(loan.id, `${loan.state} ${lost}`);
    }
    const ended = plain.all.filter(({ state }) => state !== 'open');
    expect([...this.#ended].sort(([a], [b]) => a - b)).toEqual(
      ended.map(({ id, state, lost }) => [id, `${state} ${textOf(lost)}`]),
    );
    for (const coin of COINS) {
      expect(desk.funds(OWNER.lending, coin)).toEqual([plain.has('pool', coin), 0n]);
      for (const user of PEOPLE) {
        const has = [plain.has(user, coin), plain.has(user, coin, ' held')];
        expect(desk.funds(user, coin)).toEqual(has);
      }
    }
    const rows = desk.collateral.rows();
    expect(rows.map(({ id }) => id)).toEqual(plain.open.map(({ id }) => id));
    for (const [i, row] of rows.entries()) {
      const one = plain.open[i]!;
      expect(desk.collateral.owedAt(row, desk.now)).toEqual(plain.owed(one, desk.now));
      expect([row.collateral, row.calls]).toEqual([one.collateral, one.calls]);
      expect(row.calls).toBeLessThanOrEqual(CALLS);
    }
  }

  #said(type: string, actor: number, body: object, refusal: (id: number) => string): void {
    const answer = this.desk.send(actor, type, body);
    const expected = refusal(this.desk.sequencer.seq);
    expect(answer.refusal ?? '', `${type} ${JSON.stringify(body)}`).toBe(expected);
    const name = `${type} ${expected}`.trim();
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }

  /** Prices go a little up and down, and now and then far: what a gap is like. */
  #quote(dice: Dice): void {
    this.desk.now += dice.pick([1, 1_000]);
    const coins = dice.pick([['BTC'], ['ETH'], ['ETH', 'BTC']] as const);
    for (const coin of coins) {
      const share = dice.pick([97, 99, 100, 101, 103, dice.pick([50, 88, 112, 200])]);
      const least = coin === 'BTC' ? 20_000n : 600n;
      const next = (this.#price[coin] * BigInt(share)) / 100n;
      this.#price[coin] = next < least * 100_000_000n ? least * 500_000_000n : next;
    }
    const prices = coins.map((coin) => [coin, this.#price[coin]] as const);
    const ends = this.plain.all.map(({ state }) => state);
    this.plain.quote(new Map(prices), this.desk.now);
    this.desk.quote(Object.fromEntries(prices.map(([coin, price]) => [coin, textOf(price)])));
    this.outcomes.set('more', (this.outcomes.get('more') ?? 0) + this.desk.settle());
    for (const [i, { state }] of this.plain.all.entries()) {
      if (ends[i] !== state) this.outcomes.set(state, (this.outcomes.get(state) ?? 0) + 1);
    }
  }

  #set(change: Partial<SetCollateral>): void {
    const body = { ...TERMS, capacity: '30000', ...change };
    expect(this.desk.send(staffActor(1), 'setCollateral', body).refusal).toBeUndefined();
    const { asset, least, most, capacity, ...rest } = body;
    const amounts = { least: units(least), most: units(most), capacity: units(capacity) };
    this.plain.set(asset, { ...rest, ...amounts }, this.desk.now);
  }

  #setAny(dice: Dice): void {
    const initialPpm = dice.pick([500_000, 650_000, 700_000]);
    const callPpm = dice.pick([720_000, 750_000]);
    const shares = { initialPpm, callPpm, liquidationPpm: dice.pick([830_000, 900_000]) };
    const fees = { feePpm: dice.pick([0, 5_000, 20_000]), aprPpm: dice.pick([1, 87_600, 365_000]) };
    const isOpen = dice.int(0, 4) > 0;
    this.#set({ asset: dice.pick(['BTC', 'ETH']), isOpen, ...shares, ...fees });
  }

  #begin(dice: Dice): void {
    const user = dice.pick(PEOPLE);
    const coin = dice.pick(['BTC', 'ETH'] as const);
    const versions = this.plain.terms.get(coin)!.length;
    const version = Math.max(1, versions - dice.pick([0, 0, 0, 0, 1]));
    const amount = dice.pick(['49', '50', '333.33333333', '3000', '20000', '50000.1']);
    const price = this.#price[coin];
    const share = BigInt(dice.pick([40, 55, 64, 65, 69, 70]));
    const collateral = textOf((units(amount) * 100_000_000n * 100n) / (price * share) + 1n);
    const days = dice.pick(PERIODS);
    const body = { asset: coin, version, amount, collateral, periodDays: days, contract: CONTRACT };
    const asked = { coin, version, amount: units(amount), collateral: units(collateral), days };
    this.#said('openCollateralLoan', user, body, (id) =>
      this.plain.begin(id, user, asked, this.desk.now),
    );
  }

  #change(
    dice: Dice,
    type: string,
    what: 'add' | 'release' | 'repay',
    amounts: readonly string[],
  ): void {
    const { open } = this.plain;
    const one = open.length === 0 || dice.int(0, 9) === 0 ? null : dice.pick(open);
    const user = one === null || dice.int(0, 9) === 0 ? dice.pick(PEOPLE) : one.user;
    const [loanId, amount] = [one?.id ?? 1, dice.pick(amounts)];
    this.#said(type, user, { loanId, amount }, () =>
      this.plain[what](loanId, user, units(amount), this.desk.now),
    );
  }

  #deposit(user: number, coin: Coin, amount: string): void {
    this.desk.deposit(user, coin, amount);
    this.plain.give(user, coin, units(amount));
  }
}

const RARE = ['0', '0.00000001', '70', '500', '999999'];
