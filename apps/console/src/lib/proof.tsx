import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { actionText } from '@assay/modules/identity/rules';
import { startAuthentication } from '@simplewebauthn/browser';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallRequestOf, call } from './call.ts';

type Action = CallRequestOf<'askStaffProof'>['action'];
type Proof = NonNullable<CallRequestOf<'removeOperatorFactor'>['proof']>;

interface Proving {
  /** Stands somewhere on the screen; empty while nothing is asked. */
  readonly dialog: ReactNode;
  /**
   * The proof of exactly these fields: a passkey signs them, or an app shows its code. No field
   * while there is nothing to prove it with. Rejects when the device or its owner refuse.
   */
  prove(action: Action, fields: object): Promise<{ readonly proof?: Proof }>;
}

/** Asks a member of staff to confirm what they are about to do. */
export function useProof(): Proving {
  const [waiting, setWaiting] = useState<CodeDialogProps | null>(null);
  const askCode = () =>
    new Promise<string>((done, refuse) => {
      setWaiting({
        done,
        close: () => refuse(new Error('The code was not given.')),
      });
    }).finally(() => setWaiting(null));
  return {
    dialog: waiting === null ? null : <CodeDialog {...waiting} />,
    async prove(action, fields) {
      const { factors } = await call('getOperatorFactors', {});
      if (factors.length === 0) return {};
      if (factors.every(({ kind }) => kind === 'totp')) return { proof: { totp: await askCode() } };
      const digest = await sha256(actionText(action, fields));
      const { challengeId, options } = await call('askStaffProof', { action, digest });
      const signed = await startAuthentication({ optionsJSON: JSON.parse(options) });
      return { proof: { challengeId, credential: JSON.stringify(signed) } };
    },
  };
}

interface CodeDialogProps {
  done(code: string): void;
  close(): void;
}

function CodeDialog({ done, close }: CodeDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { code: '' },
    rules: {},
    send: async ({ code }) => {
      done(code);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.access.confirm)}
      close={close}
      form={form}
      action={t(($) => $.access.confirm)}
      disabled={form.values.code.length < 6}
    >
      <PinField
        label={t(($) => $.access.code)}
        secret={false}
        autoComplete="one-time-code"
        {...textOf(form, 'code')}
      />
    </FormDialog>
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
