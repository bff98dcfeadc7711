import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { exitVirtualAccount } from '../../lib/data/virtual-account.ts';
import css from './banners.module.css';

/** Asks before the virtual account is left, and says how a visitor comes back to it. */
export function ExitDialog(props: { opened: boolean; visitor: boolean; close(): void }) {
  const { opened, visitor, close } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = async () => {
    close();
    // First: a page that needs an account would ask for a log-in once the session is gone.
    if (visitor) navigate('/index');
    try {
      if (!(await exitVirtualAccount())) navigate('/index');
      toastSuccess(t(($) => $.shell.demo.exited));
    } catch {
      // The API client has already shown why the call failed.
    }
  };
  return (
    <Dialog opened={opened} onClose={close} title={t(($) => $.shell.demo.exitTitle)}>
      <p>{visitor ? t(($) => $.shell.demo.exitVisitor) : t(($) => $.shell.demo.exitUser)}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={close}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button data-autofocus onClick={leave}>
          {t(($) => $.shell.demo.exitDo)}
        </Button>
      </div>
    </Dialog>
  );
}
