import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { WalletMachine } from '@assay/modules/wallet';
import type { Fact } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';
import { owedOf } from '../rules/index.ts';
import type { SetLoanProduct } from '../schema/commands.ts';
import { PlainLoans, type PlainTerms, stateOf } from '../testing/plain-loans.ts';
import { LoansMachine } from './loans-machine.ts';

export const START = 1_763_640_000_000;
export const DAY = 86_400_000;
export const DIGEST = 'ab'.repeat(32);
export const CONTRACT = 'cd'.repeat(32);
export const units = (text: string) => parseDecimal(text, SCALE)!;
export const textOf = (amount: bigint) => formatDecimal(amount, SCALE);

export const PRODUCT: SetLoanProduct = {
  ...{ product: 'quarter', isOpen: true, lender: 'Assay', least: '100', most: '20000' },
  ...{ dailyPpm: 500, periodDays: 90, instalments: 3, method: 'equal' },
  ...{ lateHundredths: 150, capPpm: 100_000 },
};

/** Slices in which nothing takes so many commands. */
const MANY = 2_000;

export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

/** The machines of loans in memory, with a pool of 100,000 USDT. */
export class Desk {
  readonly ledger: LedgerMachine;
  readonly loans: LoansMachine;
  readonly sequencer: Sequencer;
  now = START;

  constructor({ realm = 'real', slice }: { realm?: 'real' | 'demo'; slice?: number } = {}) {
    const assets = new MarketsMachine();
    this.ledger = new LedgerMachine({ realm, assets });
    const wallet = new WalletMachine({ realm, ledger: this.ledger, assets });
    this.loans = new LoansMachine({ realm, ledger: this.ledger, assets, wallet, slice });
    this.sequencer = new Sequencer({
      ...{ markets: assets, ledger: this.ledger, wallet, loans: this.loans },
    });
    this.send(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'USDT' });
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

  /** Units that an owner has available and held. */
  funds(owner: number): [bigint, bigint] {
    const { ledger } = this.ledger;
    const slot = ledger.find(accountId(owner, WALLET.currency, 1));
    return [ledger.available(slot), ledger.held(slot)];
  }

  /** Charges all that has begun. */
  charge(): void {
    for (let n = 0; this.loans.isDue(this.now); n += 1) {
      expect(n, 'charging ends').toBeLessThan(MANY);
      expect(this.send(OWNER.custody, 'chargeLoans', {}).refusal).toBeUndefined();
    }
  }

  /** Ends the batch: its rows by table, and its facts. */
  endBatch(): Fact[] {
    for (const machine of this.sequencer.list) {
      for (const writer of machine.writers) writer.drain();
    }
    return this.sequencer.list.flatMap((machine) => machine.takeFacts());
  }
}

const PEOPLE = [1000, 1001, 1002];

/** Machine and plain model under the same random commands. */
export class Pair {
  readonly desk: Desk;
  readonly plain = new PlainLoans();
  readonly outcomes = new Map<string, number>();
  readonly #terms: PlainTerms[] = [];

  constructor(slice: number) {
    this.desk = new Desk({ slice });
    this.plain.give('pool', units('100000'));
    this.#set({});
    for (const user of PEOPLE) this.#deposit(user, '1');
  }

  step(dice: Dice): void {
    const way = dice.int(0, 99);
    if (way < 30) this.desk.now += dice.pick([1, DAY / 2, DAY, 5 * DAY, 31 * DAY, 40 * DAY]);
    else if (way < 42) this.#offer(dice);
    else if (way < 55) this.#sign(dice);
    else if (way < 60) this.#endOffer(dice);
    else if (way < 82) this.#repay(dice);
    else if (way < 86) this.#deposit(dice.pick(PEOPLE), dice.pick(['10', '3000.5']));
    else if (way < 89) this.#writeOff(dice);
    else if (way < 91) this.#setAny(dice);
    else this.desk.charge();
    this.#compare();
  }

  #compare(): void {
    const { desk, plain } = this;
    expect(desk.funds(OWNER.lending)).toEqual([plain.has('pool'), plain.has('held')]);
    for (const user of PEOPLE) expect(desk.funds(user)).toEqual([plain.has(user), 0n]);
    const rows = desk.loans.rows();
    expect(rows.map(({ id }) => id)).toEqual(plain.open.map(({ id }) => id));
    for (const [i, row] of rows.entries()) {
      const one = plain.open[i]!;
      if (row.state === 'offered') expect(one.state).toBe('offered');
      // What is not charged yet is compared once it is.
      if (row.state === 'offered' || desk.loans.isDue(desk.now)) continue;
      const { principal, interest, penalty, isLate, charged } = stateOf(one, desk.now);
      const loan = desk.loans.loanOf(row);
      expect(owedOf(loan, row)).toEqual({ principal, interest, penalty });
      expect([row.interest, row.penalty]).toEqual([charged.interest, charged.penalty]);
      expect(row.state).toBe(isLate ? 'overdue' : 'issued');
    }
  }

  #said(type: string, actor: number, body: object, refusal: (id: number) => string): void {
    const answer = this.desk.send(actor, type, body);
    const id = this.desk.sequencer.seq;
    const expected = refusal(id);
    expect(answer.refusal ?? '', `${type} ${JSON.stringify(body)}`).toBe(expected);
    const name = `${type} ${expected}`.trim();
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
  }

  #set(change: Partial<SetLoanProduct>): void {
    const body = { ...PRODUCT, ...change };
    const answer = this.desk.send(staffActor(1), 'setLoanProduct', body);
    expect(answer.version).toBe(this.#terms.length + 1);
    this.#terms.push({ ...body, least: units(body.least), most: units(body.most) });
  }

  #setAny(dice: Dice): void {
    const instalments = dice.int(1, 6);
    const periodDays = instalments * dice.int(1, 20);
    const method = dice.pick(['equal', 'interestFirst'] as const);
    const late = dice.pick([0, 100, 200]);
    const capPpm = dice.pick([0, 10_000, 500_000]);
    this.#set({ instalments, periodDays, method, lateHundredths: late, capPpm });
  }

  #offer(dice: Dice): void {
    const user = dice.pick(PEOPLE);
    const version = dice.int(1, this.#terms.length);
    const amount = dice.pick(['100', '333.33333333', '20000', '20000.1', '9000']);
    const offerUntil = this.desk.now + dice.pick([1, 10 * DAY]);
    const of = { userId: user, product: PRODUCT.product, version, amount, offerUntil };
    const application = String(this.desk.sequencer.seq).padStart(64, '0');
    const body = { ...of, application, contract: CONTRACT };
    const terms = this.#terms[version - 1]!;
    this.#said('offerLoan', OWNER.custody, body, (id) =>
      this.plain.offer(id, user, units(amount), terms, offerUntil),
    );
  }

  #any(dice: Dice): { id: number; user: number } {
    const { open } = this.plain;
    if (open.length === 0 || dice.int(0, 9) === 0) return { id: 1, user: PEOPLE[0]! };
    const { id, user } = dice.pick(open);
    return { id, user: dice.int(0, 9) === 0 ? dice.pick(PEOPLE) : user };
  }

  #sign(dice: Dice): void {
    const { id, user } = this.#any(dice);
    const body = { loanId: id, contract: CONTRACT };
    this.#said('signLoan', user, body, () => this.plain.sign(id, user, this.desk.now));
  }

  #endOffer(dice: Dice): void {
    const { id, user } = this.#any(dice);
    const actor = dice.pick([user, OWNER.custody]);
    this.#said('endLoanOffer', actor, { loanId: id }, () =>
      this.plain.endOffer(id, actor, this.desk.now),
    );
  }

  #repay(dice: Dice): void {
    const { id, user } = this.#any(dice);
    const amount = dice.pick(['0', '0.00000001', '150', '3433.83', '999999']);
    if (dice.int(0, 3) > 0) {
      this.#said('repayLoan', user, { loanId: id, amount }, () =>
        this.plain.repay(id, user, units(amount), this.desk.now),
      );
      return;
    }
    const owner = this.plain.all.find((one) => one.id === id)?.user ?? user;
    const body = { loanId: id, amount, payment: DIGEST, rules: 1 };
    this.#said('creditRepayment', OWNER.custody, body, () =>
      this.plain.repay(id, owner, units(amount), this.desk.now, true),
    );
  }

  /** By the state that the machine has: staff decide on what was charged. */
  #writeOff(dice: Dice): void {
    const { id } = this.#any(dice);
    this.desk.charge();
    const body = { loanId: id, reason: 'a test' };
    this.#said('writeOffLoan', staffActor(1), body, () => this.plain.writeOff(id, this.desk.now));
  }

  #deposit(user: number, amount: string): void {
    const body = { userId: user, asset: 'USDT', amount, digest: DIGEST, rules: 1 };
    expect(this.desk.send(OWNER.custody, 'creditDeposit', body).refusal).toBeUndefined();
    this.plain.give(user, units(amount));
  }
}
