import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BOUNDS, MAX_OPEN_LOANS } from '../rules/index.ts';
import {
  CREDIT_REFUSALS,
  OFFER_REFUSALS,
  PRODUCT_REFUSALS,
  REPAY_REFUSALS,
  SIGN_REFUSALS,
} from '../schema/commands.ts';
import { Charging } from './charging.ts';
import { CONTRACT, DAY, Desk, DIGEST, PRODUCT, textOf, units } from './explore.suite.ts';

const HOUR = DAY / 24;
const [ALICE, BOB] = [1000, 1001];
const STAFF = staffActor(7);
const { custody: CUSTODY, lending: POOL } = OWNER;

let desk: Desk;
const send = (actor: number, type: string, body: object) => desk.send(actor, type, body);
const funds = (owner: number) => desk.funds(owner).map(textOf).join('/');

beforeEach(() => {
  desk = new Desk();
  send(STAFF, 'setLoanProduct', PRODUCT);
});

const offer = (change: object = {}) => ({
  ...{ userId: ALICE, product: 'quarter', version: 1, amount: '10000', contract: CONTRACT },
  application: String(desk.sequencer.seq).padStart(64, '0'),
  ...{ offerUntil: desk.now + 7 * DAY, ...change },
});
function offered(change: object = {}): number {
  const { id, refusal } = send(CUSTODY, 'offerLoan', offer(change));
  expect(refusal).toBeUndefined();
  return id as number;
}
function signed(change: object = {}): number {
  const loanId = offered(change);
  const { userId = ALICE } = change as { userId?: number };
  expect(send(userId, 'signLoan', { loanId, contract: CONTRACT }).state).toBe('issued');
  return loanId;
}
const deposit = (amount: string) =>
  send(CUSTODY, 'creditDeposit', {
    userId: ALICE,
    asset: 'USDT',
    amount,
    digest: DIGEST,
    rules: 1,
  });

describe('the life of a loan', () => {
  it('LOAN-001 LOAN-002 an offer holds its amount at the pool, and is theirs when they sign', () => {
    const loanId = offered();
    expect([funds(POOL), funds(ALICE)]).toEqual(['90000/10000', '0/0']);
    expect(send(CUSTODY, 'offerLoan', offer({ amount: '20000.1' })).refusal).toBe('invalidAmount');
    desk.endBatch();
    const issued = send(ALICE, 'signLoan', { loanId, contract: CONTRACT });
    expect(issued).toMatchObject({ state: 'issued', amount: '10000', owed: '10005' });
    expect([funds(POOL), funds(ALICE)]).toEqual(['90000/0', '10000/0']);
    const { postings } = desk.ledger.ledger;
    expect(purposeName(postings.purpose(0))).toBe('loanPrincipal');
    const news = { type: 'loanChanged', userId: ALICE, hasMoved: true };
    expect(desk.endBatch()).toContainEqual(expect.objectContaining(news));
    // The pool is a limit: nothing is promised that is not there.
    const pool = new Desk();
    desk = pool;
    send(STAFF, 'setLoanProduct', { ...PRODUCT, most: '1000000' });
    expect(send(CUSTODY, 'offerLoan', offer({ amount: '100000.00000001' })).refusal).toBe(
      'lendingPoolShort',
    );
    offered({ amount: '99999' });
    const poor = offer({ amount: '100' });
    expect(send(CUSTODY, 'offerLoan', poor).refusal).toBe('lendingPoolShort');
  });

  it('LOAN-003 who declines, or whose time is over, leaves the pool as it was', () => {
    const [one, other] = [offered(), offered()];
    expect(send(BOB, 'endLoanOffer', { loanId: one }).refusal).toBe('unknownLoan');
    expect(send(CUSTODY, 'endLoanOffer', { loanId: one }).refusal).toBe('tooEarly');
    expect(send(ALICE, 'endLoanOffer', { loanId: one }).state).toBe('declined');
    desk.now += 7 * DAY;
    const late = { loanId: other, contract: CONTRACT };
    expect(send(ALICE, 'signLoan', late).refusal).toBe('loanOfferOver');
    expect(send(CUSTODY, 'endLoanOffer', { loanId: other }).state).toBe('lapsed');
    expect(send(CUSTODY, 'endLoanOffer', { loanId: other }).refusal).toBe('unknownLoan');
    expect(funds(POOL)).toBe('100000/0');
  });

  it('LOAN-005 a command charges no more days than it may, of those that begin first', () => {
    desk = new Desk({ slice: 3 });
    send(STAFF, 'setLoanProduct', PRODUCT);
    for (let n = 0; n < 3; n += 1) {
      signed();
      desk.now += HOUR;
    }
    const charge = vi.spyOn(Charging.prototype, 'charge');
    desk.now += 3 * DAY - 3 * HOUR;
    // Of each loan two days have begun.
    expect(send(CUSTODY, 'chargeLoans', {})).toEqual({ days: 3, left: true });
    expect(charge.mock.calls.length).toBeLessThanOrEqual(3);
    expect(send(CUSTODY, 'chargeLoans', {})).toEqual({ days: 3, left: false });
    // Nobody is looked at whose day has not begun.
    charge.mockClear();
    desk.now += 1;
    expect(desk.loans.isDue(desk.now)).toBe(true);
    expect(send(CUSTODY, 'chargeLoans', {})).toEqual({ days: 1, left: false });
    expect(charge.mock.calls.length).toBe(1);
    charge.mockRestore();
  });

  it('LOAN-005 40 days without a server are charged at once, each day once', () => {
    const loanId = signed();
    desk.now += 40 * DAY;
    expect(send(BOB, 'chargeLoans', {}).refusal).toBe('notAllowed');
    expect(send(CUSTODY, 'chargeLoans', {})).toEqual({ days: 39, left: false });
    expect(send(CUSTODY, 'chargeLoans', {}).refusal).toBe('nothingDue');
    const row = desk.loans.get(loanId)!;
    // 30 days on all of it, then 10 on what is not late, and the penalty on the rest.
    expect([textOf(row.interest), textOf(row.penalty)]).toEqual(['183.58085', '24.628725']);
    expect(row.state).toBe('overdue');
  });

  it('LOAN-006 LOAN-007 pays penalty, interest, principal; part of it, all of it, never more', () => {
    const loanId = signed();
    desk.now += 31 * DAY;
    const first = send(ALICE, 'repayLoan', { loanId, amount: '155.8209575' });
    expect(first).toMatchObject({ penalty: '2.4628725', interest: '153.358085', principal: '0' });
    expect((first.loan as { state: string }).state).toBe('overdue');
    const second = send(ALICE, 'repayLoan', { loanId, amount: '3283.83' });
    expect((second.loan as { state: string }).state).toBe('issued');
    expect(send(ALICE, 'repayLoan', { loanId, amount: '6716.18' }).refusal).toBe(
      'insufficientToRepay',
    );
    deposit('1000');
    const last = send(ALICE, 'repayLoan', { loanId, amount: '999999' });
    expect(last).toMatchObject({ penalty: '0', interest: '0', principal: '6716.17' });
    expect((last.loan as { state: string }).state).toBe('repaid');
    expect(funds(POOL)).toBe('100155.8209575/0');
    expect(send(ALICE, 'repayLoan', { loanId, amount: '1' }).refusal).toBe('unknownLoan');
  });

  it('LOAN-007 early repayment on the first day costs one day', () => {
    const loanId = signed();
    deposit('5');
    desk.now += DAY;
    const all = send(ALICE, 'repayLoan', { loanId, amount: '20000' });
    expect(all).toMatchObject({ penalty: '0', interest: '5', principal: '10000' });
  });

  it('LOAN-008 a confirmed payment pays; what is too much stays theirs, and only that is a deposit', () => {
    const loanId = signed({ amount: '100' });
    const paid = { loanId, amount: '150', payment: DIGEST, rules: 3 };
    desk.endBatch();
    expect(send(CUSTODY, 'creditRepayment', paid)).toMatchObject({ principal: '100' });
    expect(funds(ALICE)).toBe('149.95/0');
    const deposits = () =>
      desk.endBatch().flatMap((fact) => (fact.type === 'walletChanged' ? [fact] : []));
    expect(deposits()).toMatchObject([{ why: 'deposit', amount: '49.95' }]);
    const other = signed({ amount: '100' });
    desk.endBatch();
    expect(
      send(CUSTODY, 'creditRepayment', { ...paid, loanId: other, amount: '60' }),
    ).toMatchObject({
      principal: '59.95',
    });
    expect(deposits()).toEqual([]);
  });

  it('LOAN-009 only what is overdue is written off, by staff, with a reason', () => {
    const loanId = signed();
    const body = { loanId, reason: 'uncollectable' };
    expect(send(STAFF, 'writeOffLoan', body).refusal).toBe('loanNotOverdue');
    desk.now += 31 * DAY;
    desk.charge();
    expect(send(ALICE, 'writeOffLoan', body).refusal).toBe('notAllowed');
    expect(send(STAFF, 'writeOffLoan', { ...body, reason: ' ' }).refusal).toBe('invalidReason');
    expect(send(STAFF, 'writeOffLoan', body).state).toBe('writtenOff');
    expect(funds(POOL)).toBe('90000/0');
  });

  it('LOAN-004 LOAN-016 products are within bounds, and a loan keeps the terms of its version', () => {
    const loanId = signed();
    send(STAFF, 'setLoanProduct', { ...PRODUCT, dailyPpm: 1_000, isOpen: false });
    desk.now += 2 * DAY;
    desk.charge();
    expect(textOf(desk.loans.get(loanId)!.interest)).toBe('10');
    const beyond: object[] = [
      { dailyPpm: BOUNDS.dailyPpm + 1 },
      { lateHundredths: 201 },
      { capPpm: 500_001 },
      { instalments: 4 },
      { periodDays: 366 },
      { method: 'balloon' },
    ];
    for (const change of beyond) {
      const answer = send(STAFF, 'setLoanProduct', { ...PRODUCT, ...change });
      expect(answer.refusal, JSON.stringify(change)).toBe('invalidTerms');
    }
  });
});

it('LOAN-017 the reasons come in one order', () => {
  const product: Record<string, unknown> = { ...PRODUCT, product: 'X', lender: '', least: '0' };
  product.dailyPpm = 0;
  inOrder('setLoanProduct', PRODUCT_REFUSALS, product, {
    notAllowed: [ALICE, {}],
    invalidLoanProduct: [STAFF, { product: 'other' }],
    invalidLoanLender: [STAFF, { lender: 'L' }],
    invalidLoanAmounts: [STAFF, { least: '100' }],
    invalidTerms: [STAFF, { dailyPpm: 1 }],
  });
  const mine = Array.from({ length: MAX_OPEN_LOANS }, () => offered());
  const wrong = { ...offer({ userId: 5, product: 'none', amount: '1' }) } as Record<
    string,
    unknown
  >;
  Object.assign(wrong, { application: '', contract: '', offerUntil: 0 });
  const steps: Steps = {
    notAllowed: [ALICE, {}],
    unknownUser: [CUSTODY, { userId: ALICE }],
    unknownLoanProduct: [CUSTODY, { product: 'quarter' }],
    invalidAmount: [CUSTODY, { amount: '20000' }],
    invalidDigest: [CUSTODY, { application: desk.loans.rows()[0]!.application }],
    invalidContract: [CUSTODY, { contract: CONTRACT }],
    invalidDeadline: [CUSTODY, { offerUntil: desk.now + DAY }],
    alreadyOffered: [CUSTODY, { application: DIGEST }],
    tooManyLoans: [CUSTODY, { userId: BOB }],
  };
  const reached = OFFER_REFUSALS.filter(
    (one) => !['unknownAsset', 'lendingPoolShort'].includes(one),
  );
  inOrder('offerLoan', reached, wrong, steps);
  const [loanId] = mine as [number];
  const unsigned = { loanId: 1, contract: DIGEST } as Record<string, unknown>;
  inOrder(
    'signLoan',
    SIGN_REFUSALS.filter((one) => one === 'unknownLoan' || one === 'otherLoanContract'),
    unsigned,
    {
      unknownLoan: [ALICE, { loanId }],
      otherLoanContract: [ALICE, { contract: CONTRACT }],
    },
  );
  const other = mine[1]!;
  const paying = { loanId: 1, amount: 'x' } as Record<string, unknown>;
  const repaying = REPAY_REFUSALS.filter((one) => one !== 'onlyReal');
  inOrder('repayLoan', repaying, paying, {
    unknownLoan: [ALICE, { loanId: other }],
    wrongLoanState: [ALICE, { loanId }],
    invalidAmount: [ALICE, { amount: '99999' }],
    insufficientToRepay: [ALICE, { amount: '1' }],
  });
  const crediting = { loanId: 1, amount: '', payment: '', rules: 0 } as Record<string, unknown>;
  const credits = CREDIT_REFUSALS.filter((one) => one !== 'noRoom');
  inOrder('creditRepayment', credits, crediting, {
    notAllowed: [ALICE, {}],
    unknownLoan: [CUSTODY, { loanId: other }],
    wrongLoanState: [CUSTODY, { loanId }],
    invalidAmount: [CUSTODY, { amount: '1' }],
    invalidPayment: [CUSTODY, { payment: DIGEST }],
    invalidRules: [CUSTODY, { rules: 1 }],
  });
});

it('LOAN-018 nothing of it is in the virtual realm', () => {
  desk = new Desk({ realm: 'demo' });
  const body = { ...PRODUCT, ...offer(), loanId: 1, reason: 'x', payment: DIGEST, rules: 1 };
  const types = ['setLoanProduct', 'offerLoan', 'endLoanOffer', 'signLoan', 'repayLoan'];
  for (const type of [...types, 'creditRepayment', 'writeOffLoan']) {
    expect(send(CUSTODY, type, body), type).toEqual({ refusal: 'onlyReal' });
  }
  expect(units(funds(POOL).split('/')[0]!)).toBe(units('100000'));
});

type Steps = Readonly<Record<string, readonly [actor: number, correct: object]>>;

/**
 * Sends a body that has everything wrong, correcting after each refusal what it complains of; the
 * refusals must come in the published order, and then the command is accepted.
 */
function inOrder(
  type: string,
  refusals: readonly string[],
  body: Record<string, unknown>,
  steps: Steps,
): void {
  expect(Object.keys(steps)).toEqual(refusals.filter((code) => code !== 'onlyReal'));
  for (const [refusal, [actor, correct]] of Object.entries(steps)) {
    expect(send(actor, type, body).refusal).toBe(refusal);
    Object.assign(body, correct);
  }
  const actors = Object.values(steps).map(([actor]) => actor);
  expect(send(actors.at(-1)!, type, body).refusal).toBeUndefined();
}
