import { useSyncExternalStore } from 'react';
import { everySecond, serverNow } from '../../lib/data/clock.ts';
import { tickerOf } from '../../lib/data/markets.ts';

/** A price older than this is greyed and nothing is sent on it. */
export const STALE_AFTER_MS = 5000;

/**
 * Whole seconds since the market's price was made, by the server's clock; 0 while it is fresh or
 * not yet known. It also ages while the connection is down, because nothing renews it then.
 */
export function useStaleSeconds(market: string): number {
  return useSyncExternalStore(everySecond, () => staleSeconds(market));
}

/** Whether it is older than that: draws again when this turns, not every second. */
export function useStale(market: string): boolean {
  return useSyncExternalStore(everySecond, () => staleSeconds(market) > 0);
}

function staleSeconds(market: string): number {
  const madeAt = tickerOf(market)?.indexAt ?? 0;
  if (madeAt === 0) return 0;
  return secondsOver(serverNow() - madeAt);
}

/** Exported for its test: whole seconds of an age in ms, 0 up to the limit. */
export function secondsOver(ageMs: number): number {
  return ageMs > STALE_AFTER_MS ? Math.floor(ageMs / 1000) : 0;
}
