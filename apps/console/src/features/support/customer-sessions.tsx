import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { deviceOf } from '@assay/kit/format/device.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { SelectField } from '@assay/kit/input/select.tsx';
import { SESSION_REASONS, type SessionReason } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, type CallOutputOf, call } from '../../lib/call.ts';

type Session = CallOutputOf<'getCustomerSessions'>['sessions'][number];
/** One session, or every one. */
type Which = { readonly sessionId?: string };

/** A name, the same in every language. */
const SOURCE = 'DB-IP';

/** Whose data say in which country an address is, as their licence asks (decision 0158). */
const placeSource = (
  <a href="https://db-ip.com" target="_blank" rel="noreferrer noopener">
    {SOURCE}
  </a>
);

/** Where a customer is logged in, and how to end it; each look is recorded. */
export function CustomerSessions({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const [asked, ask] = useState<Which | null>(null);
  const [reason, setReason] = useState<SessionReason>('takeover');
  const query = useQuery({
    queryKey: ['customerSessions', userId],
    queryFn: ({ signal }) => call('getCustomerSessions', { userId }, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const sessions = query.data?.sessions;
  const end = async (which: Which) => {
    try {
      const { ended } = await call('endCustomerSessions', { userId, reason, ...which });
      toastSuccess(t(($) => $.support.sessions.done, { count: ended }));
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.support.failed));
    }
    await query.refetch();
  };
  const title = t(($) => $.support.sessions.title);
  return (
    <Panel
      title={title}
      tools={
        <Button
          size="xs"
          variant="default"
          disabled={sessions === undefined || sessions.length === 0}
          onClick={() => ask({})}
        >
          {t(($) => $.support.sessions.endAll)}
        </Button>
      }
    >
      <DataTable
        caption={title}
        columns={useColumns(ask)}
        rows={sessions}
        keyOf={({ sessionId }) => sessionId}
        state={useTableState('sessions')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.support.sessions.none)} />}
      />
      <p>
        <Sentence parts={{ link: placeSource }}>
          {(put) => t(($) => $.support.sessions.source, put)}
        </Sentence>
      </p>
      {asked === null ? null : (
        <Confirm
          danger
          title={t(($) => $.support.sessions.ask)}
          action={t(($) => $.support.sessions.end)}
          run={() => end(asked)}
          close={() => ask(null)}
        >
          <p>{t(($) => $.support.sessions.does)}</p>
          <SelectField
            label={t(($) => $.support.limits.why)}
            options={SESSION_REASONS.map((value) => ({
              value,
              text: t(($) => $.support.sessions.reasons[value]),
            }))}
            value={reason}
            onChange={setReason}
          />
        </Confirm>
      )}
    </Panel>
  );
}

function useColumns(ask: (which: Which) => void): readonly Column<Session>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'device',
      head: t(($) => $.support.sessions.device),
      cell: ({ userAgent }) => <bdi>{deviceOf(userAgent)}</bdi>,
    },
    {
      name: 'place',
      head: t(($) => $.support.country),
      cell: ({ place }) => <Ltr>{place || NO_VALUE}</Ltr>,
    },
    {
      name: 'realm',
      head: t(($) => $.house.realm),
      cell: ({ realm }) => t(($) => $.house.realms[realm]),
    },
    {
      name: 'since',
      head: t(($) => $.support.sessions.since),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      sort: ({ createdAt }) => createdAt,
    },
    {
      name: 'seen',
      head: t(($) => $.support.sessions.seen),
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
      sort: ({ lastSeenAt }) => lastSeenAt,
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: ({ sessionId }) => (
        <Button size="xs" variant="default" onClick={() => ask({ sessionId })}>
          {t(($) => $.support.sessions.end)}
        </Button>
      ),
      actions: true,
    },
  ];
}
