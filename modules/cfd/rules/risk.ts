/**
 * The risk rate of an account: the share of its margin at which it is closed out, over its equity.
 * At 100 % it is closed out. The share is that of the person's country policy: a half, or all.
 */

/** The share in percent where no policy says another. */
export const CLOSE_OUT_PERCENT = 50;
/** Halves of that share at or below which the equity warns, warns again, and closes out. */
const HALVES = [4n, 3n, 2n] as const;
export const CLOSE_OUT = 3;
/** Percent, in halves. */
const WHOLE = 200n;

/** Whether an account may be closed out at a share of its margin: a half at least. */
export function isCloseOut(percent: unknown): percent is number {
  return Number.isSafeInteger(percent) && (percent as number) >= 50 && (percent as number) <= 100;
}

/** 0: nothing to say; 1 and 2: warnings; 3: due to be closed out. */
export function levelOf(equity: bigint, margin: bigint, percent: number): number {
  if (margin === 0n) return 0;
  const share = margin * BigInt(percent);
  return HALVES.filter((halves) => equity * WHOLE <= share * halves).length;
}

/** In millionths, rounded up; null when there is nothing left against the margin. */
export function riskRatePpm(equity: bigint, margin: bigint, percent: number): bigint | null {
  if (margin === 0n) return 0n;
  if (equity <= 0n) return null;
  return (margin * BigInt(percent) * 10_000n + equity - 1n) / equity;
}

/** What the equity may lose before the next threshold below a level is reached; rounded down. */
export function roomAbove(level: number, equity: bigint, margin: bigint, percent: number): bigint {
  return (equity * WHOLE - margin * BigInt(percent) * HALVES[level]!) / WHOLE;
}
