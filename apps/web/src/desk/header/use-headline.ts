import { useSyncExternalStore } from 'react';
import { useTicker } from '../../lib/data/markets.ts';
import { useDesk } from '../context.tsx';
import { serverNow } from '../prices.ts';
import { type Headline, headlineOf } from './headline.ts';
import { everySecond } from './use-stale.ts';

/** The price of the desk's market: its last price, or the mark price once that is old. */
export function useHeadline(): Headline {
  const { market } = useDesk();
  const ticker = useTicker(market.market) ?? market;
  const isOld = useSyncExternalStore(everySecond, () => headlineOf(ticker, serverNow()).isMark);
  return headlineOf(ticker, isOld ? Number.POSITIVE_INFINITY : ticker.lastAt);
}
