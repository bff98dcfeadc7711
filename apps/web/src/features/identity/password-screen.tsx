import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { SecretField } from '@assay/kit/input/text-field.tsx';
import { type FormState, textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useTitle } from '../../ui/use-title.ts';
import { useCountries } from './countries.ts';
import { useFieldTexts } from './field-texts.ts';
import { FormFrame } from './form-frame.tsx';
import { PasswordPair, usePairRules } from './password-pair.tsx';
import { type Proof, useProof } from './use-proof.ts';
import { CodeStep, WhoFields } from './who-fields.tsx';

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
  const next = useNewPassword(proof.proved);
  const submit = async () => {
    // Both parts are checked, so that the user sees everything that is missing at once.
    const valid = [proof.form.check(), next.check()].every(Boolean);
    if (valid && (await proof.form.submit())) await next.submit();
  };
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.identity.password.forgotLead)}
      formError={proof.form.formError || next.formError}
      failures={proof.form.failures + next.failures}
      onSubmit={submit}
      below={<Link to="/login">{t(($) => $.identity.password.toLogin)}</Link>}
    >
      <WhoFields form={proof.form} countries={countries} kinds={kinds} />
      <CodeStep form={proof.form} sent={proof.sent} send={proof.send} />
      <NewPassword form={next} />
    </FormFrame>
  );
}

function Change() {
  const { t } = useTranslation();
  const title = t(($) => $.identity.password.changeTitle);
  useTitle(title);
  const next = useNewPassword(null);
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.identity.password.changeLead)}
      formError={next.formError}
      failures={next.failures}
      onSubmit={() => void next.submit()}
    >
      <SecretField
        label={t(($) => $.identity.fields.oldPassword)}
        autoComplete="current-password"
        {...textOf(next, 'oldPassword')}
      />
      <NewPassword form={next} />
    </FormFrame>
  );
}

function NewPassword({ form }: { form: FormState<Values> }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordPair label={t(($) => $.identity.fields.newPassword)} form={form} />
      <Button type="submit" size="lg" fullWidth loading={form.busy}>
        {t(($) => $.identity.password.submit)}
      </Button>
    </>
  );
}

interface Values {
  oldPassword: string;
  password: string;
  passwordAgain: string;
}

const NAMES = ['oldPassword', 'password', 'passwordAgain'] as const;

/** The new password twice, with a proof by code or, where there is none, the current password. */
function useNewPassword(proved: Proof['proved'] | null): FormState<Values> {
  const { t } = useTranslation();
  const byKey = useFieldTexts();
  const refusalsOf = useRefusals();
  const navigate = useNavigate();
  return useForm<Values>({
    first: { oldPassword: '', password: '', passwordAgain: '' },
    rules: {
      ...usePairRules(),
      oldPassword: (text) =>
        proved === null && text === '' ? t(($) => $.identity.errors.passwordEmpty) : '',
    },
    async send({ oldPassword, ...pair }) {
      const proof = proved === null ? { oldPassword } : proved();
      try {
        await api.call('updatePassword', { ...proof, ...pair }, { quiet: true });
      } catch (error) {
        const byRefusal = { wrongCredentials: 'oldPassword' } as const;
        return refusalsOf(error, { names: NAMES, byRefusal, byKey });
      }
      toastSuccess(t(($) => $.identity.password.done));
      navigate(useSession.getState().token === null ? '/login' : '/setting');
      return undefined;
    },
  });
}
