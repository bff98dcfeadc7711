import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useHasAccount, useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { useCountries } from './countries.ts';
import { FormFrame } from './form-frame.tsx';
import type { AccountKind } from './kinds.ts';
import { PasswordStep, usePasswordStep } from './password-step.tsx';
import { SecureStep } from './secure-step.tsx';
import { type Proof, useProof } from './use-proof.ts';
import { CodeStep, WhoFields } from './who-fields.tsx';

/**
 * /register in two steps: an address, proved by a code; then the password and the agreement.
 * Then it offers what protects the new account.
 */
export default function RegisterScreen() {
  const { t } = useTranslation();
  useTitle(t(($) => $.identity.register.title));
  const hasAccount = useHasAccount();
  const { countries, invitationRequired, kinds } = useCountries();
  const proof = useProof('register', countries);
  const [step, setStep] = useState<1 | 2>(1);
  const [isNew, setNew] = useState(false);
  const back = () => setStep(1);
  const done = () => setNew(true);
  const last = usePasswordStep({ proof, invitationRequired, back, done });
  if (isNew) return <SecureStep />;
  if (hasAccount === null) return null;
  if (hasAccount && !last.busy) return <Navigate to="/index" replace />;
  if (step === 1) return <WhoStep proof={proof} kinds={kinds} next={() => setStep(2)} />;
  return <PasswordStep form={last} invitationRequired={invitationRequired} back={back} />;
}

interface WhoStepProps {
  proof: Proof;
  kinds: readonly AccountKind[];
  next(): void;
}

function WhoStep({ proof, kinds, next }: WhoStepProps) {
  const { t } = useTranslation();
  const { form, countries } = proof;
  const practising = useSession((session) => session.token !== null);
  const submit = async () => {
    if (await form.submit()) next();
  };
  return (
    <FormFrame
      title={t(($) => $.identity.register.title)}
      step={t(($) => $.identity.register.step, { step: 1 })}
      lead={practising ? t(($) => $.identity.register.fromVisit) : undefined}
      formError={form.formError}
      failures={form.failures}
      onSubmit={submit}
      below={
        <span>
          {t(($) => $.identity.register.known)}{' '}
          <Link to="/login">{t(($) => $.identity.register.login)}</Link>
        </span>
      }
    >
      <WhoFields
        form={form}
        countries={countries}
        kinds={kinds}
        country={{
          hint: proof.countryGuessed
            ? t(($) => $.identity.fields.countryGuessed)
            : t(($) => $.identity.fields.countryNote),
        }}
      />
      <CodeStep form={form} sent={proof.sent} send={proof.send} />
      <Button type="submit" size="lg" fullWidth loading={form.busy}>
        {t(($) => $.identity.register.continue)}
      </Button>
    </FormFrame>
  );
}
