import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge, StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { KINDS, type Kind } from '@assay/modules/content/rules';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { NewItem } from './new-item.tsx';

type Row = Awaited<ReturnType<typeof call<'getContentItems'>>>['items'][number];

const STATES: StatusMap<Row['state']> = {
  draft: { tone: 'neutral', label: (t) => t(($) => $.content.states.draft) },
  shown: { tone: 'good', label: (t) => t(($) => $.content.states.shown) },
  scheduled: { tone: 'warning', label: (t) => t(($) => $.content.states.scheduled) },
  withdrawn: { tone: 'bad', label: (t) => t(($) => $.content.states.withdrawn) },
};

/** Everything that visitors read, one kind at a time. */
export function Content() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const navigate = useNavigate();
  const state = useTableState();
  const kind = KINDS.find((one) => one === state.filter('kind')) ?? 'notice';
  const [asked, ask] = useState(false);
  const query = useQuery({
    queryKey: ['content', kind],
    queryFn: ({ signal }) => call('getContentItems', { kind }, signal),
  });
  const title = t(($) => $.content.title);
  const isOpen = kind !== 'text' && kind !== 'site';
  return (
    <Page>
      <PageHead
        title={title}
        lead={t(($) => $.content.lead)}
        actions={
          isOpen && may('content.prepare') ? (
            <Button onClick={() => ask(true)}>{t(($) => $.content.new)}</Button>
          ) : undefined
        }
      />
      <Panel>
        <DataTable
          caption={title}
          columns={useColumns()}
          rows={query.data?.items}
          keyOf={({ key }) => key}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          onOpen={({ key }) => void navigate(`/content/${key}`)}
          filters={
            <Segments<Kind>
              label={t(($) => $.content.kind)}
              options={KINDS.map((value) => ({ value, text: t(($) => $.content.kinds[value]) }))}
              value={kind}
              onChange={(value) => state.setFilter('kind', value)}
            />
          }
          empty={<EmptyState compact title={t(($) => $.content.none)} />}
        />
      </Panel>
      {asked && isOpen ? <NewItem kind={kind} close={() => ask(false)} /> : null}
    </Page>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'key', head: t(($) => $.content.key) },
      cell: ({ key }) => <Ltr>{key}</Ltr>,
      sort: ({ key }) => key,
    },
    {
      ...{ name: 'title', head: t(($) => $.content.name), wraps: true },
      cell: ({ title }) => title,
    },
    {
      ...{ name: 'state', head: t(($) => $.content.state) },
      cell: ({ state, changed }) => (
        <>
          <StatusBadge map={STATES} state={state} />{' '}
          {changed && state !== 'draft' ? <Badge>{t(($) => $.content.changed)}</Badge> : null}
        </>
      ),
    },
    {
      ...{ name: 'languages', head: t(($) => $.content.languages) },
      cell: ({ languages }) => <Ltr>{languages.join(' ')}</Ltr>,
    },
    {
      ...{ name: 'since', head: t(($) => $.content.since) },
      cell: ({ at }) => (at === 0 ? null : <Instant at={at} />),
    },
  ];
}
