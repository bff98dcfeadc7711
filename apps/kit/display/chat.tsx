import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../input/text-field.tsx';
import css from './chat.module.css';
import { Instant } from './figures.tsx';
import type { ChatText } from './use-chat.ts';

export interface ChatMessage {
  readonly id: string;
  /** Written by the reader's side, which is the end of the line. */
  readonly own: boolean;
  readonly author: string;
  readonly text: string;
  readonly at: number;
  /** Below an own message: that it was read. */
  readonly read?: string | undefined;
  /** Pictures and what else belongs to it. */
  readonly more?: ReactNode;
}

interface ChatLogProps {
  label: string;
  messages: readonly ChatMessage[];
  /** That the other side types; empty while it does not. */
  typing: string;
}

/** What was said, the latest at the end, where it stays while more arrives. */
export function ChatLog({ label, messages, typing }: ChatLogProps) {
  const log = useRef<HTMLElement>(null);
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last message is what is shown
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [last, typing]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section ref={log} className={css.log} role="log" aria-label={label} tabIndex={0}>
      {messages.map(({ id, own, author, text, at, read, more }) => (
        <article key={id} className={css.message} data-own={own || undefined}>
          <p className={css.head}>
            <span>{author}</span>
            <Instant at={at} />
          </p>
          {text === '' ? null : (
            <p className={css.text}>
              <bdi>{text}</bdi>
            </p>
          )}
          {more}
          {read === undefined ? null : <p className={css.read}>{read}</p>}
        </article>
      ))}
      <p className={css.typing} aria-live="polite">
        {typing}
      </p>
    </section>
  );
}

interface ChatBoxProps {
  label: string;
  chat: ChatText;
  max: number;
  /** Called at each change of the text. */
  onType?: () => void;
  /** Before the button: what may be added. */
  tools?: ReactNode;
}

/** Where the next message is written: Enter sends it, Shift and Enter begin a line. */
export function ChatBox(props: ChatBoxProps) {
  const { label, chat, max, onType, tools } = props;
  const { text, setText, busy, error, send } = chat;
  const { t } = useTranslation();
  const press = (event: KeyboardEvent) => {
    // In some languages Enter first ends the word that is being composed.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!busy) void send();
  };
  return (
    <form
      className={css.box}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={label}
        rows={2}
        maxLength={max}
        value={text}
        error={error}
        onChange={(changed) => {
          setText(changed);
          onType?.();
        }}
        onKeyDown={press}
      />
      <div className={css.tools}>
        {tools}
        <Button type="submit" loading={busy}>
          {t(($) => $.kit.send)}
        </Button>
      </div>
    </form>
  );
}
