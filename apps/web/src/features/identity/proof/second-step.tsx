import { StateForm } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { LostFactors } from './lost-factors.tsx';
import { ProofFields } from './proof-fields.tsx';
import { type Asked, useProofForm } from './use-proof-form.ts';

export type Session = Extract<CallOutput<'finishLogin'>, { token: string }>;

interface SecondStepProps {
  asked: Asked;
  /** Gets the new session. */
  enter(session: Session): unknown;
  /** Back to the password. */
  back(): void;
}

/** The second step of a log-in, where the account asks for one. */
export function SecondStep({ asked, enter, back }: SecondStepProps) {
  const { t } = useTranslation();
  const form = useProofForm(asked, async (proof) => {
    const outcome = await api.call('finishLogin', proof, { quiet: true });
    if ('token' in outcome) await enter(outcome);
  });
  const [isLost, setLost] = useState(false);
  if (isLost) {
    const { challengeId } = asked;
    return <LostFactors challengeId={challengeId} back={() => setLost(false)} over={back} />;
  }
  return (
    <StateForm
      form={form}
      action={t(($) => $.identity.login.submit)}
      back={{ text: t(($) => $.identity.proof.back), run: back }}
    >
      <p>{t(($) => $.identity.proof.lead)}</p>
      <ProofFields form={form} asked={asked} password={false} />
      {asked.methods.includes('code') ? null : (
        <Button variant="subtle" onClick={() => setLost(true)}>
          {t(($) => $.lostFactors.open)}
        </Button>
      )}
    </StateForm>
  );
}
