import type { Realm } from '@assay/core/ledger/realm';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import type { TableState } from '@assay/kit/data/table-state.ts';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { amountOf, CASH, type Day, dayText, type Shown, volumeOf } from './use-reports.ts';

interface DaysTableProps {
  days: readonly Day[] | undefined;
  realm: Realm;
  shown: Shown;
  state: TableState;
}

/** The days, the latest first. */
export function DaysTable({ days, realm, shown, state }: DaysTableProps) {
  const { t } = useTranslation();
  const title = t(($) => $.reports.days);
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={useColumns(realm, shown)}
        rows={days?.toReversed()}
        keyOf={({ at }) => String(at)}
        state={state}
        file={`daily-figures-${realm}`}
        pageRows={10}
        empty={<EmptyState compact title={t(($) => $.none)} />}
      />
    </Panel>
  );
}

function useColumns(realm: Realm, { market, asset }: Shown): readonly Column<Day>[] {
  const { t } = useTranslation();
  const figure = (name: string, head: string, of: (day: Day) => string): Column<Day> => ({
    ...{ name, head, figure: true, optional: true },
    cell: (day) => <Plain value={of(day)} />,
    sort: of,
    csv: of,
  });
  const count = (
    name: 'active' | 'verified' | 'conversations' | 'orders' | 'trades',
  ): Column<Day> =>
    figure(
      name,
      t(($) => $.reports[name]),
      (day) => String(day[name] ?? 0),
    );
  const crossed = (name: 'deposits' | 'withdrawals') =>
    figure(
      name,
      t(($) => $.reports[name], { asset }),
      (day) => amountOf(day, name, asset),
    );
  const volume =
    market === ''
      ? t(($) => $.reports.volumeIn, { asset: CASH })
      : t(($) => $.reports.volumeOf, { market });
  return [
    {
      name: 'day',
      head: t(($) => $.reports.day),
      cell: ({ at }) => <Ltr>{dayText(at)}</Ltr>,
      sort: ({ at }) => at,
      csv: ({ at }) => dayText(at),
    },
    figure(
      'registered',
      t(($) => $.reports.registered[realm]),
      (day) => String(day.registered),
    ),
    count('active'),
    ...(realm === 'real' ? [count('verified'), count('conversations')] : []),
    count('orders'),
    count('trades'),
    { ...figure('volume', volume, (day) => volumeOf(day, market, CASH)), card: 'value' },
    figure(
      'fees',
      t(($) => $.reports.feesIn, { asset }),
      (day) => amountOf(day, 'fees', asset),
    ),
    ...(realm === 'real' ? [crossed('deposits'), crossed('withdrawals')] : []),
  ];
}
