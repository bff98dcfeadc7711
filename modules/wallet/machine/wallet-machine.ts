import type { AccountSlot } from '@assay/core/ledger/ledger';
import {
  accountId,
  FIRST_USER,
  isStaff,
  OWNER,
  opensContracts,
  WALLET,
  WALLET_NAMES,
  type Wallet,
} from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import {
  type PayWithdrawal,
  REASONS,
  type Reason,
  STEPS,
  type Step,
  type WalletChanged,
  type WithdrawalView,
} from '../schema/commands.ts';
import { depositCredit, endedWithdrawal, withdrawal } from '../store/tables.ts';
import type { ContractClaim, OtherWay } from './around.ts';
import { isDigest, isIn, isVersion, mayApprove, readAmount, wrongState } from './checks.ts';
import { type EndedRow, type OpenRow, OpenWithdrawals } from './open-withdrawals.ts';

type WalletRules = RulesFor<
  'transferFunds' | 'creditDeposit' | 'requestWithdrawal' | 'cancelWithdrawal' | Step
>;
type Decision = 'notAllowed' | 'onlyReal' | 'unknownWithdrawal' | 'otherDigest' | 'wrongState';

export interface WalletOptions {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
}

/** Withdrawals of one person that are not paid yet, whatever the rules of a day say. */
export const MAX_OPEN_WITHDRAWALS = 20;

const TO_CHAIN = { owner: OWNER.outsideWithdrawals, purpose: PURPOSE.withdrawal } as const;

/**
 * Money in and out (decision 0048): transfers between the wallets of a person, deposits, and
 * withdrawals, which hold what was asked for until it leaves or is let go. Virtual money neither
 * comes in nor leaves.
 */
export class WalletMachine extends TableMachine implements HoldOwner {
  readonly name = 'wallet';
  readonly withdrawals = new OpenWithdrawals(this.keep(withdrawal), this.log(endedWithdrawal));
  readonly rules: WalletRules = {
    transferFunds: (body, turn) => this.#transferFunds(body, turn),
    creditDeposit: (body, turn) => this.#creditDeposit(body, turn),
    requestWithdrawal: (body, turn) => this.take(body, turn),
    cancelWithdrawal: ({ withdrawalId }, turn) => {
      if (this.#realm !== 'real') return { refusal: 'onlyReal' };
      if (turn.actor < FIRST_USER) return { refusal: 'notAllowed' };
      const row = this.withdrawals.get(withdrawalId);
      if (row?.userId !== turn.actor) return { refusal: 'unknownWithdrawal' };
      if (!isIn(row, 'cancelWithdrawal')) return wrongState(row);
      return this.#letGo(row, 'cancelled', '', turn);
    },
    approveWithdrawal: (body, turn) => {
      const row = this.#named(body, 'approveWithdrawal', mayApprove(body.ground, turn.actor));
      if ('refusal' in row) return row;
      const { seq: approvedSeq, at: approvedAt, actor: approvedBy } = turn;
      this.withdrawals.change(row, { state: 'approved', approvedSeq, approvedAt, approvedBy });
      return this.#published(row);
    },
    refuseWithdrawal: (body, turn) => this.#giveBack('refuseWithdrawal', body, turn),
    payWithdrawal: (body, turn) => {
      const row = this.#named(body, 'payWithdrawal', turn.actor === OWNER.custody);
      if ('refusal' in row) return row;
      const { seq: payingSeq, at: payingAt } = turn;
      this.withdrawals.change(row, { state: 'paying', payingSeq, payingAt });
      return this.#published(row);
    },
    settleWithdrawal: (body, turn) => {
      const row = this.#found(body, turn.actor === OWNER.custody);
      if ('refusal' in row) return row;
      if (!isDigest(body.payout)) return { refusal: 'invalidPayout' };
      if (!isIn(row, 'settleWithdrawal')) return wrongState(row);
      return this.#settle(row, body.payout, turn);
    },
    returnWithdrawal: (body, turn) => this.#giveBack('returnWithdrawal', body, turn),
    recallWithdrawal: (body, turn) => {
      const row = this.#named(body, 'recallWithdrawal', turn.actor === OWNER.custody);
      return 'refusal' in row ? row : this.#letGo(row, 'cancelled', '', turn);
    },
  };
  readonly #deposits = this.log(depositCredit);
  readonly #claims: ContractClaim[] = [];
  #way: OtherWay | null = null;
  readonly #realm: Realm;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;

  constructor({ realm, ledger, assets }: WalletOptions) {
    super();
    this.#realm = realm;
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    ledger.addHoldOwner(this);
  }

  /** Registers a product that keeps money in contract wallets. */
  addClaim(claim: ContractClaim): void {
    this.#claims.push(claim);
  }

  /** Registers the way out that is no chain. */
  setOtherWay(way: OtherWay): void {
    this.#way = way;
  }

  /** What products need of what is available in the contract wallet of a person. */
  claimedOf(userId: number, asset: number): bigint {
    return this.#claims.reduce((sum, one) => sum + one.claimOn(userId, asset), 0n);
  }

  /** What the ledger holds for products in the contract wallet of a person. */
  heldForContracts(userId: number, asset: number): bigint {
    return this.#claims.reduce((sum, one) => sum + one.heldOn(userId, asset), 0n);
  }

  /** Tells products that the contract wallet of a person has gained or given something. */
  moved(userId: number): void {
    for (const claim of this.#claims) claim.moved(userId);
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.withdrawals.loaded();
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { userId, asset, amount } of this.withdrawals.rows()) {
      add(accountId(userId, WALLET.currency, asset), amount);
    }
  }

  /** Ends them as the person would: with a virtual account, where none can have been paid. */
  endAll(userId: number, turn: Turn): void {
    for (const row of this.withdrawals.of(userId)) this.#letGo(row, 'cancelled', '', turn);
  }

  /** Open withdrawals are within their bound, and what they hold is more than their fee. */
  override audit(): void {
    super.audit();
    for (const { id, userId, amount, fee } of this.withdrawals.rows()) {
      assert(amount > 0n && fee >= 0n && fee < amount, `withdrawal ${id} is more than its fee`);
      const count = this.withdrawals.countOf(userId);
      assert(count > 0 && count <= MAX_OPEN_WITHDRAWALS, `${count} withdrawals of ${userId}`);
    }
  }

  /**
   * Notes what came in by a command of another machine, which has posted it: it pins its rules like
   * every deposit.
   */
  noteDeposit(credit: RowOf<typeof depositCredit>): void {
    this.#deposits.add(credit);
    const { userId, asset, amount, at } = credit;
    this.#note({
      ...{ userId, wallet: 'currency', asset: this.#assets.assetSymbol(asset), at },
      ...{ amount: formatDecimal(amount, SCALE), why: 'deposit' },
    });
  }

  /** Holds what is asked for; for the rule of it, and for a machine that adds a way out. */
  take(
    body: Parameters<WalletRules['requestWithdrawal']>[0],
    turn: Turn,
  ): ReturnType<WalletRules['requestWithdrawal']> {
    const { seq: id, at: requestedAt, actor: userId } = turn;
    const { digest } = body;
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const amount = readAmount(body.amount);
    if (amount === null) return { refusal: 'invalidAmount' };
    const fee = parseDecimal(body.fee, SCALE);
    if (fee === null || fee >= amount) return { refusal: 'invalidFee' };
    if (!isDigest(digest)) return { refusal: 'invalidDigest' };
    const max = MAX_OPEN_WITHDRAWALS;
    if (this.withdrawals.countOf(userId) >= max) {
      return { refusal: 'tooManyWithdrawals', detail: { max: String(max) } };
    }
    const slot = this.#ledger.find(accountId(userId, WALLET.currency, asset));
    if (!this.#ledger.covers(slot, amount)) return { refusal: 'insufficientBalance' };
    // Past this line nothing may fail.
    this.#ledger.hold(slot, amount);
    const row = this.withdrawals.add({
      ...{ id, userId, asset, amount, fee, digest, requestedAt, state: 'requested' },
      ...{ approvedSeq: null, approvedAt: null, approvedBy: null, payingSeq: null, payingAt: null },
    });
    return this.#published(row);
  }

  view(row: OpenRow | EndedRow): WithdrawalView {
    const ended = 'endedAt' in row;
    const { id, asset, amount, fee, state, requestedAt } = row;
    return {
      id,
      asset: this.#assets.assetSymbol(asset),
      amount: formatDecimal(amount, SCALE),
      fee: formatDecimal(fee, SCALE),
      state,
      requestedAt,
      changedAt: ended ? row.endedAt : (row.payingAt ?? row.approvedAt ?? requestedAt),
      reason: ended ? (row.reason as Reason | '') : '',
    };
  }

  #transferFunds(
    body: Parameters<WalletRules['transferFunds']>[0],
    { seq, at, actor }: Turn,
  ): ReturnType<WalletRules['transferFunds']> {
    if (!opensContracts(actor)) return { refusal: 'notAllowed' };
    const { asset: symbol, from, to } = body;
    const asset = this.#assets.assetId(symbol);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const [source, target] = [WALLET_NAMES.indexOf(from), WALLET_NAMES.indexOf(to)];
    if (source < 0 || target < 0) return { refusal: 'unknownWallet' };
    if (source === target) return { refusal: 'sameWallet' };
    const amount = readAmount(body.amount);
    if (amount === null) return { refusal: 'invalidAmount' };
    const slot = this.#ledger.find(accountId(actor, source as Wallet, asset));
    const claimed = source === WALLET.contract ? this.claimedOf(actor, asset) : 0n;
    if (!this.#ledger.covers(slot, amount + claimed)) return { refusal: 'insufficientBalance' };
    // Past this line nothing may fail.
    this.#ledger.begin(seq);
    const into = this.#ledger.open(accountId(actor, target as Wallet, asset));
    this.#ledger.post(slot, into, amount, PURPOSE.transfer);
    this.moved(actor);
    const text = formatDecimal(amount, SCALE);
    const fact = { userId: actor, asset: symbol, why: 'transfer', at } as const;
    this.#note({ ...fact, wallet: from, amount: `-${text}` });
    this.#note({ ...fact, wallet: to, amount: text });
    return { asset: symbol, from, to, amount: text };
  }

  #creditDeposit(
    body: Parameters<WalletRules['creditDeposit']>[0],
    { seq, at, actor }: Turn,
  ): ReturnType<WalletRules['creditDeposit']> {
    const { userId, asset: symbol, digest, rules } = body;
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (actor !== OWNER.custody) return { refusal: 'notAllowed' };
    if (!Number.isSafeInteger(userId) || userId < FIRST_USER) return { refusal: 'unknownUser' };
    const asset = this.#assets.assetId(symbol);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const amount = readAmount(body.amount);
    if (amount === null) return { refusal: 'invalidAmount' };
    if (!isDigest(digest)) return { refusal: 'invalidDigest' };
    if (!isVersion(rules)) return { refusal: 'invalidRules' };
    if (amount > this.#ledger.roomFor(asset)) return { refusal: 'noRoom' };
    // Past this line nothing may fail.
    this.#ledger.begin(seq);
    const from = this.#account(OWNER.outsideDeposits, asset);
    this.#ledger.post(from, this.#account(userId, asset), amount, PURPOSE.deposit);
    this.#deposits.add({ seq, userId, asset, amount, digest, rules, at });
    const text = formatDecimal(amount, SCALE);
    const wallet = 'currency';
    this.#note({ userId, wallet, asset: symbol, amount: text, why: 'deposit', at });
    return { id: seq, asset: symbol, amount: text, at };
  }

  /**
   * What was held leaves: the fee to the house, the rest to the outside, or to whoever takes it and
   * pays otherwise.
   */
  #settle(row: OpenRow, payout: string, turn: Turn): WithdrawalView {
    const { userId, asset, amount, fee } = row;
    this.#ledger.begin(turn.seq);
    const slot = this.#account(userId, asset);
    const taker = this.#way?.takerOf(row.id) ?? TO_CHAIN;
    this.#ledger.postHeld(slot, this.#account(taker.owner, asset), amount - fee, taker.purpose);
    if (fee > 0n) {
      const fees = this.#account(OWNER.fees, asset);
      this.#ledger.postHeld(slot, fees, fee, PURPOSE.withdrawalFee);
    }
    if (taker !== TO_CHAIN) this.#way?.paid(row.id, turn);
    this.#note({
      ...{ userId, wallet: 'currency', asset: this.#assets.assetSymbol(asset), at: turn.at },
      ...{ amount: formatDecimal(-amount, SCALE), why: 'withdrawal' },
    });
    return this.#end(row, { state: 'paid', reason: '', payout }, turn);
  }

  /** Staff refuse it, or say that no transaction can carry it any more. */
  #giveBack(
    step: 'refuseWithdrawal' | 'returnWithdrawal',
    body: PayWithdrawal & { readonly reason: Reason },
    turn: Turn,
  ): ReturnType<WalletRules['refuseWithdrawal']> {
    const row = this.#found(body, isStaff(turn.actor));
    if ('refusal' in row) return row;
    if (!REASONS.includes(body.reason)) return { refusal: 'unknownReason' };
    if (!isIn(row, step)) return wrongState(row);
    return this.#letGo(row, STEPS[step].to, body.reason, turn);
  }

  #letGo(
    row: OpenRow,
    state: 'cancelled' | 'refused' | 'returned',
    reason: Reason | '',
    turn: Turn,
  ): WithdrawalView {
    this.#ledger.release(this.#account(row.userId, row.asset), row.amount);
    if (this.#way?.takerOf(row.id)) this.#way.letGo(row.id);
    return this.#end(row, { state, reason, payout: '' }, turn);
  }

  /** The open withdrawal that is decided on, or why this actor cannot decide on it. */
  #found(
    { withdrawalId, digest }: PayWithdrawal,
    isAllowed: boolean,
  ): OpenRow | RefusedWith<Exclude<Decision, 'wrongState'>> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (!isAllowed) return { refusal: 'notAllowed' };
    const row = this.withdrawals.get(withdrawalId);
    if (row === undefined) return { refusal: 'unknownWithdrawal' };
    return row.digest === digest ? row : { refusal: 'otherDigest' };
  }

  /** The same, if the step leads out of the state in which it is. */
  #named(body: PayWithdrawal, step: Step, isAllowed: boolean): OpenRow | RefusedWith<Decision> {
    const row = this.#found(body, isAllowed);
    return 'refusal' in row || isIn(row, step) ? row : wrongState(row);
  }

  #end(
    row: OpenRow,
    how: Pick<Parameters<OpenWithdrawals['end']>[1], 'state' | 'reason' | 'payout'>,
    { seq, at: endedAt, actor: endedBy }: Turn,
  ): WithdrawalView {
    return this.#published(this.withdrawals.end(row, { ...how, seq, endedAt, endedBy }));
  }

  #published(row: OpenRow | EndedRow): WithdrawalView {
    const view = this.view(row);
    this.publish({ type: 'withdrawalChanged', userId: row.userId, withdrawal: view });
    return view;
  }

  #note(fact: Omit<WalletChanged, 'type'>): void {
    this.publish({ type: 'walletChanged', ...fact });
  }

  #account(owner: number, asset: number): AccountSlot {
    return this.#ledger.open(accountId(owner, WALLET.currency, asset));
  }
}
