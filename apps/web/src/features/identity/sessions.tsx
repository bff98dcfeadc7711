import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { deviceOf } from '@assay/kit/format/device.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import css from './form.module.css';
import { PlaceSource } from './place-source.tsx';

type Session = CallOutput<'getSessions'>['sessions'][number];

const KEY = 'sessions';

/** Where the user is logged in, and how to end it. */
export function Sessions() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getSessions', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const [asking, setAsking] = useState(false);
  const state = useTableState();
  const columns = useColumns((sessionId) => void end({ sessionId }));
  const end = async (which: CallInput<'endSession'>) => {
    // A failure has been shown by the API client; the list says what is true in any case.
    const ended = await api.call('endSession', which).catch(() => null);
    if (ended !== null) toastSuccess(t(($) => $.identity.sessions.done, { count: ended.ended }));
    await queries.invalidateQueries({ queryKey: [KEY] });
  };
  const sessions = query.data?.sessions;
  const title = t(($) => $.identity.sessions.title);
  return (
    <Panel
      title={title}
      tools={
        <Button
          size="xs"
          variant="default"
          disabled={sessions === undefined || sessions.length < 2}
          onClick={() => setAsking(true)}
        >
          {t(($) => $.identity.sessions.endOthers)}
        </Button>
      }
    >
      <DataTable
        caption={title}
        columns={columns}
        rows={sessions}
        keyOf={({ sessionId }) => sessionId}
        state={state}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.identity.sessions.none)} />}
      />
      <PanelBody>
        <PlaceSource />
      </PanelBody>
      {asking ? (
        <Confirm
          danger
          title={t(($) => $.identity.sessions.askTitle)}
          action={t(($) => $.identity.sessions.endOthers)}
          run={() => end({ others: true })}
          close={() => setAsking(false)}
        >
          {t(($) => $.identity.sessions.askText)}
        </Confirm>
      ) : null}
    </Panel>
  );
}

function useColumns(end: (sessionId: string) => void): readonly Column<Session>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'device',
      head: t(($) => $.identity.sessions.device),
      width: '28%',
      cell: ({ userAgent, current }) => (
        <span className={css.row}>
          <bdi title={userAgent}>{deviceOf(userAgent)}</bdi>
          {current ? <Badge tone="good">{t(($) => $.identity.sessions.current)}</Badge> : null}
        </span>
      ),
    },
    {
      name: 'place',
      head: t(($) => $.identity.sessions.place),
      width: '12%',
      cell: ({ place }) => <Ltr>{place || NO_VALUE}</Ltr>,
    },
    {
      name: 'network',
      head: t(($) => $.identity.sessions.network),
      width: '16%',
      cell: ({ network }) => <Ltr>{network}</Ltr>,
    },
    {
      name: 'lastSeen',
      head: t(($) => $.identity.sessions.lastSeen),
      width: '17%',
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
      sort: ({ lastSeenAt }) => lastSeenAt,
    },
    {
      name: 'created',
      head: t(($) => $.identity.sessions.created),
      width: '17%',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      sort: ({ createdAt }) => createdAt,
    },
    {
      name: 'actions',
      head: t(($) => $.identity.sessions.actions),
      width: '10%',
      cell: ({ sessionId, current }) =>
        current ? null : (
          <Button size="xs" variant="default" onClick={() => end(sessionId)}>
            {t(($) => $.identity.sessions.end)}
          </Button>
        ),
      actions: true,
    },
  ];
}
