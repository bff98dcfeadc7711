import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';
import type { Detail } from './use-loans.ts';

type Instalment = Detail['schedule'][number];

const STATES: StatusMap<Instalment['state']> = {
  open: { tone: 'neutral', label: (t) => t(($) => $.loans.instalmentStates.open) },
  paid: { tone: 'good', label: (t) => t(($) => $.loans.instalmentStates.paid) },
  late: { tone: 'bad', label: (t) => t(($) => $.loans.instalmentStates.late) },
};

/** What is to be paid by which day. */
export function Schedule({ rows, asset }: { rows: readonly Instalment[]; asset: string }) {
  const { t } = useTranslation();
  return (
    <ListTable
      caption={t(($) => $.loans.schedule)}
      columns={[
        { head: t(($) => $.loans.due) },
        { head: t(($) => $.loans.principal), figure: true },
        { head: t(($) => $.loans.interest), figure: true },
        { head: t(($) => $.loans.payment), figure: true },
        { head: t(($) => $.loans.state) },
      ]}
    >
      {rows.map((one) => (
        <TableRow
          key={one.n}
          cells={[
            <Instant key="due" at={one.dueAt} />,
            <Amount key="principal" value={one.principal} asset={asset} />,
            <Amount key="interest" value={one.interest} asset={asset} />,
            <Amount key="amount" value={one.amount} asset={asset} />,
            <StatusBadge key="state" map={STATES} state={one.state} />,
          ]}
        />
      ))}
    </ListTable>
  );
}
