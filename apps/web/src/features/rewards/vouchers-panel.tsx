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
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';
import type { Tasks } from './use-rewards.ts';

type Voucher = Tasks['vouchers'][number];

const STATES: StatusMap<Voucher['state']> = {
  open: { tone: 'good', label: (t) => t(($) => $.rewards.vouchers.states.open) },
  used: { tone: 'neutral', label: (t) => t(($) => $.rewards.vouchers.states.used) },
  over: { tone: 'neutral', label: (t) => t(($) => $.rewards.vouchers.states.over) },
};

/** The reader's vouchers, with what is left of each. */
export function VouchersPanel({ vouchers }: Pick<Tasks, 'vouchers'>) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const title = t(($) => $.rewards.vouchers.title);
  const columns: readonly Column<Voucher>[] = [
    {
      ...{ name: 'of', head: t(($) => $.rewards.vouchers.of), card: 'title', wraps: true },
      cell: ({ kind }) => t(($) => $.rewards.tasks.kinds[kind]),
      csv: ({ kind }) => kind,
    },
    {
      ...{ name: 'gives', head: t(($) => $.rewards.vouchers.gives) },
      cell: ({ gives, state, voucherId }) => {
        const text = t(($) => $.rewards.vouchers.kinds[gives]);
        if (gives === 'fees' || state !== 'open') return text;
        const place = gives === 'options' ? '/deal_jg' : `/preciousMetal?trial=${voucherId}`;
        return <TextLink to={place}>{text}</TextLink>;
      },
      csv: ({ gives }) => gives,
    },
    {
      ...{ name: 'share', head: t(($) => $.rewards.vouchers.share), figure: true },
      cell: ({ gives, sharePpm }) => (gives === 'fees' ? ppm(sharePpm) : NO_VALUE),
      csv: ({ sharePpm }) => String(sharePpm),
    },
    {
      ...{ name: 'remaining', head: t(($) => $.rewards.vouchers.remaining), figure: true },
      cell: ({ remaining, asset }) => <Amount value={remaining} asset={asset} named />,
      csv: ({ remaining }) => remaining,
    },
    {
      ...{ name: 'amount', head: t(($) => $.rewards.vouchers.amount), figure: true },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'until', head: t(($) => $.rewards.vouchers.until) },
      cell: ({ lastDay }) => <Ltr>{lastDay}</Ltr>,
      csv: ({ lastDay }) => lastDay,
    },
    {
      ...{ name: 'state', head: t(($) => $.rewards.vouchers.state), card: 'value' },
      cell: ({ state }) => <StatusBadge map={STATES} state={state} />,
      csv: ({ state }) => state,
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        {...{ caption: title, columns, rows: vouchers }}
        keyOf={({ voucherId }) => String(voucherId)}
        state={useTableState('vouchers')}
        file="vouchers"
        empty={
          <EmptyState
            compact
            title={t(($) => $.rewards.vouchers.none)}
            text={t(($) => $.rewards.vouchers.noneText)}
          />
        }
      />
    </Panel>
  );
}

const PAGE = 50;

type Payment = CallOutput<'getVoucherPayments'>['payments'][number];

/** Every fee that was given back, the latest first. */
export function VoucherPayments() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const title = t(($) => $.rewards.vouchers.payments);
  const query = useInfiniteQuery({
    queryKey: [REWARDS, 'payments', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getVoucherPayments', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={useColumns()}
        rows={query.data?.pages.flatMap(({ payments }) => payments)}
        keyOf={({ paymentId, voucherId }) => `${paymentId} ${voucherId}`}
        state={useTableState('payments')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="fees-given-back"
        empty={
          <EmptyState
            compact
            title={t(($) => $.rewards.vouchers.nothing)}
            text={t(($) => $.rewards.vouchers.nothingText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.rewards.older)}</OlderRows>
    </Panel>
  );
}

function useColumns(): readonly Column<Payment>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'day', head: t(($) => $.rewards.vouchers.day), card: 'title' },
      cell: ({ day }) => <Ltr>{day}</Ltr>,
      csv: ({ day }) => day,
    },
    {
      ...{ name: 'fees', head: t(($) => $.rewards.vouchers.fees), figure: true },
      cell: ({ fees, asset }) => <Amount value={fees} asset={asset} named />,
      csv: ({ fees }) => fees,
    },
    {
      ...{ name: 'back', head: t(($) => $.rewards.vouchers.back), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'at', head: t(($) => $.rewards.vouchers.at) },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
  ];
}
