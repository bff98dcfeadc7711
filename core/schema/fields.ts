import { z } from 'zod';
import { INDEX_NAME, MARKET_SYMBOL } from '../order/market.ts';

/**
 * The fields that calls share. Each error is a key of the message catalogues, never a sentence:
 * the text is chosen at the edge, in the language of the caller.
 *
 * Forms carry only text, so integers and booleans are accepted as text of one canonical spelling.
 * Decimals are accepted only as text: a JSON number has passed through a float.
 */

/** Far beyond any real amount, and short enough for cheap `bigint` arithmetic. */
const DECIMAL_INTEGER_DIGITS_MAX = 20;
const DECIMAL_FRACTION_DIGITS_MAX = 18;

const DECIMAL = new RegExp(
  `^(?:0|[1-9][0-9]{0,${DECIMAL_INTEGER_DIGITS_MAX - 1}})` +
    `(?:\\.[0-9]{1,${DECIMAL_FRACTION_DIGITS_MAX}})?$`,
);
const ZERO = /^0(?:\.0+)?$/;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;

/**
 * A decimal number as text: ASCII digits with at most one dot, no sign, no exponent, no leading
 * zeros but the one of "0.x". The rules of the asset or market limit the number of decimals.
 */
export const decimal = z.string({ error: missingOr('decimal') }).regex(DECIMAL, 'decimal');

/** As `decimal`, but not zero. */
export const positiveDecimal = decimal.refine((text) => !ZERO.test(text), 'positive');

/** An integer within bounds (inclusive), as a JSON number or as canonical text. */
export function integer(min: number, max: number) {
  return z
    .custom<number | string>(isIntegerLike, { error: missingOr('integer') })
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform((value) => Number(value) + 0)
    .pipe(z.number().min(min, 'tooSmall').max(max, 'tooLarge'));
}

/** A boolean: true, false, or the texts "true", "false", "1", "0". */
export const truth = z
  .custom<boolean | 'true' | 'false' | '1' | '0'>(isTruthLike, { error: missingOr('truth') })
  .meta({ type: 'boolean' })
  .transform((value) => value === true || value === 'true' || value === '1');

/** One of a closed list of words. */
export function oneOf<const T extends readonly [string, ...string[]]>(...words: T) {
  return z.enum(words, { error: missingOr('oneOf') });
}

/**
 * Text for people, `min` to `max` UTF-16 units after trimming. Control characters are refused: they
 * are meaningless in a name and harmful in logs and tables, as is what turns the direction of the
 * text around it. So is text of which nothing is seen: whoever is asked for a name has said none.
 */
export function text(min: number, max: number) {
  return z
    .string({ error: missingOr('text') })
    .trim()
    .min(min, min === 1 ? 'required' : 'tooShort')
    .max(max, 'tooLong')
    .refine((value) => value === '' || isShown(value), 'controlCharacter');
}

/** As `text`, of several lines: a break of a line is the only control that it may have. */
export function lines(max: number) {
  return z
    .string({ error: missingOr('text') })
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max, 'tooLong')
        .refine(
          (value) => value === '' || isShown(value.replaceAll('\n', ' ')),
          'controlCharacter',
        ),
    );
}

/** Controls, breaks of lines, halves of characters, and embeddings and overrides of direction. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The symbol of a market, such as BTCUSDT. `modules/markets` checks whether it exists. */
export const marketSymbol = z
  .string({ error: missingOr('marketSymbol') })
  .regex(MARKET_SYMBOL, 'marketSymbol');

/** The name of an index, such as BTC-USDT. `modules/feeds` checks whether it exists. */
export const indexName = z.string({ error: missingOr('indexName') }).regex(INDEX_NAME, 'indexName');

/** The symbol of an asset, such as USDT. */
export const assetSymbol = z
  .string({ error: missingOr('assetSymbol') })
  .regex(/^[A-Z0-9]{1,16}$/, 'assetSymbol');

/** An id assigned by the engine: an integer from 1 to 2^53 - 1. */
export const id = integer(1, Number.MAX_SAFE_INTEGER);

/** An id that the client chooses for its order. */
export const clientOrderId = z
  .string({ error: missingOr('clientOrderId') })
  .regex(/^[A-Za-z0-9._:/-]{1,36}$/, 'clientOrderId');

/** A time in milliseconds since the epoch, up to the year 2100. */
export const instant = integer(0, 4_102_444_800_000);

/** `from` inclusive and `to` inclusive, both optional. Spread into an input object. */
export const timeRange = { from: instant.optional(), to: instant.optional() };

/** The most rows to return: 1 to `max`, by default `usual`. */
export function limit(usual: number, max: number) {
  return integer(1, max).default(usual);
}

/** A page number from 1. Bounded, because the database reads all rows before a page. */
export const page = integer(1, 1000).default(1);

/** Marks a missing field as `required` and any other wrong type as `key`. */
export function missingOr(key: string) {
  return (issue: { input: unknown }) =>
    issue.input === undefined || issue.input === null ? 'required' : key;
}

function isIntegerLike(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'string' || !INTEGER.test(value)) return false;
  return Number.isSafeInteger(Number(value));
}

function isTruthLike(value: unknown): boolean {
  return (
    value === true ||
    value === false ||
    value === 'true' ||
    value === 'false' ||
    value === '1' ||
    value === '0'
  );
}

const isShown = (value: string) => !CONTROL.test(value) && VISIBLE.test(value);
