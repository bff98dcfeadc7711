import { amountsOf, breakEvenPpm, expectedResult } from '@assay/core/option/payout';
import { neededTicks, type OptionDirection, windowOf } from '@assay/core/option/window';

/** The rules of this build; another version has another name and is announced. */
const RULES = 'assay-options-1';

/** How long a quote holds. */
export const QUOTE_MS = 10_000;

/**
 * What is frozen for a person: amounts in units of 1e-8 and rates in millionths, all of which
 * follow from the terms of the market. The purchase names it whole, and is refused if anything
 * differs.
 */
export interface OptionQuote {
  readonly realm: 'real' | 'demo';
  readonly market: string;
  readonly index: string;
  readonly asset: string;
  readonly direction: OptionDirection;
  readonly termMs: number;
  readonly stake: number;
  readonly payoutPpm: number;
  readonly payout: number;
  readonly feePpm: number;
  readonly fee: number;
  readonly breakEvenPpm: number;
  /** On average if a coin decides, in units; below zero. */
  readonly expected: number;
  readonly windowMs: number;
  /** Ticks that must be in the window, or everything is paid back. */
  readonly needed: number;
  /** Ticks are promised this often. */
  readonly tickMs: number;
  readonly tie: 'stakeBack';
  readonly rules: typeof RULES;
  /** The command that set the terms of the market. */
  readonly version: number;
  /** The last tick when the quote was made: its number and price. It decides nothing. */
  readonly spotN: number;
  readonly spot: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** No tick counts that comes so soon after it was asked; absent: each later one does. */
  readonly tickDelayMs?: number | undefined;
}

/** The terms of a market that a quote is made of. */
export interface QuotedTerms {
  readonly market: string;
  readonly index: string;
  readonly asset: string;
  readonly payoutPpm: number;
  readonly feePpm: number;
  readonly tickMs: number;
  readonly version: number;
  readonly tickDelayMs?: number | null | undefined;
}

/** What a person asks for, and what the clock and the index say. */
export interface QuoteRequest {
  readonly realm: OptionQuote['realm'];
  readonly direction: OptionDirection;
  readonly termMs: number;
  readonly stake: number;
  readonly spotN: number;
  readonly spot: number;
  readonly issuedAt: number;
}

/** The only way to a quote: the same for everybody who asks for the same at the same tick. */
export function quoteOf(terms: QuotedTerms, request: QuoteRequest): OptionQuote {
  const { realm, direction, termMs, stake, spotN, spot, issuedAt } = request;
  const { market, index, asset, payoutPpm, feePpm, tickMs, version } = terms;
  const delay = terms.tickDelayMs ?? 0;
  const amounts = amountsOf(stake, payoutPpm, feePpm);
  const windowMs = windowOf(termMs);
  return {
    ...{ realm, market, index, asset, direction, termMs, stake },
    ...{ payoutPpm, payout: amounts.payout, feePpm, fee: amounts.fee },
    ...{ breakEvenPpm: breakEvenPpm(amounts), expected: expectedResult(amounts) },
    ...{ windowMs, needed: neededTicks(windowMs, tickMs), tickMs, tie: 'stakeBack', rules: RULES },
    ...{ version, spotN, spot, issuedAt, expiresAt: issuedAt + QUOTE_MS },
    ...(delay === 0 ? {} : { tickDelayMs: delay }),
  };
}

/** The order of the lines of a quote's text; only a delay comes after them, where there is one. */
export const QUOTE_FIELDS = [
  ...(['realm', 'market', 'index', 'asset', 'direction', 'termMs', 'stake'] as const),
  ...(['payoutPpm', 'payout', 'feePpm', 'fee', 'breakEvenPpm', 'expected'] as const),
  ...(['windowMs', 'needed', 'tickMs', 'tie', 'rules', 'version'] as const),
  ...(['spotN', 'spot', 'issuedAt', 'expiresAt'] as const),
] satisfies readonly (keyof OptionQuote)[];

function fieldsOf({ tickDelayMs }: OptionQuote): readonly (keyof OptionQuote)[] {
  return tickDelayMs === undefined ? QUOTE_FIELDS : [...QUOTE_FIELDS, 'tickDelayMs'];
}

/** The text that is signed: a line for each field, no line end after the last. */
export function quoteText(quote: OptionQuote): string {
  return ['assay-option-quote-1', ...fieldsOf(quote).map((field) => quote[field])].join('\n');
}

/** Whether two quotes say the same in every field; what is no quote is none. */
export function isSameQuote(one: OptionQuote, other: unknown): boolean {
  if (typeof other !== 'object' || other === null) return false;
  const values = other as Readonly<Record<string, unknown>>;
  const fields = fieldsOf(one);
  return (
    Object.keys(values).length === fields.length &&
    fields.every((field) => values[field] === one[field])
  );
}
