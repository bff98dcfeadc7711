import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useNext } from '../../lib/use-keys.ts';
import { Claimed, Deadline } from '../../ui/case-parts.tsx';
import { STAGES } from './stages.ts';
import { type QueuedPurchase, useQueue } from './use-purchases.ts';

/** Open orders, by the time until which they are to be paid. */
export function Queue({ open }: { open(purchaseId: number): void }) {
  const { t } = useTranslation();
  const query = useQueue();
  const { waiting = 0, purchases } = query.data ?? {};
  useNext(purchases, ({ purchaseId }) => open(purchaseId));
  return (
    <Page>
      <PageHead
        title={t(($) => $.purchases.title)}
        lead={t(($) => $.purchases.lead, { waiting })}
        actions={<TextLink to="/bank">{t(($) => $.purchases.bank)}</TextLink>}
      />
      <Panel title={t(($) => $.purchases.queue)}>
        <DataTable
          caption={t(($) => $.purchases.queue)}
          columns={useColumns()}
          rows={purchases}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          keyOf={({ purchaseId }) => String(purchaseId)}
          state={useTableState('purchases')}
          onOpen={({ purchaseId }) => open(purchaseId)}
          empty={<EmptyState compact title={t(($) => $.purchases.nothing)} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): readonly Column<QueuedPurchase>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'reference', head: t(($) => $.purchases.reference), card: 'title' },
      cell: ({ reference }) => <Ltr>{reference}</Ltr>,
    },
    {
      ...{ name: 'stage', head: t(($) => $.purchases.stage) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
    },
    {
      ...{ name: 'amount', head: t(($) => $.purchases.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
    },
    {
      ...{ name: 'cost', head: t(($) => $.purchases.cost), figure: true },
      cell: ({ cost, currency }) => <Amount value={cost} asset={currency} named />,
    },
    {
      ...{ name: 'deadline', head: t(($) => $.purchases.deadline) },
      cell: ({ deadline, late }) => (
        <Deadline
          label={t(($) => $.purchases.deadline)}
          until={deadline}
          late={late ? t(($) => $.purchases.late) : ''}
        />
      ),
    },
    {
      ...{ name: 'claimed', head: t(($) => $.withdrawals.claimed) },
      cell: ({ claimedBy, claimedByMe }) => <Claimed {...{ claimedBy, claimedByMe }} />,
    },
  ];
}
