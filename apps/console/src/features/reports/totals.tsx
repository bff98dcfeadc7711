import type { Realm } from '@assay/core/ledger/realm';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { type Day, sumOf } from './use-reports.ts';

interface TotalsProps {
  days: readonly Day[] | undefined;
  realm: Realm;
}

/** What a market or an asset comes to over the days. */
interface Total {
  readonly of: string;
  readonly asset: string;
  readonly trades: number;
  readonly amount: string;
}

/** The volume of each market over all days. */
export function MarketTable({ days, realm }: TotalsProps) {
  const { t } = useTranslation();
  const rows = totals(days?.flatMap(({ volumes }) => volumes) ?? [], ({ market }) => market);
  const columns: readonly Column<Total>[] = [
    named(t(($) => $.reports.market)),
    {
      ...{ name: 'trades', head: t(($) => $.reports.trades), figure: true },
      cell: ({ trades }) => <Plain value={trades} />,
      sort: ({ trades }) => trades,
      csv: ({ trades }) => String(trades),
    },
    amount(t(($) => $.reports.volume)),
    asset(t(($) => $.reports.quote)),
  ];
  return (
    <Totals
      name="markets"
      title={t(($) => $.reports.byMarket)}
      {...{ days, realm, rows, columns }}
    />
  );
}

/** The fees in each asset over all days. */
export function AssetTable({ days, realm }: TotalsProps) {
  const { t } = useTranslation();
  const fees = days?.flatMap((day) => day.fees) ?? [];
  const rows = totals(
    fees.map((fee) => ({ ...fee, trades: 0, volume: fee.amount })),
    (fee) => fee.asset,
  );
  const columns = [named(t(($) => $.house.asset)), amount(t(($) => $.reports.fees))];
  return (
    <Totals name="assets" title={t(($) => $.reports.byAsset)} {...{ days, realm, rows, columns }} />
  );
}

interface TableProps extends TotalsProps {
  name: 'markets' | 'assets';
  title: string;
  rows: readonly Total[];
  columns: readonly Column<Total>[];
}

function Totals({ name, title, days, realm, rows, columns }: TableProps) {
  const { t } = useTranslation();
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={columns}
        rows={days && rows}
        keyOf={({ of }) => of}
        state={useTableState(name)}
        file={`${name}-${realm}`}
        empty={<EmptyState compact title={t(($) => $.reports.nothing)} />}
      />
    </Panel>
  );
}

const named = (head: string): Column<Total> => ({
  ...{ name: 'of', head },
  cell: ({ of }) => <Ltr>{of}</Ltr>,
  sort: ({ of }) => of,
  csv: ({ of }) => of,
});

const asset = (head: string): Column<Total> => ({
  ...{ name: 'asset', head },
  cell: (row) => row.asset,
  csv: (row) => row.asset,
});

const amount = (head: string): Column<Total> => ({
  ...{ name: 'amount', head, figure: true, card: 'value' },
  cell: (row) => <Amount value={row.amount} asset={row.asset} />,
  sort: (row) => row.amount,
  csv: (row) => row.amount,
});

function totals<Row extends { asset: string; trades: number; volume: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Total[] {
  return [...new Set(rows.map(keyOf))].sort().map((of) => {
    const own = rows.filter((row) => keyOf(row) === of);
    return {
      of,
      asset: own[0]?.asset ?? '',
      trades: own.reduce((sum, { trades }) => sum + trades, 0),
      amount: sumOf(own.map(({ volume }) => volume)),
    };
  });
}
