import type { PurposeName } from '@assay/core/ledger/purpose';
import { DAY } from '@assay/core/time';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { DateRange, type Days } from '@assay/kit/data/date-range.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useAssets } from './use-assets.ts';
import css from './wallet.module.css';
import { WalletPage } from './wallet-page.tsx';

/** A line, with its place in the list: two of one entry may be equal. */
type Line = CallOutput<'getStatement'>['lines'][number] & { readonly place: number };

/** The largest page that the server gives: a table pages within what is known. */
const PAGE = 500;

/** What a person can meet today; the purposes of products to come are listed with them. */
const PURPOSES = [
  ...['virtualGrant', 'virtualReturn', 'spotBase', 'spotQuote', 'spotFee', 'spotFeeRounding'],
  ...['transfer', 'deposit', 'withdrawal', 'withdrawalFee'],
  ...['purchasePayment', 'purchasePrice', 'purchase', 'bankWithdrawal', 'bankRefund'],
  ...['smallSold', 'smallPaid', 'smallFee', 'signInReward', 'feeVoucher'],
  ...['commission'],
  ...['cfdGain', 'cfdLoss', 'cfdNight', 'cfdNightCredit', 'cfdPremium', 'cfdPremiumReturn'],
  ...['cfdShortfall', 'cfdClaim'],
  ...['optionStake', 'optionPayout', 'optionRefund', 'optionSale', 'optionMadeGood'],
  ...['earnSubscription', 'earnYield', 'earnCost', 'earnRedemption'],
  ...['loanPrincipal', 'loanRepayment', 'loanInterest', 'loanPenalty', 'loanCollateral'],
  ...['launchSubscription', 'launchRefund', 'launchRelease', 'launchProceeds', 'launchUnsold'],
] as readonly PurposeName[];

/** /record: everything that came into and went out of one's accounts, to the last unit. */
export default function RecordScreen() {
  const { t } = useTranslation();
  const state = useTableState();
  const [asset, purpose] = [state.filter('asset'), state.filter('purpose')];
  const days = daysOf(state);
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: ['statement', token, asset, purpose, days.from, days.to],
    queryFn: ({ pageParam, signal }) => {
      const input = {
        ...(asset === '' ? {} : { asset }),
        ...(PURPOSES.includes(purpose as PurposeName) ? { purpose: purpose as PurposeName } : {}),
        ...timesOf(days),
        ...(pageParam === null ? {} : { before: pageParam }),
        limit: PAGE,
      };
      return api.call('getStatement', input, { signal, quiet: true });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const lines = query.data?.pages.flatMap((page) => page.lines);
  const rows = lines?.map((line, place) => ({ ...line, place }));
  const title = t(($) => $.wallet.records);
  return (
    <WalletPage title={title} lead={t(($) => $.wallet.recordsLead)}>
      <Panel>
        <DataTable
          caption={title}
          columns={useColumns()}
          rows={rows}
          keyOf={({ place }) => String(place)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="statement"
          filters={<Filters state={state} />}
          empty={
            <EmptyState
              compact
              title={t(($) => $.wallet.noRecords)}
              text={t(($) => $.wallet.noRecordsText)}
            />
          }
        />
        <OlderRows query={query}>{t(($) => $.wallet.older)}</OlderRows>
      </Panel>
    </WalletPage>
  );
}

/** The days that are asked for, of UTC as in the file; empty where there is no bound. */
function daysOf(state: TableState): Days {
  const [from = '', to = ''] = state.filter('range').split('..');
  return { from, to };
}

function timesOf(days: Days): { from?: number; to?: number } {
  const [from, to] = [Date.parse(days.from), Date.parse(days.to)];
  return {
    ...(Number.isNaN(from) ? {} : { from }),
    ...(Number.isNaN(to) ? {} : { to: to + DAY - 1 }),
  };
}

function Filters({ state }: { state: TableState }) {
  const { t } = useTranslation();
  const balances = useAssets().data?.balances ?? [];
  const assets = [...new Set(balances.map(({ asset }) => asset))];
  return (
    <>
      <Select
        label={t(($) => $.wallet.asset)}
        value={state.filter('asset')}
        options={[
          { value: '', text: t(($) => $.wallet.everyAsset) },
          ...assets.map((asset) => ({ value: asset, text: asset })),
        ]}
        onChange={(asset: string) => state.setFilter('asset', asset)}
      />
      <Select
        label={t(($) => $.wallet.purpose)}
        value={state.filter('purpose')}
        options={[
          { value: '', text: t(($) => $.wallet.everyPurpose) },
          ...PURPOSES.map((value) => ({ value, text: t(($) => $.wallet.purposes[value]) })),
        ]}
        onChange={(purpose: string) => state.setFilter('purpose', purpose)}
      />
      <DateRange
        value={daysOf(state)}
        today={new Date().toISOString().slice(0, 10)}
        onChange={({ from, to }) =>
          state.setFilter('range', from + to === '' ? '' : `${from}..${to}`)
        }
      />
    </>
  );
}

function useColumns(): readonly Column<Line>[] {
  const { t } = useTranslation();
  const purposeOf = ({ purpose }: Line) => t(($) => $.wallet.purposes[purpose]);
  const otherOf = ({ counterpart }: Line) => {
    if (counterpart === 'own') return t(($) => $.wallet.others.own);
    if (counterpart === 'customer') return t(($) => $.wallet.others.customer);
    const isHouse = counterpart.startsWith('house');
    return isHouse ? t(($) => $.wallet.others.house) : t(($) => $.wallet.others.outside);
  };
  return [
    {
      ...{ name: 'at', head: t(($) => $.wallet.at), width: '16%' },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'purpose', head: t(($) => $.wallet.purpose), wraps: true, card: 'title' },
      width: '24%',
      cell: (line) => purposeOf(line),
      csv: ({ purpose }) => purpose,
    },
    {
      ...{ name: 'asset', head: t(($) => $.wallet.asset), width: '9%' },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'amount', head: t(($) => $.wallet.amount), figure: true, card: 'value' },
      width: '17%',
      cell: ({ amount, asset }) => (
        <Amount
          value={amount}
          asset={asset}
          className={amount.startsWith('-') ? css.out : css.in}
        />
      ),
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'wallet', head: t(($) => $.wallet.wallet), optional: true },
      width: '12%',
      cell: ({ wallet }) =>
        wallet === 'currency' ? t(($) => $.wallet.currency) : t(($) => $.wallet.contract),
      csv: ({ wallet }) => wallet,
    },
    {
      ...{ name: 'other', head: t(($) => $.wallet.other), optional: true },
      width: '12%',
      cell: (line) => <span title={line.counterpart}>{otherOf(line)}</span>,
      csv: ({ counterpart }) => counterpart,
    },
    {
      ...{ name: 'seq', head: t(($) => $.wallet.entry), figure: true, optional: true },
      width: '10%',
      cell: ({ seq }) => <bdi dir="ltr">{seq}</bdi>,
      csv: ({ seq }) => String(seq),
    },
  ];
}
