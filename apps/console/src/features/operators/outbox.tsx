import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { OutboxMessage } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMode } from '../../lib/mode.ts';
import { Code } from './code.tsx';
import css from './outbox.module.css';

const POLL_MS = 2000;
const MESSAGES = 100;

/** Mails and text messages with their codes, for registering on a machine without a mail server. */
export function Outbox() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call('getOutbox', { limit: MESSAGES }, signal),
    refetchInterval: POLL_MS,
  });
  const title = t(($) => $.outbox.title);
  const columns = useColumns(query.data?.mail === true);
  return (
    <Page>
      <PageHead title={title} lead={t(($) => $.outbox.lead)} />
      {query.data === undefined ? null : <Explained mail={query.data.mail} />}
      <Panel>
        <DataTable
          caption={title}
          columns={columns}
          rows={query.data?.messages}
          keyOf={({ messageId }) => String(messageId)}
          state={useTableState()}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          empty={
            <EmptyState title={t(($) => $.outbox.empty)} text={t(($) => $.outbox.emptyText)} />
          }
        />
      </Panel>
    </Page>
  );
}

/** Where the texts of messages are, which may contain codes. */
function Explained({ mail }: { mail: boolean }) {
  const { t } = useTranslation();
  const mode = useMode();
  if (!mail) return <Callout tone="warning">{t(($) => $.outbox.noMail)}</Callout>;
  if (mode === 'production') return <Callout>{t(($) => $.outbox.hidden)}</Callout>;
  return <Callout>{t(($) => $.outbox.mail)}</Callout>;
}

function useColumns(mail: boolean): readonly Column<OutboxMessage>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'at',
      head: t(($) => $.outbox.at),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      name: 'kind',
      head: t(($) => $.outbox.kind),
      cell: ({ kind }) => (kind === 'email' ? t(($) => $.outbox.email) : t(($) => $.outbox.sms)),
    },
    {
      name: 'to',
      head: t(($) => $.outbox.to),
      cell: ({ recipient }) => <Ltr>{recipient}</Ltr>,
      card: 'title',
    },
    {
      name: 'code',
      head: t(($) => $.outbox.code),
      cell: ({ content }) => {
        const code = /\b\d{8}\b/.exec(content)?.[0];
        return code === undefined ? t(($) => $.none) : <Code code={code} />;
      },
    },
    {
      name: 'text',
      head: t(($) => $.outbox.text),
      // The subject with its text: in a column of its own it would leave the text no room.
      cell: ({ subject, content }) => (
        <>
          {subject === '' ? null : <p className={css.subject}>{subject}</p>}
          {content || t(($) => $.none)}
        </>
      ),
      wraps: true,
    },
    {
      name: 'state',
      head: t(($) => $.outbox.state),
      cell: (message) => <State message={message} mail={mail && message.kind === 'email'} />,
      card: 'value',
    },
  ];
}

function State({ message, mail }: { message: OutboxMessage; mail: boolean }) {
  const { t } = useTranslation();
  const { sentAt, fault, tries } = message;
  if (sentAt !== null) return <Badge tone="good">{t(($) => $.outbox.sent)}</Badge>;
  if (fault !== null) {
    return <Badge tone="bad">{t(($) => $.outbox.fault, { tries, fault })}</Badge>;
  }
  return <Badge>{mail ? t(($) => $.outbox.waiting) : t(($) => $.outbox.kept)}</Badge>;
}
