import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { LENT } from '@assay/modules/loans/rules';
import { useTranslation } from 'react-i18next';
import { useNext } from '../../lib/use-keys.ts';
import { Claimed, Deadline } from '../../ui/case-parts.tsx';
import { CollateralPanel } from './collateral-panel.tsx';
import { PoolPanel } from './pool.tsx';
import { Repayments } from './repayments.tsx';
import { STAGES } from './stages.ts';
import { type QueuedLoan, useQueue } from './use-loans.ts';

/** Applications by the time until which they are decided, payments to confirm, and the pool. */
export function Queue({ open }: { open(applicationId: number): void }) {
  const { t } = useTranslation();
  const query = useQueue();
  const { applications, overdue, repayments } = query.data ?? {};
  useNext(applications, ({ applicationId }) => open(applicationId));
  const columns = useColumns();
  const applied = useTableState('loanQueue');
  const late = useTableState('loansOverdue');
  const rows = {
    columns,
    failed: query.isError,
    onRetry: () => void query.refetch(),
    keyOf: ({ applicationId }: QueuedLoan) => String(applicationId),
    onOpen: ({ applicationId }: QueuedLoan) => open(applicationId),
  };
  const nothing = <EmptyState compact title={t(($) => $.loans.nothing)} />;
  return (
    <Page>
      <PageHead title={t(($) => $.loans.title)} lead={t(($) => $.loans.lead)} />
      <Stack>
        <Panel title={t(($) => $.loans.queue)}>
          <DataTable
            {...rows}
            caption={t(($) => $.loans.queue)}
            rows={applications}
            state={applied}
            empty={nothing}
          />
        </Panel>
        <Repayments repayments={repayments ?? []} open={open} />
        <Panel title={t(($) => $.loans.overdue)}>
          <DataTable
            {...rows}
            caption={t(($) => $.loans.overdue)}
            rows={overdue}
            state={late}
            empty={nothing}
          />
        </Panel>
        <PoolPanel />
        <CollateralPanel />
      </Stack>
    </Page>
  );
}

function useColumns(): readonly Column<QueuedLoan>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'number', head: t(($) => $.loans.number), card: 'title' },
      cell: ({ number }) => <Ltr>{number}</Ltr>,
    },
    {
      ...{ name: 'stage', head: t(($) => $.loans.stage) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
    },
    {
      ...{ name: 'amount', head: t(($) => $.loans.amount), figure: true, card: 'value' },
      cell: ({ amount }) => <Amount value={amount} asset={LENT} named />,
    },
    { ...{ name: 'product', head: t(($) => $.loans.product) }, cell: ({ product }) => product },
    {
      ...{ name: 'deadline', head: t(($) => $.loans.deadline) },
      cell: ({ deadline, late }) => (
        <Deadline
          label={t(($) => $.loans.deadline)}
          until={deadline}
          late={late ? t(($) => $.loans.late) : ''}
        />
      ),
    },
    {
      ...{ name: 'claimed', head: t(($) => $.withdrawals.claimed) },
      cell: ({ claimedBy, claimedByMe }) => <Claimed {...{ claimedBy, claimedByMe }} />,
    },
  ];
}
