import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call } from '../../lib/call.ts';

type Exclusions = CallOutputOf<'getFeedExclusions'>;
type Count = Exclusions['counts'][number];
type Example = Exclusions['examples'][number];

const POLL_MS = 5_000;

/** Quotes that were left out of indices: how many for which reason, and the latest. */
export function Excluded() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['feedExclusions'],
    queryFn: ({ signal }) => call('getFeedExclusions', {}, signal),
    refetchInterval: POLL_MS,
  });
  const shared = {
    ...{ dense: true, failed: query.isError, onRetry: () => void query.refetch() },
    empty: <EmptyState compact title={t(($) => $.feeds.excludedNone)} />,
  };
  const [title, examples] = [t(($) => $.feeds.excluded), t(($) => $.feeds.examples)];
  return (
    <>
      <Panel title={title}>
        <DataTable
          {...shared}
          caption={title}
          columns={useCountColumns()}
          rows={query.data?.counts}
          keyOf={({ source, reason }) => `${source} ${reason}`}
          state={useTableState('excluded')}
          file="excluded-quotes"
        />
      </Panel>
      <Panel title={examples}>
        <DataTable
          {...shared}
          caption={examples}
          columns={useExampleColumns()}
          rows={query.data?.examples}
          keyOf={({ at, index, source }) => `${at} ${index} ${source}`}
          state={useTableState('examples')}
          file="excluded-examples"
        />
      </Panel>
    </>
  );
}

function useShared<Row extends Pick<Count, 'source' | 'reason'>>(): readonly Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'source',
      head: t(($) => $.feeds.name),
      cell: ({ source }) => <Ltr>{source}</Ltr>,
      sort: ({ source }) => source,
      csv: ({ source }) => source,
    },
    {
      name: 'reason',
      head: t(($) => $.feeds.reason),
      cell: ({ reason }) => t(($) => $.feeds.reasons[reason]),
      sort: ({ reason }) => reason,
      csv: ({ reason }) => reason,
    },
  ];
}

function useCountColumns(): readonly Column<Count>[] {
  const { t } = useTranslation();
  return [
    ...useShared<Count>(),
    {
      ...{ name: 'count', head: t(($) => $.feeds.count), figure: true, card: 'value' },
      cell: ({ count }) => <Plain value={count} />,
      sort: ({ count }) => count,
      csv: ({ count }) => String(count),
    },
    {
      name: 'last',
      head: t(($) => $.feeds.last),
      cell: ({ lastAt }) => <Instant at={lastAt} />,
      sort: ({ lastAt }) => lastAt,
      csv: ({ lastAt }) => isoOf(lastAt),
    },
  ];
}

function useExampleColumns(): readonly Column<Example>[] {
  const { t } = useTranslation();
  const price = (name: 'price' | 'indexPrice', head: string): Column<Example> => ({
    ...{ name, head, figure: true },
    cell: (row) => (row[name] === '' ? t(($) => $.none) : <Plain value={row[name]} />),
    csv: (row) => row[name],
  });
  return [
    {
      name: 'at',
      head: t(($) => $.feeds.at),
      cell: ({ at }) => <Instant at={at} />,
      sort: ({ at }) => at,
      csv: ({ at }) => isoOf(at),
    },
    {
      name: 'index',
      head: t(($) => $.feeds.index),
      cell: ({ index }) => <Ltr>{index}</Ltr>,
      sort: ({ index }) => index,
      csv: ({ index }) => index,
    },
    ...useShared<Example>(),
    price(
      'price',
      t(($) => $.feeds.quoted),
    ),
    price(
      'indexPrice',
      t(($) => $.feeds.indexPrice),
    ),
  ];
}
