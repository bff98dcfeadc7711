import { HOUR } from '@assay/core/time';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { MESSAGE_MAX, TOPICS, type Topic } from '@assay/modules/support/rules';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useAttachments } from './attachments.tsx';
import css from './support.module.css';
import { refreshSupport, useTickets } from './use-support.ts';
import { wordsOf } from './words-of.ts';

/** Begins a conversation by its topic and its first message. */
export function NewConversation({ opened }: { opened(ticketId: number): void }) {
  const { t } = useTranslation();
  const { data } = useTickets();
  const { ids, button, places, clear } = useAttachments();
  const isEmpty = (text: string) => text.trim() === '' && ids.length === 0;
  const form = useForm<{ topic: Topic; text: string }>({
    first: { topic: 'account', text: '' },
    rules: { text: (text) => (isEmpty(text) ? t(($) => $.support.required) : '') },
    send: async ({ topic, text }) => {
      try {
        const input = { topic, text, files: [...ids] };
        const { ticketId } = await api.call('openSupport', input, { quiet: true });
        clear();
        toastSuccess(t(($) => $.support.begun));
        await refreshSupport();
        opened(ticketId);
      } catch (failure) {
        return { form: wordsOf(failure) || t(($) => $.support.notSent) };
      }
      return undefined;
    },
  });
  return (
    <Panel title={t(($) => $.support.new)}>
      <PanelBody>
        <StateForm form={form} action={t(($) => $.support.begin)}>
          {data === undefined ? null : (
            <p className={css.note}>
              {t(($) => $.support.newLead, { hours: data.answerWithinMs / HOUR })}
            </p>
          )}
          <SelectField
            label={t(($) => $.support.topic)}
            options={TOPICS.map((value) => ({ value, text: t(($) => $.support.topics[value]) }))}
            value={form.values.topic}
            onChange={(topic) => form.set('topic', topic)}
          />
          <TextArea
            label={t(($) => $.support.text)}
            rows={5}
            maxLength={MESSAGE_MAX}
            value={form.values.text}
            error={form.errorOf('text')}
            onChange={(text) => form.set('text', text)}
          />
          <div className={css.attach}>
            {places}
            {button}
          </div>
        </StateForm>
      </PanelBody>
    </Panel>
  );
}
