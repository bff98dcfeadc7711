import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useNext } from '../../lib/use-keys.ts';
import { Claimed } from '../../ui/case-parts.tsx';
import { STAGES } from './stages.ts';
import { type QueuedWithdrawal, useQueue } from './use-withdrawals.ts';

/** Open withdrawals: what is late first, then by deadline. */
export function Queue({ open }: { open(withdrawalId: number): void }) {
  const { t } = useTranslation();
  const query = useQueue();
  const { waiting = 0, late = 0, withdrawals } = query.data ?? {};
  useNext(withdrawals, ({ withdrawalId }) => open(withdrawalId));
  return (
    <Page>
      <PageHead
        title={t(($) => $.withdrawals.title)}
        lead={t(($) => $.withdrawals.lead, { waiting, late })}
      />
      <Panel title={t(($) => $.withdrawals.queue)}>
        <DataTable
          caption={t(($) => $.withdrawals.queue)}
          columns={useColumns()}
          rows={withdrawals}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          keyOf={({ withdrawalId }) => String(withdrawalId)}
          state={useTableState('withdrawals')}
          onOpen={({ withdrawalId }) => open(withdrawalId)}
          empty={<EmptyState compact title={t(($) => $.withdrawals.nothing)} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): readonly Column<QueuedWithdrawal>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'number', head: t(($) => $.withdrawals.number), card: 'title' },
      cell: ({ withdrawalId }) => <Ltr>{`#${withdrawalId}`}</Ltr>,
    },
    {
      ...{ name: 'stage', head: t(($) => $.withdrawals.stage) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
    },
    {
      ...{ name: 'amount', head: t(($) => $.withdrawals.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
    },
    {
      ...{ name: 'due', head: t(($) => $.withdrawals.due) },
      cell: ({ dueAt }) =>
        dueAt === null ? '—' : <Countdown label={t(($) => $.withdrawals.due)} until={dueAt} />,
    },
    {
      ...{ name: 'ground', head: t(($) => $.withdrawals.takes) },
      cell: ({ ground }) => t(($) => $.withdrawals.grounds[ground]),
    },
    {
      ...{ name: 'score', head: t(($) => $.withdrawals.score), figure: true },
      cell: ({ score }) => score,
    },
    {
      ...{ name: 'at', head: t(($) => $.withdrawals.requested) },
      cell: ({ requestedAt }) => <Instant at={requestedAt} />,
    },
    {
      ...{ name: 'claimed', head: t(($) => $.withdrawals.claimed) },
      cell: ({ claimedBy, claimedByMe }) => <Claimed {...{ claimedBy, claimedByMe }} />,
    },
  ];
}
