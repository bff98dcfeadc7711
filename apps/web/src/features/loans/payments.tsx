import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { useTranslation } from 'react-i18next';
import type { Detail } from './use-loans.ts';

type Repayment = Detail['repayments'][number];

const STATES: StatusMap<Repayment['state']> = {
  review: { tone: 'accent', label: (t) => t(($) => $.loans.shownStates.review) },
  credited: { tone: 'good', label: (t) => t(($) => $.loans.shownStates.credited) },
  refused: { tone: 'bad', label: (t) => t(($) => $.loans.shownStates.refused) },
};

/** What was paid, with the parts to which it went. */
export function Payments({ detail: { payments, loan } }: { detail: Detail }) {
  const { t } = useTranslation();
  if (payments.length === 0) return null;
  const { asset } = loan;
  return (
    <Panel title={t(($) => $.loans.payments)}>
      <ListTable
        caption={t(($) => $.loans.payments)}
        columns={[
          { head: t(($) => $.loans.at) },
          { head: t(($) => $.loans.payment), figure: true },
          { head: t(($) => $.loans.principal), figure: true },
          { head: t(($) => $.loans.interest), figure: true },
          { head: t(($) => $.loans.penalty), figure: true },
          { head: t(($) => $.loans.from) },
        ]}
      >
        {payments.map((one) => (
          <TableRow
            key={`${one.at} ${one.amount}`}
            cells={[
              <Instant key="at" at={one.at} />,
              <Amount key="amount" value={one.amount} asset={asset} />,
              <Amount key="principal" value={one.principal} asset={asset} />,
              <Amount key="interest" value={one.interest} asset={asset} />,
              <Amount key="penalty" value={one.penalty} asset={asset} />,
              t(($) => $.loans.sources[one.source]),
            ]}
          />
        ))}
      </ListTable>
    </Panel>
  );
}

/** Payments of which a picture was sent. */
export function Shown({ detail: { repayments, loan } }: { detail: Detail }) {
  const { t } = useTranslation();
  if (repayments.length === 0) return null;
  return (
    <Panel title={t(($) => $.loans.shown)}>
      <ListTable
        caption={t(($) => $.loans.shown)}
        columns={[
          { head: t(($) => $.loans.at) },
          { head: t(($) => $.loans.payment), figure: true },
          { head: t(($) => $.loans.state) },
          { head: t(($) => $.loans.why) },
        ]}
      >
        {repayments.map((one) => (
          <TableRow
            key={one.repaymentId}
            cells={[
              <Instant key="at" at={one.sentAt} />,
              <Amount key="amount" value={one.amount} asset={loan.asset} />,
              <StatusBadge key="state" map={STATES} state={one.state} />,
              one.reason === '' ? '—' : t(($) => $.loans.shownReasons[one.reason as 'notArrived']),
            ]}
          />
        ))}
      </ListTable>
    </Panel>
  );
}
