import { Panel } from '@assay/kit/display/panel.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { SECTIONS } from '@assay/modules/content/rules';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useSending } from './use-item.ts';

/** Where an item stands among others of its kind, and what a banner leads to. */
export function PlaceForm({ item }: { item: Item }) {
  const { t } = useTranslation();
  const sending = useSending(item.key);
  const { key, revision } = item;
  const form = useForm({
    first: item.draft.place,
    rules: {},
    send: (place) =>
      sending(
        call('saveContentPlace', { key, revision, place }),
        t(($) => $.content.saved),
      ),
  });
  const place = form.values;
  const sections = [
    { value: '' as const, text: t(($) => $.content.sections.none) },
    ...SECTIONS.map((value) => ({ value, text: t(($) => $.content.sections[value]) })),
  ];
  return (
    <Panel title={t(($) => $.content.place)}>
      <div className={css.body}>
        <StateForm quiet form={form} action={t(($) => $.content.save)}>
          {item.kind === 'help' ? (
            <SelectField
              label={t(($) => $.content.section)}
              options={sections}
              value={place.section}
              onChange={(section) => form.set('section', section)}
            />
          ) : null}
          <TextField
            label={t(($) => $.content.order)}
            dir="ltr"
            inputMode="numeric"
            value={String(place.order)}
            onChange={(text) => form.set('order', Number(text.replace(/\D/g, '')))}
          />
          {item.kind === 'banner' ? (
            <TextField
              label={t(($) => $.content.link)}
              dir="ltr"
              value={place.link}
              error={form.errorOf('link')}
              onChange={(link) => form.set('link', link)}
            />
          ) : null}
          <Checkbox checked={place.pinned} onChange={(pinned) => form.set('pinned', pinned)}>
            {t(($) => $.content.pinned)}
          </Checkbox>
        </StateForm>
      </div>
    </Panel>
  );
}
