/**
 * Digits after the point with which amounts of an asset are read; amounts of any other asset are
 * read with all their digits.
 */
const DECIMALS: Readonly<Record<string, number>> = { USDT: 2 };

/** Below one, an amount keeps this many digits after its leading zeros: a fee is never "0.00". */
const SIGNIFICANT = 2;

/** The digits after the point that an amount of the asset has at least. */
export function decimalsOf(asset: string): number {
  return DECIMALS[asset] ?? 0;
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
