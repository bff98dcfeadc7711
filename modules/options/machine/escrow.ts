import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Turn } from '@assay/platform/engine/machine';
import { type MadeGoodLine, missingOf } from '../rules/made-good.ts';
import { ownPart } from '../rules/trial.ts';
import type { OpenRow } from '../store/tables.ts';

/** Where the amounts of an option go when it ends; together they are what it has in escrow. */
export interface Shares {
  /** To the person, with the purpose for which. */
  readonly paid: number;
  readonly purpose: 'optionPayout' | 'optionRefund' | 'optionSale';
  /** To house:fees. */
  readonly fee: number;
  /** To the house's capital. */
  readonly house: number;
}

/** Contract wallets, of which contracts need more than the ledger holds for them. */
export interface ContractWallets {
  /** How much of what is available is needed. */
  claimedOf(userId: number, asset: number): bigint;
  /** The wallet of a person has gained or given something. */
  moved(userId: number): void;
}

/** Vouchers that pay stakes (decision 0121): what they give is the promotion's, nobody's own. */
export interface TrialFunds {
  covers(voucherId: number, userId: number, asset: number, cost: number, at: number): boolean;
  /** Takes it off the voucher. @returns the account that pays */
  spend(voucherId: number, cost: number, asset: number, at: number): number;
  /** Gives it back to the voucher. @returns the account that is paid */
  restore(voucherId: number, cost: number, asset: number, at: number): number;
  /** The account that stakes go back to. */
  fund(asset: number): number;
}

/**
 * The money of options. Escrow is the contract wallet of house:optionsEscrow, and the house's
 * capital for options its currency wallet, into which `fundHouse` pays.
 */
export class Escrow {
  readonly #ledger: Ledger;
  readonly #wallets: ContractWallets;
  readonly #trials: TrialFunds;

  constructor(ledger: Ledger, wallets: ContractWallets, trials: TrialFunds) {
    this.#ledger = ledger;
    this.#wallets = wallets;
    this.#trials = trials;
  }

  /** What is in escrow for all markets of an asset. */
  balance(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(escrowId(asset)));
  }

  /** What the house can still put in. */
  capital(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(capitalId(asset)));
  }

  /** Whether the person can pay this out of the contract wallet. */
  covers(userId: number, asset: number, cost: number): boolean {
    const needed = BigInt(cost) + this.#wallets.claimedOf(userId, asset);
    return this.#ledger.covers(this.#ledger.find(personId(userId, asset)), needed);
  }

  /** Whether trial funds can pay this, all of it. */
  isTrial(voucherId: number, userId: number, asset: number, cost: number, at: number): boolean {
    return this.#trials.covers(voucherId, userId, asset, cost, at);
  }

  /** Stake and fee of the person, or of trial funds, and the profit of the house go into escrow. */
  take(option: OpenRow, asset: number, seq: number): void {
    const { userId, stake, fee, payout, voucherId, acceptedAt } = option;
    const escrow = this.#ledger.open(escrowId(asset));
    this.#ledger.begin(seq);
    const cost = stake + fee;
    if (voucherId === null) {
      this.#post(personId(userId, asset), escrow, cost, PURPOSE.optionStake);
    } else {
      const from = this.#trials.spend(voucherId, cost, asset, acceptedAt);
      this.#post(from, escrow, cost, PURPOSE.trialStake);
    }
    this.#post(capitalId(asset), escrow, payout - stake, PURPOSE.optionHouse);
    if (voucherId === null) this.#wallets.moved(userId);
  }

  /** All that the option has in escrow leaves it. */
  release(
    option: OpenRow,
    asset: number,
    shares: Shares,
    { seq, at }: Pick<Turn, 'seq' | 'at'>,
  ): void {
    const { userId, voucherId } = option;
    const { paid, purpose, fee, house } = shares;
    const own = ownPart(option, paid, purpose === 'optionRefund');
    this.#ledger.begin(seq);
    this.#give(asset, personId(userId, asset), own, PURPOSE[purpose]);
    if (voucherId !== null && paid > own) {
      const isBack = purpose === 'optionRefund';
      const trials = this.#trials;
      const to = isBack ? trials.restore(voucherId, paid, asset, at) : trials.fund(asset);
      this.#give(asset, to, paid - own, PURPOSE.trialReturn);
    }
    this.#give(asset, accountId(OWNER.fees, WALLET.currency, asset), fee, PURPOSE.optionFee);
    this.#give(asset, capitalId(asset), house, PURPOSE.optionReturn);
    if (own > 0) this.#wallets.moved(userId);
  }

  /** What wrong windows owe is set aside, out of the house's capital. */
  setAside(asset: number, amount: bigint, seq: number): void {
    const [from, to] = [capitalId(asset), escrowId(asset)].map((id) => this.#ledger.open(id));
    this.#ledger.begin(seq);
    if (amount > 0n) this.#ledger.post(from!, to!, amount, PURPOSE.optionMadeGood);
  }

  /**
   * What was missing to an option goes to whoever paid for it: a person, or trial funds. What was
   * an account's that is no more goes back to the house. @returns what is the person's own
   */
  makeGood(
    line: MadeGoodLine,
    asset: number,
    isCleared: boolean,
    { seq, at }: Pick<Turn, 'seq' | 'at'>,
  ): number {
    const { userId, voucherId } = line;
    const amount = missingOf(line);
    this.#ledger.begin(seq);
    if (isCleared) {
      this.#give(asset, capitalId(asset), amount, PURPOSE.optionReturn);
      return 0;
    }
    if (voucherId !== null) {
      const to = this.#trials.restore(voucherId, amount, asset, at);
      this.#give(asset, to, amount, PURPOSE.trialReturn);
      return 0;
    }
    this.#give(asset, personId(userId, asset), amount, PURPOSE.optionMadeGood);
    this.#wallets.moved(userId);
    return amount;
  }

  #give(asset: number, to: number, amount: number, purpose: Purposes): void {
    this.#post(escrowId(asset), this.#ledger.open(to), amount, purpose);
  }

  #post(from: number, to: AccountSlot, amount: number, purpose: Purposes): void {
    if (amount > 0) this.#ledger.post(this.#ledger.open(from), to, amount, purpose);
  }
}

type Purposes = (typeof PURPOSE)[keyof typeof PURPOSE];

const escrowId = (asset: number) => accountId(OWNER.optionsEscrow, WALLET.contract, asset);
const capitalId = (asset: number) => accountId(OWNER.optionsEscrow, WALLET.currency, asset);
const personId = (userId: number, asset: number) => accountId(userId, WALLET.contract, asset);

/** What each ending leaves for whom. */
export function sharesOf(
  { stake, fee, payout }: Pick<OpenRow, 'stake' | 'fee' | 'payout'>,
  result: 'won' | 'lost' | 'tied' | 'void',
): Shares {
  const profit = payout - stake;
  switch (result) {
    case 'won':
      return { paid: payout, purpose: 'optionPayout', fee, house: 0 };
    case 'lost':
      return { paid: 0, purpose: 'optionPayout', fee, house: payout };
    case 'tied':
      return { paid: stake, purpose: 'optionRefund', fee, house: profit };
    case 'void':
      return { paid: stake + fee, purpose: 'optionRefund', fee: 0, house: profit };
  }
}

/** Of an early sale: its value to the person, the rest to the house. */
export function sharesOfSale(
  { fee, payout }: Pick<OpenRow, 'fee' | 'payout'>,
  value: number,
): Shares {
  return { paid: value, purpose: 'optionSale', fee, house: payout - value };
}
