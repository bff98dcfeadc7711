import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { deviceOf } from '@assay/kit/format/device.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { AccountPage } from '../../../ui/account-page.tsx';

type Event = CallOutput<'getAccountLog'>['events'][number];

const MOST = 500;

/** /deallog: everything that happened to the account, with place and device. */
export default function LogScreen() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useQuery({
    queryKey: ['accountLog', token],
    queryFn: ({ signal }) => api.call('getAccountLog', { limit: MOST }, { signal, quiet: true }),
    staleTime: 0,
  });
  const state = useTableState();
  const title = t(($) => $.identity.log.title);
  return (
    <AccountPage own title={title} lead={t(($) => $.identity.log.lead)}>
      <Panel title={title}>
        <DataTable
          caption={title}
          columns={useColumns()}
          rows={query.data?.events}
          keyOf={({ eventId }) => String(eventId)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="account-log"
          empty={<EmptyState compact title={t(($) => $.identity.log.none)} />}
        />
        <PanelBody>
          <p>{t(($) => $.identity.log.source)}</p>
        </PanelBody>
      </Panel>
    </AccountPage>
  );
}

function useColumns(): readonly Column<Event>[] {
  const { t } = useTranslation();
  const kindOf = ({ kind }: Event) => t(($) => $.identity.events[kind]);
  return [
    {
      name: 'at',
      head: t(($) => $.identity.log.at),
      cell: ({ at }) => <Instant at={at} />,
      sort: ({ at }) => at,
      csv: ({ at }) => isoOf(at),
    },
    {
      name: 'kind',
      head: t(($) => $.identity.log.kind),
      cell: (event) => kindOf(event),
      sort: kindOf,
      csv: kindOf,
      wraps: true,
    },
    {
      name: 'detail',
      head: t(($) => $.identity.log.detail),
      cell: ({ detail }) => (detail === '' ? null : <bdi>{detail}</bdi>),
      csv: ({ detail }) => detail,
      optional: true,
    },
    {
      name: 'place',
      head: t(($) => $.identity.log.place),
      cell: ({ place }) => <Ltr>{place || NO_VALUE}</Ltr>,
      csv: ({ place }) => place,
    },
    {
      name: 'network',
      head: t(($) => $.identity.sessions.network),
      cell: ({ network }) => <Ltr>{network}</Ltr>,
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
