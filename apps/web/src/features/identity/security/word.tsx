import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import type { PartProps } from './part.ts';
import { secured } from './secured.ts';

const WORD_MIN = 4;
const WORD_MAX = 20;

/** The word that every message repeats, by which people tell ours from forged ones. */
export function Word({ security }: PartProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { phishingCode: security.phishingCode },
    rules: {
      phishingCode: (word) =>
        word.trim().length < WORD_MIN ? t(($) => $.identity.word.short, { count: WORD_MIN }) : '',
    },
    async send({ phishingCode }) {
      const fields = { phishingCode: phishingCode.trim() };
      const done = await secured('setPhishingCode', fields, (proof) =>
        api.call('setPhishingCode', { ...fields, ...proof }),
      );
      if (done === null) return {};
      toastSuccess(t(($) => $.identity.security.saved));
      return undefined;
    },
  });
  return (
    <Panel anchor="word" title={t(($) => $.identity.word.title)}>
      <PanelBody>
        <StateForm quiet form={form} action={t(($) => $.identity.security.save)}>
          <TextField
            label={t(($) => $.identity.word.label)}
            hint={t(($) => $.identity.word.hint)}
            autoComplete="off"
            maxLength={WORD_MAX}
            {...textOf(form, 'phishingCode')}
          />
        </StateForm>
      </PanelBody>
    </Panel>
  );
}
