import { SCALE } from '@assay/core/num/decimal';
import { larger, lesser, mulDivCeil } from '@assay/core/num/integer';
import { DAY, HOUR } from '@assay/core/time';

/** How long a loan against collateral may run; its person chooses. */
export const COLLATERAL_DAYS = [7, 14, 30, 90, 180] as const;

/** So long after its last day it waits to be repaid, at the same rate, before collateral pays. */
export const GRACE_DAYS = 3;

/** Loans of one person against collateral at once. */
export const MAX_COLLATERAL_LOANS = 20;

/** No price that is older opens a loan or releases collateral. */
export const FRESH_MS = 10_000;

/** Messages between the call and the repayment: the first at the call, the rest on the way. */
export const CALLS = 3;

const ONE = 10n ** BigInt(SCALE);

/** Bounds that no terms are beyond; shares in millionths. */
export const COLLATERAL_BOUNDS = {
  initialPpm: { least: 100_000, most: 700_000 },
  liquidationPpm: 900_000,
  /** Between the initial share, the call and the repayment there is room to act. */
  apartPpm: 20_000,
  feePpm: 20_000,
  /** A thousandth a day, as for loans against documents. */
  aprPpm: 365_000,
  least: 10n * ONE,
  most: 1_000_000n * ONE,
  capacity: 1_000_000_000n * ONE,
} as const;

/** The terms of one loan; they stay those of the version that was signed. */
export interface CollateralTerms {
  /** What is owed of what the collateral is worth: at most when it is signed or released, … */
  readonly initialPpm: number;
  /** … from where on its person is called, and from where on collateral pays. */
  readonly callPpm: number;
  readonly liquidationPpm: number;
  /** Of what is converted. */
  readonly feePpm: number;
  /** Simple interest of a year of 365 days, charged by the hour. */
  readonly aprPpm: number;
}

/** How far one is. Amounts in units of 1e-8. */
export interface CollateralBooks {
  readonly amount: bigint;
  readonly periodDays: number;
  readonly openedAt: number;
  readonly collateral: bigint;
  /** Hours that were charged. */
  readonly hours: number;
  /** Of the principal, by its person or by collateral. */
  readonly repaid: bigint;
  readonly interest: bigint;
  readonly interestPaid: bigint;
}

export interface Owed {
  readonly interest: bigint;
  readonly principal: bigint;
}

const PPM = 1_000_000n;
const HOURS_A_DAY = DAY / HOUR;
const YEAR_HOURS = BigInt(365 * HOURS_A_DAY);
/** What a share in millionths and a price in units of 1e-8 are multiplied by. */
const PARTS = PPM * ONE;

export const sumOf = ({ interest, principal }: Owed) => interest + principal;

/** The interest of one hour, rounded down in favour of who owes it. */
export const hourInterest = (principal: bigint, aprPpm: number) =>
  (principal * BigInt(aprPpm)) / (PPM * YEAR_HOURS);

/** Hours that cost something: those of the period and of the grace. No loan ever costs more. */
export const mostHours = (periodDays: number) => (periodDays + GRACE_DAYS) * HOURS_A_DAY;

/** From here on collateral pays all that is owed. */
export const endsAt = ({
  openedAt,
  periodDays,
}: Pick<CollateralBooks, 'openedAt' | 'periodDays'>) => openedAt + (periodDays + GRACE_DAYS) * DAY;

/** An hour that has begun counts whole, the first at the opening; no clock takes one back. */
export function hoursAt(books: CollateralBooks, at: number): number {
  const { openedAt, periodDays, hours } = books;
  const begun = Math.max(1, Math.ceil((at - openedAt) / HOUR));
  return Math.max(hours, Math.min(begun, mostHours(periodDays)));
}

/** What is owed once each hour is charged that has begun. */
export function owedAt(books: CollateralBooks, aprPpm: number, at: number): Owed {
  const { amount, repaid, interest, interestPaid, hours } = books;
  const principal = amount - repaid;
  const more = hourInterest(principal, aprPpm) * BigInt(hoursAt(books, at) - hours);
  return { interest: interest + more - interestPaid, principal };
}

/** Whether what is owed is at least this share of what the collateral is worth. */
export const reaches = (owed: bigint, collateral: bigint, price: bigint, ppm: number) =>
  owed * PARTS >= BigInt(ppm) * collateral * price;

/** Whether it is at most this share. */
export const isWithin = (owed: bigint, collateral: bigint, price: bigint, ppm: number) =>
  owed * PARTS <= BigInt(ppm) * collateral * price;

/** The share in millionths, rounded up; null without collateral. */
export function ltvPpm(owed: bigint, collateral: bigint, price: bigint): number | null {
  const worth = collateral * price;
  return worth === 0n ? null : Number(mulDivCeil(owed, PARTS, worth));
}

/** The highest price at which the share is reached. */
export const priceAt = (owed: bigint, collateral: bigint, ppm: number) =>
  (owed * PARTS) / (BigInt(ppm) * collateral);

/** The lowest price at which the share is not exceeded. */
export const priceWithin = (owed: bigint, collateral: bigint, ppm: number) =>
  mulDivCeil(owed, PARTS, BigInt(ppm) * collateral);

/** What the collateral is worth, rounded down. */
export const worthOf = (collateral: bigint, price: bigint) => (collateral * price) / ONE;

/** The most that may be borrowed against it, its first hour's interest within. */
export function mostLent(collateral: bigint, price: bigint, terms: CollateralTerms): bigint {
  const cap = (BigInt(terms.initialPpm) * collateral * price) / PARTS;
  const amount = (cap * PPM * YEAR_HOURS) / (PPM * YEAR_HOURS + BigInt(terms.aprPpm));
  return amount;
}

/** The least collateral for an amount, rounded up. */
export function leastCollateral(amount: bigint, price: bigint, terms: CollateralTerms): bigint {
  const owed = amount + hourInterest(amount, terms.aprPpm);
  return mulDivCeil(owed, PARTS, BigInt(terms.initialPpm) * price);
}

/** What may be released: after it the share is at most the initial one. */
export function releasable(owed: bigint, collateral: bigint, price: bigint, initialPpm: number) {
  const needed = mulDivCeil(owed, PARTS, BigInt(initialPpm) * price);
  return larger(0n, collateral - needed);
}

/** The share from where on the nth message is sent: evenly from the call to the repayment. */
export function callShare({ callPpm, liquidationPpm }: CollateralTerms, n: number): number {
  return callPpm + Math.floor(((liquidationPpm - callPpm) * (n - 1)) / CALLS);
}

/** A call is over from here down, so that a share that moves about it does not call again. */
export const callEndShare = ({ callPpm }: Pick<CollateralTerms, 'callPpm'>) =>
  callPpm - COLLATERAL_BOUNDS.apartPpm;

/** How many messages a share is beyond. */
export function callsAt(terms: CollateralTerms, owed: bigint, collateral: bigint, price: bigint) {
  let calls = 0;
  while (calls < CALLS && reaches(owed, collateral, price, callShare(terms, calls + 1))) calls += 1;
  return calls;
}

/** What is converted of collateral, and what that pays. */
export interface Taken {
  readonly collateral: bigint;
  /** At the price, before the fee. */
  readonly value: bigint;
  readonly fee: bigint;
  readonly interest: bigint;
  readonly principal: bigint;
  /** What nothing is left for; the pool bears it. */
  readonly lost: bigint;
}

/**
 * The least collateral whose conversion brings what is owed down to `targetPpm` of what is left of
 * it (0: pays everything). With c for it, f for the fee and T for the target,
 * owed − c·p·(1 − f) ≤ T·(C − c)·p, so c = (owed − T·C·p) ÷ (p·(1 − f − T)), rounded up to a unit;
 * its worth is rounded up and the fee down, in favour of who owes: the pool bears under two units.
 * Where all of it is not enough, the rest is the pool's loss.
 */
export function takeFor(
  owed: Owed,
  collateral: bigint,
  price: bigint,
  feePpm: number,
  targetPpm: number,
): Taken {
  const total = sumOf(owed);
  const lacking = total * PARTS - BigInt(targetPpm) * collateral * price;
  const each = price * (PPM - BigInt(feePpm) - BigInt(targetPpm));
  const needed = lacking <= 0n ? 0n : (lacking + each - 1n) / each;
  const taken = lesser(needed, collateral);
  const value = mulDivCeil(taken, price, ONE);
  const fee = (value * BigInt(feePpm)) / PPM;
  const pays = lesser(total, value - fee);
  const interest = lesser(pays, owed.interest);
  const lost = taken === collateral ? total - pays : 0n;
  return { collateral: taken, value, fee, interest, principal: pays - interest, lost };
}

/** Whether terms are within their bounds. */
export function areCollateralTerms(terms: CollateralTerms): boolean {
  const { initialPpm, callPpm, liquidationPpm, feePpm, aprPpm } = terms;
  const { initialPpm: initial, apartPpm, ...most } = COLLATERAL_BOUNDS;
  return (
    isIn(initialPpm, initial.least, initial.most) &&
    isIn(callPpm, initialPpm + apartPpm, liquidationPpm - apartPpm) &&
    isIn(liquidationPpm, callPpm + apartPpm, most.liquidationPpm) &&
    isIn(feePpm, 0, most.feePpm) &&
    isIn(aprPpm, 1, most.aprPpm)
  );
}

function isIn(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
