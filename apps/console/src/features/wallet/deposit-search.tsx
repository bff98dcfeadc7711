import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call } from '../../lib/call.ts';

type Deposit = CallOutputOf<'findDeposits'>['deposits'][number];

const POLL_MS = 5_000;
const PAGE = 100;

const STATES: StatusMap<Deposit['state']> = {
  confirming: { tone: 'accent', label: (t) => t(($) => $.chains.states.confirming) },
  collected: { tone: 'warning', label: (t) => t(($) => $.chains.states.collected) },
  credited: { tone: 'good', label: (t) => t(($) => $.chains.states.credited) },
  orphaned: { tone: 'bad', label: (t) => t(($) => $.chains.states.orphaned) },
  recovery: { tone: 'warning', label: (t) => t(($) => $.chains.states.recovery) },
};
const NAMES = Object.keys(STATES) as Deposit['state'][];

/** Deposits of customers, found by what a customer can name. */
export function DepositSearch() {
  const { t } = useTranslation();
  const state = useTableState('deposits');
  const [sought, wanted] = [state.filter('of').trim(), state.filter('state') as Deposit['state']];
  const query = useInfiniteQuery({
    queryKey: ['findDeposits', sought, wanted],
    queryFn: ({ pageParam, signal }) => {
      const input = {
        ...{ query: sought, limit: PAGE },
        ...(NAMES.includes(wanted) ? { state: wanted } : {}),
        ...(pageParam === null ? {} : { before: pageParam }),
      };
      return call('findDeposits', input, signal);
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: POLL_MS,
  });
  const title = t(($) => $.chains.deposits);
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={useColumns()}
        rows={query.data?.pages.flatMap(({ deposits }) => deposits)}
        keyOf={({ depositId }) => String(depositId)}
        state={state}
        file="deposits"
        failed={query.isError}
        onRetry={() => void query.refetch()}
        filters={
          <>
            <SearchField
              label={t(($) => $.chains.search)}
              value={state.filter('of')}
              onChange={(text) => state.setFilter('of', text)}
            />
            <Select
              label={t(($) => $.chains.state)}
              value={state.filter('state')}
              options={[
                { value: '', text: t(($) => $.chains.everyState) },
                ...NAMES.map((name) => ({ value: name, text: t(($) => $.chains.states[name]) })),
              ]}
              onChange={(name: string) => state.setFilter('state', name)}
            />
          </>
        }
        empty={<EmptyState compact title={t(($) => $.none)} />}
      />
      <OlderRows query={query}>{t(($) => $.chains.older)}</OlderRows>
    </Panel>
  );
}

function useColumns(): readonly Column<Deposit>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.chains.at) },
      cell: ({ seenAt }) => <Instant at={seenAt} />,
      csv: ({ seenAt }) => isoOf(seenAt),
    },
    {
      ...{ name: 'customer', head: t(($) => $.chains.customer), card: 'title' },
      cell: ({ userId }) => <Ltr>#{userId}</Ltr>,
      csv: ({ userId }) => String(userId),
    },
    {
      ...{ name: 'amount', head: t(($) => $.chains.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) =>
        asset === '' ? <Ltr>{amount}</Ltr> : <Amount value={amount} asset={asset} named />,
      csv: ({ amount, asset }) => `${amount} ${asset}`,
    },
    {
      ...{ name: 'state', head: t(($) => $.chains.state) },
      cell: ({ state, confirmations, neededToWithdraw }) => (
        <>
          <StatusBadge map={STATES} state={state} />{' '}
          <Ltr>
            {confirmations}/{neededToWithdraw}
          </Ltr>
        </>
      ),
      csv: ({ state, reason }) => `${state} ${reason}`.trim(),
    },
    {
      ...{ name: 'chain', head: t(($) => $.chains.chain), optional: true },
      cell: ({ chain }) => chain,
      csv: ({ chain }) => chain,
    },
    {
      ...{ name: 'address', head: t(($) => $.chains.address), optional: true },
      cell: ({ address }) => <Ltr>{address}</Ltr>,
      csv: ({ address }) => address,
    },
    {
      ...{ name: 'transaction', head: t(($) => $.chains.transaction) },
      cell: ({ transaction }) => <Ltr>{transaction}</Ltr>,
      csv: ({ transaction }) => transaction,
    },
  ];
}
