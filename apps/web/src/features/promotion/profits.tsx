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
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { PROMOTION } from './use-promotion.ts';

const PAGE = 50;

type Profit = CallOutput<'getMyEarningsDetail'>['profits'][number];

/** Every commission, the latest first. */
export function Profits() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [PROMOTION, 'profits', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getMyEarningsDetail', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <Panel title={t(($) => $.promotion.profits)}>
      <DataTable
        caption={t(($) => $.promotion.profits)}
        columns={useColumns()}
        rows={query.data?.pages.flatMap(({ profits }) => profits)}
        keyOf={({ id }) => id}
        state={useTableState('promotionProfits')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="promotion-profits"
        empty={
          <EmptyState
            compact
            title={t(($) => $.promotion.noProfits)}
            text={t(($) => $.promotion.noProfitsText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.promotion.older)}</OlderRows>
    </Panel>
  );
}

const REMARKS: StatusMap<Profit['remark']> = {
  paid: { tone: 'good', label: (t) => t(($) => $.promotion.remarks.paid) },
  samePerson: { tone: 'warning', label: (t) => t(($) => $.promotion.remarks.samePerson) },
  belowUnit: { tone: 'neutral', label: (t) => t(($) => $.promotion.remarks.belowUnit) },
};

function useColumns(): readonly Column<Profit>[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return [
    {
      ...{ name: 'id', head: t(($) => $.promotion.id), card: 'title' },
      cell: ({ id }) => <Ltr>{id}</Ltr>,
      csv: ({ id }) => id,
    },
    {
      ...{ name: 'profit', head: t(($) => $.promotion.profit), figure: true, card: 'value' },
      cell: ({ profit, asset }) => <Amount value={profit} asset={asset} named />,
      csv: ({ profit, asset }) => `${profit} ${asset}`,
    },
    {
      ...{ name: 'member', head: t(($) => $.promotion.member) },
      cell: ({ member, level }) => (
        <>
          <Ltr>{member}</Ltr> · {t(($) => $.promotion.level, { level })}
        </>
      ),
      csv: ({ member, level }) => `${member} ${level}`,
    },
    {
      ...{ name: 'fees', head: t(($) => $.promotion.fees), figure: true },
      cell: ({ fees, asset }) => <Amount value={fees} asset={asset} named />,
      csv: ({ fees }) => fees,
    },
    {
      ...{ name: 'rate', head: t(($) => $.promotion.rate), figure: true },
      cell: ({ ratePpm }) => ppm(ratePpm),
      csv: ({ ratePpm }) => String(ratePpm),
    },
    {
      ...{ name: 'remark', head: t(($) => $.promotion.remark) },
      cell: ({ remark }) => <StatusBadge map={REMARKS} state={remark} />,
      csv: ({ remark, day }) => `${remark} ${day}`,
    },
    {
      ...{ name: 'addTime', head: t(($) => $.promotion.addTime) },
      cell: ({ addTime }) => <Instant at={addTime} />,
      csv: ({ addTime }) => isoOf(addTime),
    },
  ];
}
