import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AccountField, KindTabs } from './account-field.tsx';
import { CodeField } from './code-field.tsx';
import { useCountries } from './countries.ts';
import { CountryField } from './country-field.tsx';
import { useFieldTexts } from './field-texts.ts';
import { showErrors, useFields } from './fields.ts';
import { FormFrame } from './form-frame.tsx';
import { PASSWORD_MIN } from './limits.ts';
import { SecretField } from './secret-field.tsx';
import { useProof } from './use-proof.ts';

/** /forgetpwd: resets a password by a code, or with type=changepwd by the current password. */
export default function PasswordScreen() {
  const [params] = useSearchParams();
  const signedIn = useSession((session) => session.token !== null);
  if (params.get('type') !== 'changepwd') return <Forgotten />;
  if (!signedIn) {
    return <Navigate to={`/login?to=${encodeURIComponent('/forgetpwd?type=changepwd')}`} replace />;
  }
  return <Change />;
}

function Forgotten() {
  const { t } = useTranslation();
  const title = t(($) => $.identity.password.forgotTitle);
  useTitle(title);
  const { countries, kinds } = useCountries();
  const proof = useProof('reset', countries);
  const next = useNewPassword();
  const { values, errors, set } = proof.fields;
  const submit = async () => {
    // Both parts are checked, so that the user sees everything that is missing at once.
    const valid = next.check();
    if (!(await proof.confirm()) || !valid) return;
    const proved = proof.proved();
    if (proved) await next.save(proved);
  };
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.identity.password.forgotLead)}
      formError={proof.formError || next.formError}
      onSubmit={submit}
      below={<Link to="/login">{t(($) => $.identity.password.toLogin)}</Link>}
    >
      <KindTabs value={proof.kind} kinds={kinds} onChange={proof.setKind} />
      {proof.kind === 'phone' ? (
        <CountryField
          countries={countries}
          value={values.country}
          error={errors.country}
          onChange={(code) => set('country', code)}
        />
      ) : null}
      <AccountField
        kind={proof.kind}
        calling={proof.calling}
        value={values.account}
        error={errors.account}
        onChange={(value) => set('account', value)}
      />
      <CodeField
        value={values.code}
        error={errors.code}
        sent={proof.sent}
        onChange={(value) => set('code', value)}
        onSent={proof.setSent}
        request={proof.request}
        onFailed={proof.failed}
      />
      <NewPassword next={next} />
    </FormFrame>
  );
}

function Change() {
  const { t } = useTranslation();
  const title = t(($) => $.identity.password.changeTitle);
  useTitle(title);
  const next = useNewPassword();
  const { values, errors, set } = next.fields;
  const submit = async () => {
    if (next.check(true)) await next.save({ oldPassword: values.oldPassword });
  };
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.identity.password.changeLead)}
      formError={next.formError}
      onSubmit={submit}
    >
      <SecretField
        label={t(($) => $.identity.fields.oldPassword)}
        autoComplete="current-password"
        value={values.oldPassword}
        error={errors.oldPassword}
        onChange={(value) => set('oldPassword', value)}
      />
      <NewPassword next={next} />
    </FormFrame>
  );
}

function NewPassword({ next }: { next: ReturnType<typeof useNewPassword> }) {
  const { t } = useTranslation();
  const { values, errors, set } = next.fields;
  return (
    <>
      <SecretField
        label={t(($) => $.identity.fields.newPassword)}
        note={t(($) => $.identity.fields.passwordNote, { count: PASSWORD_MIN })}
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        onChange={(value) => set('password', value)}
      />
      <SecretField
        label={t(($) => $.identity.fields.again)}
        autoComplete="new-password"
        value={values.passwordAgain}
        error={errors.passwordAgain}
        onChange={(value) => set('passwordAgain', value)}
      />
      <Button type="submit" size="lg" fullWidth loading={next.busy}>
        {t(($) => $.identity.password.submit)}
      </Button>
    </>
  );
}

/** The new password twice and, for a change, the current one. */
function useNewPassword() {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const navigate = useNavigate();
  const fields = useFields({ oldPassword: '', password: '', passwordAgain: '' });
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState('');
  const { oldPassword, password, passwordAgain } = fields.values;
  const check = (withOld = false) =>
    fields.check({
      oldPassword: withOld && oldPassword === '' ? t(($) => $.identity.errors.passwordEmpty) : '',
      password:
        password.length < PASSWORD_MIN
          ? t(($) => $.identity.errors.passwordShort, { count: PASSWORD_MIN })
          : '',
      passwordAgain: password === passwordAgain ? '' : t(($) => $.identity.errors.passwordsDiffer),
    });
  const save = async (proof: object) => {
    setBusy(true);
    setFormError('');
    try {
      await api.call('updatePassword', { ...proof, password, passwordAgain }, { quiet: true });
      toastSuccess(t(($) => $.identity.password.done));
      navigate(useSession.getState().token === null ? '/login' : '/setting');
    } catch (error) {
      const byRefusal = { wrongCredentials: 'oldPassword' as const };
      setFormError(showErrors(error, fields, { ...texts, byRefusal }));
    }
    setBusy(false);
  };
  return { fields, busy, formError, check, save };
}
