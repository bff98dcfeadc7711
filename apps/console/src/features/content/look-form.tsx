import { Panel } from '@assay/kit/display/panel.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useSending } from './use-item.ts';

const NONE = { siteName: '', logo: '', accentDark: '', accentLight: '', contact: '' };
const FIELDS = ['siteName', 'accentDark', 'accentLight', 'contact'] as const;

/** The name, the picture and the colours of the site. Empty: those of the software. */
export function LookForm({ item }: { item: Item }) {
  const { t } = useTranslation();
  const sending = useSending(item.key);
  const { key, revision } = item;
  const form = useForm({
    first: item.draft.look ?? NONE,
    rules: {},
    send: (look) =>
      sending(
        call('saveContentPlace', { key, revision, look }),
        t(($) => $.content.saved),
      ),
  });
  const { logo } = form.values;
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    form.set('logo', btoa(String.fromCharCode(...bytes.subarray(0, 20_000))));
  };
  return (
    <Panel title={t(($) => $.content.look)}>
      <div className={css.body}>
        <StateForm form={form} action={t(($) => $.content.save)}>
          {FIELDS.map((name) => (
            <TextField key={name} label={t(($) => $.content[name])} {...textOf(form, name)} />
          ))}
          <div>
            <p>{t(($) => $.content.logo)}</p>
            <input
              ref={file}
              type="file"
              accept="image/png"
              hidden
              onChange={(event) => void take(event.target.files?.[0])}
            />
            {logo === '' ? null : (
              <img src={`data:image/png;base64,${logo}`} width="52" height="52" alt="" />
            )}{' '}
            <Button variant="default" onClick={() => file.current?.click()}>
              {t(($) => $.content.choose)}
            </Button>{' '}
            {logo === '' ? null : (
              <Button variant="default" onClick={() => form.set('logo', '')}>
                {t(($) => $.content.noLogo)}
              </Button>
            )}
          </div>
        </StateForm>
      </div>
    </Panel>
  );
}
