/**
 * Decimal text at the edge, integers inside. The grammar is strict on purpose: digits with at most
 * one dot, no sign, no exponent, no leading zeros, no Unicode digits. Other text is refused and
 * never rounded, because it may not be what a person meant.
 */

const GRAMMAR = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;

/** Scale of every asset in the ledger: amounts are integers of 1e-8. */
export const SCALE = 8;

/**
 * Reads decimal text as an integer of 10^-scale units.
 * Returns null when the text is outside the grammar or finer than the scale (trailing zeros are
 * fine).
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  if (typeof text !== 'string' || !GRAMMAR.test(text)) return null;
  const dot = text.indexOf('.');
  if (dot < 0) return BigInt(text) * 10n ** BigInt(scale);
  let end = text.length;
  while (end > dot + 1 && text.charCodeAt(end - 1) === 48) end -= 1;
  const fraction = text.slice(dot + 1, end);
  if (fraction.length > scale) return null;
  return BigInt(text.slice(0, dot) + fraction.padEnd(scale, '0'));
}

/** Any number of this many digits is exact as a double. */
const EXACT_DIGITS = 15;
/** Any number of this many digits is a 32-bit integer, which is fast. */
const INT32_DIGITS = 9;
/** 10^0, 10^1 …: computing a power costs as much as reading a short text. */
const POWERS = Array.from({ length: INT32_DIGITS + 1 }, (_, power) => 10 ** power);
const ZERO = 48;
/** The character code of the dot, relative to the digit 0. */
const DOT = 46 - ZERO;

/**
 * As parseDecimal, but returns a safe integer; -1 when the text is refused or the value is not
 * safe. Nearly all texts are short and read digit by digit: a bigint costs ten times as much.
 */
export function parseSafe(text: string, scale: number): number {
  if (typeof text !== 'string') return -1;
  const { length } = text;
  let digits = 0; // of the current part; an overflow is caught below
  let whole = 0;
  let dot = -1;
  for (let i = 0; i < length; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) digits = (Math.imul(digits, 10) + digit) | 0;
    else if (digit === DOT && dot < 0) {
      dot = i;
      whole = digits;
      digits = 0;
    } else return -1;
  }
  if (dot < 0) {
    dot = length;
    whole = digits;
    digits = 0;
  }
  const decimals = Math.max(0, length - dot - 1);
  const isShort = dot + scale <= EXACT_DIGITS && Math.max(dot, scale) <= INT32_DIGITS;
  if (!isShort || decimals > scale) return parseLong(text, scale);
  if (dot === 0 || dot === length - 1) return -1;
  if (dot > 1 && text.charCodeAt(0) === ZERO) return -1;
  return whole * POWERS[scale]! + digits * POWERS[scale - decimals]!;
}

function parseLong(text: string, scale: number): number {
  const value = parseDecimal(text, scale);
  return value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? -1 : Number(value);
}

/**
 * Writes an integer of 10^-scale units as decimal text without trailing zeros: -150 at 2 is "-1.5".
 */
export function formatDecimal(value: bigint, scale: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let end = digits.length;
  while (end > whole.length && digits.charCodeAt(end - 1) === 48) end -= 1;
  const fraction = digits.slice(whole.length, end);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** As formatDecimal, for a safe integer: the common case of the hot path, without a bigint. */
export function formatSafe(value: number, scale: number): string {
  if (value < 0) return `-${formatSafe(-value, scale)}`;
  if (scale > INT32_DIGITS) return formatDecimal(BigInt(value), scale);
  const one = POWERS[scale] as number;
  const whole = Math.floor(value / one);
  let fraction = value - whole * one;
  if (fraction === 0) return String(whole);
  let digits = scale;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  return `${whole}.${String(fraction).padStart(digits, '0')}`;
}
