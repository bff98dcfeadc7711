import { ChatBox } from '@assay/kit/display/chat.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { MESSAGE_MAX } from '@assay/modules/support/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useAnswers, useRefresh, useSayTyping } from './use-support.ts';

/** Where an answer is written, or begun from one that is kept. */
export function Answer({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const sayTyping = useSayTyping(ticketId);
  const refresh = useRefresh();
  const answers = useAnswers().data ?? [];
  const send = async () => {
    if (text.trim() === '') return;
    setBusy(true);
    const sent = call('answerSupport', { ticketId, text }, undefined, commandId);
    const refused = await refusalOf(
      sent,
      t(($) => $.support.failed),
    );
    setBusy(false);
    setError(refused?.form ?? '');
    if (refused === undefined) {
      setText('');
      setCommandId(crypto.randomUUID());
    }
    await refresh();
  };
  return (
    <ChatBox
      label={t(($) => $.support.answer)}
      value={text}
      onChange={(value) => {
        setText(value);
        sayTyping();
      }}
      onSend={() => void send()}
      busy={busy}
      max={MESSAGE_MAX}
      error={error}
      tools={
        answers.length === 0 ? null : (
          <Select
            label={t(($) => $.support.insert)}
            options={[
              { value: '', text: t(($) => $.support.insert) },
              ...answers.map(({ cannedId, title }) => ({ value: String(cannedId), text: title })),
            ]}
            value=""
            onChange={(chosen: string) => {
              const found = answers.find(({ cannedId }) => String(cannedId) === chosen);
              if (found !== undefined) setText((known) => [known, found.text].join('\n').trim());
            }}
          />
        )
      }
    />
  );
}
