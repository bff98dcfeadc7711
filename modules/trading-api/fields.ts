import { INTERVALS } from '@assay/modules/feeds/schema';
import { z } from 'zod';

/**
 * The parameters that endpoints share. An error is `code text`, with {name} for the parameter's
 * name: what clients match is decided here and nowhere else.
 */
export const MISSING =
  "-1102 Mandatory parameter '{name}' was not sent, was empty/null, or malformed.";

export function illegal(range: string): string {
  return `-1100 Illegal characters found in parameter '{name}'; legal range is '${range}'.`;
}

function missingOr(error: string) {
  return (issue: { input: unknown }) => (issue.input === undefined ? MISSING : error);
}

const SYMBOL_RANGE = '^[A-Z0-9-_.]{1,20}$';

/** The symbol of a market; whether it is listed is looked up by the endpoint (-1121). */
export const symbol = z
  .string({ error: MISSING })
  .regex(/^[A-Z0-9\-_.]{1,20}$/, illegal(SYMBOL_RANGE));

/** `["BTCUSDT","ETHUSDT"]`, as text. */
export const symbols = z
  .string({ error: MISSING })
  .regex(/^\["[A-Z0-9\-_.]{1,20}"(,"[A-Z0-9\-_.]{1,20}")*\]$/, illegal('["SYMBOL",…]'))
  .transform((text) => JSON.parse(text) as string[])
  .refine(
    (list) => new Set(list).size === list.length,
    '-1151 Symbol is present multiple times in the list.',
  );

/** A whole number from `min` on, below 2^53. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string({ error: MISSING })
    .regex(/^[0-9]{1,16}$/, illegal('^[0-9]{1,20}$'))
    .transform(Number)
    .refine((value) => value >= min && value <= max, illegal(`${min}-${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** How many rows: a number above `max` counts as `max`, as clients of this API expect. */
export function limit(usual: number, max: number) {
  return whole(1)
    .transform((value) => Math.min(value, max))
    .default(usual)
    .meta({ maximum: max });
}

/** Milliseconds since the epoch; a number of 16 digits is in microseconds. */
export const instant = whole(0).transform((value) =>
  value >= 1e15 ? Math.floor(value / 1000) : value,
);

/** A decimal above zero: digits and at most one dot; no sign and no exponent. */
export const decimal = z
  .string({ error: MISSING })
  .regex(/^[0-9]{1,20}(\.[0-9]{1,20})?$/, illegal('^([0-9]{1,20})(\\.[0-9]{1,20})?$'))
  .transform(plain);

/** Without needless zeros: "007.500" is "7.5". */
function plain(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const short = fraction.replace(/0+$/, '');
  const left = whole.replace(/^0+(?=\d)/, '');
  return short === '' ? left : `${left}.${short}`;
}

export const truth = z
  .string({ error: MISSING })
  .regex(/^(true|false)$/i, illegal('true|false'))
  .transform((text) => text.toLowerCase() === 'true');

/** One of a closed list, with the error that clients know for it. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T, error: string) {
  return z.enum(words, { error: missingOr(error) });
}

export const SIDE = oneOf(['BUY', 'SELL'], '-1117 Invalid side.');

export const interval = oneOf(INTERVALS, '-1120 Invalid interval.');

/** An id that a client gives its order. */
export const clientOrderId = z
  .string({ error: MISSING })
  .regex(/^[a-zA-Z0-9-_]{1,36}$/, illegal('^[a-zA-Z0-9-_]{1,36}$'));
