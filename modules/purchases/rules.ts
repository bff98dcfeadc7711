import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { HOUR } from '@assay/core/time';
import type { Ground } from './schema/commands.ts';

/** What is bought. */
export const BOUGHT = 'USDT';

/** The currencies in which the house may take bank money; each is an asset of its own. */
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'HKD'] as const;
export type Currency = (typeof CURRENCIES)[number];
/** Proper names, the same in every language, as of all assets. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  ...{ EUR: 'Euro', USD: 'US Dollar', GBP: 'Pound Sterling', HKD: 'Hong Kong Dollar' },
};

/** What one order may be of, in USDT. */
export const LEAST = 10n * 10n ** BigInt(SCALE);
export const MOST = 20_000n * 10n ** BigInt(SCALE);
/** Orders of one person that are not paid yet: each holds something of the house. */
export const MAX_OPEN_PURCHASES = 3;

/** What a bank carries: two decimals, in units of 1e-8. */
const CENT = 10n ** BigInt(SCALE - 2);
const ONE = 10n ** BigInt(SCALE);
const PPM = 1_000_000n;

/** With so many units of 1e-8 a line is credited to two decimals. */
export const isBankAmount = (units: bigint) => units % CENT === 0n;

/** A published rate: USDT for one unit of the currency, in units of 1e-8, with where it is from. */
export interface Rate {
  readonly units: bigint;
  /** When it was fixed: that of the index's tick, or since when the parameter holds. */
  readonly at: number;
  readonly source: 'index' | 'parameter';
  /** The number of the tick, or of the parameter's version. */
  readonly tick: number;
}

/**
 * What an amount costs: amount × (1 + margin) ÷ rate, rounded up to what a bank carries, against
 * whoever chose the amount (integrity reference §2.10).
 */
export function costOf(amount: bigint, rate: Rate, marginPpm: number): bigint {
  const above = amount * (PPM + BigInt(marginPpm)) * ONE;
  const below = PPM * rate.units * CENT;
  return ((above + below - 1n) / below) * CENT;
}

/** Why an order cannot be, in the order in which it is checked. */
export function refuseAmount(amount: bigint): 'belowLeast' | 'aboveMost' | null {
  if (amount < LEAST) return 'belowLeast';
  return amount > MOST ? 'aboveMost' : null;
}

/** A rate that is older says nothing: the currency is not offered until there is one. */
const STALE_MS = { index: HOUR, parameter: Number.POSITIVE_INFINITY } as const;

export const isFresh = ({ at, source }: Rate, now: number) => now - at <= STALE_MS[source];

/** Without letters and digits that look alike (0 O, 1 I L, 8 B). */
const SIGNS = '2345679ACDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_SIGNS = 9;
const SIGN_COUNT = SIGNS.length;

/** With what references begin: those of quick purchases, and of withdrawals to banks. */
export type Prefix = 'QB' | 'BW';

/** Where references stand in what somebody has written to their bank. */
const REFERENCES = {
  QB: new RegExp(`QB-?([${SIGNS}]{${REFERENCE_SIGNS}}[${SIGNS}])`, 'g'),
  BW: new RegExp(`BW-?([${SIGNS}]{${REFERENCE_SIGNS}}[${SIGNS}])`, 'g'),
} as const;

/**
 * The number that is written on the payment: `QB-` and nine signs of chance, and one that checks
 * them, so that a slip of the pen is no other order.
 */
export function referenceOf(dice: Uint8Array, prefix: Prefix = 'QB'): string {
  const signs = Array.from(
    { length: REFERENCE_SIGNS },
    (_, i) => SIGNS[(dice[i] ?? 0) % SIGN_COUNT]!,
  ).join('');
  return `${prefix}-${signs}${checkSign(signs)}`;
}

/** Weighted by place: each slip in one sign, and each exchange of two neighbours, is found. */
function checkSign(signs: string): string {
  const sum = [...signs].reduce((all, sign, i) => all + SIGNS.indexOf(sign) * (i + 2), 0);
  return SIGNS[sum % SIGN_COUNT]!;
}

/** The references in a text; spaces that a bank puts in are no part of it. */
export function referencesIn(text: string, prefix: Prefix = 'QB'): string[] {
  const written = text.toUpperCase().replaceAll(/\s+/g, '');
  const found = Array.from(written.matchAll(REFERENCES[prefix]), ([, signs = '']) => signs);
  const right = found.filter((signs) => checkSign(signs.slice(0, -1)) === signs.at(-1));
  return [...new Set(right.map((signs) => `${prefix}-${signs}`))];
}

/** As names are compared: capitals, accents, full stops and spaces make no difference. */
export function plainName(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** What of a line is compared with an order. */
export interface Paid {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly payer: string;
  readonly remittance: string;
  /** The day of the booking, as the bank has it. */
  readonly bookedOn: string;
}

export interface Owed {
  readonly account: string;
  readonly currency: string;
  readonly cost: bigint;
  /** The name that the person has proved; '' for nobody's. */
  readonly payer: string;
  readonly reference: string;
  /** The day of its deadline in UTC: a bank says no more than a day. */
  readonly lastDay: string;
}

/** In what a line differs from an order, in the order in which people look at it. */
export const DIFFERENCES = [
  ...(['account', 'reference', 'currency', 'amount', 'payer', 'late'] as const),
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export function differencesOf(paid: Paid, owed: Owed): Difference[] {
  const differs: Record<Difference, boolean> = {
    account: paid.account !== owed.account,
    reference: !referencesIn(paid.remittance).includes(owed.reference),
    currency: paid.currency !== owed.currency,
    amount: paid.amount !== owed.cost,
    payer: plainName(paid.payer) === '' || plainName(paid.payer) !== plainName(owed.payer),
    late: paid.bookedOn > owed.lastDay,
  };
  return DIFFERENCES.filter((name) => differs[name]);
}

/**
 * The table of who releases: a line that fits in everything takes one person, any other two.
 * Another account of ours, another currency or another amount is never what was ordered, and what
 * was booked on a day after the deadline is not paid at the rate that was locked until then.
 */
export function groundOf(differences: readonly Difference[]): Ground | null {
  if (differences.length === 0) return 'exactMatch';
  const never: readonly Difference[] = ['account', 'currency', 'amount', 'late'];
  return differences.some((one) => never.includes(one)) ? null : 'twoPeople';
}

/** What a line can be of: the column has 64 bits. */
const LARGEST = 2n ** 63n - 1n;

/**
 * A decimal of a bank's file in units of 1e-8; null for what is none, has a third decimal or is
 * beyond what can be kept.
 */
export function readBankAmount(text: string): bigint | null {
  const units = parseDecimal(text, SCALE);
  if (units === null || units === 0n || units > LARGEST) return null;
  return isBankAmount(units) ? units : null;
}

/**
 * What a bank pays for an amount that is withdrawn, after its fee: amount × (1 − spread) ÷ rate,
 * rounded down to what a bank carries, against whoever chose the amount.
 */
export function proceedsOf(amount: bigint, rate: Pick<Rate, 'units'>, spreadPpm: number): bigint {
  const above = amount * (PPM - BigInt(spreadPpm)) * ONE;
  return (above / (PPM * rate.units * CENT)) * CENT;
}

/** Of what was taken for a payment, what goes back for the part that the bank sent back. */
export const refundOf = (amount: bigint, returned: bigint, proceeds: bigint): bigint =>
  (amount * returned) / proceeds;

/** What of a debit is compared with a withdrawal that it may have paid. */
export interface Sent {
  readonly currency: string;
  readonly amount: bigint;
  readonly payee: string;
  readonly remittance: string;
}

export interface ToSend {
  readonly currency: string;
  readonly proceeds: bigint;
  readonly payeeName: string;
  readonly reference: string;
}

/** In what a debit differs from a withdrawal; another currency or amount is never what paid it. */
export function debitDifferences(
  sent: Sent,
  due: ToSend,
): Exclude<Difference, 'account' | 'late'>[] {
  const payee = plainName(sent.payee);
  const differs = {
    reference: !referencesIn(sent.remittance, 'BW').includes(due.reference),
    currency: sent.currency !== due.currency,
    amount: sent.amount !== due.proceeds,
    payer: payee === '' || payee !== plainName(due.payeeName),
  };
  const names = ['reference', 'currency', 'amount', 'payer'] as const;
  return names.filter((name) => differs[name]);
}
