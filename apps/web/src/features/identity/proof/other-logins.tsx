import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { IconFingerprint } from '@assay/kit/icons/fingerprint.ts';
import { IconWallet } from '@assay/kit/icons/wallet.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { signWithWallet, walletOf } from './wallet.ts';

type Outcome = CallOutput<'userLogin'>;

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Almost every browser does, so the page that the build draws has the button. */
const knowsPasskeys = () =>
  typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function';

/** The log-ins without a password: a passkey, and a wallet where the browser has one. */
export function OtherLogins({ take }: { take(outcome: Outcome): unknown }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const wallet = walletOf(globalThis);
  const run = (log: () => Promise<Outcome>) => async () => {
    setBusy(true);
    try {
      await take(await log());
    } catch (failure) {
      const known = failure instanceof CallError ? failure.message : '';
      toastWarning(known || t(($) => $.identity.proof.failed));
    }
    setBusy(false);
  };
  const byPasskey = run(async () => {
    const { challengeId, options } = await api.call('askPasskeyLogin', {}, { quiet: true });
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const signed = await startAuthentication({ optionsJSON: JSON.parse(options) });
    const credential = JSON.stringify(signed);
    return api.call('passkeyLogin', { challengeId, credential }, { quiet: true });
  });
  const byWallet = run(async () =>
    api.call('ethSignlog', await signWithWallet(wallet!), { quiet: true }),
  );
  return (
    <>
      {knowsPasskeys() ? (
        <Button
          variant="default"
          fullWidth
          disabled={busy}
          leftSection={<IconFingerprint {...icon} />}
          onClick={byPasskey}
        >
          {t(($) => $.identity.login.passkey)}
        </Button>
      ) : null}
      {wallet === null ? null : (
        <Button
          variant="default"
          fullWidth
          disabled={busy}
          leftSection={<IconWallet {...icon} />}
          onClick={byWallet}
        >
          {t(($) => $.identity.login.wallet)}
        </Button>
      )}
    </>
  );
}
