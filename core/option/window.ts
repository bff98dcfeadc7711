/** When an option ends and by which price: published rules, in integers. */

export const SECOND = 1_000;
const HOUR = 3_600_000;
const LONG_WINDOW_MS = 60_000;
const SHORT_WINDOW_MS = 10_000;

/** Fewer ticks than this never settle an option, whatever their rate. */
export const FEWEST_TICKS = 5;

/** The terms that are offered. */
export const TERMS_MS: readonly number[] = [
  ...[30, 60, 120, 300, 900, 1_800].map((seconds) => seconds * SECOND),
  ...[1, 4, 24].map((hours) => hours * HOUR),
];

/**
 * How long before its expiry the ticks count by which an option is settled: a fifth of the term,
 * ten seconds at most, and a minute for terms of an hour or more.
 */
export function windowOf(termMs: number): number {
  return termMs >= HOUR ? LONG_WINDOW_MS : Math.min(SHORT_WINDOW_MS, termMs / 5);
}

export const MAX_WINDOW_MS = LONG_WINDOW_MS;

/** The whole second at or after acceptance and term; it never moves. */
export function expiryOf(acceptedAt: number, termMs: number): number {
  return Math.ceil((acceptedAt + termMs) / SECOND) * SECOND;
}

/**
 * How many ticks must be in a window: 80 % of those that the published rate promises, rounded up,
 * and never fewer than five.
 */
export function neededTicks(windowMs: number, tickMs: number): number {
  const promised = Math.floor(windowMs / tickMs);
  return Math.max(FEWEST_TICKS, Math.ceil((promised * 4) / 5));
}

/** The entry tick comes within five ticks of acceptance and not sooner than five seconds. */
export function entryWithinMs(tickMs: number): number {
  return Math.max(5 * SECOND, 5 * tickMs);
}

/**
 * The mean of prices without the highest and the lowest 30 % (each share rounded down to whole
 * ticks), rounded down to a unit: neither side of an option is the house's by nature, so the
 * direction of rounding favours nobody. At least one price.
 */
export function trimmedMean(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const cut = Math.floor((sorted.length * 3) / 10);
  const kept = sorted.slice(cut, sorted.length - cut);
  return kept.reduce((sum, price) => sum + price, 0n) / BigInt(kept.length);
}

export type OptionDirection = 'up' | 'down';
export type Result = 'won' | 'lost' | 'tied';

/** The settlement price against that of the entry tick; equality is a tie. */
export function resultOf(direction: OptionDirection, entry: bigint, exit: bigint): Result {
  if (exit === entry) return 'tied';
  return exit > entry === (direction === 'up') ? 'won' : 'lost';
}
