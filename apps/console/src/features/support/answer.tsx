import { ChatBox } from '@assay/kit/display/chat.tsx';
import { useChatText, useTypingSaid } from '@assay/kit/display/use-chat.ts';
import { Select } from '@assay/kit/input/select.tsx';
import { MESSAGE_MAX } from '@assay/modules/support/rules';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useAnswers, useRefresh } from './use-support.ts';

/** Where an answer is written, or begun from one that is kept. */
export function Answer({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const sayTyping = useTypingSaid(() => call('showStaffTyping', { ticketId }));
  const answers = useAnswers().data ?? [];
  const chat = useChatText(async (text, commandId) => {
    if (text.trim() === '') return t(($) => $.support.required);
    const sent = call('answerSupport', { ticketId, text }, undefined, commandId);
    const refused = await refusalOf(
      sent,
      t(($) => $.support.failed),
    );
    await refresh();
    return refused?.form ?? '';
  });
  return (
    <ChatBox
      label={t(($) => $.support.answer)}
      chat={chat}
      onType={sayTyping}
      max={MESSAGE_MAX}
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
              if (found !== undefined) chat.setText([chat.text, found.text].join('\n').trim());
            }}
          />
        )
      }
    />
  );
}
