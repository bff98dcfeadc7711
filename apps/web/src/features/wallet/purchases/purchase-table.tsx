import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { STAGES } from './stages.ts';
import { PURCHASES, type Purchase } from './use-purchases.ts';

const PAGE = 100;

/** Every order with its state, the latest first. */
export function PurchaseTable() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [PURCHASES, 'list', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getPurchases', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <Panel title={t(($) => $.purchases.records)}>
      <DataTable
        caption={t(($) => $.purchases.records)}
        columns={useColumns()}
        rows={query.data?.pages.flatMap(({ purchases }) => purchases)}
        keyOf={({ purchaseId }) => String(purchaseId)}
        state={useTableState('purchases')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="purchases"
        empty={
          <EmptyState
            compact
            title={t(($) => $.purchases.none)}
            text={t(($) => $.purchases.noneText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.wallet.older)}</OlderRows>
    </Panel>
  );
}

function useColumns(): readonly Column<Purchase>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.purchases.at) },
      cell: ({ orderedAt }) => <Instant at={orderedAt} />,
      csv: ({ orderedAt }) => isoOf(orderedAt),
    },
    {
      ...{ name: 'reference', head: t(($) => $.purchases.reference), card: 'title' },
      cell: ({ reference, purchaseId }) => (
        <Link to={`/kjmb?id=${purchaseId}`}>
          <Ltr>{reference}</Ltr>
        </Link>
      ),
      csv: ({ reference }) => reference,
    },
    {
      ...{ name: 'amount', head: t(($) => $.purchases.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'cost', head: t(($) => $.purchases.cost), figure: true },
      cell: ({ cost, currency }) => <Amount value={cost} asset={currency} named />,
      csv: ({ cost }) => cost,
    },
    {
      ...{ name: 'state', head: t(($) => $.purchases.state) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
      csv: ({ stage }) => stage,
    },
  ];
}
