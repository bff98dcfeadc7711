import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { SECURITY } from '../../../lib/data/security.ts';
import { api, queries } from '../../../lib/data/services.ts';
import { secured } from './secured.ts';

interface AddProps {
  /** Gets recovery codes, when they are the first ones. */
  added(recoveryCodes: readonly string[]): void;
  close(): void;
}

const NAME_MAX = 40;

/** An authenticator app: its name, its secret as QR code and as text, its first code. */
export function AddTotp({ added, close }: AddProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<CallOutput<'addTotp'> | null>(null);
  const begin = async (fields: { name: string }) => {
    const made = await secured('addTotp', fields, (proof) =>
      api.call('addTotp', { ...fields, ...proof }),
    );
    if (made !== null) setSecret(made);
    return made !== null;
  };
  return (
    <Dialog opened onClose={close} title={t(($) => $.identity.factors.addTotp)} size="28rem">
      {secret === null ? (
        <NameForm close={close} begin={begin} />
      ) : (
        <FirstCode secret={secret} added={added} close={close} />
      )}
    </Dialog>
  );
}

interface FirstCodeProps extends AddProps {
  secret: CallOutput<'addTotp'>;
}

function FirstCode({ secret, added, close }: FirstCodeProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { totp: '' },
    rules: {},
    async send({ totp }) {
      const { totpId } = secret;
      try {
        const { recoveryCodes } = await api.call('confirmTotp', { totpId, totp }, { quiet: true });
        await queries.invalidateQueries({ queryKey: [SECURITY] });
        added(recoveryCodes);
        return undefined;
      } catch (failure) {
        const known = failure instanceof CallError ? failure.message : '';
        return { totp: known || t(($) => $.identity.proof.failed) };
      }
    },
  });
  return (
    <StateForm
      form={form}
      action={t(($) => $.identity.proof.confirm)}
      back={{ text: t(($) => $.identity.proof.back), run: close }}
    >
      <p>{t(($) => $.identity.factors.scan)}</p>
      <Qr text={secret.uri} label={t(($) => $.identity.factors.qr)} />
      <CopyField label={t(($) => $.identity.factors.secret)} text={secret.secret} />
      <PinField
        label={t(($) => $.identity.proof.totpLabel)}
        secret={false}
        autoComplete="one-time-code"
        {...textOf(form, 'totp')}
      />
    </StateForm>
  );
}

/** A passkey: its name, and then the device asks. */
export function AddPasskey({ added, close }: AddProps) {
  const { t } = useTranslation();
  const begin = async (fields: { name: string }) => {
    const asked = await secured('askPasskey', fields, (proof) =>
      api.call('askPasskey', { ...fields, ...proof }),
    );
    if (asked === null) return false;
    try {
      const made = await startRegistration({ optionsJSON: JSON.parse(asked.options) });
      const { challengeId } = asked;
      const credential = JSON.stringify(made);
      const { recoveryCodes } = await api.call('addPasskey', { challengeId, credential });
      await queries.invalidateQueries({ queryKey: [SECURITY] });
      added(recoveryCodes);
      return true;
    } catch (failure) {
      // What the server refused has been shown; what the device refused has not.
      if (!(failure instanceof CallError)) toastWarning(t(($) => $.identity.proof.failed));
      return false;
    }
  };
  return (
    <Dialog opened onClose={close} title={t(($) => $.identity.factors.addPasskey)} size="28rem">
      <NameForm close={close} begin={begin} />
    </Dialog>
  );
}

interface NameFormProps {
  /** Whether that went well; who is asked shows what did not. */
  begin(fields: { name: string }): Promise<boolean>;
  close(): void;
}

function NameForm({ begin, close }: NameFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { name: '' },
    rules: {},
    send: async ({ name }) => ((await begin({ name: name.trim() })) ? undefined : {}),
  });
  return (
    <StateForm
      form={form}
      action={t(($) => $.identity.register.continue)}
      disabled={form.values.name.trim() === ''}
      back={{ text: t(($) => $.identity.proof.back), run: close }}
    >
      <p>{t(($) => $.identity.factors.hold)}</p>
      <TextField
        label={t(($) => $.identity.factors.name)}
        hint={t(($) => $.identity.factors.nameHint)}
        maxLength={NAME_MAX}
        autoComplete="off"
        {...textOf(form, 'name')}
      />
    </StateForm>
  );
}
