import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import type { Promotion } from './use-promotion.ts';

type Row = Promotion['waiting'][number];

/** Income that waits, and when it is paid. */
export function Waiting({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation();
  const columns: readonly Column<Row>[] = [
    {
      ...{ name: 'day', head: t(($) => $.promotion.day), card: 'title' },
      cell: ({ day }) => <Ltr>{day}</Ltr>,
    },
    {
      ...{ name: 'level', head: t(($) => $.promotion.levelHead) },
      cell: ({ level }) => t(($) => $.promotion.level, { level }),
    },
    {
      ...{ name: 'paidAt', head: t(($) => $.promotion.paidAt) },
      cell: ({ paidAt }) => <Instant at={paidAt} />,
    },
    {
      ...{ name: 'amount', head: t(($) => $.promotion.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
    },
  ];
  return (
    <Panel title={t(($) => $.promotion.waitingTitle)}>
      <DataTable
        caption={t(($) => $.promotion.waitingTitle)}
        columns={columns}
        rows={rows}
        keyOf={({ day, level, asset }) => `${day} ${level} ${asset}`}
        state={useTableState('promotionWaiting')}
        empty={
          <EmptyState
            compact
            title={t(($) => $.promotion.noWaiting)}
            text={t(($) => $.promotion.noWaitingText)}
          />
        }
      />
    </Panel>
  );
}
