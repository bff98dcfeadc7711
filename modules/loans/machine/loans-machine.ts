import type { AccountSlot } from '@assay/core/ledger/ledger';
import { accountId, FIRST_USER, isStaff, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert, lesser } from '@assay/core/num/integer';
import type { RefusedWith } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import {
  isOverdue,
  LENT,
  type Loan,
  MAX_OPEN_LOANS,
  NEW_BOOKS,
  overdueDays,
  owedOf,
  type Parts,
  pay,
  totalOf,
} from '../rules/index.ts';
import type {
  CreditRepayment,
  EndState,
  LoanPaid,
  LoanRecord,
  OfferLoan,
  OpenState,
  RepayLoan,
  SetLoanProduct,
  SignLoan,
  WriteOffLoan,
} from '../schema/commands.ts';
import {
  type EndedLoanRow,
  endedLoan,
  type LoanRow,
  loan,
  loanDay,
  loanPayment,
  loanProduct,
} from '../store/tables.ts';
import { booksOf, Charging } from './charging.ts';
import { LoanIndex } from './loan-index.ts';
import { isDigest, type LoanRules, type LoansOptions, text, textsOf } from './parts.ts';
import { LoanProducts, wrongProduct } from './products.ts';

const REASON_MAX = 200;
/** Days that one command charges at most; a loan that has none to charge counts as one. */
const SLICE = 500;

/**
 * Document loans (decision 0078). An offer holds its amount at house:lending until it is signed, so
 * that nothing is promised which is not there; what is paid back goes there again. Nothing of the
 * person is held. None are in the demo realm.
 */
export class LoansMachine extends TableMachine implements HoldOwner {
  readonly name = 'loans';
  readonly products = new LoanProducts(this.keep(loanProduct));
  readonly rules: LoanRules = {
    listLoanProduct: (body, turn) => {
      const why = this.#against(body, turn.actor === OWNER.setup);
      if (why !== null) return { refusal: why };
      if (this.products.last(body.product) !== undefined) return { refusal: 'alreadyListed' };
      return this.#set(body, turn);
    },
    setLoanProduct: (body, turn) => {
      const why = this.#against(body, isStaff(turn.actor));
      return why === null ? this.#set(body, turn) : { refusal: why };
    },
    offerLoan: (body, turn) => this.#offer(body, turn),
    endLoanOffer: ({ loanId }, turn) => this.#endOffer(loanId, turn),
    signLoan: (body, turn) => this.#sign(body, turn),
    repayLoan: (body, turn) => this.#repay(body, turn),
    creditRepayment: (body, turn) => this.#credit(body, turn),
    chargeLoans: (_body, turn) => {
      if (turn.actor !== OWNER.custody) return { refusal: 'notAllowed' };
      if (!this.isDue(turn.at)) return { refusal: 'nothingDue' };
      // Past this line nothing may fail.
      return this.#charge(turn);
    },
    writeOffLoan: (body, turn) => this.#writeOff(body, turn),
  };
  readonly #open = this.keep(loan);
  readonly #index = new LoanIndex();
  readonly #ended = this.log(endedLoan);
  readonly #payments = this.log(loanPayment);
  readonly #charging = new Charging(this.#open, this.log(loanDay), this.products);
  readonly #realm: Realm;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;
  readonly #wallet: LoansOptions['wallet'];
  readonly #slice: number;

  constructor({ realm, ledger, assets, wallet, slice = SLICE }: LoansOptions) {
    super();
    this.#realm = realm;
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    this.#wallet = wallet;
    this.#slice = slice;
    ledger.addHoldOwner(this);
  }

  /** The open ones by number. */
  rows(): readonly LoanRow[] {
    return this.#open.rows();
  }

  /** How many a person has. */
  countOf(userId: number): number {
    return this.#index.countOf(userId);
  }

  get(loanId: number): LoanRow | undefined {
    return this.#open.get(loanId);
  }

  /** What follows from the terms of one. */
  loanOf(row: LoanRow): Loan {
    return this.#charging.loanOf(row);
  }

  /** What is owed once every day is charged that has begun. */
  owedAt(row: LoanRow, at: number): Parts {
    return this.#charging.owedAt(row, at);
  }

  /** Whether a day has begun that is not charged. */
  isDue(at: number): boolean {
    return this.#charging.first(at) !== undefined;
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.#index.load(this.#open.rows());
    this.#charging.load();
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { state, asset, amount } of this.#open.rows()) {
      if (state === 'offered') add(accountId(OWNER.lending, WALLET.currency, asset), amount);
    }
  }

  /** Only a virtual account ends with its intents, and it has none of these. */
  endAll(userId: number): void {
    assert(this.countOf(userId) === 0, `a virtual account ${userId} owes nothing`);
  }

  override audit(): void {
    super.audit();
    this.#index.audit(this.#open.rows());
    for (const row of this.#open.rows()) this.#auditOne(row);
  }

  #auditOne(row: LoanRow): void {
    const { id, state } = row;
    const one = this.#charging.loanOf(row);
    const { penalty, interest, principal } = owedOf(one, row);
    assert(
      penalty >= 0n && interest >= 0n && principal >= 0n,
      `what loan ${id} owes is not below 0`,
    );
    assert(row.penalty <= one.cap, `the penalty of loan ${id} is within its cap`);
    assert(
      (state === 'offered') === (row.issuedAt === 0),
      `loan ${id} is issued when it is signed`,
    );
    const isLate = state !== 'offered' && isOverdue(one, row);
    assert((state === 'overdue') === isLate, `loan ${id} is overdue when something of it is late`);
    assert(state === 'offered' || principal + interest + penalty > 0n, `loan ${id} owes something`);
  }

  #against(body: SetLoanProduct, isAllowed: boolean) {
    if (this.#realm !== 'real') return 'onlyReal' as const;
    if (!isAllowed) return 'notAllowed' as const;
    return wrongProduct(body);
  }

  #set(body: SetLoanProduct, { at }: Turn) {
    const { product, version } = this.products.set(body, at);
    return { product, version };
  }

  #offer(body: OfferLoan, turn: Turn): ReturnType<LoanRules['offerLoan']> {
    const { seq: id, at: offeredAt, actor } = turn;
    const { userId, product, version, application, contract, offerUntil } = body;
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (actor !== OWNER.custody) return { refusal: 'notAllowed' };
    if (!Number.isSafeInteger(userId) || userId < FIRST_USER) return { refusal: 'unknownUser' };
    const terms = this.products.get(product, version);
    if (terms === undefined) return { refusal: 'unknownLoanProduct' };
    const asset = this.#assets.assetId(LENT);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    const amount = parseDecimal(body.amount, SCALE);
    if (amount === null || amount < terms.least || amount > terms.most) {
      return { refusal: 'invalidAmount' };
    }
    if (!isDigest(application)) return { refusal: 'invalidDigest' };
    if (!isDigest(contract)) return { refusal: 'invalidContract' };
    if (!Number.isSafeInteger(offerUntil) || offerUntil <= offeredAt) {
      return { refusal: 'invalidDeadline' };
    }
    if (this.#index.has(application)) return { refusal: 'alreadyOffered' };
    if (this.countOf(userId) >= MAX_OPEN_LOANS) {
      return { refusal: 'tooManyLoans', detail: { max: String(MAX_OPEN_LOANS) } };
    }
    const pool = this.#ledger.find(accountId(OWNER.lending, WALLET.currency, asset));
    if (!this.#ledger.covers(pool, amount)) return { refusal: 'lendingPoolShort' };
    // Past this line nothing may fail.
    this.#ledger.hold(pool, amount);
    const offered = { id, userId, product, version, asset, amount, application, contract };
    const dates = { offeredAt, offerUntil, issuedAt: 0 };
    const row = this.#open.insert({ ...offered, ...dates, state: 'offered', ...NEW_BOOKS });
    this.#index.add(row);
    return this.#published(row);
  }

  #endOffer(loanId: number, turn: Turn): ReturnType<LoanRules['endLoanOffer']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(loanId);
    const isOwner = row?.userId === turn.actor;
    if (row === undefined || !(isOwner || turn.actor === OWNER.custody)) {
      return { refusal: 'unknownLoan' };
    }
    if (row.state !== 'offered') return { refusal: 'wrongLoanState' };
    if (!isOwner && turn.at < row.offerUntil) return { refusal: 'tooEarly' };
    // Past this line nothing may fail.
    this.#ledger.release(this.#account(OWNER.lending, row.asset), row.amount);
    return this.#end(row, isOwner ? 'declined' : 'lapsed', '', turn);
  }

  /** What was held for the offer is the person's, and the first day is charged. */
  #sign({ loanId, contract }: SignLoan, turn: Turn): ReturnType<LoanRules['signLoan']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(loanId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownLoan' };
    if (row.state !== 'offered') return { refusal: 'wrongLoanState' };
    if (turn.at >= row.offerUntil) return { refusal: 'loanOfferOver' };
    if (contract !== row.contract) return { refusal: 'otherLoanContract' };
    // Past this line nothing may fail.
    const { seq, at } = turn;
    this.#ledger.begin(seq);
    const [pool, person] = [OWNER.lending, row.userId];
    const [from, to] = [this.#account(pool, row.asset), this.#account(person, row.asset)];
    this.#ledger.postHeld(from, to, row.amount, PURPOSE.loanPrincipal);
    this.#open.change(row, { state: 'issued', issuedAt: at });
    this.#charging.charge(row, turn, 1);
    return this.#published(row);
  }

  #repay(body: RepayLoan, turn: Turn): ReturnType<LoanRules['repayLoan']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    const row = this.#open.get(body.loanId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownLoan' };
    const amount = this.#payable(row, body);
    if (typeof amount === 'object') return amount;
    const due = this.#charging.owedAt(row, turn.at);
    const part = lesser(amount, totalOf(due));
    const from = this.#ledger.find(accountId(row.userId, WALLET.currency, row.asset));
    if (!this.#ledger.covers(from, part)) return { refusal: 'insufficientToRepay' };
    // Past this line nothing may fail.
    this.#ledger.begin(turn.seq);
    return this.#pay(row, part, { source: 'balance', payment: '' }, turn);
  }

  /** The payment comes in for the person and pays the loan: only what is too much is a deposit. */
  #credit(body: CreditRepayment, turn: Turn): ReturnType<LoanRules['creditRepayment']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (turn.actor !== OWNER.custody) return { refusal: 'notAllowed' };
    const row = this.#open.get(body.loanId);
    if (row === undefined) return { refusal: 'unknownLoan' };
    const amount = this.#payable(row, body);
    if (typeof amount === 'object') return amount;
    const { payment, rules } = body;
    if (!isDigest(payment)) return { refusal: 'invalidPayment' };
    if (!Number.isSafeInteger(rules) || rules < 1 || rules >= 2 ** 31) {
      return { refusal: 'invalidRules' };
    }
    if (amount > this.#ledger.roomFor(row.asset)) return { refusal: 'noRoom' };
    // Past this line nothing may fail.
    const { seq, at } = turn;
    const { userId, asset } = row;
    this.#ledger.begin(seq);
    const person = this.#account(userId, asset);
    this.#ledger.post(this.#account(OWNER.outsideDeposits, asset), person, amount, PURPOSE.deposit);
    const part = lesser(amount, totalOf(this.#charging.owedAt(row, at)));
    const left = amount - part;
    // What the loan takes is gone at once: no rule of withdrawals may ask for it again.
    const credit = { seq, userId, asset, amount: left, digest: payment, rules, at };
    if (left > 0n) this.#wallet.noteDeposit(credit);
    return this.#pay(row, part, { source: 'proof', payment }, turn);
  }

  /** The amount of a payment, or why this loan cannot take it. */
  #payable(
    row: LoanRow,
    body: RepayLoan,
  ): bigint | RefusedWith<'wrongLoanState' | 'invalidAmount'> {
    if (row.state === 'offered') return { refusal: 'wrongLoanState' };
    const amount = typeof body.amount === 'string' ? parseDecimal(body.amount, SCALE) : null;
    return amount === null || amount === 0n ? { refusal: 'invalidAmount' } : amount;
  }

  /** Charges what has begun, and then pays out of the person's currency account. */
  #pay(
    row: LoanRow,
    amount: bigint,
    { source, payment }: { readonly source: 'balance' | 'proof'; readonly payment: string },
    turn: Turn,
  ): LoanPaid {
    const before = row.state;
    this.#charging.charge(row, turn);
    const one = this.#charging.loanOf(row);
    const { books, paid } = pay(one, booksOf(row), amount);
    const { seq, at } = turn;
    const { id: loanId, userId, asset } = row;
    const [from, pool] = [this.#account(userId, asset), this.#account(OWNER.lending, asset)];
    const parts = [
      [paid.penalty, PURPOSE.loanPenalty],
      [paid.interest, PURPOSE.loanInterest],
      [paid.principal, PURPOSE.loanRepayment],
    ] as const;
    for (const [part, purpose] of parts) {
      if (part > 0n) this.#ledger.post(from, pool, part, purpose);
    }
    this.#open.change(row, books);
    this.#payments.add({ seq, loanId, userId, source, ...paid, payment, at });
    return { loan: this.#settled(row, before, turn), ...textsOf(paid) };
  }

  /** What a payment leaves open, or the loan that it has ended. */
  #settled(row: LoanRow, before: OpenState, turn: Turn): LoanRecord {
    const one = this.#charging.loanOf(row);
    if (totalOf(owedOf(one, row)) === 0n) return this.#end(row, 'repaid', '', turn);
    const state = isOverdue(one, row) ? 'overdue' : 'issued';
    this.#open.change(row, { state });
    return this.#published(row, state !== before);
  }

  #charge(turn: Turn): { readonly days: number; readonly left: boolean } {
    let days = 0;
    // A loan of which nothing costs anything any more is a piece of work too.
    for (let left = this.#slice; left > 0; ) {
      const row = this.#charging.first(turn.at);
      if (row === undefined) break;
      const before = row.state;
      const count = this.#charging.charge(row, turn, left);
      days += count;
      left -= Math.max(1, count);
      if (row.state !== before) this.#published(row);
    }
    return { days, left: this.isDue(turn.at) };
  }

  #writeOff(body: WriteOffLoan, turn: Turn): ReturnType<LoanRules['writeOffLoan']> {
    if (this.#realm !== 'real') return { refusal: 'onlyReal' };
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const row = this.#open.get(body.loanId);
    if (row === undefined) return { refusal: 'unknownLoan' };
    if (row.state !== 'overdue') return { refusal: 'loanNotOverdue' };
    const { reason } = body;
    if (typeof reason !== 'string' || reason.trim() === '' || reason.length > REASON_MAX) {
      return { refusal: 'invalidReason' };
    }
    // Past this line nothing may fail.
    return this.#end(row, 'writtenOff', reason, turn);
  }

  #end(row: LoanRow, state: EndState, reason: string, turn: Turn): LoanRecord {
    const { seq, at: endedAt, actor: endedBy } = turn;
    const closed: EndedLoanRow = { ...row, state, seq, endedAt, endedBy, reason };
    this.#open.delete(row);
    this.#index.remove(row);
    this.#ended.add(closed);
    const view = this.#published(closed);
    this.#charging.forget(row.id);
    return view;
  }

  #published(row: LoanRow | EndedLoanRow, hasMoved = true): LoanRecord {
    const one = this.#charging.loanOf(row);
    const { id, state, application, amount, offerUntil, issuedAt, repaid } = row;
    const owed = issuedAt === 0 || state === 'repaid' ? 0n : totalOf(owedOf(one, row));
    const view: LoanRecord = {
      ...{ id, state, application, amount: text(amount), offerUntil, issuedAt },
      ...{ repaid: text(repaid), owed: text(owed) },
      overdueDays: state === 'overdue' ? overdueDays(one, row) : 0,
    };
    this.publish({ type: 'loanChanged', userId: row.userId, loan: view, hasMoved });
    return view;
  }

  #account(owner: number, asset: number): AccountSlot {
    return this.#ledger.open(accountId(owner, WALLET.currency, asset));
  }
}
