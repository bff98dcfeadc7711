import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { Claimed } from '../../ui/case-parts.tsx';
import { type QueueRow, useQueue } from './use-cases.ts';

/** Cases that wait, the earliest deadline first; opening one claims it, for those who may. */
export function Queue({ open }: { open(caseId: number): void }) {
  const { t } = useTranslation();
  const query = useQueue();
  const mayClaim = useOperator().may('verification.claim');
  const columns: readonly Column<QueueRow>[] = [
    {
      name: 'case',
      head: t(($) => $.verification.case),
      cell: ({ caseId }) => <Ltr>{`#${caseId}`}</Ltr>,
    },
    {
      name: 'level',
      head: t(($) => $.verification.level),
      cell: ({ level }) => t(($) => $.verification.levels[level]),
    },
    {
      name: 'country',
      head: t(($) => $.verification.fields.country),
      cell: ({ country }) => <Ltr>{country}</Ltr>,
    },
    {
      name: 'sent',
      head: t(($) => $.verification.sent),
      cell: ({ submittedAt }) => <Instant at={submittedAt} />,
    },
    {
      name: 'deadline',
      head: t(($) => $.verification.deadline),
      cell: ({ deadlineAt }) => (
        <Countdown label={t(($) => $.verification.deadline)} until={deadlineAt} />
      ),
    },
    {
      name: 'tries',
      head: t(($) => $.verification.tries),
      cell: ({ tries }) => tries,
    },
    {
      name: 'claimed',
      head: t(($) => $.verification.claimed),
      cell: (row) => <Claim row={row} />,
    },
  ];
  return (
    <Page>
      <PageHead title={t(($) => $.verification.title)} lead={t(($) => $.verification.lead)} />
      <Panel title={t(($) => $.verification.queue)}>
        <DataTable
          caption={t(($) => $.verification.queue)}
          columns={columns}
          rows={query.data?.cases}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          keyOf={({ caseId }) => String(caseId)}
          state={useTableState('verification')}
          {...(mayClaim ? { onOpen: ({ caseId }: QueueRow) => open(caseId) } : {})}
          empty={<EmptyState compact title={t(($) => $.verification.nothing)} />}
        />
      </Panel>
    </Page>
  );
}

function Claim({ row }: { row: QueueRow }) {
  const { t } = useTranslation();
  if (row.claimedBy === null && row.proposed)
    return <Badge tone="warning">{t(($) => $.verification.second)}</Badge>;
  return <Claimed {...row} />;
}
