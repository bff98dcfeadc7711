import type { AccountSlot } from '@assay/core/ledger/ledger';
import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { WalletMachine } from '@assay/modules/wallet';
import type { RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { MAX_OPEN_PURCHASES } from './rules.ts';
import {
  type AcceptPurchase,
  type ExpirePurchase,
  GROUNDS,
  type Purchase,
  REASONS,
  type ReleasePurchase,
} from './schema/commands.ts';
import { endedPurchase, purchase } from './store/tables.ts';

type PurchaseRules = RulesFor<
  'acceptPurchase' | 'cancelPurchase' | 'expirePurchase' | 'releasePurchase' | 'refundPurchase'
>;
type OpenRow = RowOf<typeof purchase>;
type EndedRow = RowOf<typeof endedPurchase>;
type Ending = Pick<EndedRow, 'state'> & Partial<Pick<EndedRow, 'reason' | 'ground' | 'payment'>>;

export interface PurchasesOptions {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly wallet: Pick<WalletMachine, 'noteDeposit'>;
}

const DIGEST = /^[0-9a-f]{64}$/;

/**
 * Quick purchases (decision 0059): what is ordered is held at the house from its acceptance on,
 * until the bank money for it is there, or the order ends without it. None are in the demo realm.
 */
export class PurchasesMachine extends TableMachine implements HoldOwner {
  readonly name = 'purchases';
  readonly rules: PurchaseRules = {
    acceptPurchase: (body, turn) => this.#accept(body, turn),
    cancelPurchase: ({ purchaseId }, turn) => {
      if (this.#realm !== 'real') return { refusal: 'onlyReal' };
      if (turn.actor < FIRST_USER) return { refusal: 'notAllowed' };
      const row = this.#open.get(purchaseId);
      if (row?.userId !== turn.actor) return { refusal: 'unknownPurchase' };
      return this.#letGo(row, { state: 'cancelled' }, turn);
    },
    expirePurchase: (body, turn) => {
      const row = this.#found(body, turn.actor === OWNER.custody);
      if ('refusal' in row) return row;
      if (turn.at < row.deadline) return { refusal: 'tooEarly' };
      return this.#letGo(row, { state: 'expired' }, turn);
    },
    releasePurchase: (body, turn) => this.#release(body, turn),
    refundPurchase: (body, turn) => {
      const row = this.#found(body, turn.actor === OWNER.custody);
      if ('refusal' in row) return row;
      const { reason } = body;
      if (!REASONS.includes(reason)) return { refusal: 'unknownReason' };
      return this.#letGo(row, { state: 'refunded', reason }, turn);
    },
  };
  readonly #open = this.keep(purchase);
  readonly #ended = this.log(endedPurchase);
  readonly #counts = new Map<number, number>();
  readonly #realm: Realm;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;
  readonly #wallet: PurchasesOptions['wallet'];

  constructor({ realm, ledger, assets, wallet }: PurchasesOptions) {
    super();
    this.#realm = realm;
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    this.#wallet = wallet;
    ledger.addHoldOwner(this);
  }

  /** The open ones by number. */
  rows(): readonly OpenRow[] {
    return this.#open.rows();
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.#counts.clear();
    for (const { userId } of this.#open.rows()) this.#count(userId, 1);
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { asset, amount } of this.#open.rows()) {
      add(accountId(OWNER.purchases, WALLET.currency, asset), amount);
    }
  }

  /** Only a virtual account ends with its intents, and it has none of these. */
  endAll(userId: number): void {
    assert(!this.#counts.has(userId), `a virtual account ${userId} buys nothing with bank money`);
  }

  override audit(): void {
    super.audit();
    const counts = new Map<number, number>();
    for (const { id, userId, amount, cost } of this.#open.rows()) {
      assert(amount > 0n && cost > 0n, `purchase ${id} is of something`);
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
    }
    for (const [userId, count] of counts) {
      const isCounted = count === this.#counts.get(userId) && count <= MAX_OPEN_PURCHASES;
      assert(isCounted, `${count} open purchases of ${userId}`);
    }
  }

  #accept(body: AcceptPurchase, turn: Turn): ReturnType<PurchaseRules['acceptPurchase']> {
    const { seq: id, at: acceptedAt, actor: userId } = turn;
    const { digest, deadline } = body;
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const money = this.#assets.assetId(body.money);
    if (money === undefined || money === asset) return { refusal: 'unknownMoney' };
    const amount = parseDecimal(body.amount, SCALE);
    if (amount === null || amount === 0n) return { refusal: 'invalidAmount' };
    const cost = parseDecimal(body.cost, SCALE);
    if (cost === null || cost === 0n) return { refusal: 'invalidCost' };
    if (!isDigest(digest)) return { refusal: 'invalidDigest' };
    if (!Number.isSafeInteger(deadline) || deadline <= acceptedAt) {
      return { refusal: 'invalidDeadline' };
    }
    if ((this.#counts.get(userId) ?? 0) >= MAX_OPEN_PURCHASES) {
      return { refusal: 'tooManyPurchases', detail: { max: String(MAX_OPEN_PURCHASES) } };
    }
    const house = this.#ledger.find(accountId(OWNER.purchases, WALLET.currency, asset));
    if (!this.#ledger.covers(house, amount)) return { refusal: 'soldOut' };
    // Past this line nothing may fail.
    this.#ledger.hold(house, amount);
    this.#count(userId, 1);
    const row = { id, userId, asset, amount, money, cost, digest, acceptedAt, deadline };
    return this.#published(this.#open.insert(row));
  }

  /**
   * The bank money comes in as the person's, pays the house, and what was held for them is theirs:
   * three postings of one command.
   */
  #release(body: ReleasePurchase, turn: Turn): ReturnType<PurchaseRules['releasePurchase']> {
    const row = this.#found(body, turn.actor === OWNER.custody);
    if ('refusal' in row) return row;
    const { payment, rules, ground } = body;
    if (!isDigest(payment)) return { refusal: 'invalidPayment' };
    if (!Number.isSafeInteger(rules) || rules < 1 || rules >= 2 ** 31) {
      return { refusal: 'invalidRules' };
    }
    if (!GROUNDS.includes(ground)) return { refusal: 'invalidGround' };
    const { userId, asset, amount, money, cost } = row;
    if (cost > this.#ledger.roomFor(money)) return { refusal: 'noRoom' };
    // Past this line nothing may fail.
    const { seq, at } = turn;
    this.#ledger.begin(seq);
    const person = this.#account(userId, money);
    const [outside, house] = [OWNER.outsideDeposits, OWNER.purchases];
    this.#ledger.post(this.#account(outside, money), person, cost, PURPOSE.purchasePayment);
    this.#ledger.post(person, this.#account(house, money), cost, PURPOSE.purchasePrice);
    const [held, bought] = [this.#account(house, asset), this.#account(userId, asset)];
    this.#ledger.postHeld(held, bought, amount, PURPOSE.purchase);
    this.#wallet.noteDeposit({ seq, userId, asset, amount, digest: payment, rules, at });
    return this.#end(row, { state: 'released', ground, payment }, turn);
  }

  /** The open purchase that is decided on, or why this actor cannot decide on it. */
  #found(
    { purchaseId, digest }: ExpirePurchase,
    isAllowed: boolean,
  ): OpenRow | RefusedWith<'onlyReal' | 'notAllowed' | 'unknownPurchase' | 'otherDigest'> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (!isAllowed) return { refusal: 'notAllowed' };
    const row = this.#open.get(purchaseId);
    if (row === undefined) return { refusal: 'unknownPurchase' };
    return row.digest === digest ? row : { refusal: 'otherDigest' };
  }

  #letGo(row: OpenRow, ending: Ending, turn: Turn): Purchase {
    this.#ledger.release(this.#account(OWNER.purchases, row.asset), row.amount);
    return this.#end(row, ending, turn);
  }

  #end(row: OpenRow, ending: Ending, { seq, at: endedAt, actor: endedBy }: Turn): Purchase {
    const ended = { reason: '', ground: '', payment: '', ...ending, seq, endedAt, endedBy };
    const closed: EndedRow = { ...row, ...ended };
    this.#open.delete(row);
    this.#count(row.userId, -1);
    this.#ended.add(closed);
    return this.#published(closed);
  }

  #published(row: OpenRow | EndedRow): Purchase {
    const ended = 'endedAt' in row;
    const { id, acceptedAt, deadline } = row;
    const view: Purchase = {
      ...{ id, acceptedAt, deadline },
      asset: this.#assets.assetSymbol(row.asset),
      amount: formatDecimal(row.amount, SCALE),
      money: this.#assets.assetSymbol(row.money),
      cost: formatDecimal(row.cost, SCALE),
      state: ended ? row.state : 'open',
      changedAt: ended ? row.endedAt : acceptedAt,
      reason: ended ? (row.reason as Purchase['reason']) : '',
    };
    this.publish({ type: 'purchaseChanged', userId: row.userId, purchase: view });
    return view;
  }

  #count(userId: number, change: number): void {
    const count = (this.#counts.get(userId) ?? 0) + change;
    if (count === 0) this.#counts.delete(userId);
    else this.#counts.set(userId, count);
  }

  #account(owner: number, asset: number): AccountSlot {
    return this.#ledger.open(accountId(owner, WALLET.currency, asset));
  }
}

function isDigest(text: unknown): boolean {
  return typeof text === 'string' && DIGEST.test(text);
}
