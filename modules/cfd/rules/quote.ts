import type { Terms } from './terms.ts';

/** A session of a symbol, by its calendar; without an end where it never closes. */
export interface Session {
  readonly opensAt: number;
  readonly closesAt: number | null;
}

/**
 * When symbols are open: a pure function of published calendars, so that it decides inside the
 * engine. Filled in by whoever has calendars.
 */
export interface Sessions {
  /** The session of the index at that time; null while it is closed. */
  sessionAt(index: string, at: number): Session | null;
  /** When it opens next; null when the calendar does not say. */
  nextOpening(index: string, at: number): number | null;
}

/** For indices that are traded at all times. */
export const ALWAYS_OPEN: Sessions = {
  sessionAt: () => ({ opensAt: 0, closesAt: null }),
  nextOpening: (_, at) => at,
};

/** The ticks over which the range of the price is looked at. */
const RANGE_TICKS = 16;

/** The prices of a contract at one tick. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly spread: number;
}

type SpreadTerms = Pick<Terms, 'spread' | 'thinMs' | 'thinPercent' | 'calmPpm'>;

/**
 * The spread at a tick, for everybody the same: that of the terms, wider in the first and last
 * minutes of a session, and twice or four times as wide while prices move fast. Rounded up to a
 * whole unit.
 * @param recent index prices of the last ticks, this one included, at most RANGE_TICKS
 */
export function spreadAt(
  { spread, thinMs, thinPercent, calmPpm }: SpreadTerms,
  { opensAt, closesAt }: Session,
  at: number,
  recent: readonly number[],
): number {
  const isThin = at - opensAt < thinMs || (closesAt !== null && closesAt - at <= thinMs);
  const range = rangePpm(recent);
  const times = range >= 4 * calmPpm ? 4 : range >= calmPpm ? 2 : 1;
  const percent = BigInt(times * (isThin ? thinPercent : 100));
  return Number((BigInt(spread) * percent + 99n) / 100n);
}

/** How far the highest of some prices is above the lowest, in millionths of it, rounded down. */
export function rangePpm(prices: readonly number[]): number {
  const least = prices.reduce((a, b) => Math.min(a, b));
  const most = prices.reduce((a, b) => Math.max(a, b));
  return Number((BigInt(most - least) * 1_000_000n) / BigInt(least));
}

/** Half of the spread below the index, and the rest above; never below one unit. */
export function quoteAt(index: number, spread: number): Quote {
  const bid = Math.max(1, index - Math.floor(spread / 2));
  return { bid, ask: bid + spread, spread };
}

/** The index of which these are the prices; not where a spread is twice its price and more. */
export function indexOf({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): number {
  return bid + Math.floor((ask - bid) / 2);
}

/** The last prices with one more, as they are stored. */
export function withTick(recent: readonly number[], index: number): number[] {
  return [...recent, index].slice(-RANGE_TICKS);
}
