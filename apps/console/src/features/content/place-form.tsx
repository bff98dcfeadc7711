import { Panel } from '@assay/kit/display/panel.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { SECTIONS } from '@assay/modules/content/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useWork } from './use-item.ts';

/** Where an item stands among others of its kind, and what a banner leads to. */
export function PlaceForm({ item }: { item: Item }) {
  const { t } = useTranslation();
  const work = useWork(item.key);
  const [place, setPlace] = useState(item.draft.place);
  const save = () => {
    const { key, revision } = item;
    const send = () => call('saveContentPlace', { key, revision, place });
    void work(
      send,
      t(($) => $.content.saved),
    );
  };
  const sections = [
    { value: '' as const, text: t(($) => $.content.sections.none) },
    ...SECTIONS.map((value) => ({ value, text: t(($) => $.content.sections[value]) })),
  ];
  return (
    <Panel title={t(($) => $.content.place)}>
      <div className={css.body}>
        <Form
          error=""
          onSubmit={save}
          actions={
            <Button type="submit" variant="default">
              {t(($) => $.content.save)}
            </Button>
          }
        >
          {item.kind === 'help' ? (
            <SelectField
              label={t(($) => $.content.section)}
              options={sections}
              value={place.section}
              onChange={(section) => setPlace({ ...place, section })}
            />
          ) : null}
          <TextField
            label={t(($) => $.content.order)}
            dir="ltr"
            inputMode="numeric"
            value={String(place.order)}
            onChange={(text) => setPlace({ ...place, order: Number(text.replace(/\D/g, '')) })}
          />
          {item.kind === 'banner' ? (
            <TextField
              label={t(($) => $.content.link)}
              dir="ltr"
              value={place.link}
              onChange={(link) => setPlace({ ...place, link })}
            />
          ) : null}
          <Checkbox checked={place.pinned} onChange={(pinned) => setPlace({ ...place, pinned })}>
            {t(($) => $.content.pinned)}
          </Checkbox>
        </Form>
      </div>
    </Panel>
  );
}
