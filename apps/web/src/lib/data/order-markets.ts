import { compareDecimals } from '@assay/kit/format/compare.ts';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import type { MarketView } from '../api/wire.ts';

export type MarketColumn = 'pair' | 'price' | 'change24h' | 'quoteVolume24h';

/** What a list shows of a market. Decimal text; empty where there is none. */
export type ListFigures = Readonly<Record<Exclude<MarketColumn, 'pair'>, string>>;

/** Sorts a copy; markets without a figure come last in either direction. */
export function orderMarkets(
  markets: readonly MarketView[],
  sorting: Sorting<MarketColumn> | null,
  figuresOf: (market: MarketView) => ListFigures,
): readonly MarketView[] {
  if (!sorting) return markets;
  const { column, order } = sorting;
  const turn = order === 'ascending' ? 1 : -1;
  if (column === 'pair') {
    return [...markets].sort((a, b) => turn * (a.market < b.market ? -1 : 1));
  }
  const figure = (market: MarketView) => figuresOf(market)[column];
  return [...markets].sort((a, b) => {
    const [x, y] = [figure(a), figure(b)];
    if (x === '' || y === '') return (x === '' ? 1 : 0) - (y === '' ? 1 : 0);
    return turn * compareDecimals(x, y);
  });
}
