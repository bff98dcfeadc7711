import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AccountField, KindTabs } from './account-field.tsx';
import { CodeField, type SentCode } from './code-field.tsx';
import { useCountries, withGuessedCountry } from './countries.ts';
import { CountryField } from './country-field.tsx';
import { useFieldTexts } from './field-texts.ts';
import { showErrors, useFields } from './fields.ts';
import { FormFrame } from './form-frame.tsx';
import { returnPath } from './return-path.ts';
import { SecretField } from './secret-field.tsx';
import { useKind } from './use-kind.ts';

type Name = 'account' | 'country' | 'password' | 'code';

/** /login: phone or e-mail and password, and a code if the server asks for one. */
export default function LoginScreen() {
  const { t } = useTranslation();
  useTitle(t(($) => $.identity.login.title));
  const [params] = useSearchParams();
  const signedIn = useSession((session) => session.token !== null);
  const login = useLogin(returnPath(params.get('to')));
  const { fields, kind, countries } = login;
  const { values, errors, set } = fields;
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
      <KindTabs value={kind} onChange={login.setKind} />
      {kind === 'phone' ? (
        <CountryField
          countries={countries}
          value={values.country}
          error={errors.country}
          onChange={(code) => set('country', code)}
        />
      ) : null}
      <AccountField
        kind={kind}
        calling={countries.find(({ code }) => code === values.country)?.calling}
        value={values.account}
        error={errors.account}
        onChange={(value) => set('account', value)}
      />
      <SecretField
        label={t(($) => $.identity.fields.password)}
        autoComplete="current-password"
        value={values.password}
        error={errors.password}
        onChange={(value) => set('password', value)}
      />
      {login.codeNeeded ? (
        <CodeField
          value={values.code}
          error={errors.code}
          sent={login.sent}
          onChange={(value) => set('code', value)}
          onSent={login.setSent}
          request={login.codeRequest}
          onFailed={login.failed}
        />
      ) : null}
      <Button type="submit" size="lg" fullWidth loading={login.busy}>
        {t(($) => $.identity.login.submit)}
      </Button>
    </FormFrame>
  );
}

function useLogin(to: string) {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const navigate = useNavigate();
  const { countries } = useCountries();
  const fields = withGuessedCountry<Name>(
    useFields<Name>({ account: '', country: '', password: '', code: '' }),
    countries,
  );
  const [kind, setKind] = useKind(fields);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [formError, setFormError] = useState('');
  const [busy, setBusy] = useState(false);
  const { account, country, password, code } = fields.values;
  const who = {
    kind,
    account: account.trim(),
    ...(kind === 'phone' && country ? { country } : {}),
  };

  const failed = (error: unknown) =>
    setFormError(showErrors(error, fields, { ...texts, byRefusal: { codeWrong: 'code' } }));
  const missingCode = () => {
    if (sent === null) return t(($) => $.identity.errors.codeUnsent);
    return code === '' ? t(($) => $.identity.errors.codeEmpty) : '';
  };
  const submit = async () => {
    const valid = fields.check({
      account: account.trim() === '' ? t(($) => $.identity.errors.accountEmpty) : '',
      password: password === '' ? t(($) => $.identity.errors.passwordEmpty) : '',
      code: codeNeeded ? missingCode() : '',
    });
    if (!valid || busy) return;
    setBusy(true);
    setFormError('');
    try {
      const proof = codeNeeded && sent ? { code, codeId: sent.codeId } : {};
      useSession
        .getState()
        .enter(await api.call('userLogin', { ...who, password, ...proof }, { quiet: true }));
      toastSuccess(t(($) => $.identity.login.done));
      navigate(to, { replace: true });
    } catch (error) {
      if (error instanceof CallError && error.refusal === 'codeNeeded') setCodeNeeded(true);
      failed(error);
    }
    setBusy(false);
  };
  const codeRequest = () => {
    const valid = fields.check({
      account: account.trim() === '' ? t(($) => $.identity.errors.accountEmpty) : '',
    });
    return valid ? { ...who, purpose: 'login' as const } : null;
  };
  return {
    ...{ fields, countries, kind, setKind, sent, setSent, codeNeeded, formError, busy },
    ...{ submit, codeRequest, failed },
  };
}
