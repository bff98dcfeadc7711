import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { faultOfBankNumber, plainBankNumber } from '@assay/modules/identity/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { secured } from './security/secured.ts';

const FIELDS = [
  ...(['bank_name', 'bank_number', 'alipay_account'] as const),
  ...(['weixin_nickname', 'weixin_account'] as const),
] as const;
type Field = (typeof FIELDS)[number];
const NONE = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<Field, string>;

/** As the server has it, so that exactly what is sent is confirmed. */
const plain = (name: Field, text: string) =>
  name === 'bank_number' ? plainBankNumber(text) : text.trim();

/** Changes what is given, once the person has confirmed exactly that. */
async function save(fields: Partial<Record<Field, string>>): Promise<boolean> {
  const done = await secured('updateInfo', fields, (proof) =>
    api.call('updateInfo', { ...fields, ...proof }),
  );
  if (done === null) return false;
  useSession.getState().setProfile(await api.call('getInfo', {}));
  return true;
}

/** /receive: where the person is paid outside chains. */
export default function ReceiveScreen() {
  const { t } = useTranslation();
  return (
    <AccountPage
      own
      width="form"
      title={t(($) => $.identity.receive.title)}
      lead={t(($) => $.identity.receive.lead)}
    >
      <Stack>
        <Callout tone="information">{t(($) => $.identity.receive.hold)}</Callout>
        <Present />
        <Panel title={t(($) => $.identity.receive.change)}>
          <PanelBody>
            <ChangeForm />
          </PanelBody>
        </Panel>
      </Stack>
    </AccountPage>
  );
}

/** What is there, masked, and taking all of it away. */
function Present() {
  const { t } = useTranslation();
  const profile = useSession((session) => session.profile);
  const [asking, ask] = useState(false);
  const isThere = FIELDS.some((name) => (profile?.[name] ?? '') !== '');
  return (
    <Panel
      title={t(($) => $.identity.receive.present)}
      tools={
        isThere ? (
          <TextButton onClick={() => ask(true)}>{t(($) => $.identity.receive.remove)}</TextButton>
        ) : undefined
      }
    >
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            {
              label: t(($) => $.identity.receive.name),
              value: profile?.name || (
                <Link to="/setting">{t(($) => $.identity.receive.noName)}</Link>
              ),
            },
            ...FIELDS.map((name) => ({
              label: t(($) => $.identity.receive.fields[name]),
              value: profile?.[name] ? <Ltr>{profile[name]}</Ltr> : '—',
            })),
          ]}
        />
      </PanelBody>
      {asking ? (
        <Confirm
          danger
          title={t(($) => $.identity.receive.removeAsk)}
          action={t(($) => $.identity.receive.remove)}
          close={() => ask(false)}
          run={() => save(NONE)}
        >
          <p>{t(($) => $.identity.receive.removeText)}</p>
        </Confirm>
      ) : null}
    </Panel>
  );
}

/** Only what is typed changes: nobody has to type again what is masked. */
function ChangeForm() {
  const { t } = useTranslation();
  const form = useForm({
    first: NONE,
    rules: {
      bank_number: (text) => {
        const fault = faultOfBankNumber(plain('bank_number', text));
        if (fault === null) return '';
        return fault === 'iban'
          ? t(($) => $.identity.receive.ibanWrong)
          : t(($) => $.identity.receive.numberWrong);
      },
    },
    async send(values) {
      const typed = FIELDS.flatMap((name): [Field, string][] => {
        const text = plain(name, values[name]);
        return text === '' ? [] : [[name, text]];
      });
      if (typed.length === 0) return { form: t(($) => $.identity.receive.nothing) };
      if (!(await save(Object.fromEntries(typed)))) return {};
      for (const name of FIELDS) form.clear(name);
      toastSuccess(t(($) => $.identity.security.saved));
      return undefined;
    },
  });
  return (
    <StateForm form={form} action={t(($) => $.identity.security.save)}>
      {FIELDS.map((name) => (
        <TextField
          key={name}
          label={t(($) => $.identity.receive.fields[name])}
          autoComplete="off"
          maxLength={64}
          {...(name === 'bank_number' ? { dir: 'ltr' as const } : {})}
          {...textOf(form, name)}
        />
      ))}
    </StateForm>
  );
}
