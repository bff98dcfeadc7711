import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import type { CallOutput, Profile } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { AccountField, KindTabs } from './account-field.tsx';
import { CodeField, type SentCode } from './code-field.tsx';
import { useCountries, withGuessedCountry } from './countries.ts';
import { CountryField } from './country-field.tsx';
import { useFieldTexts } from './field-texts.ts';
import { showErrors, useFields } from './fields.ts';
import { SecretField } from './secret-field.tsx';
import { useKind } from './use-kind.ts';

type Name = 'account' | 'country' | 'password' | 'code';
type Login = CallOutput<'userLogin'>;

interface LoginFieldsProps {
  login: ReturnType<typeof useLogin>;
  /** Who was logged in, whose address is shown as far as the server discloses it. */
  before?: Profile | null;
}

/** Who logs in, and with what. */
export function LoginFields({ login, before }: LoginFieldsProps) {
  const { t } = useTranslation();
  const { fields, kind, countries } = login;
  const { values, errors, set } = fields;
  return (
    <>
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
        placeholder={(kind === 'phone' ? before?.phone : before?.email) ?? ''}
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
    </>
  );
}

/**
 * The log-in with phone or e-mail and password, and a code if the server asks for one. `enter` gets
 * the new session.
 */
export function useLogin(enter: (login: Login) => unknown, before: Profile | null = null) {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const { countries } = useCountries();
  const fields = withGuessedCountry<Name>(
    useFields<Name>({ account: '', country: '', password: '', code: '' }),
    countries,
  );
  const [kind, setKind] = useKind(fields, before?.email === '' ? 'phone' : 'email');
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
      await enter(await api.call('userLogin', { ...who, password, ...proof }, { quiet: true }));
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
