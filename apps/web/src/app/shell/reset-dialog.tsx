import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resetVirtualAccount } from '../../lib/data/virtual-account.ts';
import css from './banners.module.css';

/** Asks for confirmation before the virtual account's orders and balances are discarded. */
export function ResetDialog({ opened, close }: { opened: boolean; close(): void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    try {
      await resetVirtualAccount();
      toastSuccess(t(($) => $.shell.demo.resetDone));
    } catch {
      // The API client has already shown why the call failed.
    }
    setBusy(false);
    close();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t(($) => $.shell.demo.resetTitle)}>
      <p>{t(($) => $.shell.demo.resetText)}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={close}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button loading={busy} onClick={reset}>
          {t(($) => $.shell.demo.resetDo)}
        </Button>
      </div>
    </Dialog>
  );
}
