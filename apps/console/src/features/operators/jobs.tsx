import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { calls } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';

type Job = CallOutput<(typeof calls)['getJobs']>['jobs'][number];

const POLL_MS = 5_000;

/** Periodic work of the server: the last run of each, and what went wrong. */
export function Jobs() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => call('getJobs', {}, signal),
    refetchInterval: POLL_MS,
  });
  const columns: readonly Column<Job>[] = [
    {
      name: 'name',
      head: t(($) => $.jobs.name),
      cell: ({ name }) => <Ltr>{name}</Ltr>,
      sort: ({ name }) => name,
    },
    {
      ...{ name: 'runs', head: t(($) => $.jobs.runs), figure: true },
      cell: ({ runs }) => <Plain value={runs} />,
      sort: ({ runs }) => runs,
    },
    {
      ...{ name: 'failures', head: t(($) => $.jobs.failures), figure: true },
      cell: ({ failures }) => <Plain value={failures} />,
      sort: ({ failures }) => failures,
    },
    {
      name: 'last',
      head: t(($) => $.jobs.last),
      cell: ({ lastStartedAt: at }) => (at === null ? t(($) => $.none) : <Instant at={at} />),
    },
    {
      name: 'error',
      head: t(($) => $.jobs.error),
      cell: ({ lastError }) => lastError ?? t(($) => $.none),
      wraps: true,
    },
  ];
  return (
    <DataTable
      dense
      caption={t(($) => $.jobs.title)}
      columns={columns}
      rows={query.data?.jobs}
      keyOf={({ name }) => name}
      state={useTableState('jobs')}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      empty={<EmptyState compact title={t(($) => $.none)} />}
    />
  );
}
