import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Proof } from './use-proofs.ts';

const TRANSACTION = /^0x[0-9a-fA-F]{64}$/;
const REASONS = [
  ...(['notFound', 'unreadable', 'otherAddress', 'otherPerson', 'alreadyCredited'] as const),
] as const;

interface FormProps {
  proof: Proof;
  close(): void;
}

/** Proposes to credit what the network cannot credit, against a transaction of its own. */
export function CreditForm({ proof, close }: FormProps) {
  const { t } = useTranslation();
  const { proofId, digest, amount, asset } = proof;
  const propose = usePropose('creditProof', close);
  const form = useForm({
    first: { transaction: '', reason: '' },
    rules: {
      transaction: (text) =>
        TRANSACTION.test(text.trim()) ? '' : t(($) => $.proofs.transactionWrong),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ transaction, reason }) =>
      propose(
        { proofId, digest, amount, asset, transaction: transaction.trim().toLowerCase() },
        reason,
      ),
  });
  return (
    <FormDialog
      title={`${t(($) => $.proofs.credit)}: ${amount} ${asset}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.proofs.creditText)}</Callout>
      <TextField
        dir="ltr"
        label={t(($) => $.proofs.transaction)}
        {...textOf(form, 'transaction')}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes to refuse it, with the reason that the customer reads. */
export function RefuseForm({ proof, close }: FormProps) {
  const { t } = useTranslation();
  const { proofId, digest } = proof;
  const propose = usePropose('refuseProof', close);
  const [reason, setReason] = useState<(typeof REASONS)[number]>('notFound');
  const form = useForm({
    first: { why: '' },
    rules: { why: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ why }) => propose({ proofId, digest, reason }, why),
  });
  return (
    <FormDialog
      danger
      title={t(($) => $.proofs.refuse)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <p>{t(($) => $.proofs.refuseText)}</p>
      <SelectField
        label={t(($) => $.proofs.customerReason)}
        options={REASONS.map((value) => ({ value, text: t(($) => $.proofs.reasons[value]) }))}
        value={reason}
        onChange={setReason}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'why')} />
    </FormDialog>
  );
}
