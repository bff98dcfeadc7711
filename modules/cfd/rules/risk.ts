/**
 * The risk rate of an account: half of its margin over its equity. At 100 % it is closed out.
 */

/** Quarters of the margin at or below which the equity warns, warns again, and closes out. */
const QUARTERS = [4n, 3n, 2n] as const;
export const CLOSE_OUT = 3;

/** 0: nothing to say; 1 and 2: warnings; 3: due to be closed out. */
export function levelOf(equity: bigint, margin: bigint): number {
  if (margin === 0n) return 0;
  return QUARTERS.filter((quarters) => equity * 4n <= margin * quarters).length;
}

/** In millionths, rounded up; null when there is nothing left against the margin. */
export function riskRatePpm(equity: bigint, margin: bigint): bigint | null {
  if (margin === 0n) return 0n;
  if (equity <= 0n) return null;
  return (margin * 500_000n + equity - 1n) / equity;
}

/** What the equity may lose before the next threshold below a level is reached; rounded down. */
export function roomAbove(level: number, equity: bigint, margin: bigint): bigint {
  return (equity * 4n - margin * QUARTERS[level]!) / 4n;
}
