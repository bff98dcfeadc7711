import { isIndexOpen, nextIndexOpening } from '@assay/modules/feeds/rules';
import { useSyncExternalStore } from 'react';
import type { MarketView } from '../api/wire.ts';
import { everySecond, serverNow } from './clock.ts';

/**
 * When a market that is closed now opens, as an instant; null while it is open. The calendar is a
 * published rule, so nobody has to be asked.
 */
export function useClosedUntil({ indexName }: Pick<MarketView, 'indexName'>): number | null {
  return useSyncExternalStore(everySecond, () => {
    const now = serverNow();
    return isIndexOpen(indexName, now) ? null : nextIndexOpening(indexName, now);
  });
}
