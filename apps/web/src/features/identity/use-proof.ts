import type { Country } from '@assay/kit/input/country-field.tsx';
import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import { normalEmail } from '@assay/modules/identity/rules';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { guessCountry } from './countries.ts';
import { useFieldTexts } from './field-texts.ts';
import type { AccountKind } from './kinds.ts';
import { CODE_DIGITS } from './limits.ts';
import { type SentCode, useCode } from './use-code.ts';

const NAMES = ['account', 'country', 'code'] as const;
type Purpose = CallInput<'getCode'>['purpose'];

interface ProofValues {
  kind: AccountKind;
  account: string;
  country: string;
  code: string;
}

/** Proof by a code that a phone number or e-mail address belongs to the user. */
export interface Proof {
  /** It is taken when the server knows the code, which remains valid for the last step. */
  form: FormState<ProofValues>;
  countries: readonly Country[];
  /** Nobody has chosen it: it is the one that the browser names. */
  countryGuessed: boolean;
  sent: SentCode | null;
  /** Sends a code to who is named; whether it is on its way. */
  send(): Promise<boolean>;
  /** The proof that the last step sends; null before a code was sent. */
  proved(): Omit<CallInput<'reg_checkcode'>, 'purpose'> | null;
  /** Shows why the last step was not taken; whether that concerns a field of this one. */
  refuse(error: unknown): boolean;
}

export function useProof(
  purpose: Purpose,
  countries: readonly Country[],
  first: AccountKind = 'email',
): Proof {
  const byKey = useFieldTexts();
  const refusalsOf = useRefusals();
  const refused = (error: unknown) =>
    refusalsOf(error, { names: NAMES, byRefusal: { codeWrong: 'code' }, byKey });
  const rules = useProofRules(purpose, () => sent !== null);
  const form: FormState<ProofValues> = useForm<ProofValues>({
    first: { kind: first, account: '', country: guessCountry(countries), code: '' },
    rules,
    async send() {
      const input = proved();
      if (input === null) return {};
      const answer = api.call('reg_checkcode', { ...input, purpose }, { quiet: true });
      return answer.then(() => undefined, refused);
    },
  });
  const { kind, account, country, code } = form.values;
  const who = {
    kind,
    account: account.trim(),
    ...(kind === 'phone' || purpose === 'register' ? { country } : {}),
  };
  const { sent, send } = useCode({
    request: () => (form.check(['country', 'account']) ? { ...who, purpose } : null),
    failed: (error) => form.refuse(refused(error)),
  });
  const proved: Proof['proved'] = () => (sent ? { ...who, code, codeId: sent.codeId } : null);
  return {
    ...{ form, countries, sent, send, proved },
    countryGuessed: !form.isTyped('country') && country !== '',
    refuse(error) {
      const found = refused(error);
      form.refuse(found);
      return found.form === undefined;
    },
  };
}

/** What is wrong with who is named, and with the code once one was sent. */
function useProofRules(purpose: Purpose, isSent: () => boolean) {
  const { t } = useTranslation();
  return {
    // An e-mail address alone names an account, so its country is needed only at registration.
    country: (country: string, { kind }: ProofValues) =>
      (purpose === 'register' || kind === 'phone') && country === ''
        ? t(($) => $.identity.errors.country)
        : '',
    account: (account: string, { kind }: ProofValues) => {
      if (account.trim() !== '') {
        const isAddress = kind === 'phone' || normalEmail(account) !== null;
        return isAddress ? '' : t(($) => $.identity.errors.email);
      }
      return kind === 'phone'
        ? t(($) => $.identity.errors.phoneEmpty)
        : t(($) => $.identity.errors.accountEmpty);
    },
    code: (code: string) => {
      if (!isSent()) return t(($) => $.identity.errors.codeUnsent);
      if (code === '') return t(($) => $.identity.errors.codeEmpty);
      return code.length === CODE_DIGITS ? '' : t(($) => $.identity.errors.code);
    },
  };
}
