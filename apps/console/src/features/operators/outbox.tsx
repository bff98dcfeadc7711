import type { OutboxMessage } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { dateTime } from '../../lib/format.ts';
import { useMode } from '../../lib/mode.ts';
import css from '../../ui/sheet.module.css';
import { Loaded } from '../../ui/sheet.tsx';
import { Code } from './code.tsx';

const POLL_MS = 2000;

/** Mails and text messages with their codes, for registering on a machine without a mail server. */
export function Outbox() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call('getOutbox', { limit: 100 }, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <header className={css.head}>
        <h1 className={css.title}>{t(($) => $.outbox.title)}</h1>
        <p className={css.lead}>{t(($) => $.outbox.lead)}</p>
      </header>
      <Loaded query={query}>
        {({ mail, messages }) => (
          <>
            <Explained mail={mail} />
            <div className={css.panel}>
              {messages.length === 0 ? <Nothing /> : <Messages messages={messages} mail={mail} />}
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Where the texts of messages are, which may contain codes. */
function Explained({ mail }: { mail: boolean }) {
  const { t } = useTranslation();
  const mode = useMode();
  if (!mail) return <p className={css.warning}>{t(($) => $.outbox.noMail)}</p>;
  if (mode === 'production') return <p className={css.lead}>{t(($) => $.outbox.hidden)}</p>;
  return <p className={css.lead}>{t(($) => $.outbox.mail)}</p>;
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <div className={css.empty}>
      <p>{t(($) => $.outbox.empty)}</p>
      <p>{t(($) => $.outbox.emptyText)}</p>
    </div>
  );
}

function Messages({ messages, mail }: { messages: readonly OutboxMessage[]; mail: boolean }) {
  const { t } = useTranslation();
  const heads = [
    t(($) => $.outbox.at),
    t(($) => $.outbox.kind),
    t(($) => $.outbox.to),
    t(($) => $.outbox.code),
    t(($) => $.outbox.subject),
    t(($) => $.outbox.text),
    t(($) => $.outbox.state),
  ];
  return (
    <table className={css.table}>
      <caption className="seen-by-ear">{t(($) => $.outbox.title)}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <Row key={message.messageId} message={message} mail={mail} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ message, mail }: { message: OutboxMessage; mail: boolean }) {
  const { t } = useTranslation();
  const code = /\b\d{8}\b/.exec(message.content)?.[0];
  return (
    <tr>
      <td className={css.nowrap}>
        <bdi dir="ltr">{dateTime(message.createdAt)}</bdi>
      </td>
      <td className={css.nowrap}>
        {message.kind === 'email' ? t(($) => $.outbox.email) : t(($) => $.outbox.sms)}
      </td>
      <td>
        <bdi dir="ltr">{message.recipient}</bdi>
      </td>
      <td>{code === undefined ? t(($) => $.none) : <Code code={code} />}</td>
      <td>{message.subject}</td>
      <td>{message.content || t(($) => $.none)}</td>
      <td>
        <State message={message} mail={mail && message.kind === 'email'} />
      </td>
    </tr>
  );
}

function State({ message, mail }: { message: OutboxMessage; mail: boolean }) {
  const { t } = useTranslation();
  const { sentAt, fault, tries } = message;
  if (sentAt !== null) return <span className={css.good}>{t(($) => $.outbox.sent)}</span>;
  if (fault !== null) {
    return <span className={css.bad}>{t(($) => $.outbox.fault, { tries, fault })}</span>;
  }
  return mail ? t(($) => $.outbox.waiting) : t(($) => $.outbox.kept);
}
