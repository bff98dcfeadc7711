import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import type { SentCode } from './code-field.tsx';
import { type Country, withGuessedCountry } from './countries.ts';
import { useFieldTexts } from './field-texts.ts';
import { type Fields, showErrors, useFields } from './fields.ts';
import type { AccountKind } from './kinds.ts';
import { CODE_DIGITS } from './limits.ts';
import { useKind } from './use-kind.ts';

type Name = 'account' | 'country' | 'code';
type Purpose = CallInput<'getCode'>['purpose'];

/** Proof by a code that a phone number or e-mail address belongs to the user. */
export interface Proof {
  fields: Fields<Name>;
  countries: readonly Country[];
  calling: string | undefined;
  kind: AccountKind;
  setKind(kind: AccountKind): void;
  sent: SentCode | null;
  setSent(sent: SentCode): void;
  busy: boolean;
  formError: string;
  /** For the code field: the recipient, or null after showing what is missing. */
  request(): CallInput<'getCode'> | null;
  /** Shows beside a field or above the form why a code could not be sent. */
  failed(error: unknown): void;
  /** Checks the code with the server; the code remains valid for the last step. */
  confirm(): Promise<boolean>;
  /** The proof that the last step sends; null before a code was sent. */
  proved(): Omit<CallInput<'reg_checkcode'>, 'purpose'> | null;
}

export function useProof(purpose: Purpose, countries: readonly Country[]): Proof {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const fields = withGuessedCountry<Name>(
    useFields<Name>({ account: '', country: '', code: '' }),
    countries,
  );
  const [kind, setKind] = useKind(fields);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState('');
  const { account, country, code } = fields.values;
  const who = {
    kind,
    account: account.trim(),
    ...(kind === 'phone' || purpose === 'register' ? { country } : {}),
  };
  const proved = () => (sent ? { ...who, code, codeId: sent.codeId } : null);
  // An e-mail address alone names an account, so its country is needed only at registration.
  const countryNeeded = purpose === 'register' || kind === 'phone';
  const missing = () => ({
    country: countryNeeded && country === '' ? t(($) => $.identity.errors.country) : '',
    account: missingAccount(),
  });
  const missingAccount = () => {
    if (account.trim() !== '') return '';
    return kind === 'phone'
      ? t(($) => $.identity.errors.phoneEmpty)
      : t(($) => $.identity.errors.accountEmpty);
  };
  const missingCode = () => {
    if (!sent) return t(($) => $.identity.errors.codeUnsent);
    if (code === '') return t(($) => $.identity.errors.codeEmpty);
    return code.length === CODE_DIGITS ? '' : t(($) => $.identity.errors.code);
  };
  const failed = (error: unknown) =>
    setFormError(showErrors(error, fields, { ...texts, byRefusal: { codeWrong: 'code' } }));
  const confirm = async () => {
    const input = proved();
    if (!fields.check({ ...missing(), code: missingCode() }) || !input || busy) return false;
    setBusy(true);
    setFormError('');
    try {
      await api.call('reg_checkcode', { ...input, purpose }, { quiet: true });
      return true;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    countries,
    calling: countries.find((each) => each.code === country)?.calling,
    kind,
    setKind,
    sent,
    setSent,
    busy,
    formError,
    request: () => {
      setFormError('');
      return fields.check(missing()) ? { ...who, purpose } : null;
    },
    failed,
    confirm,
    proved,
  };
}
