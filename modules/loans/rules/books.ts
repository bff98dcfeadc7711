import { larger, lesser } from '@assay/core/num/integer';
import {
  dayInterest,
  dayPenalty,
  type Instalment,
  type LoanTerms,
  penaltyCap,
  scheduleOf,
} from './terms.ts';

/** How far a loan is. Amounts in units of 1e-8. */
export interface LoanBooks {
  /** Days that were charged; the first is charged at the issue. */
  readonly days: number;
  /** Of the principal. */
  readonly repaid: bigint;
  /** Charged so far, and what was paid of it. */
  readonly interest: bigint;
  readonly interestPaid: bigint;
  readonly penalty: bigint;
  readonly penaltyPaid: bigint;
  /** What of the interest had been charged when the last day of payment was over. */
  readonly interestDue: bigint;
}

export const NEW_BOOKS: LoanBooks = {
  ...{ days: 0, repaid: 0n, interest: 0n, interestPaid: 0n },
  ...{ penalty: 0n, penaltyPaid: 0n, interestDue: 0n },
};

/** Parts of what is owed or paid, in the order in which a payment goes to them. */
export interface Parts {
  readonly penalty: bigint;
  readonly interest: bigint;
  readonly principal: bigint;
}

export const totalOf = ({ penalty, interest, principal }: Parts) => penalty + interest + principal;

/** A loan with what follows from its terms. */
export interface Loan {
  readonly terms: LoanTerms;
  readonly schedule: readonly Instalment[];
  readonly cap: bigint;
}

export const loanOf = (terms: LoanTerms): Loan => ({
  ...{ terms, schedule: scheduleOf(terms), cap: penaltyCap(terms) },
});

/** What of the principal is to be paid by the end of a day. */
export function principalDue({ schedule }: Loan, day: number): bigint {
  return schedule.reduce((sum, one) => sum + (one.day <= day ? one.principal : 0n), 0n);
}

/** What the next day costs. */
export interface Charge {
  readonly interest: bigint;
  readonly penalty: bigint;
}

/**
 * Charges the next day by what is owed when it begins: the daily rate on principal that is not
 * overdue, and in its place the penalty on what is, up to the cap.
 */
export function chargeDay(loan: Loan, books: LoanBooks): { books: LoanBooks; charge: Charge } {
  const { terms, schedule, cap } = loan;
  const { days, repaid, penalty } = books;
  const overdue = larger(0n, principalDue(loan, days) - repaid);
  const charge = {
    interest: dayInterest(terms.amount - repaid - overdue, terms),
    penalty: lesser(dayPenalty(overdue, terms), cap - penalty),
  };
  const isAfterDue = schedule.some(({ day }) => day === days);
  const charged = {
    ...{ ...books, days: days + 1 },
    ...{ interest: books.interest + charge.interest, penalty: penalty + charge.penalty },
    interestDue: isAfterDue ? books.interest : books.interestDue,
  };
  return { books: charged, charge };
}

/** Whether days cost nothing any more: all principal is overdue, and no penalty is added. */
export function isSpent({ terms, cap }: Loan, { days, repaid, penalty }: LoanBooks): boolean {
  const costsNothing = penalty === cap || dayPenalty(terms.amount - repaid, terms) === 0n;
  return days > terms.periodDays && costsNothing;
}

/** Everything that is owed, of which all may be paid at any time. */
export function owedOf({ terms }: Loan, books: LoanBooks): Parts {
  return {
    penalty: books.penalty - books.penaltyPaid,
    interest: books.interest - books.interestPaid,
    principal: terms.amount - books.repaid,
  };
}

/**
 * What has to be paid so that nothing is late: a payment goes to all interest first, so that with
 * late principal the interest of the days since then belongs to it.
 */
export function lateOf(loan: Loan, books: LoanBooks): Parts {
  const owed = owedOf(loan, books);
  const principal = larger(0n, principalDue(loan, books.days - 1) - books.repaid);
  const due = larger(0n, books.interestDue - books.interestPaid);
  return { penalty: owed.penalty, interest: principal > 0n ? owed.interest : due, principal };
}

export const isOverdue = (loan: Loan, books: LoanBooks) => totalOf(lateOf(loan, books)) > 0n;

/** Since how many days something is late, one that has begun counted whole. */
export function overdueDays(loan: Loan, books: LoanBooks): number {
  const past = loan.schedule.filter(({ day }) => day < books.days);
  let principal = 0n;
  for (const { day, principal: part } of past) {
    principal += part;
    if (principal > books.repaid) return books.days - day;
  }
  const last = past.at(-1);
  return last !== undefined && books.interestDue > books.interestPaid ? books.days - last.day : 0;
}

/** The next day of payment; null after the last. */
export function nextInstalment({ schedule }: Loan, { days }: LoanBooks): Instalment | null {
  return schedule.find(({ day }) => day >= days) ?? null;
}

/** What is to be paid by the next day of payment, with what the days until then cost. */
export function periodOf(loan: Loan, books: LoanBooks): Parts {
  const next = nextInstalment(loan, books);
  if (next === null) return owedOf(loan, books);
  let then = books;
  while (then.days < next.day) then = chargeDay(loan, then).books;
  const { penalty, interest } = owedOf(loan, then);
  const principal = larger(0n, principalDue(loan, next.day) - then.repaid);
  return { penalty, interest, principal };
}

/** Pays up to what is owed: the penalty first, then interest, then principal. */
export function pay(
  loan: Loan,
  books: LoanBooks,
  amount: bigint,
): { books: LoanBooks; paid: Parts } {
  const owed = owedOf(loan, books);
  const penalty = lesser(amount, owed.penalty);
  const interest = lesser(amount - penalty, owed.interest);
  const principal = lesser(amount - penalty - interest, owed.principal);
  const after = {
    ...books,
    penaltyPaid: books.penaltyPaid + penalty,
    interestPaid: books.interestPaid + interest,
    repaid: books.repaid + principal,
  };
  return { books: after, paid: { penalty, interest, principal } };
}
