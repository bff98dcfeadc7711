import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { Benefits } from './use-rewards.ts';

type Tier = Benefits['feeTiers'][number];

interface TierTableProps {
  tiers: readonly Tier[];
  asset: string;
  /** The reader's own. */
  own?: number;
}

/** The fee schedule, which is the same for everybody. */
export function TierTable({ tiers, asset, own }: TierTableProps) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
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
      cell: ({ makerPpm }) => ppm(makerPpm),
    },
    {
      ...{ name: 'taker', head: t(($) => $.rewards.tiers.taker), figure: true },
      cell: ({ takerPpm }) => ppm(takerPpm),
    },
  ];
  return (
    <Panel title={t(($) => $.rewards.tiers.schedule)}>
      <DataTable
        caption={t(($) => $.rewards.tiers.schedule)}
        columns={columns}
        rows={tiers}
        keyOf={({ tier }) => String(tier)}
        state={useTableState('tiers')}
        empty={null}
      />
      <PanelBody>
        <p>{t(($) => $.rewards.tiers.counts)}</p>
      </PanelBody>
    </Panel>
  );
}
