import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';

/**
 * The money of new coins. What is promised and what was paid for it are in the contract wallet of
 * house:launch; into its currency wallet come the coins with which a project is funded.
 */
export class LaunchMoney {
  readonly #ledger: Ledger;
  readonly #cash: () => number;

  /** `cash`: the number of USDT. */
  constructor(ledger: Ledger, cash: () => number) {
    this.#ledger = ledger;
    this.#cash = cash;
  }

  /** What there is of a coin and is not promised yet. */
  free(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(freeId(asset)));
  }

  inEscrow(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(escrowId(asset)));
  }

  covers(userId: number, amount: bigint): boolean {
    return this.#ledger.covers(this.#ledger.find(personId(userId, this.#cash())), amount);
  }

  fund(asset: number, units: bigint): void {
    this.#post(freeId(asset), escrowId(asset), units, PURPOSE.launchFunding);
  }

  take(userId: number, amount: bigint): void {
    const cash = this.#cash();
    this.#post(personId(userId, cash), escrowId(cash), amount, PURPOSE.launchSubscription);
  }

  refund(userId: number, amount: bigint): void {
    this.#give(userId, this.#cash(), amount, PURPOSE.launchRefund);
  }

  release(userId: number, asset: number, units: bigint): void {
    this.#give(userId, asset, units, PURPOSE.launchRelease);
  }

  payOut(userId: number, asset: number, raised: bigint, unsold: bigint): void {
    this.#give(userId, this.#cash(), raised, PURPOSE.launchProceeds);
    this.#give(userId, asset, unsold, PURPOSE.launchUnsold);
  }

  #give(userId: number, asset: number, amount: bigint, purpose: Purpose): void {
    this.#post(escrowId(asset), personId(userId, asset), amount, purpose);
  }

  #post(from: number, to: number, amount: bigint, purpose: Purpose): void {
    if (amount === 0n) return;
    const [source, target]: readonly AccountSlot[] = [
      this.#ledger.open(from),
      this.#ledger.open(to),
    ];
    this.#ledger.post(source!, target!, amount, purpose);
  }
}

const escrowId = (asset: number) => accountId(OWNER.launch, WALLET.contract, asset);
const freeId = (asset: number) => accountId(OWNER.launch, WALLET.currency, asset);
const personId = (userId: number, asset: number) => accountId(userId, WALLET.currency, asset);
