import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import { assert, lesser } from '@assay/core/num/integer';
import type { AccountRow } from './contract.ts';
import type { CfdState } from './state.ts';

/**
 * How value moves: between the contract wallet of a person and the account of the house. The
 * wallet never falls below zero: what it cannot pay is a deficit of the account, which gains of
 * what is still open pay first, and which is forgiven when nothing is open (decision 0067).
 */
export class CfdMoney {
  readonly #state: CfdState;

  constructor(state: CfdState) {
    this.#state = state;
  }

  /** What the contract wallet has, held or not. */
  total(userId: number): bigint {
    const slot = this.#state.slots.person(userId);
    return this.#state.ledger.available(slot) + this.#state.ledger.held(slot);
  }

  /** Holds what the account needs, as far as the wallet has it. */
  hold(account: AccountRow, needed: Partial<Pick<AccountRow, 'used' | 'reserved'>> = {}): void {
    const { used = account.used, reserved = account.reserved } = needed;
    const held = lesser(used + reserved, this.total(account.userId));
    this.#shift(account, held);
    this.#state.tables.accounts.change(account, { used, reserved, held });
  }

  /** Takes a loss or a charge; what the wallet does not have becomes a deficit. */
  debit(account: AccountRow, amount: bigint, purpose: Purpose): void {
    const { ledger, slots, tables } = this.#state;
    const { userId, used, reserved, deficit } = account;
    const total = this.total(userId);
    const paid = lesser(total, amount);
    const held = lesser(used + reserved, total - paid);
    this.#shift(account, held);
    if (paid > 0n) ledger.post(slots.person(userId), slots.house(), paid, purpose);
    tables.accounts.change(account, { held, deficit: deficit + amount - paid });
  }

  /**
   * Pays a gain: from the account of the house, else from its insurance; what neither has is owed.
   * A deficit is set off against what was paid.
   */
  credit(account: AccountRow, amount: bigint, purpose: Purpose, at: number): void {
    const { slots, tables, owed } = this.#state;
    let paid = this.#pay(slots.house(), account.userId, amount, purpose);
    paid += this.#pay(slots.insurance(), account.userId, amount - paid, purpose);
    if (paid < amount) {
      const owedSince = account.owed === 0n ? at : account.owedSince;
      tables.accounts.change(account, { owed: account.owed + amount - paid, owedSince });
      owed.add(account.userId);
    }
    this.#setOff(account, paid);
  }

  /** Pays what is owed to a person, as far as there is money; false when there is none. */
  payOwed(account: AccountRow): boolean {
    const { slots, tables, owed } = this.#state;
    const paid = this.#pay(slots.house(), account.userId, account.owed, PURPOSE.cfdClaim);
    if (paid === 0n) return false;
    const left = account.owed - paid;
    tables.accounts.change(account, { owed: left });
    if (left === 0n) owed.delete(account.userId);
    this.#setOff(account, paid);
    return true;
  }

  payPremium({ userId }: AccountRow, amount: bigint): void {
    const { ledger, slots } = this.#state;
    ledger.post(slots.person(userId), slots.escrow(), amount, PURPOSE.cfdPremium);
  }

  /** A premium goes back to who paid it. */
  returnPremium(account: AccountRow, amount: bigint): void {
    const { ledger, slots } = this.#state;
    const person = slots.person(account.userId);
    ledger.post(slots.escrow(), person, amount, PURPOSE.cfdPremiumReturn);
    this.#setOff(account, amount);
  }

  earnPremium(amount: bigint): void {
    const { ledger, slots } = this.#state;
    ledger.post(slots.escrow(), slots.house(), amount, PURPOSE.cfdPremiumEarned);
  }

  /** Nothing is open any more: the house pays the deficit, as far as a posting can show it. */
  forgive(account: AccountRow): void {
    const { ledger, slots, tables } = this.#state;
    const { userId, deficit } = account;
    const shown = lesser(deficit, ledger.available(slots.house()));
    if (shown > 0n) {
      ledger.post(slots.house(), slots.person(userId), shown, PURPOSE.cfdShortfall);
      ledger.post(slots.person(userId), slots.house(), shown, PURPOSE.cfdLoss);
    }
    tables.accounts.change(account, { deficit: 0n });
  }

  houseHas(): bigint {
    return this.#state.ledger.available(this.#state.slots.house());
  }

  #pay(from: number, userId: number, amount: bigint, purpose: Purpose): bigint {
    const { ledger, slots } = this.#state;
    const paid = lesser(ledger.available(from), amount);
    if (paid > 0n) ledger.post(from, slots.person(userId), paid, purpose);
    return paid;
  }

  #setOff(account: AccountRow, paid: bigint): void {
    const due = lesser(account.deficit, paid);
    if (due === 0n) return;
    this.#state.tables.accounts.change(account, { deficit: account.deficit - due });
    this.debit(account, due, PURPOSE.cfdLoss);
  }

  #shift({ userId, held: before }: AccountRow, held: bigint): void {
    const { ledger, slots } = this.#state;
    assert(held >= 0n, 'nothing below zero is held');
    const slot = slots.person(userId);
    if (held > before) ledger.hold(slot, held - before);
    else if (held < before) ledger.release(slot, before - held);
  }
}
