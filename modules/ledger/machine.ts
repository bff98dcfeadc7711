import type { Amount } from '@assay/core/ledger/amount';
import { type AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import {
  accountId,
  assetOf,
  FIRST_USER,
  HOUSE_NAMES,
  isHouse,
  isStaff,
  OWNER,
  ownerName,
  ownerOf,
  WALLET,
  WALLET_NAMES,
  type Wallet,
  walletOf,
} from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { rowLineWriter } from '@assay/core/schema/record';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Fact, Machine, RowReader } from '@assay/platform/engine/machine';
import { loadRows } from '@assay/platform/engine/tables/load';
import { FUNDED } from './rules.ts';
import type { BalanceChanged, FundHouse, VirtualAccount, VirtualGrants } from './schema.ts';
import { balanceWriters, postingWriter } from './store/rows.ts';
import { balance, posting } from './store/tables.ts';

/** Assets as the ledger needs them; the markets module has them. */
export interface Assets {
  assetId(symbol: string): number | undefined;
  assetSymbol(id: number): string;
  assets(): Iterable<{ readonly id: number }>;
}

/** An owner of holds: it can enumerate what it holds, and release all holds of one user. */
export interface HoldOwner {
  /** Adds what each of its open intents holds, account by account. */
  claim(add: (account: number, amount: bigint) => void): void;
  /** Ends every open intent of the user and releases what they hold, inside the running command. */
  endAll(userId: number, turn: Turn): void;
}

export interface LedgerOptions {
  readonly realm: Realm;
  readonly assets: Assets;
}

type Grant = VirtualGrants['grants'][number];

type LedgerRules = RulesFor<
  | 'fundHouse'
  | 'declareCapital'
  | 'openVirtualAccount'
  | 'resetVirtualAccount'
  | 'endVirtualAccount'
>;

const balanceLine = rowLineWriter(balance);
const MAX_GRANT = 10n ** 17n; // 1e9 of an asset: nobody needs more to practise with

/**
 * The ledger in the engine: every balance of the realm, and the few commands that bring value in
 * from outside. Other machines move value through `ledger` inside their own commands.
 */
export class LedgerMachine implements Machine {
  readonly name = 'ledger';
  readonly ledger = new Ledger();
  readonly tables = [balance, posting];
  readonly rules: LedgerRules = {
    fundHouse: (body, turn) => {
      if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
      return this.#fund(body, turn);
    },
    declareCapital: ({ account, asset, amount }, turn) => {
      if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
      const isOffered = (FUNDED as readonly unknown[]).includes(account);
      const owner = isOffered ? HOUSE_NAMES.get(account) : undefined;
      return this.#fund({ owner: owner ?? 0, asset, amount }, turn);
    },
    openVirtualAccount: (body, turn) => this.#openVirtualAccount(body, turn),
    resetVirtualAccount: (body, turn) => this.#resetVirtualAccount(body, turn),
    endVirtualAccount: (body, turn) => this.#endVirtualAccount(body, turn),
  };
  readonly writers = [
    ...balanceWriters(this.ledger, (...balance) => this.#noteBalance(...balance)),
    postingWriter(this.ledger),
  ];

  readonly #realm: Realm;
  readonly #assets: Assets;
  readonly #holdOwners: HoldOwner[] = [];
  #facts: Fact[] = [];

  constructor(options: LedgerOptions) {
    this.#realm = options.realm;
    this.#assets = options.assets;
  }

  /** Registers a machine that keeps holds. */
  addHoldOwner(owner: HoldOwner): void {
    this.#holdOwners.push(owner);
  }

  async load(reader: RowReader): Promise<void> {
    await loadRows(reader, balance, ({ account, available, held }) =>
      this.ledger.restore(account, available, held),
    );
  }

  /** A customer's balances with their values at the end of the batch. */
  takeFacts(): Fact[] {
    const facts = this.#facts;
    this.#facts = [];
    return facts;
  }

  forget(): void {
    this.ledger.drain(() => undefined);
    this.ledger.postings.clear();
    this.#facts = [];
  }

  digest(write: (line: string) => void): void {
    this.ledger.forEach((account, available, held) => {
      write(balanceLine({ account, available, held }));
    });
  }

  audit(): void {
    const holds = new Map<number, bigint>();
    for (const owner of this.#holdOwners) {
      owner.claim((account, amount) => holds.set(account, (holds.get(account) ?? 0n) + amount));
    }
    this.ledger.audit(holds);
  }

  /** Notes the balances that this batch changed; called when the rows are taken, once a batch. */
  #noteBalance(account: number, available: Amount, held: Amount): void {
    if (ownerOf(account) < FIRST_USER) return;
    this.#facts.push(new BalanceChangedFact(account, available, held, this.#assets));
  }

  /** Operator's capital: outside:capital -> house account. Public like every house account. */
  #fund(body: FundHouse, turn: Turn): ReturnType<LedgerRules['fundHouse']> {
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    if (!isHouse(body.owner)) return { refusal: 'notAHouseAccount' };
    const amount = parseDecimal(body.amount, SCALE);
    if (amount === null || amount === 0n || amount > MAX_GRANT) return { refusal: 'invalidAmount' };
    if (amount > this.ledger.roomFor(asset)) return { refusal: 'noRoom' };
    this.ledger.begin(turn.seq);
    const from = this.#account(OWNER.outsideCapital, asset);
    this.ledger.post(from, this.#account(body.owner, asset), amount, PURPOSE.capital);
    return { account: ownerName(body.owner), asset: body.asset, amount: body.amount };
  }

  #openVirtualAccount(
    body: VirtualGrants,
    turn: Turn,
  ): ReturnType<LedgerRules['openVirtualAccount']> {
    const refusal = this.#refuseVirtual(body.userId, turn);
    if (refusal !== null) return refusal;
    const grants = this.#readGrants(body.grants);
    if (grants === null) return { refusal: 'invalidAmount' };
    if (this.#hasVirtualAccount(body.userId)) return { refusal: 'alreadyOpen' };
    if (!this.#hasRoom(grants)) return { refusal: 'noRoom' };
    this.#grant(body.userId, grants, turn);
    return { userId: body.userId };
  }

  /** Ends the user's orders, returns everything to where it came from, and makes the new grants. */
  #resetVirtualAccount(
    body: VirtualGrants,
    turn: Turn,
  ): ReturnType<LedgerRules['resetVirtualAccount']> {
    const refusal = this.#refuseVirtual(body.userId, turn);
    if (refusal !== null) return refusal;
    const grants = this.#readGrants(body.grants);
    if (grants === null) return { refusal: 'invalidAmount' };
    const slots = this.#slotsOf(body.userId);
    if (slots.length === 0) return { refusal: 'notOpen' };
    if (!this.#hasRoom(grants, slots)) return { refusal: 'noRoom' };
    this.#takeBack(body.userId, slots, turn);
    this.#grant(body.userId, grants, turn);
    return { userId: body.userId };
  }

  /**
   * Takes everything back from an account that nobody can enter again, so that others have room.
   * Its accounts stay, with nothing in them. The orders of one user are bounded, and so is this.
   */
  #endVirtualAccount(
    { userId }: VirtualAccount,
    turn: Turn,
  ): ReturnType<LedgerRules['endVirtualAccount']> {
    const refusal = this.#refuseVirtual(userId, turn);
    if (refusal !== null) return refusal;
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const slots = this.#slotsOf(userId);
    if (slots.length === 0) return { refusal: 'notOpen' };
    this.#takeBack(userId, slots, turn);
    return { userId };
  }

  /** Ends the user's orders, and returns what is there to where virtual money comes from. */
  #takeBack(userId: number, slots: readonly AccountSlot[], turn: Turn): void {
    for (const owner of this.#holdOwners) owner.endAll(userId, turn);
    this.ledger.begin(turn.seq);
    for (const slot of slots) {
      const amount = this.ledger.available(slot);
      if (amount === 0n) continue;
      const to = this.#account(OWNER.outsideVirtual, assetOf(this.ledger.account(slot)));
      this.ledger.post(slot, to, amount, PURPOSE.virtualReturn);
    }
  }

  #refuseVirtual(
    userId: number,
    turn: Turn,
  ): RefusedWith<'onlyVirtual' | 'unknownUser' | 'notAllowed'> | null {
    if (this.#realm !== 'demo') return { refusal: 'onlyVirtual' };
    if (!Number.isSafeInteger(userId) || userId < FIRST_USER) return { refusal: 'unknownUser' };
    if (turn.actor !== userId && turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    return null;
  }

  #readGrants(grants: readonly (Grant | null)[]): { asset: number; amount: bigint }[] | null {
    const read: { asset: number; amount: bigint }[] = [];
    if (!Array.isArray(grants)) return null;
    for (const grant of grants as readonly (Grant | null)[]) {
      if (grant === null || typeof grant !== 'object') return null;
      const asset = this.#assets.assetId(grant.asset);
      const amount = parseDecimal(grant.amount, SCALE);
      if (asset === undefined || amount === null || amount === 0n || amount > MAX_GRANT)
        return null;
      if (read.some((other) => other.asset === asset)) return null;
      read.push({ asset, amount });
    }
    return read.length === 0 ? null : read;
  }

  /** Whether the grants may come in, once all that the accounts `back` have has gone out. */
  #hasRoom(
    grants: readonly { asset: number; amount: bigint }[],
    back: readonly AccountSlot[] = [],
  ): boolean {
    return grants.every(({ asset, amount }) => {
      let room = this.ledger.roomFor(asset);
      for (const slot of back) {
        if (assetOf(this.ledger.account(slot)) !== asset) continue;
        room += this.ledger.available(slot) + this.ledger.held(slot);
      }
      return amount <= room;
    });
  }

  #grant(userId: number, grants: { asset: number; amount: bigint }[], turn: Turn): void {
    this.ledger.begin(turn.seq);
    for (const { asset, amount } of grants) {
      const from = this.#account(OWNER.outsideVirtual, asset);
      this.ledger.post(from, this.#account(userId, asset), amount, PURPOSE.virtualGrant);
    }
  }

  #hasVirtualAccount(userId: number): boolean {
    return this.#slotsOf(userId).length > 0;
  }

  #slotsOf(userId: number): AccountSlot[] {
    const slots: AccountSlot[] = [];
    for (const { id } of this.#assets.assets()) {
      for (const wallet of Object.values(WALLET)) {
        const slot = this.ledger.find(accountId(userId, wallet, id));
        if (slot >= 0) slots.push(slot);
      }
    }
    return slots;
  }

  #account(owner: number, asset: number, wallet: Wallet = WALLET.currency): number {
    return this.ledger.open(accountId(owner, wallet, asset));
  }
}

/**
 * A customer's account as its batch left it. The view is made only when it is read: most owners are
 * not subscribed.
 */
class BalanceChangedFact implements BalanceChanged {
  readonly type = 'balanceChanged';
  readonly userId: number;
  readonly #account: number;
  readonly #available: Amount;
  readonly #held: Amount;
  readonly #assets: Assets;

  constructor(account: number, available: Amount, held: Amount, assets: Assets) {
    this.userId = ownerOf(account);
    this.#account = account;
    this.#available = available;
    this.#held = held;
    this.#assets = assets;
  }

  get asset(): string {
    return this.#assets.assetSymbol(assetOf(this.#account));
  }

  get wallet(): BalanceChanged['wallet'] {
    return WALLET_NAMES[walletOf(this.#account)] ?? 'currency';
  }

  get available(): string {
    return formatDecimal(BigInt(this.#available), SCALE);
  }

  get held(): string {
    return formatDecimal(BigInt(this.#held), SCALE);
  }
}
