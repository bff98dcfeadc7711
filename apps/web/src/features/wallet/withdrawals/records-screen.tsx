import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { WalletPage } from '../wallet-page.tsx';
import { OneWithdrawal } from './one-withdrawal.tsx';
import { STAGES } from './stages.ts';
import { useRenewed, WITHDRAWALS, type Withdrawal } from './use-withdrawals.ts';

const PAGE = 500;
const STATES = [
  ...(['requested', 'approved', 'paying', 'paid', 'cancelled', 'refused', 'returned'] as const),
];
type State = (typeof STATES)[number];

/** /tbjl: every withdrawal with its state; one of them beside the list with its story. */
export default function WithdrawalRecordsScreen() {
  const { t } = useTranslation();
  const state = useTableState();
  const [params, setParams] = useSearchParams();
  const wanted = state.filter('state');
  const token = useSession((session) => session.token);
  useRenewed();
  const query = useInfiniteQuery({
    queryKey: [WITHDRAWALS, 'list', token, wanted],
    queryFn: ({ pageParam, signal }) => {
      const input = {
        ...(STATES.includes(wanted as State) ? { state: wanted as State } : {}),
        ...(pageParam === null ? {} : { before: pageParam }),
        limit: PAGE,
      };
      return api.call('getWithdrawals', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const title = t(($) => $.wallet.out.records);
  const show = (id: number | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('id');
    else next.set('id', String(id));
    setParams(next, { replace: true });
  };
  const id = Number(params.get('id') ?? '');
  return (
    <WalletPage title={title} lead={t(($) => $.wallet.out.recordsLead)}>
      <Panel tools={<Link to="/money">{t(($) => $.wallet.out.title)}</Link>}>
        <DataTable
          caption={title}
          columns={useColumns(show)}
          rows={query.data?.pages.flatMap((page) => page.withdrawals)}
          keyOf={({ withdrawalId }) => String(withdrawalId)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="withdrawals"
          filters={<Filters state={state} />}
          empty={
            <EmptyState
              compact
              title={t(($) => $.wallet.out.none)}
              text={t(($) => $.wallet.out.noneText)}
            />
          }
        />
        <OlderRows query={query}>{t(($) => $.wallet.older)}</OlderRows>
      </Panel>
      <OneWithdrawal withdrawalId={id > 0 ? id : null} close={() => show(null)} />
    </WalletPage>
  );
}

function Filters({ state }: { state: TableState }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t(($) => $.wallet.out.state)}
      value={state.filter('state')}
      options={[
        { value: '', text: t(($) => $.wallet.out.everyState) },
        ...STATES.map((value) => ({
          value,
          text: value === 'requested' ? t(($) => $.wallet.out.open) : STAGES[value].label(t),
        })),
      ]}
      onChange={(value: string) => state.setFilter('state', value)}
    />
  );
}

function useColumns(show: (id: number) => void): readonly Column<Withdrawal>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.wallet.at) },
      cell: ({ requestedAt }) => <Instant at={requestedAt} />,
      csv: ({ requestedAt }) => isoOf(requestedAt),
    },
    {
      ...{ name: 'asset', head: t(($) => $.wallet.asset), card: 'title' },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'amount', head: t(($) => $.wallet.quantity), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'fee', head: t(($) => $.wallet.out.feeShort), figure: true, optional: true },
      cell: ({ fee, asset }) => <Amount value={fee} asset={asset} />,
      csv: ({ fee }) => fee,
    },
    {
      ...{ name: 'address', head: t(($) => $.wallet.out.address), optional: true },
      cell: ({ address }) => <AddressText address={address} />,
      csv: ({ address }) => address,
    },
    {
      ...{ name: 'state', head: t(($) => $.wallet.out.state) },
      cell: ({ stage }) => <StatusBadge map={STAGES} state={stage} />,
      csv: ({ stage }) => stage,
    },
    {
      ...{ name: 'actions', head: t(($) => $.wallet.actions), actions: true },
      cell: ({ withdrawalId }) => (
        <Button size="xs" variant="default" onClick={() => show(withdrawalId)}>
          {t(($) => $.wallet.out.details)}
        </Button>
      ),
    },
  ];
}
