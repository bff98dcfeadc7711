import { ChatLog } from '@assay/kit/display/chat.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useStaffNames } from '../../lib/operator.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Answer } from './answer.tsx';
import { CustomerPanel } from './customer.tsx';
import { HandOver } from './hand-over.tsx';
import { Pictures } from './pictures.tsx';
import { type SupportCase, useRefresh, useSupportCase } from './use-support.ts';

interface CaseScreenProps {
  ticketId: number;
  typing: boolean;
  leave(): void;
}

/** A claimed conversation beside its customer. */
export function CaseScreen({ ticketId, typing, leave }: CaseScreenProps) {
  const { t } = useTranslation();
  const query = useSupportCase(ticketId);
  const refresh = useRefresh();
  const leaveBy = async (work: Promise<unknown>) => {
    await work.catch(() => undefined);
    leave();
    await refresh();
  };
  const release = () => leaveBy(call('releaseSupport', { ticketId }));
  useKeys({ Escape: release });
  return (
    <Page>
      <PageHead
        title={t(($) => $.support.case, { id: ticketId })}
        actions={
          <>
            <HandOver ticketId={ticketId} done={() => void leaveBy(Promise.resolve())} />
            <Button
              variant="default"
              onClick={() => void leaveBy(call('closeSupportCase', { ticketId }))}
            >
              {t(($) => $.support.close)}
            </Button>
            <Button variant="default" onClick={() => void release()}>
              {t(($) => $.support.release)}
            </Button>
          </>
        }
      />
      {query.isError ? <Callout tone="warning">{query.error.message}</Callout> : null}
      {query.isPending ? <Skeleton height="20rem" /> : null}
      {query.data === undefined ? null : <Content one={query.data} typing={typing} />}
    </Page>
  );
}

function Content({ one, typing }: { one: SupportCase; typing: boolean }) {
  const { t } = useTranslation();
  const named = useStaffNames();
  const { ticket, messages, customer } = one;
  const { ticketId, note, lastNumber } = ticket;
  useEffect(() => {
    call('readSupportCase', { ticketId, number: lastNumber }).catch(() => undefined);
  }, [ticketId, lastNumber]);
  const lastRead = messages.findLast(
    ({ side, number }) => side === 'staff' && number <= ticket.readByPerson,
  )?.number;
  return (
    <TwoColumns aside={<CustomerPanel customer={customer} />}>
      {note === '' ? null : (
        <Callout title={t(($) => $.support.note)}>
          <bdi>{note}</bdi>
        </Callout>
      )}
      <Panel title={t(($) => $.support.topics[ticket.topic])}>
        <ChatLog
          label={t(($) => $.support.case, { id: ticketId })}
          typing={typing ? t(($) => $.support.typing) : ''}
          messages={messages.map(({ number, side, by, text, at, files }) => ({
            ...{ id: String(number), own: side === 'staff', text, at },
            author: side === 'person' ? t(($) => $.support.customer) : named(by),
            read: number === lastRead ? t(($) => $.support.read) : undefined,
            more: <Pictures ticketId={ticketId} files={files} />,
          }))}
        />
        <Answer ticketId={ticketId} />
      </Panel>
    </TwoColumns>
  );
}
