import { SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';

/** What is lent; contracts name amounts in dollars, one for one. */
export const LENT = 'USDT';

/** How a loan is paid back: in equal instalments, or interest first and the principal last. */
export const METHODS = ['equal', 'interestFirst'] as const;
export type Method = (typeof METHODS)[number];

/** The terms of a loan. Amounts in units of 1e-8, rates in millionths. */
export interface LoanTerms {
  readonly amount: bigint;
  /** Simple interest of one day. */
  readonly dailyPpm: number;
  readonly periodDays: number;
  /** Divides the period. */
  readonly instalments: number;
  readonly method: Method;
  /** By what the daily rate is multiplied for principal that is overdue, in hundredths. */
  readonly lateHundredths: number;
  /** What all penalties of a loan together are at most, of its amount. */
  readonly capPpm: number;
}

/** Bounds that no product is beyond (integrity reference §3.8). */
export const BOUNDS = {
  dailyPpm: 1_000,
  periodDays: 365,
  instalments: 12,
  lateHundredths: 200,
  capPpm: 500_000,
  least: 100n * 10n ** BigInt(SCALE),
  most: 1_000_000n * 10n ** BigInt(SCALE),
} as const;

/** Loans and offers of one person at once. */
export const MAX_OPEN_LOANS = 3;

const PPM = 1_000_000n;
const HUNDRED = 100n;
/** Equal instalments are in whole cents. */
const CENT = 10n ** BigInt(SCALE - 2);
const YEAR_DAYS = 365;

/** What is to be paid by the end of a day; `day` counts days of 24 hours from the issue. */
export interface Instalment {
  readonly n: number;
  readonly day: number;
  readonly principal: bigint;
  readonly interest: bigint;
}

/** The yearly rate, without interest on interest, in millionths. There are no fees. */
export const aprPpm = ({ dailyPpm }: Pick<LoanTerms, 'dailyPpm'>) => dailyPpm * YEAR_DAYS;

/** The interest of one day on what is lent, rounded down in favour of who owes it. */
export const dayInterest = (principal: bigint, { dailyPpm }: Pick<LoanTerms, 'dailyPpm'>) =>
  (principal * BigInt(dailyPpm)) / PPM;

/** The penalty of one day on what is overdue, before its cap; rounded down likewise. */
export const dayPenalty = (
  overdue: bigint,
  { dailyPpm, lateHundredths }: Pick<LoanTerms, 'dailyPpm' | 'lateHundredths'>,
) => (overdue * BigInt(dailyPpm) * BigInt(lateHundredths)) / (PPM * HUNDRED);

export const penaltyCap = ({ amount, capPpm }: Pick<LoanTerms, 'amount' | 'capPpm'>) =>
  (amount * BigInt(capPpm)) / PPM;

/**
 * The equal instalment P·r ÷ (1 − (1 + r)^−n), where r is the interest of one part of the period
 * (trading rules §2.9); rounded up to a cent, so that the last instalment is the smallest.
 */
export function equalInstalment({ amount, dailyPpm, periodDays, instalments }: LoanTerms): bigint {
  const rate = BigInt(dailyPpm) * BigInt(periodDays / instalments);
  const [grown, plain] = [(PPM + rate) ** BigInt(instalments), PPM ** BigInt(instalments)];
  const above = amount * rate * grown;
  const below = PPM * (grown - plain) * CENT;
  return ((above + below - 1n) / below) * CENT;
}

/** What is to be paid when, if it is paid on its days. Its principals are the amount. */
export function scheduleOf(terms: LoanTerms): Instalment[] {
  const { amount, periodDays, instalments, method } = terms;
  const days = periodDays / instalments;
  const payment = method === 'equal' ? equalInstalment(terms) : 0n;
  let left = amount;
  return Array.from({ length: instalments }, (_, i) => {
    const interest = dayInterest(left, terms) * BigInt(days);
    const isLast = i === instalments - 1;
    const part = method === 'equal' ? payment - interest : 0n;
    const principal = isLast ? left : part;
    left -= principal;
    return { n: i + 1, day: (i + 1) * days, principal, interest };
  });
}

/** All interest of a loan that is paid on its days. */
export const interestOf = (schedule: readonly Instalment[]) =>
  schedule.reduce((sum, { interest }) => sum + interest, 0n);

/** How many days have begun: one that has begun counts whole, the first at the issue. */
export const daysBegun = (issuedAt: number, at: number) =>
  Math.max(1, Math.ceil((at - issuedAt) / DAY));

/** Whether terms can be those of a product; the amounts are within their bounds. */
export function areTerms(terms: Omit<LoanTerms, 'amount'>): boolean {
  const { dailyPpm, periodDays, instalments, method, lateHundredths, capPpm } = terms;
  return (
    isWithin(dailyPpm, 1, BOUNDS.dailyPpm) &&
    isWithin(periodDays, 1, BOUNDS.periodDays) &&
    isWithin(instalments, 1, BOUNDS.instalments) &&
    periodDays % instalments === 0 &&
    METHODS.includes(method) &&
    isWithin(lateHundredths, 0, BOUNDS.lateHundredths) &&
    isWithin(capPpm, 0, BOUNDS.capPpm)
  );
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
