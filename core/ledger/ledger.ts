import { assert } from '../num/integer.ts';
import { accountId, assetOf, isOutside, OUTSIDE, ownerOf, WALLET } from './owners.ts';
import type { Purpose } from './purpose.ts';

/** Slot of an account in the ledger's arrays: stable while the ledger lives, never stored. */
export type AccountSlot = number;

const INITIAL_CAPACITY = 1024;

/**
 * All balances of one realm, in double entry.
 *
 * An account holds one asset of one owner as two amounts in units of 1e-8: `available`, and `held`
 * for the owner's open intents. Value moves only by a posting from one account to another of the
 * same asset, so that every journal entry balances by construction and the sum over all accounts
 * stays zero for each asset. Accounts of the outside may stand below zero; no other may.
 *
 * Amounts are int64 at rest (9.2e18 units: 92 billion of an asset), bigint in the interface.
 * Callers check first: what fails in here is a broken invariant and stops the engine.
 */
export class Ledger {
  /** Postings since they were last taken, column by column, in order. */
  readonly postings = new PostingColumns();

  #slots = new Map<number, AccountSlot>();
  #ids = new Float64Array(INITIAL_CAPACITY);
  #available = new BigInt64Array(INITIAL_CAPACITY);
  #held = new BigInt64Array(INITIAL_CAPACITY);
  /** Bit 0: changed since the last drain. Bit 1: has a row in the database. */
  #marks = new Uint8Array(INITIAL_CAPACITY);
  #touched: AccountSlot[] = [];
  #seq = 0;

  get size(): number {
    return this.#slots.size;
  }

  /** Everything posted from here on belongs to the command `seq`. */
  begin(seq: number): void {
    this.#seq = seq;
  }

  /** The account's slot, or -1 when nothing was ever posted to it. */
  find(account: number): AccountSlot {
    return this.#slots.get(account) ?? -1;
  }

  /** The account's slot; opens the account with zero when there is none yet. */
  open(account: number): AccountSlot {
    const found = this.#slots.get(account);
    if (found !== undefined) return found;
    const slot = this.#slots.size;
    if (slot === this.#ids.length) this.#grow();
    this.#slots.set(account, slot);
    this.#ids[slot] = account;
    return slot;
  }

  /** Takes over an account as the database has it; only while loading. */
  restore(account: number, available: bigint, held: bigint): void {
    const slot = this.open(account);
    this.#available[slot] = available;
    this.#held[slot] = held;
    this.#marks[slot] = STORED;
  }

  account(slot: AccountSlot): number {
    return this.#ids[slot] as number;
  }

  available(slot: AccountSlot): bigint {
    return slot < 0 ? 0n : (this.#available[slot] as bigint);
  }

  held(slot: AccountSlot): bigint {
    return slot < 0 ? 0n : (this.#held[slot] as bigint);
  }

  /**
   * How much more of an asset may come in from outside: as long as all that is outside fits an
   * int64, every balance inside does. Whoever brings value in refuses what is above it.
   */
  roomFor(asset: number): bigint {
    let issued = 0n;
    for (const owner of OUTSIDE) {
      issued -= this.available(this.find(accountId(owner, WALLET.currency, asset)));
    }
    return MAX_BALANCE - issued;
  }

  /** available -> held, for an intent that is to be kept. The caller's object owns the hold. */
  hold(slot: AccountSlot, amount: bigint): void {
    const available = (this.#available[slot] as bigint) - amount;
    assert(amount >= 0n && available >= 0n, 'a hold is covered by what is available');
    this.#available[slot] = available;
    this.#held[slot] = (this.#held[slot] as bigint) + amount;
    this.#touch(slot);
  }

  /** held -> available, when an intent ends or needs less. */
  release(slot: AccountSlot, amount: bigint): void {
    const held = (this.#held[slot] as bigint) - amount;
    assert(amount >= 0n && held >= 0n, 'a release is covered by what is held');
    this.#held[slot] = held;
    this.#available[slot] = (this.#available[slot] as bigint) + amount;
    this.#touch(slot);
  }

  /** Moves value between the available amounts of two accounts of one asset. */
  post(from: AccountSlot, to: AccountSlot, amount: bigint, purpose: Purpose): void {
    const left = (this.#available[from] as bigint) - amount;
    const source = this.#ids[from] as number;
    assert(left >= 0n || isOutside(ownerOf(source)), 'a posting is covered');
    assert(left >= -MAX_BALANCE, 'a balance stays within int64');
    this.#arrive(from, to, amount, purpose);
    this.#available[from] = left;
  }

  /** As post(), out of what `from` holds: the way in which a kept intent is settled. */
  postHeld(from: AccountSlot, to: AccountSlot, amount: bigint, purpose: Purpose): void {
    const left = (this.#held[from] as bigint) - amount;
    assert(left >= 0n, 'a settlement is covered by its hold');
    this.#arrive(from, to, amount, purpose);
    this.#held[from] = left;
  }

  /**
   * Visits accounts that changed since the last call: stored says whether the database has a row.
   */
  drain(visit: (slot: AccountSlot, stored: boolean) => void): void {
    for (const slot of this.#touched) {
      visit(slot, (this.#marks[slot] as number) === (STORED | CHANGED));
      this.#marks[slot] = STORED;
    }
    this.#touched = [];
  }

  /** Slots changed since the last drain, for facts about the batch's end. */
  get touched(): readonly AccountSlot[] {
    return this.#touched;
  }

  /**
   * Visits, in order of id, every account that was ever changed or has a row. One that was only
   * opened is not there yet: a ledger that loads from the rows would not have it either.
   */
  forEach(visit: (account: number, available: bigint, held: bigint) => void): void {
    const accounts = Float64Array.from(this.#slots.keys()).sort();
    for (const account of accounts) {
      const slot = this.#slots.get(account) as AccountSlot;
      if (this.#marks[slot] !== 0) visit(account, this.available(slot), this.held(slot));
    }
  }

  /**
   * Goes over every account: the sum of each asset is zero, nobody but the outside is below zero,
   * and what is held is exactly what the owners of holds claim (account -> sum of open holds).
   */
  audit(holds: ReadonlyMap<number, bigint>): void {
    const sums = new Map<number, bigint>();
    for (const [account, slot] of this.#slots) {
      const available = this.available(slot);
      const held = this.held(slot);
      assert(held >= 0n, `held is not negative in account ${account}`);
      assert(available >= 0n || isOutside(ownerOf(account)), `account ${account} is not negative`);
      assert(
        held === (holds.get(account) ?? 0n),
        `account ${account} holds what its intents claim`,
      );
      const asset = assetOf(account);
      sums.set(asset, (sums.get(asset) ?? 0n) + available + held);
    }
    for (const account of holds.keys()) assert(this.#slots.has(account), 'a hold has an account');
    for (const [asset, sum] of sums) assert(sum === 0n, `asset ${asset} sums to zero`);
  }

  /** Checks the posting and makes its second half; it throws before it changes anything. */
  #arrive(from: AccountSlot, to: AccountSlot, amount: bigint, purpose: Purpose): void {
    const source = this.#ids[from] as number;
    const target = this.#ids[to] as number;
    assert(amount > 0n && from !== to, 'a posting moves something');
    assert(assetOf(source) === assetOf(target), 'a posting has one asset');
    const arrived = (this.#available[to] as bigint) + amount;
    // Held and available together, so that no later hold or release can leave the range either.
    assert(arrived + (this.#held[to] as bigint) <= MAX_BALANCE, 'a balance stays within int64');
    this.#available[to] = arrived;
    this.#touch(from);
    this.#touch(to);
    this.postings.add(this.#seq, source, target, amount, purpose);
  }

  #touch(slot: AccountSlot): void {
    const marks = this.#marks[slot] as number;
    if ((marks & CHANGED) !== 0) return;
    this.#marks[slot] = marks | CHANGED;
    this.#touched.push(slot);
  }

  #grow(): void {
    const capacity = this.#ids.length * 2;
    const grown = { ids: new Float64Array(capacity), marks: new Uint8Array(capacity) };
    const available = new BigInt64Array(capacity);
    const held = new BigInt64Array(capacity);
    grown.ids.set(this.#ids);
    grown.marks.set(this.#marks);
    available.set(this.#available);
    held.set(this.#held);
    this.#ids = grown.ids;
    this.#marks = grown.marks;
    this.#available = available;
    this.#held = held;
  }
}

const CHANGED = 1;
const STORED = 2;

/** The arrays wrap silently past int64, so the bound is checked before a balance is written. */
const MAX_BALANCE = 2n ** 63n - 1n;

/** Postings in columns, as the database takes them: no object per posting. */
export class PostingColumns {
  seq: number[] = [];
  from: number[] = [];
  to: number[] = [];
  amount: bigint[] = [];
  purpose: number[] = [];

  add(seq: number, from: number, to: number, amount: bigint, purpose: Purpose): void {
    this.seq.push(seq);
    this.from.push(from);
    this.to.push(to);
    this.amount.push(amount);
    this.purpose.push(purpose);
  }

  get count(): number {
    return this.seq.length;
  }

  clear(): void {
    this.seq = [];
    this.from = [];
    this.to = [];
    this.amount = [];
    this.purpose = [];
  }
}
