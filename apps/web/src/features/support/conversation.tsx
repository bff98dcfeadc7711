import { Badge } from '@assay/kit/display/badge.tsx';
import { ChatBox, ChatLog } from '@assay/kit/display/chat.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useChatText, useTypingSaid } from '@assay/kit/display/use-chat.ts';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState, Skeleton } from '@assay/kit/feedback/states.tsx';
import { MESSAGE_MAX } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { Pictures, useAttachments } from './attachments.tsx';
import { Rating } from './rating.tsx';
import css from './support.module.css';
import {
  type Message,
  refreshSupport,
  type Ticket,
  useConversation,
  useMarkRead,
} from './use-support.ts';
import { wordsOf } from './words-of.ts';

/** One conversation: what was said, and where the next message is written. */
export function Conversation({ ticketId, typing }: { ticketId: number; typing: boolean }) {
  const { t } = useTranslation();
  const { data, isError } = useConversation(ticketId);
  if (data === undefined) {
    return isError ? (
      <EmptyState title={t(($) => $.support.gone)} text={t(($) => $.support.goneText)} />
    ) : (
      <Skeleton height="20rem" />
    );
  }
  return <Talk ticket={data.ticket} messages={data.messages} typing={typing} />;
}

interface TalkProps {
  ticket: Ticket;
  messages: readonly Message[];
  typing: boolean;
}

function Talk({ ticket, messages, typing }: TalkProps) {
  const { t } = useTranslation();
  useMarkRead(ticket);
  const isOpen = ticket.status !== 'closed';
  const lastRead = messages.findLast(
    ({ side, number }) => side === 'person' && number <= ticket.readByStaff,
  )?.number;
  return (
    <Panel
      title={t(($) => $.support.topics[ticket.topic])}
      tools={isOpen ? <End ticketId={ticket.ticketId} /> : null}
    >
      <ChatLog
        label={t(($) => $.support.number, { id: ticket.ticketId })}
        typing={typing && isOpen ? t(($) => $.support.typing) : ''}
        messages={messages.map(({ number, side, text, at, files }) => ({
          ...{ id: String(number), own: side === 'person', text, at },
          author: side === 'person' ? t(($) => $.support.you) : t(($) => $.support.staff),
          read: number === lastRead ? t(($) => $.support.read) : undefined,
          more: <Pictures files={files} />,
        }))}
      />
      {ticket.deadlineAt === null ? null : (
        <PanelBody>
          <div className={css.deadline}>
            <span className={css.note}>{t(($) => $.support.until)}</span>
            <Countdown label={t(($) => $.support.until)} until={ticket.deadlineAt} />
          </div>
        </PanelBody>
      )}
      {isOpen ? <Write ticketId={ticket.ticketId} /> : <Ended ticket={ticket} />}
    </Panel>
  );
}

function Write({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const sayTyping = useTypingSaid(() => api.call('showTyping', { ticketId }, { quiet: true }));
  const { ids, button, places, clear } = useAttachments();
  const chat = useChatText(async (text, commandId) => {
    if (text.trim() === '' && ids.length === 0) return t(($) => $.support.required);
    try {
      const message = { ticketId, text, files: [...ids] };
      await api.call('sendSupport', message, { quiet: true, commandId });
      clear();
      await refreshSupport();
      return '';
    } catch (failure) {
      return wordsOf(failure) || t(($) => $.support.notSent);
    }
  }, ids.join());
  return (
    <>
      <ChatBox
        label={t(($) => $.support.text)}
        chat={chat}
        onType={sayTyping}
        max={MESSAGE_MAX}
        tools={button}
      />
      {places === null ? null : <div className={css.places}>{places}</div>}
    </>
  );
}

function End({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const close = async () => {
    await api.call('closeSupport', { ticketId }).catch(() => undefined);
    await refreshSupport();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        {t(($) => $.support.close)}
      </Button>
      {asked ? (
        <Confirm
          title={t(($) => $.support.close)}
          action={t(($) => $.support.close)}
          close={() => setAsked(false)}
          run={close}
        >
          {t(($) => $.support.closeText)}
        </Confirm>
      ) : null}
    </>
  );
}

function Ended({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <PanelBody>
      <Callout>{t(($) => $.support.closed)}</Callout>
      {ticket.ratable ? <Rating ticketId={ticket.ticketId} /> : null}
      {ticket.rating === null ? null : (
        <p>
          <Badge tone="accent">
            {t(($) => $.support.rated, {
              rating: t(($) => $.support.stars[String(ticket.rating) as '1']),
            })}
          </Badge>
        </p>
      )}
    </PanelBody>
  );
}
