import { SentCodeField } from '@assay/kit/input/code-field.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SecretField, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS } from '../limits.ts';
import type { Asked, ProofForm } from './use-proof-form.ts';

interface ProofFieldsProps {
  form: ProofForm;
  asked: Asked;
  /** Whether the password is asked for beside a code. */
  password: boolean;
}

/** By what the person proves to be the one, and its field. A passkey needs none. */
export function ProofFields({ form, asked, password }: ProofFieldsProps) {
  const { t } = useTranslation();
  const { methods } = asked;
  const { method } = form.values;
  const setMethod = (next: typeof method) => {
    form.refuse({});
    form.set('method', next);
  };
  const names = {
    passkey: t(($) => $.identity.proof.passkey),
    totp: t(($) => $.identity.proof.totp),
    recoveryCode: t(($) => $.identity.proof.recoveryCode),
    code: t(($) => $.identity.proof.code),
  };
  return (
    <>
      {methods.length < 2 ? null : (
        <Segments
          fill
          label={t(($) => $.identity.proof.label)}
          options={methods.map((value) => ({ value, text: names[value] }))}
          value={method}
          onChange={setMethod}
        />
      )}
      {method === 'passkey' ? <p>{t(($) => $.identity.proof.passkeyText)}</p> : null}
      {method === 'totp' ? (
        <PinField
          label={t(($) => $.identity.proof.totpLabel)}
          secret={false}
          autoComplete="one-time-code"
          {...textOf(form, 'totp')}
        />
      ) : null}
      {method === 'recoveryCode' ? (
        <TextField
          label={t(($) => $.identity.proof.recoveryLabel)}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...textOf(form, 'recoveryCode')}
        />
      ) : null}
      {method === 'code' && password ? (
        <SecretField
          label={t(($) => $.identity.fields.password)}
          autoComplete="current-password"
          {...textOf(form, 'password')}
        />
      ) : null}
      {method === 'code' ? (
        <SentCodeField digits={CODE_DIGITS} account={asked.sentTo} {...textOf(form, 'code')} />
      ) : null}
    </>
  );
}
