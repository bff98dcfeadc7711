import { assert } from '../num/integer.ts';
import { NumberList } from '../num/number-list.ts';
import { IdIndex } from '../order/id-index.ts';
import {
  type Amount,
  HIGH_END,
  highPart,
  isAmount,
  isLow,
  joined,
  LOW_END,
  lowPart,
} from './amount.ts';
import { accountId, assetOf, isOutside, isStaff, OUTSIDE, ownerOf, WALLET } from './owners.ts';
import { Postings } from './postings.ts';
import type { Purpose } from './purpose.ts';

/** Slot of an account in the ledger's arrays: stable while the ledger lives, never stored. */
export type AccountSlot = number;

const INITIAL_CAPACITY = 1024;

/**
 * An account takes 32 bytes, so that it fits one cache line: three doubles, and four short integers
 * in the space of a fourth. Both views of the bytes are indexed from the slot.
 */
const BYTES = 32;
enum Log {
  numbers = 2,
  shorts = 4,
}
/** `available` and `held` are low parts (amount.ts). */
enum Field {
  id,
  available,
  held,
}
/** Which of an account's two amounts: the offset of its field from that of `available`. */
enum Side {
  available,
  held,
}
enum Short {
  availableHigh = 12,
  heldHigh,
  marks,
  asset,
}

/**
 * All balances of one realm, in double entry.
 *
 * An account holds one asset of one owner as two amounts in units of 1e-8: `available`, and `held`
 * for the owner's open intents. Value moves only by a posting from one account to another of the
 * same asset, so that every journal entry balances by construction and the sum over all accounts
 * stays zero for each asset. Accounts of the outside may stand below zero; no other may.
 *
 * Amounts are int64 (9.2e18 units: 92 billion of an asset); amount.ts explains how they are kept.
 * Callers check first: a failure in here is a broken invariant and stops the engine.
 */
export class Ledger {
  /** Postings since they were last taken, in order. */
  readonly postings = new Postings();

  /** Account id → slot + 1. */
  readonly #slots = new IdIndex(INITIAL_CAPACITY);
  #numbers: Float64Array;
  #shorts: Int16Array;
  readonly #touched = new NumberList();
  #seq = 0;

  constructor() {
    const bytes = new ArrayBuffer(INITIAL_CAPACITY * BYTES);
    this.#numbers = new Float64Array(bytes);
    this.#shorts = new Int16Array(bytes);
  }

  get size(): number {
    return this.#slots.count;
  }

  /** Every later posting belongs to the command `seq`. */
  begin(seq: number): void {
    this.#seq = seq;
  }

  /**
   * The account's slot, or -1 when nothing was ever posted to it. An account that was only opened
   * is not found: a ledger loaded from the rows would not have it, and must decide the same.
   */
  find(account: number): AccountSlot {
    const slot = this.#slots.find(account) - 1;
    return slot >= 0 && this.#shorts[(slot << Log.shorts) + Short.marks] === 0 ? -1 : slot;
  }

  /** The account's slot; opens the account with a zero balance when there is none yet. */
  open(account: number): AccountSlot {
    const found = this.#slots.find(account) - 1;
    if (found >= 0) return found;
    assert(!isStaff(ownerOf(account)), 'staff own nothing');
    const slot = this.#slots.count;
    if (slot * BYTES === this.#numbers.byteLength) this.#grow();
    this.#slots.add(account, slot + 1);
    this.#numbers[(slot << Log.numbers) + Field.id] = account;
    this.#shorts[(slot << Log.shorts) + Short.asset] = assetOf(account);
    return slot;
  }

  /** Adds an account as stored in the database; only while loading. */
  restore(account: number, available: bigint, held: bigint): void {
    const slot = this.open(account);
    const at = slot << Log.numbers;
    const short = slot << Log.shorts;
    this.#numbers[at + Field.available] = lowPart(available);
    this.#numbers[at + Field.held] = lowPart(held);
    this.#shorts[short + Short.availableHigh] = highPart(available);
    this.#shorts[short + Short.heldHigh] = highPart(held);
    this.#shorts[short + Short.marks] = Mark.stored;
  }

  account(slot: AccountSlot): number {
    return this.#numbers[(slot << Log.numbers) + Field.id] as number;
  }

  available(slot: AccountSlot): bigint {
    return slot < 0 ? 0n : BigInt(this.availableAmount(slot));
  }

  held(slot: AccountSlot): bigint {
    return slot < 0 ? 0n : BigInt(this.heldAmount(slot));
  }

  /** As available(), for an open account: a number when the amount fits one. */
  availableAmount(slot: AccountSlot): Amount {
    const low = this.#numbers[(slot << Log.numbers) + Field.available] as number;
    const high = this.#shorts[(slot << Log.shorts) + Short.availableHigh] as number;
    return high === 0 ? low : joined(high, low);
  }

  heldAmount(slot: AccountSlot): Amount {
    const low = this.#numbers[(slot << Log.numbers) + Field.held] as number;
    const high = this.#shorts[(slot << Log.shorts) + Short.heldHigh] as number;
    return high === 0 ? low : joined(high, low);
  }

  /** Whether at least `amount` is available; rules check this before they accept. */
  covers(slot: AccountSlot, amount: Amount): boolean {
    if (slot < 0) return amount <= 0;
    if (isLow(amount) && this.#isLow(slot)) {
      return this.#numbers[(slot << Log.numbers) + Field.available]! >= amount;
    }
    return this.#has(slot, Side.available, lowPart(amount), highPart(amount));
  }

  /**
   * How much more of an asset may come in from outside: as long as the sum of the outside accounts
   * fits an int64, every balance inside does. Commands that bring value in refuse more than this.
   */
  roomFor(asset: number): bigint {
    let issued = 0n;
    for (const owner of OUTSIDE) {
      issued -= this.available(this.find(accountId(owner, WALLET.currency, asset)));
    }
    return MAX_BALANCE - issued;
  }

  /** available -> held, for an open intent. The caller's object owns the hold. */
  hold(slot: AccountSlot, amount: Amount): void {
    const what = 'a hold is covered by what is available';
    this.#shift(slot, Side.available, Side.held, amount, what);
  }

  /** held -> available, when an intent ends or needs less. */
  release(slot: AccountSlot, amount: Amount): void {
    const what = 'a release is covered by what is held';
    this.#shift(slot, Side.held, Side.available, amount, what);
  }

  /** Moves value between the available amounts of two accounts of one asset. */
  post(from: AccountSlot, to: AccountSlot, amount: Amount, purpose: Purpose): void {
    this.#move(from, to, amount, purpose, Side.available);
  }

  /** As post(), but out of what `from` holds: this is how an open intent is settled. */
  postHeld(from: AccountSlot, to: AccountSlot, amount: Amount, purpose: Purpose): void {
    this.#move(from, to, amount, purpose, Side.held);
  }

  /**
   * Visits the accounts that changed since the last call; `stored`: whether the database has a row.
   */
  drain(visit: (slot: AccountSlot, stored: boolean) => void): void {
    for (const slot of this.#touched.all) {
      const marks = (slot << Log.shorts) + Short.marks;
      visit(slot, (this.#shorts[marks] as number) === (Mark.stored | Mark.changed));
      this.#shorts[marks] = Mark.stored;
    }
    this.#touched.clear();
  }

  /**
   * Visits, in order of id, every account that was ever changed or has a row. An account that was
   * only opened is left out: a ledger loaded from the rows would not have it either.
   */
  forEach(visit: (account: number, available: bigint, held: bigint) => void): void {
    const accounts = new Float64Array(this.size);
    for (let slot = 0; slot < accounts.length; slot += 1) accounts[slot] = this.account(slot);
    for (const account of accounts.sort()) {
      const slot = this.find(account);
      if (slot < 0) continue;
      visit(account, this.available(slot), this.held(slot));
    }
  }

  /**
   * Checks every account: each asset sums to zero, only the outside is below zero, and held amounts
   * are exactly what the owners of holds claim (account -> sum of open holds).
   */
  audit(holds: ReadonlyMap<number, bigint>): void {
    const sums = new Map<number, bigint>();
    for (let slot = 0; slot < this.size; slot += 1) {
      const account = this.account(slot);
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
    for (const account of holds.keys()) assert(this.find(account) >= 0, 'a hold has an account');
    for (const [asset, sum] of sums) assert(sum === 0n, `asset ${asset} sums to zero`);
  }

  /** Moves between the two amounts of one account; checks before it changes anything. */
  #shift(slot: AccountSlot, from: Side, to: Side, amount: Amount, what: string): void {
    if (!this.#transferLow(slot, from, slot, to, amount)) {
      const low = lowPart(amount);
      const high = highPart(amount);
      assert(isAmount(amount) && this.#take(slot, from, low, high), what);
      this.#give(slot, to, low, high);
    }
    this.#touch(slot);
  }

  /** Moves from one side of `from` to available of `to`; checks before it changes anything. */
  #move(from: AccountSlot, to: AccountSlot, amount: Amount, purpose: Purpose, side: Side): void {
    assert(amount > 0 && from !== to, 'a posting moves something');
    const asset = this.#shorts[(from << Log.shorts) + Short.asset];
    const same = asset === this.#shorts[(to << Log.shorts) + Short.asset];
    assert(same, 'a posting has one asset');
    const low = lowPart(amount);
    const high = highPart(amount);
    if (!this.#transferLow(from, side, to, Side.available, amount)) {
      assert(isAmount(amount), 'a posting moves something');
      assert(this.#hasRoom(to, amount, high), 'a balance stays within int64');
      if (!this.#take(from, side, low, high)) this.#overdraw(from, side, amount);
      this.#give(to, Side.available, low, high);
    }
    this.#touch(from);
    this.#touch(to);
    this.postings.add(this.#seq, this.account(from), this.account(to), low, high, purpose);
  }

  /**
   * The quick way, for amounts that fit their low parts, as nearly all do: plain arithmetic.
   * Returns false, and has done nothing, when they do not fit or are not covered.
   */
  #transferLow(
    from: AccountSlot,
    fromSide: Side,
    to: AccountSlot,
    toSide: Side,
    amount: Amount,
  ): boolean {
    if (!isLow(amount) || !this.#isLow(from) || !this.#isLow(to)) return false;
    const out = (from << Log.numbers) + Field.available + fromSide;
    const into = (to << Log.numbers) + Field.available + toSide;
    const left = (this.#numbers[out] as number) - amount;
    const sum = (this.#numbers[into] as number) + amount;
    if (left < 0 || sum >= LOW_END) return false;
    this.#numbers[out] = left;
    this.#numbers[into] = sum;
    return true;
  }

  #isLow(slot: AccountSlot): boolean {
    const short = slot << Log.shorts;
    const highs =
      this.#shorts[short + Short.availableHigh]! | this.#shorts[short + Short.heldHigh]!;
    return highs === 0;
  }

  /** Only the outside may give more than it has. */
  #overdraw(slot: AccountSlot, side: Side, amount: Amount): void {
    assert(side === Side.available, 'a settlement is covered by its hold');
    assert(isOutside(ownerOf(this.account(slot))), 'a posting is covered');
    const left = this.available(slot) - BigInt(amount);
    assert(left >= -MAX_BALANCE, 'a balance stays within int64');
    this.#numbers[(slot << Log.numbers) + Field.available] = lowPart(left);
    this.#shorts[(slot << Log.shorts) + Short.availableHigh] = highPart(left);
  }

  /**
   * Whether held and available together stay within an int64, so that no later hold or release can
   * leave the range.
   */
  #hasRoom(slot: AccountSlot, amount: Amount, high: number): boolean {
    const short = slot << Log.shorts;
    const available = this.#shorts[short + Short.availableHigh] as number;
    const held = this.#shorts[short + Short.heldHigh] as number;
    if (available + held + high < HIGH_END - 2) return true; // three low parts carry two at most
    return this.available(slot) + this.held(slot) + BigInt(amount) <= MAX_BALANCE;
  }

  #has(slot: AccountSlot, side: Side, low: number, high: number): boolean {
    const there = this.#numbers[(slot << Log.numbers) + Field.available + side] as number;
    const highs = this.#shorts[(slot << Log.shorts) + Short.availableHigh + side] as number;
    return there >= low ? highs >= high : highs > high;
  }

  /** Subtracts from an amount of the account; returns false when the amount is too small. */
  #take(slot: AccountSlot, side: Side, low: number, high: number): boolean {
    const at = (slot << Log.numbers) + Field.available + side;
    const short = (slot << Log.shorts) + Short.availableHigh + side;
    const left = (this.#numbers[at] as number) - low;
    const borrowed = left < 0 ? 1 : 0;
    const highLeft = (this.#shorts[short] as number) - high - borrowed;
    if (highLeft < 0) return false;
    this.#numbers[at] = left + borrowed * LOW_END;
    this.#shorts[short] = highLeft;
    return true;
  }

  #give(slot: AccountSlot, side: Side, low: number, high: number): void {
    const at = (slot << Log.numbers) + Field.available + side;
    const sum = (this.#numbers[at] as number) + low;
    this.#numbers[at] = sum < LOW_END ? sum : sum - LOW_END;
    if (sum < LOW_END && high === 0) return;
    const short = (slot << Log.shorts) + Short.availableHigh + side;
    this.#shorts[short] = (this.#shorts[short] as number) + high + (sum < LOW_END ? 0 : 1);
  }

  #touch(slot: AccountSlot): void {
    const at = (slot << Log.shorts) + Short.marks;
    const marks = this.#shorts[at] as number;
    if ((marks & Mark.changed) !== 0) return;
    this.#shorts[at] = marks | Mark.changed;
    this.#touched.push(slot);
  }

  #grow(): void {
    const bytes = new ArrayBuffer(this.#numbers.byteLength * 2);
    const shorts = new Int16Array(bytes);
    shorts.set(this.#shorts);
    this.#shorts = shorts;
    this.#numbers = new Float64Array(bytes);
  }
}

/** Changed since the last drain; has a row in the database. */
enum Mark {
  changed = 1,
  stored = 2,
}

const MAX_BALANCE = 2n ** 63n - 1n;
