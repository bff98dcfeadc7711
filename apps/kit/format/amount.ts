/**
 * Digits after the point with which amounts of an asset are read; amounts of any other asset are
 * read with all their digits.
 */
const DECIMALS: Readonly<Record<string, number>> = { USDT: 2 };

/** Below one, an amount keeps this many digits after its leading zeros: a fee is never "0.00". */
const SIGNIFICANT = 2;

/** Digits after the point that every amount has at least, a zero too. */
export const LEAST_DECIMALS = 2;

/**
 * How many digits after the point the amounts of one sum are written with: as many as the longest
 * of them has. Each part cut by itself would leave them a cent short of each other.
 */
export function digitsOfSum(amounts: readonly string[]): number {
  return Math.max(LEAST_DECIMALS, ...amounts.map(decimalsOf));
}

function decimalsOf(value: string): number {
  return (/\.(\d*[1-9])/.exec(value)?.[1] ?? '').length;
}

/**
 * Decimal text with the digits that matter. The others are cut off, because rounding up would show
 * more than there is.
 */
export function shortened(value: string, asset: string): string {
  const most = DECIMALS[asset];
  const point = value.indexOf('.');
  if (most === undefined || point === -1) return value;
  const zeros = /^-?0\.(0*)/.exec(value)?.[1]?.length;
  const digits = zeros === undefined ? most : Math.max(most, zeros + SIGNIFICANT);
  return value.slice(0, point + 1 + digits);
}

/** Whether the amount has digits that are not shown. */
export function isShortened(value: string, asset: string): boolean {
  return /[1-9]/.test(value.slice(shortened(value, asset).length));
}
