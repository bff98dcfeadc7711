import { Panel } from '@assay/kit/display/panel.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import css from './content.module.css';
import { type Item, useSending } from './use-item.ts';

const NONE = { siteName: '', logo: '', accentDark: '', accentLight: '', contact: '' };
/** As many as the server takes in base64. */
const LOGO_BYTES = 18_000;
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
  return (
    <Panel title={t(($) => $.content.look)}>
      <div className={css.body}>
        <StateForm form={form} action={t(($) => $.content.save)}>
          {FIELDS.map((name) => (
            <TextField key={name} label={t(($) => $.content[name])} {...textOf(form, name)} />
          ))}
          {logo === '' || form.isTyped('logo') ? null : (
            <div className={css.logo}>
              <img src={`data:image/png;base64,${logo}`} width="52" height="52" alt="" />
              <TextButton onClick={() => form.set('logo', '')}>
                {t(($) => $.content.noLogo)}
              </TextButton>
            </div>
          )}
          <Upload
            label={t(($) => $.content.logo)}
            rule={t(($) => $.content.logoRule)}
            accept={['image/png']}
            maxBytes={LOGO_BYTES}
            send={async (file) => form.set('logo', await base64Of(file))}
            onRemove={() => form.clear('logo')}
          />
        </StateForm>
      </div>
    </Panel>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
