import type { Column } from '@assay/kit/data/columns.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { symbolOf } from '@assay/modules/feeds/rules';
import type { MarketView } from '@assay/modules/markets/schema';
import { useTranslation } from 'react-i18next';
import type { Exposure } from './use-exposure.ts';

/** Everything is counted in it. */
export const CASH = 'USDT';

/** What the prices of an index are in. */
export const quoteOn = (index: string) => symbolOf(index)?.quote ?? CASH;

/** A contract, and at what stage its market is; undefined until that is known. */
export type Exposed = Exposure['contracts'][number] & {
  readonly stage: MarketView['stage'] | undefined;
};

/** Of each contract: whether it is traded, what is open, and the worst case. */
export function useContractColumns(): readonly Column<Exposed>[] {
  const { t } = useTranslation();
  const amount = (name: 'value' | 'gain' | 'worst', head: string): Column<Exposed> => ({
    ...{ name, head, figure: true },
    cell: (row) => <Amount value={row[name]} asset={CASH} />,
    sort: (row) => row[name],
    csv: (row) => row[name],
  });
  return [
    {
      ...{ name: 'contract', head: t(($) => $.contracts.contract), card: 'title' },
      cell: ({ listing }) => <Ltr>{listing.symbol}</Ltr>,
      sort: ({ listing }) => listing.symbol,
      csv: ({ listing }) => listing.symbol,
    },
    {
      ...{ name: 'state', head: t(($) => $.contracts.state) },
      cell: (row) => <State contract={row} />,
      sort: ({ isOpen }) => Number(isOpen),
      csv: ({ listing, isOpen, stage }) =>
        `${stage ?? ''} ${listing.status} ${isOpen ? 'open' : 'closed'}`.trim(),
    },
    {
      ...{ name: 'net', head: t(($) => $.contracts.net), figure: true },
      cell: ({ net }) => <Plain value={net} />,
      sort: ({ net }) => net,
      csv: ({ net }) => net,
    },
    {
      ...{ name: 'most', head: t(($) => $.terms.fields.maxNetLots), figure: true },
      cell: ({ listing }) => <Plain value={listing.maxNetLots} />,
      sort: ({ listing }) => listing.maxNetLots,
      csv: ({ listing }) => listing.maxNetLots,
    },
    amount(
      'value',
      t(($) => $.contracts.value),
    ),
    amount(
      'gain',
      t(($) => $.contracts.gain),
    ),
    amount(
      'worst',
      t(($) => $.contracts.worst),
    ),
  ];
}

/** Whether new positions are taken, and whether there is a session. */
export function State({ contract: { listing, isOpen, stage } }: { contract: Exposed }) {
  const { t } = useTranslation();
  if (stage === 'preOpen' || stage === 'delisted') {
    return <Badge tone="warning">{t(($) => $.parameters.stages[stage])}</Badge>;
  }
  if (listing.status === 'closeOnly') {
    return <Badge tone="warning">{t(($) => $.terms.choices.closeOnly)}</Badge>;
  }
  return (
    <Badge tone={isOpen ? 'good' : 'neutral'}>
      {isOpen ? t(($) => $.contracts.inSession) : t(($) => $.contracts.closed)}
    </Badge>
  );
}
