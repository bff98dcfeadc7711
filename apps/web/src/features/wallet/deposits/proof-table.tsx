import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Proof, useProofs } from './use-deposits.ts';

const STATES: StatusMap<Proof['state']> = {
  review: { tone: 'warning', label: (t) => t(($) => $.deposits.proof.states.review) },
  linked: { tone: 'accent', label: (t) => t(($) => $.deposits.proof.states.linked) },
  crediting: { tone: 'accent', label: (t) => t(($) => $.deposits.proof.states.crediting) },
  credited: { tone: 'good', label: (t) => t(($) => $.deposits.proof.states.credited) },
  refused: { tone: 'bad', label: (t) => t(($) => $.deposits.proof.states.refused) },
};

/** The proofs that somebody has sent, and what became of them; nothing for who has sent none. */
export function ProofTable() {
  const { t } = useTranslation();
  const query = useProofs();
  const columns = useColumns();
  const state = useTableState('proofs');
  if (query.data === undefined || query.data.proofs.length === 0) return null;
  return (
    <Panel title={t(($) => $.deposits.proof.records)}>
      <DataTable
        caption={t(($) => $.deposits.proof.records)}
        columns={columns}
        rows={query.data.proofs}
        keyOf={({ proofId }) => String(proofId)}
        state={state}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="deposit-proofs"
        empty={<EmptyState compact title={t(($) => $.deposits.none)} />}
      />
    </Panel>
  );
}

function useColumns(): readonly Column<Proof>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.deposits.at) },
      cell: ({ sentAt }) => <Instant at={sentAt} />,
      csv: ({ sentAt }) => isoOf(sentAt),
    },
    {
      ...{ name: 'asset', head: t(($) => $.deposits.asset), card: 'title' },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'quantity', head: t(($) => $.deposits.quantity), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'state', head: t(($) => $.deposits.state) },
      cell: ({ state, reason }) => (
        <>
          <StatusBadge map={STATES} state={state} />{' '}
          {reason === '' ? null : (
            <>
              {t(($) => $.deposits.proof.reasons[reason])}{' '}
              <Link to="/service">{t(($) => $.deposits.proof.appeal)}</Link>
            </>
          )}
        </>
      ),
      csv: ({ state, reason }) => `${state} ${reason}`.trim(),
    },
    {
      ...{ name: 'network', head: t(($) => $.deposits.network), optional: true },
      cell: ({ chain }) => chain,
      csv: ({ chain }) => chain,
    },
  ];
}
