import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import type { SentCode } from './code-field.tsx';
import type { Country } from './countries.ts';
import { complaints, type Fields, useFields } from './fields.ts';
import type { AccountKind } from './kinds.ts';
import { CODE_DIGITS } from './limits.ts';
import { useFirstCountry } from './use-first-country.ts';
import { useFieldWords } from './words.ts';

type Name = 'account' | 'country' | 'code';
type Purpose = CallInput<'getCode'>['purpose'];

/** A phone or e-mail address on its way to being proved by a code. */
export interface Proof {
  fields: Fields<Name>;
  countries: readonly Country[];
  calling: string | undefined;
  kind: AccountKind;
  setKind(kind: AccountKind): void;
  sent: SentCode | null;
  setSent(sent: SentCode): void;
  busy: boolean;
  trouble: string;
  /** For the code field: whom to send to, or null after showing what is missing. */
  request(): CallInput<'getCode'> | null;
  /** Puts a failed sending beside its field, or over the form. */
  failed(error: unknown): void;
  /** Asks the server whether the code is right; it stays usable for the last step. */
  confirm(): Promise<boolean>;
  /** What the last step sends along; null before a code was sent. */
  proved(): Omit<CallInput<'reg_checkcode'>, 'purpose'> | null;
}

export function useProof(purpose: Purpose, countries: readonly Country[]): Proof {
  const { t } = useTranslation();
  const words = useFieldWords();
  const fields = useFields<Name>({ account: '', country: '', code: '' });
  useFirstCountry(countries, (code) => fields.set('country', code));
  const [kind, setKind] = useState<AccountKind>('email');
  const [sent, setSent] = useState<SentCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const { account, country, code } = fields.values;
  const who = {
    kind,
    account: account.trim(),
    ...(kind === 'phone' || purpose === 'register' ? { country } : {}),
  };
  const proved = () => (sent ? { ...who, code, codeId: sent.codeId } : null);
  // An e-mail address names an account by itself; only an account to be has a country to choose.
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
    setTrouble(complaints(error, fields, { ...words, byRefusal: { codeWrong: 'code' } }));
  const confirm = async () => {
    const input = proved();
    if (!fields.check({ ...missing(), code: missingCode() }) || !input || busy) return false;
    setBusy(true);
    setTrouble('');
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
    trouble,
    request: () => {
      setTrouble('');
      return fields.check(missing()) ? { ...who, purpose } : null;
    },
    failed,
    confirm,
    proved,
  };
}
