import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { type FormState, textOf, useForm } from '@assay/kit/input/use-form.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call, refusalOf } from '../../lib/call.ts';
import { useProof } from '../../lib/proof.tsx';

interface AddProps {
  done(): Promise<void>;
  close(): void;
}

const NAME_MAX = 40;

/** A passkey: its name, a proof by one that is there, and then the device asks. */
export function AddPasskey({ done, close }: AddProps) {
  const { t } = useTranslation();
  const proving = useProof();
  const form = useNameForm(async (fields) => {
    const proved = await proving.prove('askOperatorPasskey', fields);
    const { challengeId, options } = await call('askOperatorPasskey', { ...fields, ...proved });
    const made = await startRegistration({ optionsJSON: JSON.parse(options) });
    await call('addOperatorPasskey', { challengeId, credential: JSON.stringify(made) });
    await done();
  });
  return (
    <Dialog opened onClose={close} title={t(($) => $.access.addPasskey)} size="28rem">
      <NameForm form={form} />
      {proving.dialog}
    </Dialog>
  );
}

/** An authenticator app: its name, its secret and the key to log in with, its first code. */
export function AddApp({ done, close }: AddProps) {
  const { t } = useTranslation();
  const proving = useProof();
  const [made, setMade] = useState<CallOutputOf<'addOperatorTotp'> | null>(null);
  const form = useNameForm(async (fields) => {
    const proved = await proving.prove('addOperatorTotp', fields);
    setMade(await call('addOperatorTotp', { ...fields, ...proved }));
  });
  return (
    <Dialog opened onClose={close} title={t(($) => $.access.addApp)} size="28rem">
      {made === null ? <NameForm form={form} /> : <FirstCode made={made} done={done} />}
      {proving.dialog}
    </Dialog>
  );
}

interface FirstCodeProps extends Pick<AddProps, 'done'> {
  made: CallOutputOf<'addOperatorTotp'>;
}

function FirstCode({ made, done }: FirstCodeProps) {
  const { t } = useTranslation();
  const { totpId, uri, secret, key } = made;
  const form = useForm({
    first: { totp: '' },
    rules: { totp: (totp) => (totp.length < 6 ? t(($) => $.staff.missing) : '') },
    send: async ({ totp }) => {
      const refused = await refusalOf(
        call('confirmOperatorTotp', { totpId, totp }).then(done),
        t(($) => $.access.failed),
      );
      return refused === undefined ? undefined : { totp: refused.form };
    },
  });
  return (
    <StateForm form={form} action={t(($) => $.access.confirm)}>
      <p>{t(($) => $.access.scan)}</p>
      <Qr text={uri} label={t(($) => $.access.qr)} />
      <CopyField label={t(($) => $.access.secret)} text={secret} />
      <Callout tone="warning">{t(($) => $.access.keyText)}</Callout>
      <CopyField label={t(($) => $.enter.key)} text={key} />
      <PinField
        label={t(($) => $.access.code)}
        secret={false}
        autoComplete="one-time-code"
        {...textOf(form, 'totp')}
      />
    </StateForm>
  );
}

interface Named {
  name: string;
}

function useNameForm(add: (fields: Named) => Promise<void>): FormState<Named> {
  const { t } = useTranslation();
  return useForm({
    first: { name: '' },
    rules: { name: (name) => (name.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ name }) =>
      refusalOf(
        add({ name: name.trim() }),
        t(($) => $.access.failed),
      ),
  });
}

function NameForm({ form }: { form: FormState<Named> }) {
  const { t } = useTranslation();
  return (
    <StateForm form={form} action={t(($) => $.access.goOn)}>
      <TextField
        label={t(($) => $.access.name)}
        hint={t(($) => $.access.nameHint)}
        maxLength={NAME_MAX}
        autoComplete="off"
        {...textOf(form, 'name')}
      />
    </StateForm>
  );
}
