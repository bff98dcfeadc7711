import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import { startAuthentication } from '@simplewebauthn/browser';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import type { CallInput, CallOutput } from '../../../lib/api/tables.ts';

export type Asked = CallOutput<'askStepUp'>;
export type ProofInput = CallInput<'proveStepUp'>;
type Method = Asked['methods'][number];

interface Values {
  method: Method;
  totp: string;
  recoveryCode: string;
  password: string;
  code: string;
}

export type ProofForm = FormState<Values>;

/** The proof that was asked for. `send` hands it in, and its failures stand at the field. */
export function useProofForm(asked: Asked, send: (proof: ProofInput) => Promise<unknown>) {
  const { t } = useTranslation();
  return useForm<Values>({
    first: {
      method: asked.methods[0] ?? 'code',
      ...{ totp: '', recoveryCode: '', password: '', code: '' },
    },
    rules: {},
    async send(values) {
      try {
        await send(await proofOf(asked, values));
        return undefined;
      } catch (failure) {
        const known = failure instanceof CallError ? failure.message : '';
        const text = known || t(($) => $.identity.proof.failed);
        // A passkey has no field.
        return values.method === 'passkey' ? { form: text } : { [values.method]: text };
      }
    },
  });
}

async function proofOf(
  { challengeId, passkeyOptions, codeId }: Asked,
  { method, totp, recoveryCode, password, code }: Values,
): Promise<ProofInput> {
  if (method === 'totp') return { challengeId, method, totp };
  if (method === 'recoveryCode') return { challengeId, method, recoveryCode };
  if (method === 'passkey') {
    const signed = await startAuthentication({ optionsJSON: JSON.parse(passkeyOptions) });
    return { challengeId, method, credential: JSON.stringify(signed) };
  }
  return { challengeId, method, code, codeId, ...(password === '' ? {} : { password }) };
}
