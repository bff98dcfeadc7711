/**
 * An amount of one asset in units of 1e-8, zero or above: a safe integer, as nearly all are, or a
 * bigint. Both mean the same; arithmetic on bigints costs ten times as much.
 */
export type Amount = number | bigint;

/**
 * A balance is an int64, kept as two numbers: high × 2^52 + low, where 0 <= low < 2^52. The sum of
 * two low parts is then exact in a double, which is why the parts are of this size.
 */
export const LOW_END = 2 ** 52;
const LOW_BITS = 52;
const SHIFT = BigInt(LOW_BITS);

/** Balances lie strictly between -2^63 and 2^63; this is the limit of their high parts. */
export const HIGH_END = 2 ** 11;

/** True for an amount that may be moved or held: whole, and not below zero. */
export function isAmount(amount: Amount): boolean {
  return typeof amount === 'number'
    ? amount >= 0 && Number.isSafeInteger(amount)
    : amount >= 0n && amount >> SHIFT < HIGH_END;
}

/** True for an amount that fits its low part. */
export function isLow(amount: Amount): amount is number {
  return (
    typeof amount === 'number' && amount >= 0 && amount < LOW_END && Math.floor(amount) === amount
  );
}

export function highPart(amount: Amount): number {
  if (typeof amount === 'number') return amount < LOW_END ? 0 : 1;
  return Number(amount >> SHIFT);
}

export function lowPart(amount: Amount): number {
  if (typeof amount === 'number') return amount < LOW_END ? amount : amount - LOW_END;
  return Number(BigInt.asUintN(LOW_BITS, amount));
}

/** The bigint value of the two parts. */
export function joined(high: number, low: number): bigint {
  return (BigInt(high) << SHIFT) + BigInt(low);
}
