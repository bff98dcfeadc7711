import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { deviceOf } from '@assay/kit/format/device.ts';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { calls, FactorView } from '@assay/modules/operators/schema';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useProof } from '../../lib/proof.tsx';
import { AddApp, AddPasskey } from './add-factor.tsx';

type SessionView = CallOutput<(typeof calls)['getOperatorSessions']>['sessions'][number];

const KEY = 'access';

/** The reader's own way in: passkeys, apps, and where else they are logged in. */
export function Access() {
  const { t } = useTranslation();
  const { operator } = useOperator();
  return (
    <Page>
      <PageHead title={t(($) => $.access.title)} lead={t(($) => $.access.lead)} />
      {operator?.mustEnrol ? (
        <Callout tone="warning">{t(($) => $.access.mustEnrol)}</Callout>
      ) : operator?.factors === 0 ? (
        <Callout tone="warning">{t(($) => $.access.byLink)}</Callout>
      ) : null}
      <Factors />
      <Sessions />
    </Page>
  );
}

function Factors() {
  const { t } = useTranslation();
  const { operator } = useOperator();
  const queries = useQueryClient();
  const proving = useProof();
  const [adding, add] = useState<FactorView['kind'] | null>(null);
  const query = useQuery({
    queryKey: [KEY, 'factors'],
    queryFn: ({ signal }) => call('getOperatorFactors', {}, signal),
  });
  const done = async () => {
    add(null);
    await queries.invalidateQueries();
  };
  const remove = async ({ kind, factorId }: FactorView) => {
    try {
      const fields = { kind, factorId };
      const proved = await proving.prove('removeOperatorFactor', fields);
      await call('removeOperatorFactor', { ...fields, ...proved });
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.access.failed));
    }
    await done();
  };
  const title = t(($) => $.access.factors);
  const factors = query.data?.factors;
  return (
    <Panel
      title={title}
      tools={
        <>
          {operator?.readsOnly ? (
            <Button size="xs" variant="default" onClick={() => add('totp')}>
              {t(($) => $.access.addApp)}
            </Button>
          ) : null}
          <Button size="xs" onClick={() => add('passkey')}>
            {t(($) => $.access.addPasskey)}
          </Button>
        </>
      }
    >
      <DataTable
        caption={title}
        columns={useFactorColumns(factors?.length === 1 ? null : (one) => void remove(one))}
        rows={factors}
        keyOf={({ factorId }) => factorId}
        state={useTableState()}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.access.noFactors)} />}
      />
      {proving.dialog}
      {adding === 'passkey' ? <AddPasskey done={done} close={() => add(null)} /> : null}
      {adding === 'totp' ? <AddApp done={done} close={() => add(null)} /> : null}
    </Panel>
  );
}

/** `remove` is null for the only one, which stays. */
function useFactorColumns(
  remove: ((factor: FactorView) => void) | null,
): readonly Column<FactorView>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'name',
      head: t(($) => $.access.name),
      cell: ({ name }) => <bdi>{name}</bdi>,
      sort: ({ name }) => name,
    },
    {
      name: 'kind',
      head: t(($) => $.access.kind),
      cell: ({ kind }) => t(($) => $.access.kinds[kind]),
    },
    {
      name: 'since',
      head: t(($) => $.access.since),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      name: 'used',
      head: t(($) => $.access.used),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t(($) => $.none) : <Instant at={lastUsedAt} />,
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: (factor) =>
        remove === null ? null : (
          <Button size="xs" variant="default" onClick={() => remove(factor)}>
            {t(($) => $.access.remove)}
          </Button>
        ),
      actions: true,
    },
  ];
}

function Sessions() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [KEY, 'sessions'],
    queryFn: ({ signal }) => call('getOperatorSessions', {}, signal),
  });
  const end = async (sessionId: string) => {
    try {
      await call('endOperatorSession', { sessionId });
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.access.failed));
    }
    await query.refetch();
  };
  const title = t(($) => $.access.sessions);
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useSessionColumns((sessionId) => void end(sessionId))}
        rows={query.data?.sessions}
        keyOf={({ sessionId }) => sessionId}
        state={useTableState()}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.none)} />}
      />
    </Panel>
  );
}

function useSessionColumns(end: (sessionId: string) => void): readonly Column<SessionView>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'device',
      head: t(($) => $.access.device),
      cell: ({ userAgent, current }) => (
        <>
          <bdi title={userAgent}>{deviceOf(userAgent)}</bdi>{' '}
          {current ? <Badge tone="good">{t(($) => $.access.current)}</Badge> : null}
        </>
      ),
    },
    { name: 'network', head: t(($) => $.access.network), cell: ({ ip }) => <Ltr>{ip}</Ltr> },
    {
      name: 'since',
      head: t(($) => $.access.begun),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      name: 'used',
      head: t(($) => $.access.used),
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: ({ sessionId, current }) =>
        current ? null : (
          <Button size="xs" variant="default" onClick={() => end(sessionId)}>
            {t(($) => $.staff.end)}
          </Button>
        ),
      actions: true,
    },
  ];
}
