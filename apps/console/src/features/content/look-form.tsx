import { Panel } from '@assay/kit/display/panel.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useWork } from './use-item.ts';

const NONE = { siteName: '', logo: '', accentDark: '', accentLight: '', contact: '' };
const FIELDS = ['siteName', 'accentDark', 'accentLight', 'contact'] as const;

/** The name, the picture and the colours of the site. Empty: those of the software. */
export function LookForm({ item }: { item: Item }) {
  const { t } = useTranslation();
  const work = useWork(item.key);
  const [look, setLook] = useState(item.draft.look ?? NONE);
  const file = useRef<HTMLInputElement>(null);
  const save = () => {
    const { key, revision } = item;
    const send = () => call('saveContentPlace', { key, revision, look });
    void work(
      send,
      t(($) => $.content.saved),
    );
  };
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    setLook({ ...look, logo: btoa(String.fromCharCode(...bytes.subarray(0, 20_000))) });
  };
  return (
    <Panel title={t(($) => $.content.look)}>
      <div className={css.body}>
        <Form
          error=""
          onSubmit={save}
          actions={<Button type="submit">{t(($) => $.content.save)}</Button>}
        >
          {FIELDS.map((name) => (
            <TextField
              key={name}
              label={t(($) => $.content[name])}
              value={look[name]}
              onChange={(value) => setLook({ ...look, [name]: value })}
            />
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
            {look.logo === '' ? null : (
              <img src={`data:image/png;base64,${look.logo}`} width="52" height="52" alt="" />
            )}{' '}
            <Button variant="default" onClick={() => file.current?.click()}>
              {t(($) => $.content.choose)}
            </Button>{' '}
            {look.logo === '' ? null : (
              <Button variant="default" onClick={() => setLook({ ...look, logo: '' })}>
                {t(($) => $.content.noLogo)}
              </Button>
            )}
          </div>
        </Form>
      </div>
    </Panel>
  );
}
