import { useSyncExternalStore } from 'react';
import type { MarketView } from '../api/wire.ts';
import { everySecond, serverNow } from './clock.ts';

type Calendars = typeof import('@assay/modules/feeds/rules');
let calendars: Calendars | null = null;

/** The calendars come after the screen, in a task of their own: no list waits for them. */
function untilClosed(changed: () => void): () => void {
  if (calendars === null) setTimeout(() => void loadCalendars().then(changed));
  return everySecond(changed);
}

async function loadCalendars(): Promise<void> {
  // Without a network they are asked for again by the next list.
  calendars ??= await import('@assay/modules/feeds/rules').catch(() => null);
}

/**
 * When a market that is closed now opens, as an instant; null while it is open. The calendar is a
 * published rule, so nobody has to be asked.
 */
export function useClosedUntil({ indexName }: Pick<MarketView, 'indexName'>): number | null {
  return useSyncExternalStore(untilClosed, () => {
    const now = serverNow();
    if (calendars === null || calendars.isIndexOpen(indexName, now)) return null;
    return calendars.nextIndexOpening(indexName, now);
  });
}
