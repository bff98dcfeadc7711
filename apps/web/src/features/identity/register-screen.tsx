import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AccountField, KindTabs } from './account-field.tsx';
import { CodeField } from './code-field.tsx';
import { useCountries } from './countries.ts';
import { CountryField } from './country-field.tsx';
import { useFieldTexts } from './field-texts.ts';
import { showErrors } from './fields.ts';
import { FormFrame } from './form-frame.tsx';
import type { AccountKind } from './kinds.ts';
import { PasswordStep } from './password-step.tsx';
import { type Proof, useProof } from './use-proof.ts';

/** /register in two steps: an address, proved by a code; then the password and the agreement. */
export default function RegisterScreen() {
  const { t } = useTranslation();
  useTitle(t(($) => $.identity.register.title));
  const signedIn = useSession((session) => session.token !== null);
  const { countries, invitationRequired, kinds } = useCountries();
  const proof = useProof('register', countries);
  const [step, setStep] = useState<1 | 2>(1);
  const finish = useFinish(proof, () => setStep(1));
  if (signedIn && !finish.busy) return <Navigate to="/index" replace />;
  if (step === 1) return <WhoStep proof={proof} kinds={kinds} next={() => setStep(2)} />;
  return (
    <PasswordStep
      title={t(($) => $.identity.register.stepTwo)}
      step={t(($) => $.identity.register.step, { step: 2 })}
      submitText={t(($) => $.identity.register.submit)}
      invitation={invitationRequired ? 'required' : 'optional'}
      busy={finish.busy}
      formError={finish.formError}
      back={() => setStep(1)}
      onSubmit={finish.submit}
    />
  );
}

interface WhoStepProps {
  proof: Proof;
  kinds: readonly AccountKind[];
  next(): void;
}

function WhoStep({ proof, kinds, next }: WhoStepProps) {
  const { t } = useTranslation();
  const { values, errors, set } = proof.fields;
  const submit = async () => {
    if (await proof.confirm()) next();
  };
  return (
    <FormFrame
      title={t(($) => $.identity.register.title)}
      step={t(($) => $.identity.register.step, { step: 1 })}
      formError={proof.formError}
      onSubmit={submit}
      below={
        <span>
          {t(($) => $.identity.register.known)}{' '}
          <Link to="/login">{t(($) => $.identity.register.login)}</Link>
        </span>
      }
    >
      <CountryField
        countries={proof.countries}
        value={values.country}
        error={errors.country}
        note={t(($) => $.identity.fields.countryNote)}
        onChange={(code) => set('country', code)}
      />
      <KindTabs value={proof.kind} kinds={kinds} onChange={proof.setKind} />
      <AccountField
        kind={proof.kind}
        calling={proof.calling}
        value={values.account}
        error={errors.account}
        onChange={(value) => set('account', value)}
      />
      <CodeField
        value={values.code}
        error={errors.code}
        sent={proof.sent}
        onChange={(value) => set('code', value)}
        onSent={proof.setSent}
        request={proof.request}
        onFailed={proof.failed}
      />
      <Button type="submit" size="lg" fullWidth loading={proof.busy}>
        {t(($) => $.identity.register.continue)}
      </Button>
    </FormFrame>
  );
}

interface Chosen {
  password: string;
  passwordAgain: string;
  invitationCode: string;
}

/** Sends the registration. If the code has expired by then, it returns to the first step. */
function useFinish(proof: Proof, back: () => void) {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState('');
  const submit = async (chosen: Chosen) => {
    const proved = proof.proved();
    if (!proved || busy) return;
    setBusy(true);
    setFormError('');
    try {
      const { country } = proof.fields.values;
      const input = { ...proved, ...chosen, country, agreement: true };
      useSession.getState().enter(await api.call('userRegister', input, { quiet: true }));
      toastSuccess(t(($) => $.identity.register.done));
      navigate('/index', { replace: true });
    } catch (error) {
      const byRefusal = { codeWrong: 'code' as const };
      const left = showErrors(error, proof.fields, { ...texts, byRefusal });
      setFormError(left);
      if (left === '') back();
    }
    setBusy(false);
  };
  return { busy, formError, submit };
}
