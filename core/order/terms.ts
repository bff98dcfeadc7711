import type { OrderTerms } from '../schema/registry.ts';
import type { Refused } from './refusals.ts';

/**
 * Terms of an order that only its product knows, such as `reduceOnly` of a contract. A product
 * declares them (`OrderFeatures`); an order keeps all of them packed in one whole number, 0 for an
 * order without any. The order life stores that number and does not interpret it.
 */

export type TermValue = boolean | string | number;

/**
 * The values of a term. Codes are stored, so they are permanent; code 0 is that of an unnamed term.
 */
export interface TermKind<T extends TermValue = TermValue> {
  /** How many codes there are. */
  readonly codes: number;
  /** The code of a value; -1 for anything else. */
  code(value: unknown): number;
  value(code: number): T;
}

/** Terms by name, in the order in which they are packed: a new one goes to the end. */
export type TermKinds = Readonly<Record<string, TermKind>>;

/** The values of declared terms. */
export type TermsOf<K extends TermKinds> = {
  readonly [N in keyof K]: ReturnType<K[N]['value']>;
};

/** True or false; false when unnamed. */
export const FLAG: TermKind<boolean> = {
  codes: 2,
  code: (value) => (typeof value === 'boolean' ? (value ? 1 : 0) : -1),
  value: (code) => code === 1,
};

/** One of a list of words; the first when unnamed. */
export function word<const W extends string>(...words: readonly [W, ...W[]]): TermKind<W> {
  return {
    codes: words.length,
    code: (value) => (words as readonly unknown[]).indexOf(value),
    value: (code) => words[code] ?? words[0],
  };
}

/** A whole number from 0 to `most`; 0 when unnamed. */
export function count(most: number): TermKind<number> {
  return {
    codes: most + 1,
    code: (value) => (typeof value === 'number' && isUpTo(value, most) ? value : -1),
    value: (code) => code,
  };
}

function isUpTo(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** The packed terms, or which of them is unknown to the product or not what it may be. */
export function packTerms(kinds: TermKinds, terms: object): number | Refused<'invalidOrder'> {
  if (typeof terms !== 'object' || terms === null) return wrong('terms');
  const unknown = Object.keys(terms).find((name) => !Object.hasOwn(kinds, name));
  if (unknown !== undefined) return wrong(unknown);
  const values = new Map<string, unknown>(Object.entries(terms));
  let packed = 0;
  let factor = 1;
  for (const [name, kind] of Object.entries(kinds)) {
    const value = values.get(name);
    const code = value === undefined ? 0 : kind.code(value);
    if (code < 0) return wrong(name);
    packed += code * factor;
    factor *= kind.codes;
  }
  return packed;
}

function wrong(field: string): Refused<'invalidOrder'> {
  return { refusal: 'invalidOrder', detail: { field } };
}

/** The values of packed terms; without those that are as if unnamed. */
export function unpackTerms<K extends TermKinds>(kinds: K, packed: number): Partial<TermsOf<K>> {
  const terms: [name: string, value: TermValue][] = [];
  let rest = packed;
  for (const [name, kind] of Object.entries(kinds)) {
    const code = rest % kind.codes;
    if (code > 0) terms.push([name, kind.value(code)]);
    rest = (rest - code) / kind.codes;
  }
  return Object.fromEntries(terms) as Partial<TermsOf<K>>;
}

/** The terms of an order as views name them; undefined for an order without any. */
export function termsView(kinds: TermKinds, packed: number): Partial<OrderTerms> | undefined {
  return packed === 0 ? undefined : unpackTerms(kinds, packed);
}
