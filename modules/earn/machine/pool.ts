import type { Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { earnedAfter, wholeYield } from '../rules.ts';
import type { OrderRow } from '../store/tables.ts';

type Purposes = (typeof PURPOSE)[keyof typeof PURPOSE];

/** What an order has in escrow: its principal, and of the yield what was not paid. */
export function owedTo(order: OrderRow): number {
  const paid = order.payout === 'daily' ? earnedAfter(order, order.days) : 0;
  return order.principal + wholeYield(order) - paid;
}

/**
 * The money of earn products. Escrow is the contract wallet of house:earnPool, and the house's
 * capital for yields its currency wallet, into which `fundHouse` pays.
 */
export class EarnPool {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** What is in escrow for all orders of an asset. */
  balance(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(escrowId(asset)));
  }

  /** What the house can still promise. */
  capital(asset: number): bigint {
    return this.#ledger.available(this.#ledger.find(capitalId(asset)));
  }

  covers(userId: number, asset: number, amount: number): boolean {
    return this.#ledger.covers(this.#ledger.find(personId(userId, asset)), amount);
  }

  /** The principal and the yield of the whole term go into escrow. */
  take(order: OrderRow, seq: number): void {
    const { asset, userId, principal } = order;
    this.#ledger.begin(seq);
    this.#post(personId(userId, asset), escrowId(asset), principal, PURPOSE.earnSubscription);
    this.fund(order, seq);
  }

  /** The yield of a term that begins. */
  fund(order: OrderRow, seq: number): void {
    const { asset } = order;
    this.#ledger.begin(seq);
    this.#post(capitalId(asset), escrowId(asset), wholeYield(order), PURPOSE.earnFunding);
  }

  /** Of escrow to the person, as yield. */
  pay({ asset, userId }: OrderRow, amount: number, seq: number): void {
    this.#ledger.begin(seq);
    this.#post(escrowId(asset), personId(userId, asset), amount, PURPOSE.earnYield);
  }

  giveBack({ asset, userId, principal }: OrderRow, seq: number): void {
    this.#ledger.begin(seq);
    this.#post(escrowId(asset), personId(userId, asset), principal, PURPOSE.earnRedemption);
  }

  /** What an early redemption costs, out of what the person has just got. */
  charge({ asset, userId, cost }: OrderRow, seq: number): void {
    this.#ledger.begin(seq);
    this.#post(personId(userId, asset), capitalId(asset), cost, PURPOSE.earnCost);
  }

  /** Yield of days that will not be, back to the capital. */
  free({ asset }: OrderRow, amount: number, seq: number): void {
    this.#ledger.begin(seq);
    this.#post(escrowId(asset), capitalId(asset), amount, PURPOSE.earnReturn);
  }

  #post(from: number, to: number, amount: number, purpose: Purposes): void {
    if (amount === 0) return;
    this.#ledger.post(this.#ledger.open(from), this.#ledger.open(to), amount, purpose);
  }
}

const escrowId = (asset: number) => accountId(OWNER.earnPool, WALLET.contract, asset);
const capitalId = (asset: number) => accountId(OWNER.earnPool, WALLET.currency, asset);
const personId = (userId: number, asset: number) => accountId(userId, WALLET.currency, asset);
