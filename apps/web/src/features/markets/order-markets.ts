import { useEffect, useRef, useState } from 'react';
import type { MarketView, TickerView } from '../../lib/api/wire.ts';
import { tickerOf } from '../../lib/data/markets.ts';
import { compareDecimals } from '../../lib/format/compare.ts';
import type { Sorting } from '../../ui/sort-head.tsx';

export type MarketColumn = 'pair' | 'last' | 'change24h' | 'quoteVolume24h';

/** How often a list that is sorted by a moving figure may change its order. */
const REORDER_EVERY_MS = 5000;

/**
 * The markets in the asked order. Rows must not jump under the pointer, so moving figures are
 * compared when the question changes and then every few seconds, not on every tick.
 */
export function useOrdered(
  markets: readonly MarketView[] | undefined,
  sorting: Sorting<MarketColumn> | null,
): readonly MarketView[] | undefined {
  const [, again] = useState(0);
  const moving = sorting !== null && sorting.column !== 'pair';
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => again((count) => count + 1), REORDER_EVERY_MS);
    return () => clearInterval(timer);
  }, [moving]);
  const kept = useRef<{ key: unknown[]; at: number; order: readonly MarketView[] } | null>(null);
  if (!markets) return undefined;
  const key = [markets, sorting];
  const now = performance.now();
  const fresh = kept.current && now - kept.current.at < REORDER_EVERY_MS - 100;
  if (!fresh || kept.current?.key.some((part, i) => part !== key[i])) {
    kept.current = { key, at: now, order: orderMarkets(markets, sorting, tickerOf) };
  }
  return kept.current?.order;
}

/** Sorts a copy; markets without a figure come last whichever way is asked. */
export function orderMarkets(
  markets: readonly MarketView[],
  sorting: Sorting<MarketColumn> | null,
  figuresOf: (market: string) => TickerView | undefined,
): readonly MarketView[] {
  if (!sorting) return markets;
  const { column, order } = sorting;
  const turn = order === 'ascending' ? 1 : -1;
  if (column === 'pair') {
    return [...markets].sort((a, b) => turn * (a.market < b.market ? -1 : 1));
  }
  const figure = (market: MarketView) => (figuresOf(market.market) ?? market)[column];
  return [...markets].sort((a, b) => {
    const [x, y] = [figure(a), figure(b)];
    if (x === '' || y === '') return (x === '' ? 1 : 0) - (y === '' ? 1 : 0);
    return turn * compareDecimals(x, y);
  });
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
