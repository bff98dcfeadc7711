import { accountId, FIRST_USER, isStaff, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert, lesser } from '@assay/core/num/integer';
import { indexName } from '@assay/core/order/market';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { FeedsMachine } from '@assay/modules/feeds';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { FollowUp, RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import {
  COLLATERAL_DAYS,
  FRESH_MS,
  hourInterest,
  isWithin,
  MAX_COLLATERAL_LOANS,
  mostHours,
  type Owed,
  sumOf,
} from '../rules/collateral.ts';
import { LENT } from '../rules/index.ts';
import type {
  CollateralChange,
  OpenCollateralLoan,
  SetCollateral,
} from '../schema/collateral-commands.ts';
import {
  type CollateralRow,
  type CollateralTermsRow,
  collateralEvent,
  collateralLoan,
  collateralTerms,
  collateralTick,
  endedCollateralLoan,
} from '../store/collateral-tables.ts';
import { CollateralBooks, type Tick } from './collateral-books.ts';
import { CollateralIndex } from './collateral-index.ts';
import { CollateralTermsBook, wrongCollateralTerms } from './collateral-terms.ts';
import { COLLATERAL_BOUNDS, type CollateralBounds, CollateralTicks } from './collateral-ticks.ts';
import { isDigest, text } from './parts.ts';

type CollateralRules = RulesFor<
  | 'listCollateral'
  | 'setCollateral'
  | 'openCollateralLoan'
  | 'addCollateral'
  | 'releaseCollateral'
  | 'repayCollateralLoan'
  | 'workCollateralTicks'
>;

export interface CollateralOptions {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly prices: Pick<FeedsMachine, 'lastIndex' | 'onPrices'>;
  /** Tests make them small. */
  readonly bounds?: CollateralBounds | undefined;
}

/**
 * Loans against collateral (decision 0097). What secures a loan stays in its owner's account and is
 * held; what is lent comes out of house:lending, or is sold out. Ticks of the index decide on calls
 * and conversions inside the command that records them. None are in the demo realm.
 */
export class CollateralMachine extends TableMachine implements HoldOwner {
  readonly name = 'collateral';
  readonly terms = new CollateralTermsBook(this.keep(collateralTerms));
  readonly rules: CollateralRules = {
    listCollateral: (body, turn) => {
      const asset = this.#settable(body, turn.actor === OWNER.setup);
      if (typeof asset !== 'number') return asset;
      if (this.terms.has(asset)) return { refusal: 'alreadyListed' };
      return this.#set(asset, body, turn);
    },
    setCollateral: (body, turn) => {
      const asset = this.#settable(body, isStaff(turn.actor));
      return typeof asset === 'number' ? this.#set(asset, body, turn) : asset;
    },
    openCollateralLoan: (body, turn) => this.#begin(body, turn),
    addCollateral: (body, turn) => this.#add(body, turn),
    releaseCollateral: (body, turn) => this.#release(body, turn),
    repayCollateralLoan: (body, turn) => this.#repay(body, turn),
    workCollateralTicks: (_body, turn) => {
      if (turn.actor !== OWNER.engine) return { refusal: 'notAllowed' };
      if (this.#ticks.due === 0) return { refusal: 'nothingDue' };
      // Past this line nothing may fail.
      this.#ledger.begin(turn.seq);
      this.#ticks.work(turn);
      return { left: this.#ticks.due };
    },
  };
  readonly #open = this.keep(collateralLoan);
  readonly #index = new CollateralIndex();
  readonly #books: CollateralBooks;
  readonly #ticks: CollateralTicks;
  readonly #realm: Realm;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;
  readonly #prices: CollateralOptions['prices'];

  constructor({ realm, ledger, assets, prices, bounds = COLLATERAL_BOUNDS }: CollateralOptions) {
    super();
    this.#realm = realm;
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    this.#prices = prices;
    const symbol = (asset: number) => assets.assetSymbol(asset);
    this.#books = new CollateralBooks({
      ...{
        terms: this.terms,
        open: this.#open,
        index: this.#index,
        ended: this.log(endedCollateralLoan),
      },
      ...{ events: this.log(collateralEvent), ledger: this.#ledger, symbol },
      publish: (fact) => this.publish(fact),
    });
    this.#ticks = new CollateralTicks({
      ...{ books: this.#books, index: this.#index, symbol, bounds },
      due: this.keep(collateralTick),
      assets: () => this.terms.assets(),
    });
    ledger.addHoldOwner(this);
    prices.onPrices((news, turn) => {
      if (this.#open.size === 0) return;
      this.#ledger.begin(turn.seq);
      this.#ticks.record(news, turn);
    });
  }

  /** The open ones by number. */
  rows(): readonly CollateralRow[] {
    return this.#open.rows();
  }

  /** Those of a person by number. */
  openOf(userId: number): readonly CollateralRow[] {
    return this.#index.ofPerson(userId);
  }

  get(loanId: number): CollateralRow | undefined {
    return this.#open.get(loanId);
  }

  termsOf(row: CollateralRow): CollateralTermsRow {
    return this.#books.termsOf(row);
  }

  /** What is owed once every hour is charged that has begun. */
  owedAt(row: CollateralRow, at: number): Owed {
    return this.#books.owedAt(row, at);
  }

  /** What is lent against an asset and not yet repaid. */
  lentAgainst(asset: number): bigint {
    return this.#index.lentAgainst(asset);
  }

  /** What the index of an asset says, however old. */
  lastPrice(asset: number): (Tick & { readonly at: number }) | null {
    const last = this.#prices.lastIndex(indexName(this.#assets.assetSymbol(asset), LENT));
    return last === undefined ? null : { n: last.n, price: BigInt(last.units), at: last.at };
  }

  /** The price of an asset, unless there is none that is fresh. */
  freshPrice(asset: number, at: number): Tick | null {
    const last = this.lastPrice(asset);
    return last === null || at - last.at > FRESH_MS ? null : last;
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.#index.load(this.#open.rows());
    this.#ticks.forgetAll();
  }

  followUp(): FollowUp | null {
    if (this.#ticks.due === 0) return null;
    return { type: 'workCollateralTicks', actor: OWNER.engine, body: {} };
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { userId, asset, collateral } of this.#open.rows()) {
      add(accountId(userId, WALLET.currency, asset), collateral);
    }
  }

  /** Only a virtual account ends with its intents, and it has none of these. */
  endAll(userId: number): void {
    assert(this.#countOf(userId) === 0, `a virtual account ${userId} owes nothing`);
  }

  override audit(): void {
    super.audit();
    this.#index.audit(this.#open.rows());
    for (const row of this.#open.rows()) {
      const { id, userId, collateral, amount, repaid, interest, interestPaid, hours } = row;
      assert(collateral > 0n, `loan ${id} has collateral`);
      assert(repaid >= 0n && interestPaid >= 0n, `what was paid of loan ${id} is not below 0`);
      assert(interestPaid <= interest && repaid <= amount, `loan ${id} is not paid beyond it`);
      assert(amount - repaid + interest - interestPaid > 0n, `loan ${id} owes something`);
      assert(hours >= 1 && hours <= mostHours(row.periodDays), `loan ${id} is charged in its time`);
      const most = hourInterest(amount, this.termsOf(row).aprPpm) * BigInt(hours);
      assert(interest <= most, `loan ${id} is charged no more than its hours`);
      const count = this.#countOf(userId);
      assert(count <= MAX_COLLATERAL_LOANS, `${count} loans of ${userId} against collateral`);
    }
  }

  #settable(
    body: SetCollateral,
    isAllowed: boolean,
  ):
    | number
    | RefusedWith<
        'onlyReal' | 'notAllowed' | 'unknownAsset' | 'invalidLoanAmounts' | 'invalidTerms'
      > {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (!isAllowed) return { refusal: 'notAllowed' };
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined || body.asset === LENT) return { refusal: 'unknownAsset' };
    const wrong = wrongCollateralTerms(body);
    return wrong === null ? asset : { refusal: wrong };
  }

  #set(asset: number, body: SetCollateral, { at }: Turn) {
    const { version, validFrom: from } = this.terms.set(asset, body, at);
    return { asset: body.asset, version, from };
  }

  #begin(body: OpenCollateralLoan, turn: Turn): ReturnType<CollateralRules['openCollateralLoan']> {
    const { seq: id, at: openedAt, actor: userId } = turn;
    const { version, periodDays, contract } = body;
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const asset = this.#assets.assetId(body.asset);
    const terms = asset === undefined ? undefined : this.terms.at(asset, openedAt);
    const lent = this.#assets.assetId(LENT);
    if (asset === undefined || terms === undefined || lent === undefined) {
      return { refusal: 'unknownCollateral' };
    }
    if (!terms.isOpen) return { refusal: 'collateralClosed' };
    if (version !== terms.version) return { refusal: 'loanTermsMoved' };
    const days: readonly unknown[] = COLLATERAL_DAYS;
    if (!days.includes(periodDays)) return { refusal: 'invalidLoanPeriod' };
    const [amount, collateral] = [amountOf(body.amount), amountOf(body.collateral)];
    if (amount === null || amount < terms.least || amount > terms.most) {
      return { refusal: 'invalidAmount' };
    }
    if (collateral === null) return { refusal: 'invalidCollateral' };
    if (!isDigest(contract)) return { refusal: 'invalidContract' };
    if (this.#countOf(userId) >= MAX_COLLATERAL_LOANS) {
      return { refusal: 'tooManyLoans', detail: { max: `${MAX_COLLATERAL_LOANS}` } };
    }
    const tick = this.freshPrice(asset, openedAt);
    if (tick === null) return { refusal: 'noCollateralPrice' };
    // The first hour has begun.
    const interest = hourInterest(amount, terms.aprPpm);
    if (!isWithin(amount + interest, collateral, tick.price, terms.initialPpm)) {
      return { refusal: 'ltvTooHigh' };
    }
    const own = this.#ledger.find(accountId(userId, WALLET.currency, asset));
    if (!this.#ledger.covers(own, collateral)) {
      return { refusal: 'insufficientCollateral', detail: { asset: body.asset } };
    }
    const pool = this.#ledger.find(accountId(OWNER.lending, WALLET.currency, lent));
    const isFull = this.lentAgainst(asset) + amount > terms.capacity;
    if (isFull || !this.#ledger.covers(pool, amount)) return { refusal: 'collateralSoldOut' };
    // Past this line nothing may fail.
    this.#ledger.begin(id);
    this.#ledger.hold(own, collateral);
    this.#ledger.post(pool, this.#books.account(userId, lent), amount, PURPOSE.loanPrincipal);
    const row = this.#open.insert({
      ...{ id, userId, asset, version, lent, amount, periodDays, contract, openedAt, collateral },
      ...{ hours: 1, repaid: 0n, interest, interestPaid: 0n, calls: 0, calledAt: 0 },
    });
    this.#index.add(row);
    const before = { owed: { interest: 0n, principal: 0n }, collateral: 0n };
    this.#books.note('opened', row, before, { collateral, principal: amount }, tick, turn);
    return this.#changed(row);
  }

  #add(body: CollateralChange, turn: Turn): ReturnType<CollateralRules['addCollateral']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(body.loanId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownLoan' };
    const amount = amountOf(body.amount);
    if (amount === null) return { refusal: 'invalidCollateral' };
    const own = this.#ledger.find(accountId(row.userId, WALLET.currency, row.asset));
    if (!this.#ledger.covers(own, amount)) {
      const asset = this.#assets.assetSymbol(row.asset);
      return { refusal: 'insufficientCollateral', detail: { asset } };
    }
    // Past this line nothing may fail.
    this.#ledger.hold(own, amount);
    const before = this.#books.charge(row, turn.at);
    this.#open.change(row, { collateral: row.collateral + amount });
    this.#books.note('added', row, before, { collateral: amount }, null, turn);
    return this.#changed(row);
  }

  #release(body: CollateralChange, turn: Turn): ReturnType<CollateralRules['releaseCollateral']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(body.loanId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownLoan' };
    const amount = amountOf(body.amount);
    if (amount === null || amount >= row.collateral) return { refusal: 'invalidCollateral' };
    const tick = this.freshPrice(row.asset, turn.at);
    if (tick === null) return { refusal: 'noCollateralPrice' };
    const owed = sumOf(this.#books.owedAt(row, turn.at));
    const rest = row.collateral - amount;
    if (!isWithin(owed, rest, tick.price, this.termsOf(row).initialPpm)) {
      return { refusal: 'ltvTooHigh' };
    }
    // Past this line nothing may fail.
    const before = this.#books.charge(row, turn.at);
    this.#ledger.release(this.#books.account(row.userId, row.asset), amount);
    this.#open.change(row, { collateral: rest });
    this.#books.note('released', row, before, { collateral: amount }, tick, turn);
    return this.#changed(row);
  }

  #repay(body: CollateralChange, turn: Turn): ReturnType<CollateralRules['repayCollateralLoan']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(body.loanId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownLoan' };
    const amount = amountOf(body.amount);
    if (amount === null) return { refusal: 'invalidAmount' };
    const part = lesser(amount, sumOf(this.#books.owedAt(row, turn.at)));
    const from = this.#ledger.find(accountId(row.userId, WALLET.currency, row.lent));
    if (!this.#ledger.covers(from, part)) return { refusal: 'insufficientToRepay' };
    // Past this line nothing may fail.
    this.#ledger.begin(turn.seq);
    const { interest, principal } = this.#books.repay(row, part, turn);
    const loan = this.#changed(row);
    return { loan, interest: text(interest), principal: text(principal) };
  }

  #changed(row: CollateralRow) {
    this.#ticks.forget(row.asset);
    return this.#books.recordOf(row, this.#open.get(row.id) === row ? 'open' : 'repaid');
  }

  #countOf(userId: number): number {
    return this.openOf(userId).length;
  }
}

/** Units of an amount above zero; null for anything else. */
function amountOf(written: unknown): bigint | null {
  const units = typeof written === 'string' ? parseDecimal(written, SCALE) : null;
  return units === null || units === 0n ? null : units;
}
