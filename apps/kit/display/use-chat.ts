import { useCallback, useEffect, useRef, useState } from 'react';

/** Saying that one types is repeated after this time. */
const SAY_TYPING_MS = 3_000;

/** What the chat's box holds, and what became of sending it. */
export interface ChatText {
  text: string;
  setText: (text: string) => void;
  busy: boolean;
  /** Why it was not sent; empty when nothing is wrong. */
  error: string;
  setError: (error: string) => void;
  send: () => Promise<void>;
}

/**
 * What is written in a chat until it is sent. `deliver` returns why it was not sent, or an empty
 * text. The same text with the same `attached` keeps its command id until it was sent: a repeat
 * after a lost answer adds no second message.
 */
export function useChatText(
  deliver: (text: string, commandId: string) => Promise<string>,
  attached = '',
): ChatText {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const command = useRef({ content: '', id: '' });
  const send = async () => {
    const content = JSON.stringify([text, attached]);
    if (command.current.content !== content) command.current = { content, id: crypto.randomUUID() };
    setBusy(true);
    setError('');
    const wrong = await deliver(text, command.current.id);
    setBusy(false);
    setError(wrong);
    if (wrong !== '') return;
    setText('');
    command.current = { content: '', id: '' };
  };
  return { text, setText, busy, error, setError, send };
}

/** Whether the other side types: `seen(ms)` says so for that time, `seen(0)` that it stopped. */
export function useTypingSeen(): [typing: boolean, seen: (ms: number) => void] {
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setUntil(0), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  const seen = useCallback((ms: number) => setUntil(ms === 0 ? 0 : Date.now() + ms), []);
  return [until > 0, seen];
}

/** Says that one types, not more often than needed; that it could not be said is of no matter. */
export function useTypingSaid(say: () => Promise<unknown>): () => void {
  const saidAt = useRef(0);
  return () => {
    if (Date.now() < saidAt.current + SAY_TYPING_MS) return;
    saidAt.current = Date.now();
    say().catch(() => undefined);
  };
}
