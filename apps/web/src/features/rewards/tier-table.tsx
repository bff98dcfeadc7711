import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Benefits } from './use-rewards.ts';

type Tier = Benefits['feeTiers'][number];

interface TierTableProps {
  title: string;
  tiers: readonly Tier[];
  asset: string;
  /** The reader's own. */
  own?: number;
  /** What is to be known below it. */
  children?: ReactNode;
}

/** The fee schedule, which is the same for everybody. */
export function TierTable({ title, tiers, asset, own, children }: TierTableProps) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const rate = (own: number | null) =>
    own === null ? t(($) => $.rewards.tiers.asMarket) : ppm(own);
  const columns: readonly Column<Tier>[] = [
    {
      ...{ name: 'tier', head: t(($) => $.rewards.tiers.tier), card: 'title' },
      cell: ({ tier }) => (
        <>
          {t(($) => $.rewards.tiers.vip, { tier })}{' '}
          {tier === own ? <Badge tone="accent">{t(($) => $.rewards.tiers.yours)}</Badge> : null}
        </>
      ),
    },
    {
      ...{ name: 'volume', head: t(($) => $.rewards.tiers.from), figure: true, card: 'value' },
      cell: ({ volume }) => <Amount value={volume} asset={asset} named />,
    },
    {
      ...{ name: 'maker', head: t(($) => $.rewards.tiers.maker), figure: true },
      cell: ({ makerPpm }) => rate(makerPpm),
    },
    {
      ...{ name: 'taker', head: t(($) => $.rewards.tiers.taker), figure: true },
      cell: ({ takerPpm }) => rate(takerPpm),
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={columns}
        rows={tiers}
        keyOf={({ tier }) => String(tier)}
        state={useTableState('tiers')}
        empty={null}
      />
      <PanelBody>{children ?? <p>{t(($) => $.rewards.tiers.counts)}</p>}</PanelBody>
    </Panel>
  );
}
