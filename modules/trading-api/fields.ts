import { INTERVALS } from '@assay/modules/feeds/schema';
import { z } from 'zod';

/**
 * The parameters that endpoints share. An error message is `code text`, with {name} for the
 * parameter's name; the texts that clients match are all here.
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

/** The form of a symbol; the endpoint looks up whether it is listed (-1121). */
export const symbol = z
  .string({ error: MISSING })
  .regex(/^[A-Z0-9\-_.]{1,20}$/, illegal(SYMBOL_RANGE));

/** A list of symbols as JSON text: `["BTCUSDT","ETHUSDT"]`. */
export const symbols = z
  .string({ error: MISSING })
  .regex(/^\["[A-Z0-9\-_.]{1,20}"(,"[A-Z0-9\-_.]{1,20}")*\]$/, illegal('["SYMBOL",…]'))
  .transform((text) => JSON.parse(text) as string[])
  .refine(
    (list) => new Set(list).size === list.length,
    '-1151 Symbol is present multiple times in the list.',
  );

/** An integer from `min` on, below 2^53. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string({ error: MISSING })
    .regex(/^[0-9]{1,16}$/, illegal('^[0-9]{1,20}$'))
    .transform(Number)
    .refine((value) => value >= min && value <= max, illegal(`${min}-${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** A number of rows: a number above `max` counts as `max`, as clients of this API expect. */
export function limit(standard: number, max: number) {
  return integer(1)
    .transform((value) => Math.min(value, max))
    .default(standard)
    .meta({ maximum: max });
}

/** Milliseconds since the epoch; a number of 16 digits is in microseconds. */
export const instant = integer(0).transform((value) =>
  value >= 1e15 ? Math.floor(value / 1000) : value,
);

/** A decimal: digits and at most one dot; no sign and no exponent. */
export const decimal = z
  .string({ error: MISSING })
  .regex(/^[0-9]{1,20}(\.[0-9]{1,20})?$/, illegal('^([0-9]{1,20})(\\.[0-9]{1,20})?$'))
  .transform(plain);

/** Removes needless zeros: "007.500" becomes "7.5". */
function plain(text: string): string {
  const [digits = '', fraction = ''] = text.split('.');
  const short = fraction.replace(/0+$/, '');
  const left = digits.replace(/^0+(?=\d)/, '');
  return short === '' ? left : `${left}.${short}`;
}

export const truth = z
  .string({ error: MISSING })
  .regex(/^(true|false)$/i, illegal('true|false'))
  .transform((text) => text.toLowerCase() === 'true');

/** One value of a closed list, with the error that clients know for any other. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T, error: string) {
  return z.enum(values, { error: missingOr(error) });
}

export const SIDE = oneOf(['BUY', 'SELL'], '-1117 Invalid side.');

/** Intervals of candles: ours, and the second, which is made from trades. */
const API_INTERVALS = ['1s', ...INTERVALS] as const;
export const interval = oneOf(API_INTERVALS, '-1120 Invalid interval.');

const ZONE = /^([+-]?)(\d{1,2})(?::([0-5]\d))?$/;
const ZONES = '-12:00 to 14:00 in quarters of an hour';
const QUARTER = 15;

/** How far a clock is ahead of UTC, as `8`, `-3` or `05:45`; in minutes. */
export const timeZone = z
  .string({ error: MISSING })
  .regex(ZONE, illegal(ZONES))
  .transform((text) => {
    const [, sign, hours, minutes = '0'] = ZONE.exec(text) ?? [];
    const ahead = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -ahead : ahead;
  })
  .refine((ahead) => ahead % QUARTER === 0 && ahead >= -720 && ahead <= 840, illegal(ZONES))
  .default(0);

/** The id that a client gives its order. */
export const clientOrderId = z
  .string({ error: MISSING })
  .regex(/^[a-zA-Z0-9-_]{1,36}$/, illegal('^[a-zA-Z0-9-_]{1,36}$'));
