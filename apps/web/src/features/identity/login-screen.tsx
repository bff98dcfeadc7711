import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { FormFrame } from './form-frame.tsx';
import { returnPath } from './return-path.ts';
import { LoginFields, useLogin } from './use-login.tsx';

/** /login: phone or e-mail and password, and a code if the server asks for one. */
export default function LoginScreen() {
  const { t } = useTranslation();
  useTitle(t(($) => $.identity.login.title));
  const [params] = useSearchParams();
  const signedIn = useSession((session) => session.token !== null);
  const navigate = useNavigate();
  const login = useLogin((found) => {
    useSession.getState().enter(found);
    toastSuccess(t(($) => $.identity.login.done));
    navigate(returnPath(params.get('to')), { replace: true });
  });
  if (signedIn && !login.busy) return <Navigate to={returnPath(params.get('to'))} replace />;
  return (
    <FormFrame
      title={t(($) => $.identity.login.title)}
      {...(params.has('to') ? { lead: t(($) => $.identity.login.needed) } : {})}
      formError={login.formError}
      onSubmit={login.submit}
      below={
        <>
          <span>
            {t(($) => $.identity.login.new)}{' '}
            <Link to="/register">{t(($) => $.identity.login.register)}</Link>
          </span>
          <Link to="/forgetpwd">{t(($) => $.identity.login.forgot)}</Link>
        </>
      }
    >
      <LoginFields login={login} />
      <Button type="submit" size="lg" fullWidth loading={login.busy}>
        {t(($) => $.identity.login.submit)}
      </Button>
    </FormFrame>
  );
}
