import { Count, StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import type { TicketStatus } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { useOnline } from '../../lib/stream/use-online.ts';
import { AccountNav } from '../../ui/account-nav.tsx';
import { RealOnly } from '../../ui/real-only.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Conversation } from './conversation.tsx';
import { NewConversation } from './new-conversation.tsx';
import css from './support.module.css';
import { type Ticket, useSupportStream, useTickets } from './use-support.ts';

const STATUSES: StatusMap<TicketStatus> = {
  waiting: { tone: 'accent', label: (t) => t(($) => $.support.statuses.waiting) },
  answered: { tone: 'good', label: (t) => t(($) => $.support.statuses.answered) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.support.statuses.closed) },
};

/** /service: my conversations with staff. `?ticket=` names the one that is open. */
export default function ServiceScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const ticketId = Number(params.get('ticket')) || null;
  const typing = useSupportStream(ticketId);
  const isVirtual = useRealm() === 'demo';
  const isOnline = useOnline();
  const title = t(($) => $.support.title);
  const lead = t(($) => $.support.lead);
  useTitle(title, lead);
  return (
    <Page side={<AccountNav />}>
      <PageHead
        title={title}
        lead={lead}
        actions={
          ticketId === null ? undefined : (
            <Button component={Link} to="/service" variant="default">
              {t(($) => $.support.new)}
            </Button>
          )
        }
      />
      <TwoColumns aside={<Conversations open={ticketId} />}>
        <Stack>
          <Callout tone="risk">{t(($) => $.support.never)}</Callout>
          {isOnline ? null : (
            <Callout tone="warning" live>
              {t(($) => $.support.offline)}
            </Callout>
          )}
          {ticketId !== null ? (
            <Conversation key={ticketId} ticketId={ticketId} typing={typing} />
          ) : isVirtual ? (
            <RealOnly />
          ) : (
            <NewConversation opened={(id) => void navigate(`/service?ticket=${id}`)} />
          )}
        </Stack>
      </TwoColumns>
    </Page>
  );
}

function Conversations({ open }: { open: number | null }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useTickets();
  // The virtual account has no form to write into.
  const isVirtual = useRealm() === 'demo';
  return (
    <Panel title={t(($) => $.support.conversations)}>
      {data === undefined ? (
        isError ? (
          <Failure compact onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="8rem" />
        )
      ) : data.tickets.length === 0 ? (
        <EmptyState
          compact
          title={t(($) => $.support.none)}
          text={isVirtual ? undefined : t(($) => $.support.noneText)}
        />
      ) : (
        <ul className={css.list}>
          {data.tickets.map((ticket) => (
            <Line key={ticket.ticketId} ticket={ticket} isOpen={ticket.ticketId === open} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Line({ ticket, isOpen }: { ticket: Ticket; isOpen: boolean }) {
  const { t } = useTranslation();
  const { ticketId, topic, status, lastAt, unread } = ticket;
  return (
    <li>
      <Link to={`/service?ticket=${ticketId}`} aria-current={isOpen ? 'page' : undefined}>
        <span>
          {t(($) => $.support.topics[topic])}
          {unread === 0 ? null : (
            <>
              {' '}
              <Count>{unread}</Count>
              <span className="seen-by-ear">{t(($) => $.support.unread, { count: unread })}</span>
            </>
          )}
        </span>
        <StatusBadge map={STATUSES} state={status} />
        <span className={css.note}>{t(($) => $.support.number, { id: ticketId })}</span>
        <span className={css.note}>
          <Instant at={lastAt} />
        </span>
      </Link>
    </li>
  );
}
