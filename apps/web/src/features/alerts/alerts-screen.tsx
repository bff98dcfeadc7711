import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useUnread } from '../../lib/data/unread.ts';
import { AccountNav } from '../../ui/account-nav.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AlertForm } from './alert-form.tsx';

type Alert = CallOutput<'getAlerts'>['alerts'][number];

/** /alerts: prices that the person waits for, and those that have come. */
export default function AlertsScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.alerts.title);
  const lead = t(($) => $.alerts.lead);
  useTitle(title, lead);
  return (
    <Page side={<AccountNav />}>
      <PageHead title={title} lead={lead} />
      <TwoColumns
        aside={
          <Panel title={t(($) => $.alerts.new)}>
            <AlertForm />
          </Panel>
        }
      >
        <Panel>
          <List />
        </Panel>
      </TwoColumns>
    </Page>
  );
}

function List() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const unread = useUnread();
  const query = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => api.call('getAlerts', {}, { signal, quiet: true }),
  });
  // An alert that fires sends a message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is what is waited for
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['alerts'] });
  }, [unread, queries]);
  return (
    <DataTable
      caption={t(($) => $.alerts.title)}
      columns={useColumns()}
      rows={query.data?.alerts}
      keyOf={({ alertId }) => String(alertId)}
      state={useTableState()}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      empty={
        <EmptyState compact title={t(($) => $.alerts.none)} text={t(($) => $.alerts.noneText)} />
      }
    />
  );
}

function useColumns(): readonly Column<Alert>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'market', head: t(($) => $.alerts.market) },
      cell: ({ market }) => <Ltr>{market}</Ltr>,
    },
    {
      ...{ name: 'kind', head: t(($) => $.alerts.when) },
      cell: ({ kind }) => t(($) => $.alerts.kinds[kind]),
    },
    {
      ...{ name: 'level', head: t(($) => $.alerts.level), figure: true },
      cell: ({ kind, level }) => <Plain value={level} unit={kind === 'change' ? '%' : ''} />,
    },
    {
      ...{ name: 'state', head: t(($) => $.alerts.state) },
      cell: ({ firedAt, firedPrice }) =>
        firedAt === null ? (
          <Badge>{t(($) => $.alerts.waits)}</Badge>
        ) : (
          <>
            <Badge tone="good">{t(($) => $.alerts.fired)}</Badge> <Plain value={firedPrice ?? ''} />{' '}
            <Instant at={firedAt} />
          </>
        ),
      wraps: true,
    },
    {
      ...{ name: 'remove', head: t(($) => $.alerts.remove), actions: true },
      cell: ({ alertId }) => <Remove alertId={alertId} />,
    },
  ];
}

function Remove({ alertId }: { alertId: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const remove = () =>
    void api
      .call('removeAlert', { alertId })
      .catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: ['alerts'] }));
  return (
    <Button size="xs" variant="default" onClick={remove}>
      {t(($) => $.alerts.remove)}
    </Button>
  );
}
