import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { isCommonPin } from '@assay/modules/identity/rules';
import { useTranslation } from 'react-i18next';
import { useSecurity } from '../../../lib/data/security.ts';
import { api } from '../../../lib/data/services.ts';
import { AccountPage } from '../../../ui/account-page.tsx';
import { secured } from './secured.ts';

const DIGITS = 6;

/** /bindmpwd: six digits that are asked for when money leaves. */
export default function TradePasswordScreen() {
  const { t } = useTranslation();
  const security = useSecurity().data;
  const isSet = security?.tradePassword ?? false;
  const six = (value: string) =>
    value.length === DIGITS ? '' : t(($) => $.identity.tradePassword.six);
  const form = useForm({
    first: { oldPassword: '', password: '', passwordAgain: '' },
    rules: {
      oldPassword: (value) => (value === '' ? '' : six(value)),
      password: (value) =>
        six(value) || (isCommonPin(value, []) ? t(($) => $.identity.tradePassword.common) : ''),
      passwordAgain: (value, { password }) =>
        value === password ? '' : t(($) => $.identity.errors.passwordsDiffer),
    },
    send: async ({ oldPassword, password, passwordAgain }) => {
      const pair = { password, passwordAgain };
      const done = !isSet
        ? await secured('saveTpwd', pair, (proof) => api.call('saveTpwd', { ...pair, ...proof }))
        : oldPassword === ''
          ? await secured('updateTpassword', pair, (proof) =>
              api.call('updateTpassword', { ...pair, ...proof }),
            )
          : await api.call('updateTpassword', { oldPassword, ...pair }).catch(() => null);
      if (done === null) return {};
      toastSuccess(t(($) => $.identity.security.saved));
      return undefined;
    },
  });
  const labels = {
    oldPassword: t(($) => $.identity.tradePassword.old),
    password: t(($) => $.identity.tradePassword.new),
    passwordAgain: t(($) => $.identity.tradePassword.again),
  };
  const field = (name: keyof typeof labels) => (
    <PinField label={labels[name]} {...textOf(form, name)} />
  );
  return (
    <AccountPage
      own
      width="form"
      title={t(($) => $.identity.tradePassword.title)}
      lead={t(($) => $.identity.tradePassword.lead)}
    >
      {isSet ? (
        <Callout tone="information">{t(($) => $.identity.tradePassword.hold)}</Callout>
      ) : null}
      <StateForm
        form={form}
        action={t(($) => $.identity.security.save)}
        disabled={security === undefined}
      >
        {isSet ? field('oldPassword') : null}
        {field('password')}
        {field('passwordAgain')}
      </StateForm>
    </AccountPage>
  );
}
