import { DAY } from '@assay/core/time';
import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { type Cut, type Fill, useTrades } from './use-strategies.ts';

const ROWS = 10;

/** Every cut with what came and went at it, and what rounding has left. */
export function Cuts({ cuts, asset }: { cuts: readonly Cut[]; asset: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = (value: string) => <Amount named value={value} asset={asset} />;
  const columns: readonly Column<Cut>[] = [
    {
      ...{ name: 'day', head: t(($) => $.strategies.head.day), card: 'title' },
      cell: ({ day }) => <bdi>{format.date(day * DAY)}</bdi>,
      csv: ({ day }) => isoOf(day * DAY),
    },
    {
      ...{ name: 'nav', head: t(($) => $.strategies.head.nav), figure: true, card: 'value' },
      cell: ({ nav }) => amount(nav),
      csv: ({ nav }) => nav,
    },
    {
      ...{ name: 'value', head: t(($) => $.strategies.head.value), figure: true },
      cell: ({ value }) => amount(value),
      csv: ({ value }) => value,
    },
    {
      ...{ name: 'units', head: t(($) => $.strategies.head.units), figure: true, optional: true },
      cell: ({ units }) => <bdi>{format.plain(units)}</bdi>,
      csv: ({ units }) => units,
    },
    {
      ...{ name: 'in', head: t(($) => $.strategies.head.in), figure: true },
      cell: ({ paidIn }) => amount(paidIn),
      csv: ({ paidIn }) => paidIn,
    },
    {
      ...{ name: 'out', head: t(($) => $.strategies.head.out), figure: true },
      cell: ({ paidOut }) => amount(paidOut),
      csv: ({ paidOut }) => paidOut,
    },
    {
      ...{ name: 'remainder', head: t(($) => $.strategies.head.remainder), figure: true },
      cell: ({ remainder }) => <bdi>{format.plain(remainder)}</bdi>,
      csv: ({ remainder }) => remainder,
    },
  ];
  return (
    <Panel title={t(($) => $.strategies.cuts)}>
      <DataTable<Cut>
        caption={t(($) => $.strategies.cuts)}
        columns={columns}
        rows={cuts}
        keyOf={({ day }) => `${day}`}
        state={useTableState('cuts')}
        pageRows={ROWS}
        file="cuts"
        empty={
          <EmptyState
            compact
            title={t(($) => $.strategies.noCut)}
            text={t(($) => $.strategies.noCutText)}
          />
        }
      />
    </Panel>
  );
}

/** All trades of the account, as anybody may see them. */
export function Trades({ product }: { product: string }) {
  const { t } = useTranslation();
  const query = useTrades(product);
  const columns = useTradeColumns();
  return (
    <Panel title={t(($) => $.strategies.trades)}>
      <DataTable<Fill>
        caption={t(($) => $.strategies.trades)}
        columns={columns}
        rows={query.data?.pages.flatMap(({ fills }) => fills)}
        keyOf={({ market, id, liquidity }) => `${market}.${id}.${liquidity}`}
        state={useTableState('strategyTrades')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        pageRows={ROWS}
        file="trades"
        empty={
          <EmptyState
            compact
            title={t(($) => $.strategies.noTrades)}
            text={t(($) => $.strategies.noTradesText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.strategies.more)}</OlderRows>
    </Panel>
  );
}

function useTradeColumns(): readonly Column<Fill>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'market', head: t(($) => $.strategies.head.market), card: 'title' },
      cell: ({ market }) => <Ltr>{market}</Ltr>,
      csv: ({ market }) => market,
    },
    {
      ...{ name: 'at', head: t(($) => $.strategies.head.at) },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'side', head: t(($) => $.strategies.head.side) },
      cell: ({ side }) => t(($) => $.strategies.sides[side]),
      csv: ({ side }) => side,
    },
    {
      ...{ name: 'price', head: t(($) => $.strategies.head.price), figure: true, card: 'value' },
      cell: ({ price, quoteAsset }) => <Amount value={price} asset={quoteAsset} />,
      csv: ({ price }) => price,
    },
    {
      ...{ name: 'quantity', head: t(($) => $.strategies.head.quantity), figure: true },
      cell: ({ quantity, base }) => <Amount named value={quantity} asset={base} />,
      csv: ({ quantity }) => quantity,
    },
    {
      ...{ name: 'fee', head: t(($) => $.strategies.head.fee), figure: true },
      cell: ({ fee, feeAsset }) => <Amount named value={fee} asset={feeAsset} />,
      csv: ({ fee }) => fee,
    },
  ];
}
