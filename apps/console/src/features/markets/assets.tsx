import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutputOf } from '../../lib/call.ts';

type Assets = CallOutputOf<'getCurrencyAll'>;
type Asset = Assets['assets'][number];

/** All assets, and the markets that trade them. */
export function AssetTable({ query }: { query: UseQueryResult<Assets> }) {
  const { t } = useTranslation();
  const title = t(($) => $.markets.listing.assets);
  const columns: readonly Column<Asset>[] = [
    {
      name: 'asset',
      head: t(($) => $.markets.listing.symbol),
      cell: ({ asset }) => <Ltr>{asset}</Ltr>,
      sort: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      name: 'name',
      head: t(($) => $.markets.listing.name),
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      name: 'markets',
      head: t(($) => $.markets.title),
      cell: ({ markets }) =>
        markets.length === 0 ? t(($) => $.none) : <Ltr>{markets.join(', ')}</Ltr>,
      csv: ({ markets }) => markets.join(' '),
      wraps: true,
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={columns}
        rows={query.data?.assets}
        keyOf={({ asset }) => asset}
        state={useTableState('assets')}
        file="assets"
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.none)} />}
      />
    </Panel>
  );
}
