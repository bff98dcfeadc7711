import { useTranslation } from 'react-i18next';
import { PASSWORD_MIN } from './limits.ts';

/** The texts of field errors, by the server's keys. */
export function useFieldTexts(): (key: string) => string {
  const { t } = useTranslation();
  const texts: Record<string, string> = {
    required: t(($) => $.identity.errors.accountEmpty),
    phone: t(($) => $.identity.errors.phone),
    email: t(($) => $.identity.errors.email),
    passwordShort: t(($) => $.identity.errors.passwordShort, { count: PASSWORD_MIN }),
    passwordCommon: t(($) => $.identity.errors.passwordCommon),
    passwordSame: t(($) => $.identity.errors.passwordSame),
    passwordsDiffer: t(($) => $.identity.errors.passwordsDiffer),
    verificationCode: t(($) => $.identity.errors.code),
    codeId: t(($) => $.identity.errors.codeUnsent),
    country: t(($) => $.identity.errors.country),
    invitationCode: t(($) => $.identity.errors.invitation),
    agreement: t(($) => $.identity.errors.agreement),
  };
  return (key) => texts[key] ?? t(($) => $.identity.errors.invalid);
}
