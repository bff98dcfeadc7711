import { SecretField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import type { CallOutput, Profile } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { guessCountry, useCountries } from './countries.ts';
import { useFieldTexts } from './field-texts.ts';
import type { AccountKind } from './kinds.ts';
import type { Session } from './proof/second-step.tsx';
import { useCode } from './use-code.ts';
import { CodeStep, WhoFields } from './who-fields.tsx';

/** By which of them one may log in. */
const KINDS = ['email', 'phone'] as const;
const NAMES = ['account', 'country', 'password', 'code'] as const;

interface Values {
  kind: AccountKind;
  account: string;
  country: string;
  password: string;
  code: string;
}

type Login = CallOutput<'userLogin'>;
type Pending = Extract<Login, { secondFactor: object }>['secondFactor'];

interface LoginFieldsProps {
  login: ReturnType<typeof useLogin>;
  /** Who was logged in, whose address is shown as far as the server discloses it. */
  before?: Profile | null;
}

/** Who logs in, and with what. */
export function LoginFields({ login, before }: LoginFieldsProps) {
  const { t } = useTranslation();
  const { form, countries } = login;
  const known = form.values.kind === 'phone' ? before?.phone : before?.email;
  return (
    <>
      <WhoFields form={form} countries={countries} kinds={KINDS} placeholder={known ?? ''} />
      <SecretField
        label={t(($) => $.identity.fields.password)}
        autoComplete="current-password"
        {...textOf(form, 'password')}
      />
      {login.codeNeeded ? <CodeStep form={form} sent={login.sent} send={login.send} /> : null}
    </>
  );
}

/**
 * The log-in with phone or e-mail and password, and a code if the server asks for one. `enter` gets
 * the new session.
 */
export function useLogin(enter: (session: Session) => unknown, before: Profile | null = null) {
  const { t } = useTranslation();
  const byKey = useFieldTexts();
  const refusalsOf = useRefusals();
  const { countries } = useCountries();
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [pending, setPending] = useState<Pending | null>(null);
  const refused = (error: unknown) =>
    refusalsOf(error, { names: NAMES, byRefusal: { codeWrong: 'code' }, byKey });

  /** A session, or what is still to be proved. */
  const take = async (outcome: Login) => {
    if ('token' in outcome) await enter(outcome);
    else setPending(outcome.secondFactor);
  };
  const form = useForm<Values>({
    first: {
      kind: before?.email === '' ? 'phone' : 'email',
      ...{ account: '', country: guessCountry(countries), password: '', code: '' },
    },
    rules: {
      account: (text) => (text.trim() === '' ? t(($) => $.identity.errors.accountEmpty) : ''),
      password: (text) => (text === '' ? t(($) => $.identity.errors.passwordEmpty) : ''),
      code: (text) => {
        if (!codeNeeded) return '';
        if (sent === null) return t(($) => $.identity.errors.codeUnsent);
        return text === '' ? t(($) => $.identity.errors.codeEmpty) : '';
      },
    },
    async send({ password, code }) {
      const proof = codeNeeded && sent ? { code, codeId: sent.codeId } : {};
      try {
        await take(await api.call('userLogin', { ...who, password, ...proof }, { quiet: true }));
        return undefined;
      } catch (error) {
        if (error instanceof CallError && error.refusal === 'codeNeeded') {
          setCodeNeeded(true);
          // Nobody could have typed it so far.
          form.clear('code');
        }
        return refused(error);
      }
    },
  });
  const { kind, account, country } = form.values;
  const who = {
    kind,
    account: account.trim(),
    ...(kind === 'phone' && country ? { country } : {}),
  };
  const { sent, send } = useCode({
    request: () => (form.check(['account']) ? { ...who, purpose: 'login' } : null),
    failed: (error) => form.refuse(refused(error)),
  });
  return {
    ...{ form, countries, sent, send, codeNeeded, pending, take, enter },
    back: () => setPending(null),
  };
}
