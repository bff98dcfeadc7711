import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { SecondStep } from './proof/second-step.tsx';
import { LoginFields, useLogin } from './use-login.tsx';

/**
 * A log-in above the page, which stays as it is: a form that was filled in is still filled in
 * afterwards. Who traded in the virtual account goes on in it, and not with real money.
 */
export default function LoginAgain({ back, done }: { back(): void; done(): void }) {
  const { t } = useTranslation();
  const before = useSession((session) => session.known);
  const login = useLogin(async (found) => {
    const { realm, enter } = useSession.getState();
    const { token } = found;
    enter(realm === 'demo' ? await api.call('tempLogin', {}, { token, quiet: true }) : found);
    toastSuccess(t(($) => $.identity.login.done));
    done();
  }, before);
  if (login.pending !== null) {
    return <SecondStep asked={login.pending} enter={login.enter} back={login.back} />;
  }
  return (
    <StateForm
      form={login.form}
      action={t(($) => $.identity.login.submit)}
      back={{ text: t(($) => $.shell.session.back), run: back }}
    >
      <LoginFields login={login} before={before} />
    </StateForm>
  );
}
