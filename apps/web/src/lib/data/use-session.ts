import { useSyncExternalStore } from 'react';
import type { MarketView } from '../api/wire.ts';
import { everySecond, serverNow } from './clock.ts';
import { api } from './services.ts';

type Rules = typeof import('@assay/modules/feeds/rules');
let rules: Rules | null = null;
let hours: InstanceType<Rules['PublishedDays']> | null = null;

/** The calendars come after the screen, in a task of their own: no list waits for them. */
function untilClosed(changed: () => void): () => void {
  if (hours === null) setTimeout(() => void loadCalendars().then(changed));
  return everySecond(changed);
}

async function loadCalendars(): Promise<void> {
  // Without a network they are asked for again by the next list.
  rules ??= await import('@assay/modules/feeds/rules').catch(() => null);
  if (rules === null) return;
  const days = await api.call('getCalendarDays', {}, { quiet: true }).catch(() => null);
  if (days !== null) hours = new rules.PublishedDays(days.days.toReversed());
}

/**
 * When a market that is closed now opens, as an instant; null while it is open. The calendar is a
 * published rule, and so are the days that differ from it.
 */
export function useClosedUntil({ indexName }: Pick<MarketView, 'indexName'>): number | null {
  return useSyncExternalStore(untilClosed, () => {
    const now = serverNow();
    if (rules === null || rules.isIndexOpen(indexName, now, hours?.of)) return null;
    return rules.nextIndexOpening(indexName, now, hours?.of);
  });
}
