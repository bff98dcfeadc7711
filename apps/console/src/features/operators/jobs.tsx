import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import type { calls } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';

type Job = CallOutput<(typeof calls)['getJobs']>['jobs'][number];

const POLL_MS = 5_000;

type Result = 'never' | 'running' | 'good' | 'failed';

/** How the last run of a job is shown. */
const RESULTS: StatusMap<Result> = {
  never: { tone: 'neutral', label: (t) => t(($) => $.jobs.results.never) },
  running: { tone: 'accent', label: (t) => t(($) => $.jobs.results.running) },
  good: { tone: 'good', label: (t) => t(($) => $.jobs.results.good) },
  failed: { tone: 'bad', label: (t) => t(($) => $.jobs.results.failed) },
};

function resultOf({ lastStartedAt, lastError, nextAt }: Job): Result {
  if (lastStartedAt === null) return 'never';
  if (nextAt === null) return 'running';
  return lastError === null ? 'good' : 'failed';
}

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
      csv: ({ name }) => name,
    },
    {
      ...{ name: 'runs', head: t(($) => $.jobs.runs), figure: true },
      cell: ({ runs }) => <Plain value={runs} />,
      sort: ({ runs }) => runs,
      csv: ({ runs }) => String(runs),
    },
    {
      ...{ name: 'failures', head: t(($) => $.jobs.failures), figure: true },
      cell: ({ failures }) => <Plain value={failures} />,
      sort: ({ failures }) => failures,
      csv: ({ failures }) => String(failures),
    },
    {
      name: 'last',
      head: t(($) => $.jobs.last),
      cell: ({ lastStartedAt: at }) => (at === null ? t(($) => $.none) : <Instant at={at} />),
    },
    {
      name: 'result',
      head: t(($) => $.jobs.result),
      cell: (job) => <StatusBadge map={RESULTS} state={resultOf(job)} />,
      sort: resultOf,
      csv: resultOf,
    },
    {
      name: 'next',
      head: t(($) => $.jobs.next),
      cell: ({ nextAt: at }) => (at === null ? t(($) => $.none) : <Instant at={at} />),
    },
    {
      name: 'error',
      head: t(($) => $.jobs.error),
      cell: ({ lastFailure }) =>
        lastFailure === null ? (
          t(($) => $.none)
        ) : (
          <>
            <Instant at={lastFailure.at} /> {lastFailure.error}
          </>
        ),
      csv: ({ lastFailure }) =>
        lastFailure === null ? '' : `${isoOf(lastFailure.at)} ${lastFailure.error}`,
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
      file="jobs"
      failed={query.isError}
      onRetry={() => void query.refetch()}
      empty={<EmptyState compact title={t(($) => $.none)} />}
    />
  );
}
