import type { Sorting } from '@assay/kit/format/sorting.ts';
import { useEffect, useRef, useState } from 'react';
import type { MarketView } from '../../lib/api/wire.ts';
import { type MarketColumn, orderMarkets } from '../../lib/data/order-markets.ts';
import { contractOf } from '../../lib/data/pair-text.ts';
import { listFigures } from '../../lib/data/use-headline.ts';

/** How often a list that is sorted by a live figure may be reordered. */
const REORDER_EVERY_MS = 5000;

/**
 * The markets in the requested order. Rows must not jump under the pointer, so the list is sorted
 * when the sorting changes and then every few seconds, not on every tick.
 */
export function useOrdered(
  markets: readonly MarketView[] | undefined,
  sorting: Sorting<MarketColumn> | null,
): readonly MarketView[] | undefined {
  const [, rerender] = useState(0);
  const moving = sorting !== null && sorting.column !== 'pair';
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => rerender((count) => count + 1), REORDER_EVERY_MS);
    return () => clearInterval(timer);
  }, [moving]);
  const kept = useRef<{ key: unknown[]; at: number; order: readonly MarketView[] } | null>(null);
  if (!markets) return undefined;
  const key = [markets, sorting];
  const now = performance.now();
  const fresh = kept.current && now - kept.current.at < REORDER_EVERY_MS - 100;
  if (!fresh || kept.current?.key.some((part, i) => part !== key[i])) {
    kept.current = { key, at: now, order: orderMarkets(listed(markets), sorting, listFigures) };
  }
  return kept.current?.order;
}

/** What was delisted is found by its address, by its orders, and nowhere else. */
function listed(markets: readonly MarketView[]): readonly MarketView[] {
  return markets.filter(({ stage }) => stage !== 'delisted');
}

/** Whether a market trades contracts on a price; the others trade the thing itself. */
export function isContract({ market }: Pick<MarketView, 'market'>): boolean {
  return contractOf(market) !== undefined;
}

/** The markets whose symbol, base or name contains the text, ignoring case and separators. */
export function searchMarkets(markets: readonly MarketView[], text: string): readonly MarketView[] {
  const wanted = text.toLowerCase().replace(/[\s/_-]/g, '');
  if (wanted === '') return markets;
  return markets.filter((market) =>
    [market.market, market.base, market.name].some((part) =>
      part
        .toLowerCase()
        .replace(/[\s/_-]/g, '')
        .includes(wanted),
    ),
  );
}
