import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import type { Waiting } from '../../../lib/data/step-up.ts';
import { ProofFields } from './proof-fields.tsx';
import { useProofForm } from './use-proof-form.ts';

/** Asks the person to confirm the action that waits. */
export default function StepUpDialog({ asked, done }: Waiting) {
  const { t } = useTranslation();
  const form = useProofForm(asked, async (proof) => {
    const { stepUp } = await api.call('proveStepUp', proof, { quiet: true });
    done(stepUp);
  });
  const back = () => done(null);
  return (
    <FormDialog
      title={t(($) => $.identity.proof.title)}
      close={back}
      form={form}
      action={t(($) => $.identity.proof.confirm)}
      back={{ text: t(($) => $.identity.proof.back), run: back }}
    >
      <p>{t(($) => $.identity.proof.stepUpLead)}</p>
      <ProofFields form={form} asked={asked} password />
    </FormDialog>
  );
}
