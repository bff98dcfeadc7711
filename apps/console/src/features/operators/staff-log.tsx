import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { CheckChain } from './check-chain.tsx';
import { ExportLog } from './export-log.tsx';
import { actionText, type Entry, filterOf, LogFilters } from './log-filters.tsx';

const ENTRIES = 100;

/** The append-only record of the actions of staff. */
export function StaffLog() {
  const { t } = useTranslation();
  const state = useTableState('log');
  const filter = filterOf(state);
  const query = useInfiniteQuery({
    queryKey: ['staffLog', filter],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === 0 ? {} : { before: pageParam };
      return call('getOperatorLog', { ...filter, limit: ENTRIES, ...before }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.actionId ?? null) : null),
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const columns = useColumns((about) => state.setFilter('subject', about));
  const title = t(($) => $.log.title);
  return (
    <>
      <CheckChain />
      <DataTable
        dense
        caption={title}
        columns={columns}
        rows={entries}
        keyOf={({ actionId }) => String(actionId)}
        state={state}
        filters={
          <>
            <LogFilters state={state} entries={entries ?? []} />
            <ExportLog filter={filter} columns={columns} />
            {query.hasNextPage ? (
              <Button
                size="xs"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t(($) => $.log.more)}
              </Button>
            ) : null}
          </>
        }
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.log.empty)} />}
      />
    </>
  );
}

function useColumns(find: (subject: string) => void): readonly Column<Entry>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    {
      name: 'id',
      head: t(($) => $.log.number),
      cell: ({ actionId }) => <Ltr>{actionId}</Ltr>,
      csv: ({ actionId }) => String(actionId),
    },
    {
      name: 'at',
      head: t(($) => $.outbox.at),
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      name: 'who',
      head: t(($) => $.log.who),
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      name: 'what',
      head: t(($) => $.log.what),
      cell: ({ action }) => actionText(t, action),
      card: 'title',
      csv: ({ action }) => action,
    },
    {
      name: 'subject',
      head: t(($) => $.log.subject),
      cell: ({ subject: about }) =>
        about === '' ? (
          t(($) => $.none)
        ) : (
          <TextButton onClick={() => find(about)}>
            <Ltr>{about}</Ltr>
          </TextButton>
        ),
      csv: ({ subject: about }) => about,
    },
    {
      name: 'detail',
      head: t(($) => $.log.detail),
      cell: ({ detail }) => detailText(detail, dateTime) || t(($) => $.none),
      csv: ({ detail }) => detailText(detail),
      ...{ wraps: true, width: '40%' },
    },
    {
      name: 'from',
      head: t(($) => $.log.from),
      cell: ({ ip }) => <Ltr>{ip}</Ltr>,
      csv: ({ ip }) => ip,
    },
    {
      name: 'hash',
      head: t(($) => $.log.hash),
      cell: ({ hash }) => <Ltr>{hash.slice(0, 12)}</Ltr>,
      csv: ({ hash }) => hash,
    },
  ];
}

/** Numbers from here on are instants: 2001, in milliseconds. */
const FIRST_INSTANT = 1e12;

/** What was written down beside the subject, as it is; `write` spells instants for a reader. */
function detailText(detail: Entry['detail'], write: (at: number) => string = String): string {
  return Object.entries(detail)
    .map(([name, value]) => {
      const isInstant = typeof value === 'number' && value >= FIRST_INSTANT;
      return `${name}: ${isInstant ? write(value) : String(value)}`;
    })
    .join(', ');
}
