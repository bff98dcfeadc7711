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
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { api } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { RealOnly } from '../../ui/real-only.tsx';
import { LoansPage } from './loans-page.tsx';
import { SecuredRecords } from './secured-records.tsx';
import { STAGES } from './stages.ts';
import { LOANS, type Loan } from './use-loans.ts';

const PAGE = 100;

/** /currencyRecord: every application and loan with its state, the latest first. */
export default function LoanRecordsScreen() {
  const { t } = useTranslation();
  const isReal = useRealm() === 'real';
  return (
    <LoansPage title={t(($) => $.loans.records)} lead={t(($) => $.loans.recordsLead)}>
      {isReal ? <Records /> : <RealOnly />}
    </LoansPage>
  );
}

function Records() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [LOANS, 'list', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('lendMy', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <>
      <Panel title={t(($) => $.loans.records)}>
        <DataTable
          caption={t(($) => $.loans.records)}
          columns={useColumns()}
          rows={query.data?.pages.flatMap(({ loans }) => loans)}
          keyOf={({ applicationId }) => String(applicationId)}
          state={useTableState('loans')}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="loans"
          empty={
            <EmptyState
              compact
              title={t(($) => $.loans.none)}
              text={t(($) => $.loans.noneText)}
              action={<TextLink to="/currency">{t(($) => $.loans.apply)}</TextLink>}
            />
          }
        />
        <OlderRows query={query}>{t(($) => $.loans.older)}</OlderRows>
      </Panel>
      <SecuredRecords />
    </>
  );
}

function useColumns(): readonly Column<Loan>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.loans.appliedAt) },
      cell: ({ appliedAt }) => <Instant at={appliedAt} />,
      csv: ({ appliedAt }) => isoOf(appliedAt),
    },
    {
      ...{ name: 'number', head: t(($) => $.loans.number), card: 'title' },
      cell: ({ number, applicationId }) => (
        <Link to={`/repayment?id=${applicationId}`}>
          <Ltr>{number}</Ltr>
        </Link>
      ),
      csv: ({ number }) => number,
    },
    {
      ...{ name: 'amount', head: t(($) => $.loans.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <OwnAmount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'period', head: t(($) => $.loans.period), figure: true },
      cell: ({ periodDays }) => t(($) => $.loans.days, { count: periodDays }),
      csv: ({ periodDays }) => String(periodDays),
    },
    {
      ...{ name: 'owed', head: t(($) => $.loans.owed), figure: true },
      cell: ({ owedTotal, asset }) => <OwnAmount value={owedTotal} asset={asset} />,
      csv: ({ owedTotal }) => owedTotal,
    },
    {
      ...{ name: 'state', head: t(($) => $.loans.state) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
      csv: ({ stage }) => stage,
    },
  ];
}
