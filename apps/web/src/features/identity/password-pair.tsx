import { SecretField } from '@assay/kit/input/text-field.tsx';
import { type Rules, type TextFields, textOf } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MIN } from './limits.ts';

interface Pair {
  password: string;
  passwordAgain: string;
}

interface PasswordPairProps {
  label: string;
  form: TextFields<keyof Pair>;
}

/** A password that is chosen, twice. */
export function PasswordPair({ label, form }: PasswordPairProps) {
  const { t } = useTranslation();
  return (
    <>
      <SecretField
        label={label}
        hint={t(($) => $.identity.fields.passwordNote, { count: PASSWORD_MIN })}
        autoComplete="new-password"
        {...textOf(form, 'password')}
      />
      <SecretField
        label={t(($) => $.identity.fields.again)}
        autoComplete="new-password"
        {...textOf(form, 'passwordAgain')}
      />
    </>
  );
}

/** What is wrong with the two. */
export function usePairRules(): Rules<Pair> {
  const { t } = useTranslation();
  return {
    password: (password) =>
      password.length < PASSWORD_MIN
        ? t(($) => $.identity.errors.passwordShort, { count: PASSWORD_MIN })
        : '',
    passwordAgain: (again, { password }) =>
      again === password ? '' : t(($) => $.identity.errors.passwordsDiffer),
  };
}
