import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Count, StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import type { TicketStatus } from '@assay/modules/support/rules';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { useNext } from '../../lib/use-keys.ts';
import { Claimed } from '../../ui/case-parts.tsx';
import { Canned } from './canned.tsx';
import { Ratings } from './ratings.tsx';
import { type QueueRow, useQueue } from './use-support.ts';

const STATUSES: StatusMap<TicketStatus> = {
  waiting: { tone: 'warning', label: (t) => t(($) => $.support.statuses.waiting) },
  answered: { tone: 'good', label: (t) => t(($) => $.support.statuses.answered) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.support.statuses.closed) },
};

/** Open conversations, who waits longest first; opening one claims it, and so does the key N. */
export function Queue({ open }: { open(ticketId: number): void }) {
  const { t } = useTranslation();
  const query = useQueue();
  const { may } = useOperator();
  const mayAnswer = may('support.answer');
  const waiting = query.data?.tickets.filter(({ status }) => status === 'waiting');
  useNext(mayAnswer ? waiting : undefined, ({ ticketId }) => open(ticketId));
  const { count = 0, mean100 = 0 } = query.data?.ratings ?? {};
  return (
    <Page>
      <PageHead title={t(($) => $.support.title)} lead={t(($) => $.support.lead)} />
      <Stack>
        <Panel title={t(($) => $.support.queue, { count: query.data?.waiting ?? 0 })}>
          <DataTable
            caption={t(($) => $.support.title)}
            columns={useColumns()}
            rows={query.data?.tickets}
            failed={query.isError}
            onRetry={() => void query.refetch()}
            keyOf={({ ticketId }) => String(ticketId)}
            state={useTableState('support')}
            {...(mayAnswer && { onOpen: ({ ticketId }: QueueRow) => open(ticketId) })}
            empty={<EmptyState compact title={t(($) => $.support.nothing)} />}
          />
        </Panel>
        <Ratings count={count} mean100={mean100} />
        <Canned />
      </Stack>
    </Page>
  );
}

function useColumns(): readonly Column<QueueRow>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'ticket',
      head: t(($) => $.support.ticket),
      cell: ({ ticketId, unread }) => (
        <>
          <Ltr>{`#${ticketId}`}</Ltr> {unread === 0 ? null : <Count>{unread}</Count>}
        </>
      ),
    },
    {
      name: 'topic',
      head: t(($) => $.support.topic),
      cell: ({ topic }) => t(($) => $.support.topics[topic]),
    },
    {
      name: 'status',
      head: t(($) => $.support.status),
      cell: ({ status }) => <StatusBadge map={STATUSES} state={status} />,
    },
    {
      name: 'waiting',
      head: t(($) => $.support.waitingSince),
      cell: ({ waitingSince, lastAt }) => <Instant at={waitingSince ?? lastAt} />,
    },
    {
      name: 'deadline',
      head: t(($) => $.support.deadline),
      cell: ({ deadlineAt }) =>
        deadlineAt === null ? (
          t(($) => $.none)
        ) : (
          <Countdown label={t(($) => $.support.deadline)} until={deadlineAt} />
        ),
    },
    {
      name: 'customer',
      head: t(($) => $.support.customer),
      cell: ({ userId }) => <Ltr>{userId}</Ltr>,
    },
    {
      name: 'claimed',
      head: t(($) => $.support.claimed),
      cell: (row) => <Claimed {...row} />,
    },
  ];
}
