import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import css from './form.module.css';
import { LoginFields, useLogin } from './use-login.tsx';

/**
 * A log-in above the page, which stays as it is: a form that was filled in is still filled in
 * afterwards. Who traded in the virtual account goes on in it, and not with real money.
 */
export default function LoginAgain({ back, done }: { back(): void; done(): void }) {
  const { t } = useTranslation();
  const before = useSession((session) => session.known);
  const login = useLogin(async (found: CallOutput<'userLogin'>) => {
    const { realm, enter } = useSession.getState();
    const { token } = found;
    enter(realm === 'demo' ? await api.call('tempLogin', {}, { token, quiet: true }) : found);
    toastSuccess(t(($) => $.identity.login.done));
    done();
  }, before);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void login.submit();
      }}
    >
      {login.formError ? (
        <p role="alert" className={css.alert}>
          <bdi>{login.formError}</bdi>
        </p>
      ) : null}
      <LoginFields login={login} before={before} />
      <div className={css.row}>
        <Button variant="default" onClick={back}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button type="submit" className={css.grow ?? ''} loading={login.busy}>
          {t(($) => $.identity.login.submit)}
        </Button>
      </div>
    </form>
  );
}
