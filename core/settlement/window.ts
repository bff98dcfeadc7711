import { assert } from '../num/integer.ts';
import { HOUR, SECOND } from '../time.ts';

/**
 * The price of a moment as the mean of the ticks before it without the highest and the lowest, so
 * that no single tick decides. Published arithmetic: the server settles by it and a browser checks
 * it (reference: Nadex, ten seconds without the highest and the lowest 30 %).
 */

/** A tick in a window; the price in units of 1e-8. */
export interface WindowTick {
  /** Its number in the tick log of the index. */
  readonly n: number;
  readonly at: number;
  readonly price: bigint;
}

/** Of the ticks that the symbol's published rate promises, in percent. */
const ENOUGH_PERCENT = 80;
const LEAST_TICKS = 5;
/** Left out at each end, in percent of the ticks, rounded down to whole ticks. */
const TRIMMED_PERCENT = 30;

const LONGEST_WINDOW_MS = 10 * SECOND;
const WINDOW_PERCENT = 20;
const LONG_TERM_MS = HOUR;
const LONG_WINDOW_MS = 60 * SECOND;

/** The window before the end of a term: 20 % of it, 10 s at most; 60 s for an hour and longer. */
export function windowMs(termMs: number): number {
  if (termMs >= LONG_TERM_MS) return LONG_WINDOW_MS;
  return Math.min(LONGEST_WINDOW_MS, Math.floor((termMs * WINDOW_PERCENT) / 100));
}

/** How many ticks a window must have, for a symbol with a tick every `tickMs`. */
export function ticksNeeded(window: number, tickMs: number): number {
  const promised = Math.floor(window / tickMs);
  return Math.max(LEAST_TICKS, Math.ceil((promised * ENOUGH_PERCENT) / 100));
}

export interface SettlementWindow {
  /** The moment that is settled; its own tick counts. */
  readonly end: number;
  readonly windowMs: number;
  /** A tick every so often is what the symbol's published rate promises. */
  readonly tickMs: number;
}

/** How a window was settled, or that it could not be. */
export type WindowResult =
  | {
      readonly isVoid: false;
      readonly price: bigint;
      readonly found: number;
      readonly needed: number;
      /** Left out at each end. */
      readonly trimmed: number;
      /** The numbers of the first and the last tick of the window. */
      readonly firstN: number;
      readonly lastN: number;
    }
  | { readonly isVoid: true; readonly found: number; readonly needed: number };

/**
 * Settles the ticks in (end - windowMs, end]; others are passed over. `ticks` are in the order of
 * their numbers, those without a price left out. Too few of them make it void.
 */
export function settleWindow(
  ticks: readonly WindowTick[],
  { end, windowMs: window, tickMs }: SettlementWindow,
): WindowResult {
  const within = ticks.filter(({ at }) => at > end - window && at <= end);
  for (const [i, { n, price }] of within.entries()) {
    assert(price > 0n, `tick ${n} has no price`);
    assert(i === 0 || n > within[i - 1]!.n, `tick ${n} is out of order`);
  }
  const found = within.length;
  const needed = ticksNeeded(window, tickMs);
  if (found < needed) return { isVoid: true, found, needed };
  const trimmed = Math.floor((found * TRIMMED_PERCENT) / 100);
  const sorted = within.map(({ price }) => price).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const price = meanOf(sorted.slice(trimmed, found - trimmed));
  const [first, last] = [within[0]!, within[found - 1]!];
  return { isVoid: false, price, found, needed, trimmed, firstN: first.n, lastN: last.n };
}

/** The mean rounded to a unit; from exactly between two to the even one, which favours no side. */
function meanOf(prices: readonly bigint[]): bigint {
  const count = BigInt(prices.length);
  const sum = prices.reduce((all, price) => all + price, 0n);
  const down = sum / count;
  const twice = (sum - down * count) * 2n;
  if (twice > count || (twice === count && down % 2n === 1n)) return down + 1n;
  return down;
}
