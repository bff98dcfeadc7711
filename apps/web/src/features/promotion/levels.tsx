import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import css from './promotion.module.css';
import type { Level } from './use-promotion.ts';

/** Members and income of each of the four levels. */
export function Levels({ levels }: { levels: readonly Level[] }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const columns: readonly Column<Level>[] = [
    {
      ...{ name: 'level', head: t(($) => $.promotion.levelHead), card: 'title' },
      cell: ({ level }) => t(($) => $.promotion.level, { level }),
    },
    {
      ...{ name: 'share', head: t(($) => $.promotion.share), figure: true },
      cell: ({ ratePpm, isAllowed }) =>
        isAllowed ? ppm(ratePpm) : <Badge tone="warning">{t(($) => $.promotion.notAllowed)}</Badge>,
    },
    {
      ...{ name: 'members', head: t(($) => $.promotion.members), figure: true },
      cell: ({ members }) => members,
    },
    {
      ...{ name: 'waiting', head: t(($) => $.promotion.waiting), figure: true },
      cell: ({ waiting }) => <Sums sums={waiting} />,
    },
    {
      ...{ name: 'paid', head: t(($) => $.promotion.paid), figure: true, card: 'value' },
      cell: ({ income }) => <Sums sums={income} />,
    },
  ];
  return (
    <Panel title={t(($) => $.promotion.income)}>
      <DataTable
        caption={t(($) => $.promotion.income)}
        columns={columns}
        rows={levels}
        keyOf={({ level }) => String(level)}
        state={useTableState('promotionLevels')}
        empty={null}
      />
    </Panel>
  );
}

function Sums({ sums }: { sums: Level['income'] }) {
  const { t } = useTranslation();
  if (sums.length === 0) return t(($) => $.promotion.nothing);
  return (
    <span className={css.amounts}>
      {sums.map(({ asset, amount }) => (
        <Amount key={asset} value={amount} asset={asset} named />
      ))}
    </span>
  );
}
