import type { AccountSlot } from '@assay/core/ledger/ledger';
import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import { DAY } from '@assay/core/time';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { WalletMachine } from '@assay/modules/wallet';
import type { RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { isBankAmount, refundOf } from '../rules.ts';
import type {
  BankReturn,
  RequestBankWithdrawal,
  ReturnBankWithdrawal,
} from '../schema/bank-withdrawals.ts';
import { bankWithdrawal, returnedBankWithdrawal } from './tables.ts';

type BankRules = RulesFor<'requestBankWithdrawal' | 'returnBankWithdrawal'>;
type Row = RowOf<typeof bankWithdrawal>;

export interface BankWithdrawalsOptions {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly wallet: Pick<WalletMachine, 'take' | 'setOtherWay'>;
}

const DIGEST = /^[0-9a-f]{64}$/;
/** So long after its payment a bank may send one back; longer than any recall of SEPA. */
export const RETURNED_WITHIN_MS = 400 * DAY;
/** Of those that are over, one command forgets so many. */
const FORGOTTEN_AT_ONCE = 8;

/**
 * Withdrawals to banks (decision 0083): the wallet's machine holds what is withdrawn, this one the
 * bank money that is paid for it, from the request on. What is settled changes hands in one entry.
 */
export class BankWithdrawalsMachine extends TableMachine implements HoldOwner {
  readonly name = 'bankWithdrawals';
  readonly rules: BankRules = {
    requestBankWithdrawal: (body, turn) => this.#request(body, turn),
    returnBankWithdrawal: (body, turn) => this.#return(body, turn),
  };
  readonly #known = this.keep(bankWithdrawal);
  readonly #returned = this.log(returnedBankWithdrawal);
  /** Those that were paid, in the order of that. */
  #paid: Row[] = [];
  readonly #realm: Realm;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;
  readonly #wallet: BankWithdrawalsOptions['wallet'];

  constructor({ realm, ledger, assets, wallet }: BankWithdrawalsOptions) {
    super();
    this.#realm = realm;
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    this.#wallet = wallet;
    ledger.addHoldOwner(this);
    const taker = { owner: OWNER.purchases, purpose: PURPOSE.bankWithdrawal } as const;
    wallet.setOtherWay({
      takerOf: (id) => (this.#known.has(id) ? taker : null),
      paid: (id, turn) => this.#pay(id, turn),
      letGo: (id) => this.#letGo(id),
    });
  }

  /** By number: those that are open, and those that may come back. */
  rows(): readonly Row[] {
    return this.#known.rows();
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.#paid = this.#known.rows().filter(({ paidSeq }) => paidSeq !== null);
    this.#paid.sort((a, b) => a.paidSeq! - b.paidSeq!);
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { money, proceeds, paidSeq } of this.#known.rows()) {
      if (paidSeq === null) add(accountId(OWNER.purchases, WALLET.currency, money), proceeds);
    }
  }

  /** The wallet ends them with a virtual account, which has none. */
  endAll(): void {}

  override audit(): void {
    super.audit();
    for (const { id, amount, proceeds } of this.#known.rows()) {
      assert(amount > 0n && proceeds > 0n, `bank withdrawal ${id} is of something`);
    }
  }

  #request(
    body: RequestBankWithdrawal,
    turn: Turn,
  ): ReturnType<BankRules['requestBankWithdrawal']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor < FIRST_USER) return { refusal: 'notAllowed' };
    const money = this.#assets.assetId(body.money);
    if (money === undefined || body.money === body.asset) return { refusal: 'unknownMoney' };
    const proceeds = readMoney(body.proceeds);
    if (proceeds === null) return { refusal: 'invalidProceeds' };
    const house = this.#ledger.find(accountId(OWNER.purchases, WALLET.currency, money));
    if (!this.#ledger.covers(house, proceeds)) return { refusal: 'bankMoneyShort' };
    const taken = this.#wallet.take(body, turn);
    if ('refusal' in taken) return taken;
    // Past this line nothing may fail.
    this.#ledger.hold(house, proceeds);
    const { id } = taken;
    const amount = parseDecimal(taken.amount, SCALE)! - parseDecimal(taken.fee, SCALE)!;
    this.#known.insert({
      ...{ id, userId: turn.actor, asset: this.#assets.assetId(body.asset)!, amount, money },
      ...{ proceeds, digest: body.digest, paidSeq: null, paidAt: null },
    });
    return taken;
  }

  /** What was held of the bank money leaves; the wallet has posted what the house takes for it. */
  #pay(id: number, { seq, at }: Turn): void {
    const row = this.#known.get(id)!;
    const { money, proceeds } = row;
    const [house, outside] = [OWNER.purchases, OWNER.outsideWithdrawals];
    this.#ledger.postHeld(
      ...([this.#account(house, money), this.#account(outside, money)] as const),
      ...([proceeds, PURPOSE.bankPayment] as const),
    );
    this.#known.change(row, { paidSeq: seq, paidAt: at });
    this.#paid.push(row);
    this.#forget(at);
  }

  /** Those that no bank can send back any more: only what may still change is kept in memory. */
  #forget(at: number): void {
    for (let count = 0; count < FORGOTTEN_AT_ONCE; count += 1) {
      const [first] = this.#paid;
      if (first === undefined || first.paidAt! + RETURNED_WITHIN_MS > at) return;
      this.#paid.shift();
      this.#known.delete(first);
    }
  }

  #letGo(id: number): void {
    const row = this.#known.get(id)!;
    this.#ledger.release(this.#account(OWNER.purchases, row.money), row.proceeds);
    this.#known.delete(row);
  }

  /**
   * The bank money is the house's again, and what it took is the person's again: of a part of the
   * money the same part, rounded down in favour of the house. The rate stays that of the request,
   * so that nobody gains or loses by a payment that fails.
   */
  #return(body: ReturnBankWithdrawal, turn: Turn): ReturnType<BankRules['returnBankWithdrawal']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.custody) return { refusal: 'notAllowed' };
    const row = this.#known.get(body.withdrawalId);
    if (row === undefined) return { refusal: 'unknownWithdrawal' };
    if (row.digest !== body.digest) return { refusal: 'otherDigest' };
    if (row.paidSeq === null) return { refusal: 'wrongState' };
    const { id, userId, asset, money, proceeds, digest } = row;
    const returned = readMoney(body.returned);
    if (returned === null || returned > proceeds) return { refusal: 'invalidReturn' };
    const amount = refundOf(row.amount, returned, proceeds);
    if (amount === 0n) return { refusal: 'invalidReturn' };
    const { payment } = body;
    if (typeof payment !== 'string' || !DIGEST.test(payment)) return { refusal: 'invalidPayment' };
    if (returned > this.#ledger.roomFor(money)) return { refusal: 'noRoom' };
    const house = this.#ledger.find(accountId(OWNER.purchases, WALLET.currency, asset));
    if (!this.#ledger.covers(house, amount)) return { refusal: 'houseShort' };
    // Past this line nothing may fail.
    const { seq, at } = turn;
    this.#ledger.begin(seq);
    const outside = this.#account(OWNER.outsideDeposits, money);
    const { bankReturn, bankRefund } = PURPOSE;
    this.#ledger.post(outside, this.#account(OWNER.purchases, money), returned, bankReturn);
    this.#ledger.post(house, this.#account(userId, asset), amount, bankRefund);
    this.#known.delete(row);
    this.#paid.splice(this.#paid.indexOf(row), 1);
    this.#returned.add({
      ...{ id, userId, asset, amount, money, returned, digest, payment, seq, at },
    });
    return this.#published(userId, {
      ...{ id, asset: this.#assets.assetSymbol(asset), amount: formatDecimal(amount, SCALE) },
      ...{ money: this.#assets.assetSymbol(money), returned: formatDecimal(returned, SCALE), at },
    });
  }

  #published(userId: number, back: BankReturn): BankReturn {
    this.publish({ type: 'bankWithdrawalReturned', userId, ...back });
    const { asset, amount, at } = back;
    const why = 'bankReturn';
    this.publish({ type: 'walletChanged', userId, wallet: 'currency', asset, amount, why, at });
    return back;
  }

  #account(owner: number, asset: number): AccountSlot {
    return this.#ledger.open(accountId(owner, WALLET.currency, asset));
  }
}

/** An amount that a bank carries; null for what is none. */
function readMoney(text: string): bigint | null {
  const units = parseDecimal(text, SCALE);
  return units === null || units === 0n || !isBankAmount(units) ? null : units;
}
