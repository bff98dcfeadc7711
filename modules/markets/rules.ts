/** The key of the text about an asset; the text is content, and may be missing. */
export const aboutKeyOf = (asset: string) => `coin-${asset.toLowerCase()}`;

/**
 * The change from `open` to `close`, both in units, in percent of the open: two decimals, rounded
 * towards zero, so that no move is shown larger than it was. Empty without an open.
 */
export function changeText(close: number, open: number): string {
  if (open <= 0) return '';
  const hundredths = ((BigInt(close) - BigInt(open)) * 10_000n) / BigInt(open);
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
