import type { Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import type { StrategyName } from '../rules.ts';
import type { HoldingRow } from '../store/strategy-tables.ts';

/** Whose orders a strategy sends: an ordinary account of the house, which pays fees like others. */
export const ACCOUNTS: Readonly<Record<StrategyName, number>> = {
  bookIndex: OWNER.earnStrategy,
  spotContract: OWNER.earnContracts,
};

/** Whether the contract wallet of an account is what it trades contracts with. */
export const hasContracts = (account: number) => account === OWNER.earnContracts;

/** More than that is paid in several postings. */
const MOST_POSTING = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The money of strategies. The currency wallet of an account is what it trades with. What waits
 * for a cut lies where nothing trades: in the contract wallet of an account without contracts, else
 * with an owner of its own, so that it is never margin.
 */
export class StrategyMoney {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** All that an account has of an asset to trade with, in orders or not. */
  owned(account: number, asset: number): bigint {
    const slot = this.#ledger.find(tradingId(account, asset));
    return slot < 0 ? 0n : this.#ledger.available(slot) + this.#ledger.held(slot);
  }

  /** What an account has in its contract wallet, as margin or not; 0 where it has no contracts. */
  margin(account: number, asset: number): bigint {
    if (!hasContracts(account)) return 0n;
    const slot = this.#ledger.find(accountId(account, WALLET.contract, asset));
    return slot < 0 ? 0n : this.#ledger.available(slot) + this.#ledger.held(slot);
  }

  /** What of it is in no order. */
  available(account: number, asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(tradingId(account, asset)));
  }

  waiting(account: number, asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(waitingId(account, asset)));
  }

  covers(userId: number, asset: number, amount: number): boolean {
    return this.#ledger.covers(this.#ledger.find(personId(userId, asset)), amount);
  }

  /** What the house can put in. */
  capital(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(personId(OWNER.earnPool, asset)));
  }

  seed(account: number, asset: number, amount: number, seq: number): void {
    const [from, to] = [personId(OWNER.earnPool, asset), tradingId(account, asset)];
    this.#post(from, to, BigInt(amount), PURPOSE.earnFunding, seq);
  }

  take(account: number, { userId, asset, amount }: HoldingRow, seq: number): void {
    const [from, to] = [personId(userId, asset), waitingId(account, asset)];
    this.#post(from, to, BigInt(amount), PURPOSE.earnSubscription, seq);
  }

  refund(account: number, { userId, asset, amount }: HoldingRow, seq: number): void {
    const [from, to] = [waitingId(account, asset), personId(userId, asset)];
    this.#post(from, to, BigInt(amount), PURPOSE.earnRedemption, seq);
  }

  /** What has bought units is traded with from now on. */
  issue(account: number, { asset, amount }: HoldingRow, seq: number): void {
    const [from, to] = [waitingId(account, asset), tradingId(account, asset)];
    this.#post(from, to, BigInt(amount), PURPOSE.earnUnits, seq);
  }

  pay(account: number, { userId, asset }: HoldingRow, amount: bigint, seq: number): void {
    const [from, to] = [tradingId(account, asset), personId(userId, asset)];
    this.#post(from, to, amount, PURPOSE.earnRedemption, seq);
  }

  #post(from: number, to: number, amount: bigint, purpose: Purpose, seq: number): void {
    const ledger = this.#ledger;
    ledger.begin(seq);
    for (let left = amount; left > 0n; ) {
      const part = left < MOST_POSTING ? left : MOST_POSTING;
      ledger.post(ledger.open(from), ledger.open(to), Number(part), purpose);
      left -= part;
    }
  }
}

const tradingId = (account: number, asset: number) => accountId(account, WALLET.currency, asset);
const waitingId = (account: number, asset: number) =>
  hasContracts(account)
    ? accountId(OWNER.earnWaiting, WALLET.currency, asset)
    : accountId(account, WALLET.contract, asset);
const personId = (userId: number, asset: number) => accountId(userId, WALLET.currency, asset);
