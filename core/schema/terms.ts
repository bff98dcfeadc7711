import { formatDecimal, formatSafe, parseDecimal, parseSafe, SCALE } from '../num/decimal.ts';

/**
 * Terms that staff publish of a market: named values, of which each says in which unit people read
 * it, and which way of changing it is against customers.
 */

/** `price` and `lots` are decimal text, `choice` and `dates` text, all others whole numbers. */
export type TermUnit =
  | 'price'
  | 'lots'
  | 'coins'
  | 'ppm'
  | 'percent'
  | 'times'
  | 'seconds'
  | 'days'
  | 'choice'
  | 'dates';

export interface TermSpec {
  readonly unit: TermUnit;
  /** `any`: whichever way it goes, somebody is worse off. */
  readonly against: 'rise' | 'fall' | 'any';
  /** Of a choice: those later in the list are the higher ones. */
  readonly values?: readonly string[];
}

export type TermSpecs = Readonly<Record<string, TermSpec>>;
export type TermValue = string | number;
export type TermValues = Readonly<Record<string, TermValue>>;

export interface TermChange {
  readonly field: string;
  readonly before: TermValue;
  readonly after: TermValue;
}

/** Decimals of a whole number, as people read it: a millionth is 0.0001 %. */
const DECIMALS: Readonly<Partial<Record<TermUnit, number>>> = {
  ...{ coins: SCALE, ppm: 4, percent: 0, times: 0, seconds: 3, days: 0 },
};

/** A value as it is typed: without its unit. */
export function termText(value: TermValue, unit: TermUnit): string {
  return typeof value === 'number' ? formatSafe(value, DECIMALS[unit] ?? 0) : value;
}

/** What somebody typed as a value of a unit; null where it is none. */
export function readTerm(text: string, unit: TermUnit): TermValue | null {
  const said = text.trim();
  const decimals = DECIMALS[unit];
  if (decimals === undefined) {
    if (unit === 'choice' || unit === 'dates') return said;
    const units = parseDecimal(said, SCALE);
    return units === null ? null : formatDecimal(units, SCALE);
  }
  const isNegative = said.startsWith('-');
  const value = parseSafe(isNegative ? said.slice(1) : said, decimals);
  if (value < 0) return null;
  return isNegative ? 0 - value : value;
}

/** Whether a change leaves somebody worse off, so that it is announced first. */
export function isTermAgainst({ unit, against, values }: TermSpec, change: TermChange): boolean {
  if (against === 'any') return true;
  const rank = (value: TermValue): bigint => {
    if (typeof value === 'number') return BigInt(value);
    return unit === 'choice'
      ? BigInt((values ?? []).indexOf(value))
      : (parseDecimal(value, SCALE) ?? 0n);
  };
  const [before, after] = [rank(change.before), rank(change.after)];
  return against === 'rise' ? after > before : after < before;
}

/** What differs between two sets of values, in the order of the specifications. */
export function termChanges(specs: TermSpecs, before: TermValues, after: TermValues): TermChange[] {
  return Object.keys(specs).flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    if (from === undefined || to === undefined || from === to) return [];
    return [{ field, before: from, after: to }];
  });
}
