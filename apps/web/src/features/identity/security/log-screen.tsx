import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { deviceOf } from '@assay/kit/format/device.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { useUnread } from '../../../lib/data/unread.ts';
import { AccountPage } from '../../../ui/account-page.tsx';
import { PlaceSource } from '../place-source.tsx';
import { useLogWords } from './log-words.ts';

type Event = CallOutput<'getAccountLog'>['events'][number];

const PAGE = 500;

/** /deallog: everything that happened to the account, with place and device. */
export default function LogScreen() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    // A message says that something has happened: the list is read again, as it stands meanwhile.
    queryKey: ['accountLog', token, useUnread()],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getAccountLog', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ events }) =>
      events.length < PAGE ? null : (events.at(-1)?.eventId ?? null),
    staleTime: 0,
  });
  const state = useTableState();
  const title = t(($) => $.accountLog.title);
  return (
    <AccountPage own title={title} lead={t(($) => $.accountLog.lead)}>
      <Panel title={title}>
        <DataTable
          caption={title}
          columns={useColumns()}
          rows={query.data?.pages.flatMap(({ events }) => events)}
          keyOf={({ eventId }) => String(eventId)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="account-log"
          empty={<EmptyState compact title={t(($) => $.accountLog.none)} />}
        />
        <OlderRows query={query}>{t(($) => $.accountLog.older)}</OlderRows>
        <PanelBody>
          <PlaceSource />
        </PanelBody>
      </Panel>
    </AccountPage>
  );
}

function useColumns(): readonly Column<Event>[] {
  const { t } = useTranslation();
  const words = useLogWords();
  return [
    {
      name: 'at',
      head: t(($) => $.accountLog.at),
      cell: ({ at }) => <Instant at={at} />,
      sort: ({ at }) => at,
      csv: ({ at }) => isoOf(at),
    },
    {
      name: 'kind',
      head: t(($) => $.accountLog.kind),
      cell: words,
      sort: words,
      csv: words,
      wraps: true,
    },
    {
      name: 'place',
      head: t(($) => $.accountLog.place),
      cell: ({ place }) => <Ltr>{place || NO_VALUE}</Ltr>,
      csv: ({ place }) => place,
    },
    {
      name: 'network',
      head: t(($) => $.identity.sessions.network),
      cell: ({ network }) => <Ltr>{network || NO_VALUE}</Ltr>,
      csv: ({ network }) => network,
    },
    {
      name: 'device',
      head: t(($) => $.identity.sessions.device),
      cell: ({ userAgent }) => <bdi title={userAgent}>{deviceOf(userAgent)}</bdi>,
      csv: ({ userAgent }) => userAgent,
    },
  ];
}
