import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, stream } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { WalletPage } from '../wallet-page.tsx';
import { ProofTable } from './proof-table.tsx';
import { Recoveries } from './recoveries.tsx';
import { DepositAmount, DepositState, STATES, TransactionText } from './status.tsx';
import { type Deposit, useChains } from './use-deposits.ts';

const PAGE = 100;
const KEY = 'deposits';

type State = Deposit['state'];
const STATE_NAMES = Object.keys(STATES) as State[];

/** Asked for again with each step of a deposit. */
function useRecords(state: TableState) {
  const token = useSession((session) => session.token);
  const queries = useQueryClient();
  const [asset, wanted] = [state.filter('asset'), state.filter('state') as State];
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: [KEY] });
    return stream.subscribe('deposits', { snapshot: () => undefined, delta: renew });
  }, [queries]);
  return useInfiniteQuery({
    queryKey: [KEY, token, asset, wanted],
    queryFn: ({ pageParam, signal }) => {
      const input = {
        ...(asset === '' ? {} : { asset }),
        ...(STATE_NAMES.includes(wanted) ? { state: wanted } : {}),
        ...(pageParam === null ? {} : { before: pageParam }),
        limit: PAGE,
      };
      return api.call('getDeposits', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}

/** /cbjl: every deposit with its status and the transaction that proves it. */
export default function DepositRecordsScreen() {
  const { t } = useTranslation();
  const state = useTableState();
  const query = useRecords(state);
  const title = t(($) => $.deposits.records);
  return (
    <WalletPage title={title} lead={t(($) => $.deposits.recordsLead)}>
      <Panel>
        <DataTable
          caption={title}
          columns={useColumns()}
          rows={query.data?.pages.flatMap((page) => page.deposits)}
          keyOf={({ depositId }) => String(depositId)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="deposits"
          filters={<Filters state={state} />}
          isOver={({ state: now }) => now === 'orphaned'}
          empty={
            <EmptyState
              compact
              title={t(($) => $.deposits.none)}
              text={t(($) => $.deposits.noneText)}
              action={<Link to="/recharge">{t(($) => $.deposits.do)}</Link>}
            />
          }
        />
        <OlderRows query={query}>{t(($) => $.deposits.older)}</OlderRows>
      </Panel>
      <ProofTable />
      <Recoveries />
    </WalletPage>
  );
}

function Filters({ state }: { state: TableState }) {
  const { t } = useTranslation();
  const chains = useChains().data?.chains ?? [];
  const assets = [...new Set(chains.flatMap(({ tokens }) => tokens.map(({ asset }) => asset)))];
  return (
    <>
      <Select
        label={t(($) => $.deposits.asset)}
        value={state.filter('asset')}
        options={[
          { value: '', text: t(($) => $.deposits.everyAsset) },
          ...assets.map((asset) => ({ value: asset, text: asset })),
        ]}
        onChange={(asset: string) => state.setFilter('asset', asset)}
      />
      <Select
        label={t(($) => $.deposits.state)}
        value={state.filter('state')}
        options={[
          { value: '', text: t(($) => $.deposits.everyState) },
          ...STATE_NAMES.map((name) => ({ value: name, text: t(($) => $.deposits.states[name]) })),
        ]}
        onChange={(name: string) => state.setFilter('state', name)}
      />
    </>
  );
}

function useColumns(): readonly Column<Deposit>[] {
  const { t } = useTranslation();
  const progressOf = ({ confirmations: n, needed }: Deposit) =>
    t(($) => $.deposits.progress, { n: Math.min(n, needed), needed });
  return [
    {
      ...{ name: 'at', head: t(($) => $.deposits.at) },
      cell: ({ seenAt }) => <Instant at={seenAt} />,
      csv: ({ seenAt }) => isoOf(seenAt),
    },
    {
      ...{ name: 'asset', head: t(($) => $.deposits.asset), card: 'title' },
      cell: ({ asset }) => <bdi dir="ltr">{asset || t(($) => $.deposits.unknown)}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'quantity', head: t(($) => $.deposits.quantity), figure: true, card: 'value' },
      cell: (deposit) => <DepositAmount deposit={deposit} />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'state', head: t(($) => $.deposits.state) },
      cell: ({ state }) => <DepositState state={state} />,
      csv: ({ state }) => state,
    },
    {
      ...{ name: 'confirmations', head: t(($) => $.deposits.confirmations), optional: true },
      cell: (deposit) => <bdi dir="ltr">{progressOf(deposit)}</bdi>,
      csv: ({ confirmations }) => String(confirmations),
    },
    {
      ...{ name: 'network', head: t(($) => $.deposits.network), optional: true },
      cell: ({ chain }) => chain,
      csv: ({ chain }) => chain,
    },
    {
      ...{ name: 'transaction', head: t(($) => $.deposits.transaction) },
      cell: (deposit) => <TransactionText deposit={deposit} />,
      csv: ({ transaction }) => transaction,
    },
  ];
}
