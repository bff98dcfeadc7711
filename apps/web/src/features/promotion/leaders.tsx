import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { useLeaders } from './use-promotion.ts';

type Leader = CallOutput<'getPromotionLeaders'>['leaders'][number];

/** What the most successful have got, without who they are. */
export function Leaders() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useLeaders();
  const columns: readonly Column<Leader>[] = [
    {
      ...{ name: 'place', head: t(($) => $.promotion.place), card: 'title' },
      cell: ({ place, isYou }) => (
        <>
          {place} {isYou ? <Badge tone="accent">{t(($) => $.promotion.you)}</Badge> : null}
        </>
      ),
    },
    {
      ...{ name: 'members', head: t(($) => $.promotion.members), figure: true },
      cell: ({ members }) => members,
    },
    {
      ...{ name: 'worth', head: t(($) => $.promotion.paid), figure: true, card: 'value' },
      cell: ({ worth }) => <Amount value={worth} asset="USDT" named />,
    },
  ];
  const people = data?.people ?? 0;
  return (
    <Panel
      title={t(($) => $.promotion.leaders)}
      tools={people === 0 ? null : t(($) => $.promotion.people, { count: people })}
    >
      <DataTable
        caption={t(($) => $.promotion.leaders)}
        columns={columns}
        rows={data?.leaders}
        keyOf={({ place }) => String(place)}
        state={useTableState('promotionLeaders')}
        failed={isError}
        onRetry={() => void refetch()}
        empty={<EmptyState compact title={t(($) => $.promotion.noLeaders)} />}
      />
    </Panel>
  );
}
