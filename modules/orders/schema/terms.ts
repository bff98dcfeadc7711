import type { OrderTerms } from '@assay/core/schema/registry';
import { z } from 'zod';

/** Far more than any product has; what is larger is refused before the engine stores it. */
const TERMS_MAX = 8;
const NAME = /^[A-Za-z]{1,24}$/;
const WORD = /^[A-Za-z]{1,24}$/;
const PAIR = /^([A-Za-z]{1,24}):([A-Za-z]{1,24}|0|[1-9][0-9]{0,14})$/;

/** Terms by name in a view; the product defines their values (core/order/terms.ts). */
export const orderTerms = z
  .custom<Partial<OrderTerms>>(isTerms, 'invalid')
  .meta({ type: 'object' });

/**
 * Terms as they are sent: an object, or in a form the text `name:value,name:value`. Which names and
 * values there are is checked by the product's declaration.
 */
export const sentTerms = z
  .preprocess((value) => (typeof value === 'string' ? readPairs(value) : value), orderTerms)
  .meta({ type: 'object' });

function isTerms(value: unknown): value is Partial<OrderTerms> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const terms = Object.entries(value);
  return terms.length <= TERMS_MAX && terms.every(([name, one]) => NAME.test(name) && isValue(one));
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return WORD.test(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'boolean';
}

/** The terms that a text names; null when it is no such text or names one twice. */
function readPairs(text: string): object | null {
  const terms = new Map<string, boolean | string | number>();
  for (const pair of text.split(',')) {
    const [, name, value] = PAIR.exec(pair) ?? [];
    if (name === undefined || value === undefined || terms.has(name)) return null;
    terms.set(name, readValue(value));
  }
  return Object.fromEntries(terms);
}

function readValue(text: string): boolean | string | number {
  if (text === 'true' || text === 'false') return text === 'true';
  return WORD.test(text) ? text : Number.parseInt(text, 10);
}
