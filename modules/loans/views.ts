import { claimOf } from '@assay/core/claim';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import {
  aprPpm,
  chargeDay,
  daysBegun,
  interestOf,
  isSpent,
  LENT,
  type Loan,
  type LoanBooks,
  type LoanTerms,
  lateOf,
  loanNumber,
  loanOf,
  nextInstalment,
  overdueDays,
  owedOf,
  type Parts,
  percent,
  periodOf,
  principalDue,
  totalOf,
} from './rules/index.ts';
import type {
  InstalmentView,
  LoanDetail,
  LoanProductView,
  LoanStage,
  LoanView,
  RepaymentView,
} from './schema/person.ts';
import type { QueuedLoan } from './schema/staff.ts';
import type { Application } from './store/applications.ts';
import type { LoanPayment, Repayment } from './store/repayments.ts';
import type { ProductRow } from './store/tables.ts';

export const text = (units: bigint) => formatDecimal(units, SCALE);

const textsOf = ({ penalty, interest, principal }: Parts) => ({
  ...{ penalty: text(penalty), interest: text(interest), principal: text(principal) },
});

type Terms = Omit<LoanTerms, 'amount'>;

const termsView = (terms: Terms) => {
  const { dailyPpm, periodDays, instalments, method, lateHundredths, capPpm } = terms;
  return {
    ...{ dailyRate: percent(dailyPpm), apr: percent(aprPpm(terms)), dailyPpm, periodDays },
    ...{ instalments, method, lateHundredths, capPpm },
  };
};

export function productView(row: ProductRow, available: bigint): LoanProductView {
  const { product, version, lender, isOpen, least, most } = row;
  return {
    ...{ product, version, lender, ...termsView(row), isOpen },
    ...{ least: text(least), most: text(most), isFunded: available >= least },
  };
}

/** What a loan costs that is paid on its days, and at most. */
export function costView(terms: LoanTerms) {
  const { schedule, cap } = loanOf(terms);
  const interest = interestOf(schedule);
  return {
    interestTotal: text(interest),
    totalRepayable: text(terms.amount + interest),
    penaltyMost: text(cap),
  };
}

export function stageOf(one: Application): LoanStage {
  if (one.withdrawnAt !== null) return 'withdrawn';
  if (one.refusedAt !== null) return 'refused';
  if (one.approvedAt === null) return 'unreviewed';
  return one.state ?? 'approved';
}

const isLent = ({ state }: Application) => state === 'issued' || state === 'overdue';

/** Its books with every day charged that has begun: the engine does the same within the minute. */
function booksNow(one: Application, loan: Loan, now: number): LoanBooks {
  let books: LoanBooks = one;
  if (!isLent(one)) return books;
  const begun = daysBegun(one.issuedAt, now);
  while (books.days < begun && !isSpent(loan, books)) books = chargeDay(loan, books).books;
  return books.days < begun ? { ...books, days: begun } : books;
}

const NOTHING: Parts = { penalty: 0n, interest: 0n, principal: 0n };

export function viewOf(one: Application, now: number): LoanView {
  const loan = loanOf(one);
  const books = booksNow(one, loan, now);
  const lent = isLent(one);
  const stage = stageOf(one);
  const owed = lent || stage === 'writtenOff' ? owedOf(loan, books) : NOTHING;
  const late = lent ? totalOf(lateOf(loan, books)) : 0n;
  const next = lent ? nextInstalment(loan, books) : null;
  const period = late > 0n ? late : totalOf(lent ? periodOf(loan, books) : NOTHING);
  const { applicationId, product, version, lender, amount, reason, appliedAt, deadline } = one;
  const { offerUntil, issuedAt, endedAt } = one;
  return {
    ...{ applicationId, number: loanNumber(applicationId), product, version, lender },
    ...{ ...termsView(one), amount: text(amount), currency: 'USD', asset: LENT, stage, reason },
    ...{ appliedAt, deadline, offerUntil, issuedAt, ...costView(one) },
    endedAt: endedAt > 0 ? endedAt : (one.refusedAt ?? one.withdrawnAt ?? 0),
    ...{ owed: textsOf(owed), owedTotal: text(totalOf(owed)), lateAmount: text(late) },
    paidTotal: text(books.repaid + books.interestPaid + books.penaltyPaid),
    periodAmount: text(period),
    periodDue: late > 0n || next === null ? 0 : issuedAt + next.day * DAY,
    overdueDays: late > 0n ? overdueDays(loan, books) : 0,
    canWithdraw: stage === 'unreviewed' || stage === 'approved' || stage === 'offered',
    canSign: stage === 'offered' && now < offerUntil,
    canRepay: lent,
  };
}

/** The days of payment; `from`: when it was issued, or now for one that is not. */
export function scheduleView(
  terms: LoanTerms,
  from: number,
  books: LoanBooks | null,
): InstalmentView[] {
  const loan = loanOf(terms);
  return loan.schedule.map(({ n, day, principal, interest }) => {
    const isPaid = books !== null && books.repaid >= principalDue(loan, day) && isPast(books, day);
    const isLate = books !== null && books.days > day;
    return {
      ...{ n, day, dueAt: from + day * DAY, principal: text(principal), interest: text(interest) },
      amount: text(principal + interest),
      state: isPaid ? 'paid' : isLate ? 'late' : 'open',
    };
  });
}

/** The interest of a day of payment counts as paid when none of what was due by then is owed. */
function isPast({ days, interestDue, interestPaid, repaid }: LoanBooks, day: number): boolean {
  return day < days ? interestPaid >= interestDue : repaid > 0n;
}

export function detailOf(
  one: Application,
  payments: readonly LoanPayment[],
  repayments: readonly Repayment[],
  now: number,
): LoanDetail {
  const loan = loanOf(one);
  const isIssued = one.issuedAt > 0;
  const { contract, contractDigest } = one;
  return {
    loan: viewOf(one, now),
    schedule: scheduleView(
      one,
      isIssued ? one.issuedAt : now,
      isIssued ? booksNow(one, loan, now) : null,
    ),
    payments: payments.map(({ at, source, ...parts }) => ({
      ...{ at, source, ...textsOf(parts), amount: text(totalOf(parts)) },
    })),
    repayments: repayments.map(repaymentView),
    ...{ timeline: timelineOf(one), contract, contractDigest },
  };
}

export function repaymentView(one: Repayment): RepaymentView {
  const { repaymentId, description, sentAt, state, reason } = one;
  // Confirmed, and in the ledger within seconds.
  const shown = state === 'crediting' ? 'credited' : state;
  return { repaymentId, amount: text(one.amount), description, sentAt, state: shown, reason };
}

/** Everything that happened to it, the first first. */
function timelineOf(one: Application): LoanDetail['timeline'] {
  const { appliedAt, withdrawnAt, refusedAt, approvedAt, issuedAt, endedAt, state } = one;
  const event = (what: LoanDetail['timeline'][number]['what'], at: number | null) =>
    at === null || at === 0 ? [] : [{ what, at }];
  return [
    ...event('applied', appliedAt),
    ...event('withdrawn', withdrawnAt),
    ...event('refused', refusedAt),
    ...event('approved', approvedAt),
    ...event('issued', issuedAt),
    ...(state === null ? [] : event(state, endedAt)),
  ];
}

export function queuedOf(one: Application, me: number, now: number): QueuedLoan {
  const { applicationId, userId, product, appliedAt, deadline } = one;
  return {
    ...{ applicationId, number: loanNumber(applicationId), userId, product, appliedAt, deadline },
    ...{ amount: text(one.amount), stage: stageOf(one), late: deadline <= now },
    ...claimOf(one, me, now),
  };
}
