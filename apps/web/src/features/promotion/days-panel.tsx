import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { DAYS, type DayRow, useDays } from './use-promotion.ts';

const DAY_MS = 86_400_000;

/** The statement by day and level, and its line. */
export function DaysPanel() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useDays();
  const columns: readonly Column<DayRow>[] = [
    {
      ...{ name: 'day', head: t(($) => $.promotion.day), card: 'title' },
      cell: ({ day }) => <Ltr>{day}</Ltr>,
      csv: ({ day }) => day,
    },
    {
      ...{ name: 'level', head: t(($) => $.promotion.levelHead) },
      cell: ({ level }) => t(($) => $.promotion.level, { level }),
      csv: ({ level }) => String(level),
    },
    {
      ...{ name: 'fees', head: t(($) => $.promotion.fees), figure: true },
      cell: ({ fees, asset }) => <Amount value={fees} asset={asset} named />,
      csv: ({ fees }) => fees,
    },
    {
      ...{ name: 'amount', head: t(($) => $.promotion.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount, asset }) => `${amount} ${asset}`,
    },
  ];
  return (
    <Panel title={t(($) => $.promotion.days)}>
      {data === undefined || data.days.length === 0 ? null : (
        <PanelBody>
          <LineChart
            label={t(($) => $.promotion.chart)}
            points={pointsOf(data.days)}
            unit="USDT"
            height={160}
          />
        </PanelBody>
      )}
      <DataTable
        caption={t(($) => $.promotion.days)}
        columns={columns}
        rows={data?.days}
        keyOf={({ day, level, asset }) => `${day} ${level} ${asset}`}
        state={useTableState('promotionDays')}
        failed={isError}
        onRetry={() => void refetch()}
        file="promotion-days"
        empty={
          <EmptyState
            compact
            title={t(($) => $.promotion.noDays)}
            text={t(($) => $.promotion.noDaysText)}
          />
        }
      />
    </Panel>
  );
}

/** Every day has a point: a day without income is zero. */
function pointsOf(rows: readonly DayRow[]) {
  const sums = new Map<string, bigint>();
  for (const { day, worth } of rows) {
    sums.set(day, (sums.get(day) ?? 0n) + (parseDecimal(worth, SCALE) ?? 0n));
  }
  const last = Math.max(...[...sums.keys()].map((day) => Date.parse(day)));
  return Array.from({ length: DAYS }, (_, n) => {
    const at = last - (DAYS - 1 - n) * DAY_MS;
    const day = new Date(at).toISOString().slice(0, 10);
    return { at, value: formatDecimal(sums.get(day) ?? 0n, SCALE) };
  });
}
