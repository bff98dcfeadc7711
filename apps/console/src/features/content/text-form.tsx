import { Label } from '@assay/kit/display/panel.tsx';
import { RichText } from '@assay/kit/display/rich-text.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { LEAD_MAX, TEXT_MAX, TITLE_MAX } from '@assay/modules/content/rules';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useWork } from './use-item.ts';

interface TextFormProps {
  item: Item;
  language: string;
  mayWrite: boolean;
}

/** The draft in one language, with what visitors would see of it. */
export function TextForm({ item, language, mayWrite }: TextFormProps) {
  const { t } = useTranslation();
  const work = useWork(item.key);
  const known = item.draft.texts[language] ?? { title: '', lead: '', text: '' };
  const [typed, type] = useState(known);
  const save = () => {
    const { key, revision } = item;
    const send = () => call('saveContentText', { key, revision, language, ...typed });
    void work(
      send,
      t(($) => $.content.saved),
    );
  };
  return (
    <div className={css.body}>
      <Form
        error=""
        onSubmit={save}
        actions={mayWrite ? <Button type="submit">{t(($) => $.content.save)}</Button> : undefined}
      >
        <TextField
          label={t(($) => $.content.heading)}
          maxLength={TITLE_MAX}
          readOnly={!mayWrite}
          value={typed.title}
          onChange={(title) => type({ ...typed, title })}
        />
        <TextField
          label={t(($) => $.content.sentence)}
          maxLength={LEAD_MAX}
          readOnly={!mayWrite}
          value={typed.lead}
          onChange={(lead) => type({ ...typed, lead })}
        />
        <TextArea
          label={t(($) => $.content.text)}
          hint={t(($) => $.content.textHint)}
          rows={18}
          maxLength={TEXT_MAX}
          readOnly={!mayWrite}
          value={typed.text}
          onChange={(text) => type({ ...typed, text })}
        />
      </Form>
      <Preview text={typed.text} />
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
