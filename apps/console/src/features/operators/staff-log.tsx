import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { ACTIONS } from '@assay/modules/operators/rules';
import type { calls } from '@assay/modules/operators/schema';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';

type Entry = CallOutput<(typeof calls)['getOperatorLog']>['entries'][number];

const ENTRIES = 100;

/** The append-only record of the actions of staff. */
export function StaffLog() {
  const { t } = useTranslation();
  const state = useTableState('log');
  const subject = state.filter('subject');
  const query = useInfiniteQuery({
    queryKey: ['staffLog', subject],
    queryFn: ({ signal, pageParam }) => {
      const asked = { limit: ENTRIES, ...(subject === '' ? {} : { subject }) };
      const before = pageParam === 0 ? {} : { before: pageParam };
      return call('getOperatorLog', { ...asked, ...before }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.actionId ?? null) : null),
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const columns: readonly Column<Entry>[] = [
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
          <Button size="xs" variant="subtle" onClick={() => state.setFilter('subject', about)}>
            <Ltr>{about}</Ltr>
          </Button>
        ),
      csv: ({ subject: about }) => about,
    },
    {
      name: 'detail',
      head: t(($) => $.log.detail),
      cell: ({ detail }) => detailText(detail) || t(($) => $.none),
      csv: ({ detail }) => detailText(detail),
      wraps: true,
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
  return (
    <DataTable
      dense
      caption={t(($) => $.log.title)}
      columns={columns}
      rows={entries}
      keyOf={({ actionId }) => String(actionId)}
      state={state}
      file="staff-log"
      filters={
        <Earlier
          subject={subject}
          find={(value) => state.setFilter('subject', value)}
          busy={query.isFetchingNextPage}
          more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      }
      failed={query.isError}
      onRetry={() => void query.refetch()}
      empty={<EmptyState compact title={t(($) => $.log.empty)} />}
    />
  );
}

interface EarlierProps {
  subject: string;
  find(subject: string): void;
  busy: boolean;
  more: (() => void) | undefined;
}

/** Finds by subject, and loads the page before. */
function Earlier({ subject, find, busy, more }: EarlierProps) {
  const { t } = useTranslation();
  return (
    <>
      <SearchField label={t(($) => $.log.search)} value={subject} onChange={find} />
      {more === undefined ? null : (
        <Button size="xs" variant="default" loading={busy} onClick={more}>
          {t(($) => $.log.more)}
        </Button>
      )}
    </>
  );
}

/** What was written down beside the subject, as it is. */
function detailText(detail: Entry['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}

/** The words for an action; the name of one that another module has added. */
function actionText(t: TFunction, action: string): string {
  const known = ACTIONS.find((name) => name === action);
  return known === undefined ? action : t(($) => $.log.actions[known]);
}
