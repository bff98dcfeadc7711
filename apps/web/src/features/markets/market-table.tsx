import { SortHead } from '@assay/kit/data/sort-head.tsx';
import table from '@assay/kit/data/table.module.css';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import type { Sorting } from '@assay/kit/format/sorting.ts';
import { useIsPhone } from '@assay/kit/look/small-screens.ts';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketView } from '../../lib/api/wire.ts';
import { useTickerStream } from '../../lib/data/markets.ts';
import type { MarketColumn } from '../../lib/data/order-markets.ts';
import { MarketRow } from './market-row.tsx';
import css from './market-table.module.css';

/** As many as it shows while it loads. */
const ROWS = 12;

interface MarketTableProps {
  /** In the order of display; undefined while loading. */
  markets: readonly MarketView[] | undefined;
  sorting: Sorting<MarketColumn> | null;
  onSort(next: Sorting<MarketColumn> | null): void;
  /** Shown when the list is empty. */
  empty: ReactNode;
  caption: string;
}

/** The table of quotes, used on the home screen and the market screen. */
export function MarketTable({ sorting, onSort, empty, caption, ...props }: MarketTableProps) {
  useTickerStream();
  // The rows are drawn in slices, between which a slow phone answers.
  const markets = useDeferredValue(props.markets);
  const isPhone = useIsPhone();
  if (markets?.length === 0) return <div className={css.scroll}>{empty}</div>;
  return (
    <table className={`${table.table} ${css.table}`} aria-busy={markets === undefined}>
      <caption className="seen-by-ear">{caption}</caption>
      <Columns />
      <Head sorting={sorting} onSort={onSort} />
      <tbody>
        {markets
          ? markets.map((market) => (
              <MarketRow key={market.market} market={market} brief={isPhone} />
            ))
          : [...Array(ROWS).keys()].map((i) => <SkeletonRow key={i} />)}
      </tbody>
    </table>
  );
}

/**
 * In the place of the list, as long as it has never come: as high as while it loads, so that
 * nothing below moves with each try.
 */
export function ListFailure({ onRetry }: { onRetry(): void }) {
  return (
    <div className={css.failed}>
      <Failure onRetry={onRetry} />
    </div>
  );
}

function Columns() {
  return (
    <colgroup>
      <col className={css.columnStar} />
      <col className={css.columnPair} />
      <col span={4} />
      <col className={css.columnVolume} />
      <col className={css.columnSpark} />
      <col className={css.columnOperate} />
    </colgroup>
  );
}

function Head({ sorting, onSort }: Pick<MarketTableProps, 'sorting' | 'onSort'>) {
  const { t } = useTranslation();
  const sort = { sorting, onSort };
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="seen-by-ear">{t(($) => $.markets.columns.favourite)}</span>
        </th>
        <SortHead column="pair" {...sort}>
          {t(($) => $.markets.columns.pair)}
        </SortHead>
        <SortHead column="price" figure {...sort}>
          {t(($) => $.markets.columns.last)}
        </SortHead>
        <SortHead column="change24h" figure {...sort}>
          {t(($) => $.markets.columns.change)}
        </SortHead>
        <th scope="col" className={table.figure}>
          {t(($) => $.markets.columns.high)}
        </th>
        <th scope="col" className={table.figure}>
          {t(($) => $.markets.columns.low)}
        </th>
        <SortHead column="quoteVolume24h" figure {...sort}>
          {t(($) => $.markets.columns.volume)}
        </SortHead>
        <th scope="col" className={css.spark}>
          {t(($) => $.markets.columns.spark)}
        </th>
        <th scope="col" className={table.end}>
          {t(($) => $.markets.columns.operate)}
        </th>
      </tr>
    </thead>
  );
}

function SkeletonRow() {
  return (
    <tr>
      <td />
      <td>
        <Skeleton width="8rem" height="1.25rem" />
      </td>
      {[...Array(5).keys()].map((i) => (
        <td key={i} className={table.figure}>
          <Skeleton width="70%" />
        </td>
      ))}
      <td>
        <Skeleton height="1.25rem" />
      </td>
      <td>
        <Skeleton height="1.25rem" />
      </td>
    </tr>
  );
}
