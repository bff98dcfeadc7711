import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormFrame as Card } from '@assay/kit/input/form.tsx';
import { Page } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useHasAccount, useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { FormFrame } from './form-frame.tsx';
import { OtherLogins } from './proof/other-logins.tsx';
import { returnPath } from './return-path.ts';
import { LoginFields, useLogin } from './use-login.tsx';

/** Only accounts that ask for it need its code. */
const SecondStep = lazy(async () => {
  const { SecondStep: step } = await import('./proof/second-step.tsx');
  return { default: step };
});

/** /login: phone or e-mail and password, and a code if the server asks for one. */
export default function LoginScreen() {
  const { t } = useTranslation();
  useTitle(t(($) => $.identity.login.title));
  const [params] = useSearchParams();
  const hasAccount = useHasAccount();
  const endedElsewhere = useSession((session) => session.endedElsewhere);
  const navigate = useNavigate();
  const login = useLogin((found) => {
    useSession.getState().enter(found);
    toastSuccess(t(($) => $.identity.login.done));
    navigate(returnPath(params.get('to')), { replace: true });
  });
  if (hasAccount === null) return null;
  if (hasAccount && !login.form.busy) return <Navigate to={returnPath(params.get('to'))} replace />;
  const needed = params.has('to') ? t(($) => $.identity.login.needed) : undefined;
  const lead = endedElsewhere ? t(($) => $.identity.login.endedElsewhere) : needed;
  if (login.pending !== null) {
    return (
      <Page width="form">
        <Card title={t(($) => $.identity.proof.title)}>
          <Suspense fallback={<Skeleton height="12rem" />}>
            <SecondStep asked={login.pending} enter={login.enter} back={login.back} />
          </Suspense>
        </Card>
      </Page>
    );
  }
  return (
    <FormFrame
      title={t(($) => $.identity.login.title)}
      lead={lead}
      formError={login.form.formError}
      failures={login.form.failures}
      onSubmit={() => void login.form.submit()}
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
      <Button type="submit" size="lg" fullWidth loading={login.form.busy}>
        {t(($) => $.identity.login.submit)}
      </Button>
      <OtherLogins take={login.take} />
    </FormFrame>
  );
}
