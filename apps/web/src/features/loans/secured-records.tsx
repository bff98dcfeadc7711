import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { SECURED_STATES, shownState } from './secured-states.ts';
import { LOANS } from './use-loans.ts';
import type { Secured } from './use-secured.ts';

const PAGE = 100;
const AGAIN_MS = 5_000;

/** The loans against coins: open ones first, then those that ended. */
export function SecuredRecords() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [LOANS, 'securedList', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getCollateralLoans', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
  const pages = query.data?.pages;
  const rows = pages && [...(pages[0]?.open ?? []), ...pages.flatMap(({ ended }) => ended)];
  return (
    <Panel title={t(($) => $.secured.records)}>
      <DataTable
        caption={t(($) => $.secured.records)}
        columns={useColumns()}
        rows={rows}
        keyOf={({ loanId }) => String(loanId)}
        state={useTableState('secured')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="loans-against-coins"
        empty={
          <EmptyState
            compact
            title={t(($) => $.secured.noRecords)}
            text={t(($) => $.secured.noRecordsText)}
            action={<TextLink to="/currency?kind=coins">{t(($) => $.secured.borrow)}</TextLink>}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.secured.older)}</OlderRows>
    </Panel>
  );
}

function useColumns(): readonly Column<Secured>[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return [
    {
      ...{ name: 'at', head: t(($) => $.secured.opened) },
      cell: ({ openedAt }) => <Instant at={openedAt} />,
      csv: ({ openedAt }) => isoOf(openedAt),
    },
    {
      ...{ name: 'number', head: t(($) => $.secured.number), card: 'title' },
      cell: ({ loanId }) => (
        <Link to={`/repayment?loan=${loanId}`}>
          <Ltr>{`CL-${loanId}`}</Ltr>
        </Link>
      ),
      csv: ({ loanId }) => `CL-${loanId}`,
    },
    {
      ...{ name: 'amount', head: t(($) => $.secured.amount), figure: true, card: 'value' },
      cell: ({ amount, lentAsset }) => <OwnAmount value={amount} asset={lentAsset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'collateral', head: t(($) => $.secured.collateral), figure: true },
      cell: ({ collateral, asset }) => <OwnAmount value={collateral} asset={asset} named />,
      csv: ({ collateral, asset }) => `${collateral} ${asset}`,
    },
    {
      ...{ name: 'owed', head: t(($) => $.secured.owed), figure: true },
      cell: ({ owed, lentAsset }) => <OwnAmount value={owed} asset={lentAsset} />,
      csv: ({ owed }) => owed,
    },
    {
      ...{ name: 'share', head: t(($) => $.secured.share), figure: true },
      cell: ({ ltvPpm }) => (ltvPpm === null ? '—' : <Ltr>{ppm(ltvPpm)}</Ltr>),
      csv: ({ ltvPpm }) => String(ltvPpm ?? ''),
    },
    {
      ...{ name: 'state', head: t(($) => $.secured.state) },
      cell: (one) => <StatusBadge map={SECURED_STATES} state={shownState(one)} />,
      csv: (one) => shownState(one),
    },
  ];
}
