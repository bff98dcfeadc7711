import { Label } from '@assay/kit/display/panel.tsx';
import { RichText } from '@assay/kit/display/rich-text.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { LEAD_MAX, TEXT_MAX, TITLE_MAX } from '@assay/modules/content/rules';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useSending } from './use-item.ts';

interface TextFormProps {
  item: Item;
  language: string;
  mayWrite: boolean;
}

/** The draft in one language, with what visitors would see of it. */
export function TextForm({ item, language, mayWrite }: TextFormProps) {
  const { t } = useTranslation();
  const sending = useSending(item.key);
  const { key, revision } = item;
  const form = useForm({
    first: item.draft.texts[language] ?? { title: '', lead: '', text: '' },
    rules: {},
    send: (typed) =>
      sending(
        call('saveContentText', { key, revision, language, ...typed }),
        t(($) => $.content.saved),
      ),
  });
  const fields = (
    <>
      <TextField
        label={t(($) => $.content.heading)}
        maxLength={TITLE_MAX}
        readOnly={!mayWrite}
        {...textOf(form, 'title')}
      />
      <TextField
        label={t(($) => $.content.sentence)}
        maxLength={LEAD_MAX}
        readOnly={!mayWrite}
        {...textOf(form, 'lead')}
      />
      <TextArea
        label={t(($) => $.content.text)}
        hint={t(($) => $.content.textHint)}
        rows={18}
        maxLength={TEXT_MAX}
        readOnly={!mayWrite}
        {...textOf(form, 'text')}
      />
    </>
  );
  return (
    <div className={css.body}>
      {mayWrite ? (
        <StateForm form={form} action={t(($) => $.content.save)}>
          {fields}
        </StateForm>
      ) : (
        <Stack>{fields}</Stack>
      )}
      <Preview text={form.values.text} />
    </div>
  );
}

/** By the server, which also makes what visitors see. */
function Preview({ text }: { text: string }) {
  const { t } = useTranslation();
  const written = useDeferredValue(text);
  const { data } = useQuery({
    queryKey: ['preview', written],
    queryFn: ({ signal }) => call('previewContent', { text: written }, signal),
    enabled: written !== '',
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  return (
    <section className={css.preview} aria-label={t(($) => $.content.preview)}>
      <Label>{t(($) => $.content.preview)}</Label>
      {data === undefined || text === '' ? null : <RichText document={data.document} />}
    </section>
  );
}
