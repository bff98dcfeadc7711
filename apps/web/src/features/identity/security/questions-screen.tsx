import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { AccountPage } from '../../../ui/account-page.tsx';
import { secured } from './secured.ts';

const QUESTIONS = ['1', '2', '3'] as const;

/** /setting/questions: answers that support can compare, and that open nothing. */
export default function QuestionsScreen() {
  const { t } = useTranslation();
  const form = useForm<{ question: (typeof QUESTIONS)[number]; answer: string }>({
    first: { question: '1', answer: '' },
    rules: {
      answer: (answer) => (answer.trim() === '' ? t(($) => $.identity.questions.missing) : ''),
    },
    async send(values) {
      const fields = { ...values, answer: values.answer.trim() };
      const done = await secured('setSecQuestion', fields, (proof) =>
        api.call('setSecQuestion', { ...fields, ...proof }),
      );
      if (done === null) return {};
      form.clear('answer');
      toastSuccess(t(($) => $.identity.security.saved));
      return undefined;
    },
  });
  const texts = {
    1: t(($) => $.identity.questions.friend),
    2: t(($) => $.identity.questions.idol),
    3: t(($) => $.identity.questions.place),
  };
  return (
    <AccountPage
      own
      width="form"
      title={t(($) => $.identity.questions.title)}
      lead={t(($) => $.identity.questions.lead)}
    >
      <Callout tone="information">{t(($) => $.identity.questions.note)}</Callout>
      <StateForm form={form} action={t(($) => $.identity.security.save)}>
        <SelectField
          label={t(($) => $.identity.questions.question)}
          options={QUESTIONS.map((value) => ({ value, text: texts[value] }))}
          value={form.values.question}
          onChange={(question) => form.set('question', question)}
        />
        <TextField
          label={t(($) => $.identity.questions.answer)}
          autoComplete="off"
          maxLength={100}
          {...textOf(form, 'answer')}
        />
      </StateForm>
    </AccountPage>
  );
}
