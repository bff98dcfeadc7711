import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge, StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { ProposalView } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { CommandName } from '../../ui/command-text.tsx';
import { ProposalDrawer } from './proposal-drawer.tsx';

const POLL_MS = 5_000;
const ROWS = 100;

const PROPOSAL_STATES: StatusMap<ProposalView['status']> = {
  open: { tone: 'warning', label: (t) => t(($) => $.approvals.states.open) },
  approved: { tone: 'good', label: (t) => t(($) => $.approvals.states.approved) },
  rejected: { tone: 'bad', label: (t) => t(($) => $.approvals.states.rejected) },
  withdrawn: { tone: 'neutral', label: (t) => t(($) => $.approvals.states.withdrawn) },
  expired: { tone: 'neutral', label: (t) => t(($) => $.approvals.states.expired) },
};

/** What takes more than one person: what waits for a decision, and what no longer does. */
export function Approvals() {
  const { t } = useTranslation();
  const { operator } = useOperator();
  const state = useTableState();
  const open = state.filter('decided') === '';
  const [shown, show] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['proposals', open],
    queryFn: ({ signal }) => call('getProposals', { open, limit: ROWS }, signal),
    refetchInterval: POLL_MS,
  });
  const title = t(($) => $.approvals.title);
  const proposals = query.data?.proposals;
  const columns = useColumns();
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.approvals.lead)} />
      {operator?.samePersonAllowed ? (
        <Callout tone="warning">{t(($) => $.approvals.trial)}</Callout>
      ) : null}
      <Panel>
        <DataTable
          caption={title}
          columns={columns}
          rows={proposals}
          keyOf={({ proposalId }) => proposalId}
          state={state}
          file="approvals"
          failed={query.isError}
          onRetry={() => void query.refetch()}
          onOpen={({ proposalId }) => show(proposalId)}
          filters={
            <Segments
              label={t(($) => $.approvals.which)}
              options={[
                { value: '', text: t(($) => $.approvals.waiting) },
                { value: 'yes', text: t(($) => $.approvals.decided) },
              ]}
              value={open ? '' : 'yes'}
              onChange={(value) => state.setFilter('decided', value)}
            />
          }
          empty={<EmptyState compact title={t(($) => $.approvals.empty)} />}
        />
      </Panel>
      <ProposalDrawer
        proposal={proposals?.find(({ proposalId }) => proposalId === shown)}
        close={() => show(null)}
      />
    </Page>
  );
}

function useColumns(): readonly Column<ProposalView>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'type',
      head: t(($) => $.approvals.what),
      cell: ({ type }) => (
        <>
          <CommandName type={type} /> <Ltr>{type}</Ltr>
        </>
      ),
      sort: ({ type }) => type,
      csv: ({ type }) => type,
    },
    {
      name: 'reason',
      head: t(($) => $.approvals.reason),
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
      wraps: true,
    },
    {
      name: 'by',
      head: t(($) => $.approvals.preparedBy),
      cell: ({ preparedBy }) => preparedBy.name,
      csv: ({ preparedBy }) => preparedBy.name,
    },
    {
      name: 'at',
      head: t(($) => $.approvals.preparedAt),
      cell: ({ preparedAt }) => <Instant at={preparedAt} />,
      sort: ({ preparedAt }) => preparedAt,
    },
    {
      name: 'until',
      head: t(($) => $.approvals.deadline),
      cell: ({ expiresAt }) => <Instant at={expiresAt} />,
      sort: ({ expiresAt }) => expiresAt,
    },
    {
      name: 'claimed',
      head: t(($) => $.approvals.claimedBy),
      cell: ({ claimedBy }) => claimedBy || t(($) => $.none),
    },
    {
      name: 'state',
      head: t(($) => $.approvals.state),
      cell: ({ status, selfApproved }) => (
        <>
          <StatusBadge map={PROPOSAL_STATES} state={status} />{' '}
          {selfApproved ? <Badge tone="demo">{t(($) => $.approvals.onePerson)}</Badge> : null}
        </>
      ),
      csv: ({ status }) => status,
    },
  ];
}
