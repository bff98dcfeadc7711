import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { LENT, REPAYMENT_REASONS } from '@assay/modules/loans/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPicture } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { usePropose } from '../../lib/propose.ts';
import { RecordedPicture } from '../../ui/recorded-picture.tsx';
import type { WaitingRepayment } from './use-loans.ts';

interface RepaymentsProps {
  repayments: readonly WaitingRepayment[];
  open(applicationId: number): void;
}

/** Payments that people have shown: two compare each with what has arrived. */
export function Repayments({ repayments, open }: RepaymentsProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<WaitingRepayment | null>(null);
  if (repayments.length === 0) return null;
  return (
    <Panel title={t(($) => $.loans.repayments)}>
      <ListTable
        caption={t(($) => $.loans.repayments)}
        columns={[
          { head: t(($) => $.loans.number) },
          { head: t(($) => $.loans.sent) },
          { head: t(($) => $.loans.amount), figure: true },
          { head: t(($) => $.loans.description) },
          { head: t(($) => $.loans.proof) },
          { head: t(($) => $.loans.decision), actions: true },
        ]}
      >
        {repayments.map((one) => (
          <TableRow
            key={one.repaymentId}
            cells={[
              <TextButton key="number" onClick={() => open(one.applicationId)}>
                {one.number}
              </TextButton>,
              <Instant key="sent" at={one.sentAt} />,
              <Amount key="amount" value={one.amount} asset={LENT} named />,
              one.description || '—',
              <RecordedPicture
                key="proof"
                alt={t(($) => $.loans.proof)}
                action={t(($) => $.loans.openProof)}
                open={() => openPicture('openRepaymentProof', { repaymentId: one.repaymentId })}
              />,
              may('wallet.prepare') ? (
                <Button key="decide" size="xs" onClick={() => ask(one)}>
                  {t(($) => $.loans.decide)}
                </Button>
              ) : (
                '—'
              ),
            ]}
          />
        ))}
      </ListTable>
      {asked === null ? null : <Decide one={asked} close={() => ask(null)} />}
    </Panel>
  );
}

type Verdict = 'confirm' | (typeof REPAYMENT_REASONS)[number];

function Decide({ one, close }: { one: WaitingRepayment; close(): void }) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict>('confirm');
  const confirm = usePropose('confirmRepayment', close);
  const refuse = usePropose('refuseRepayment', close);
  const { repaymentId, digest, amount } = one;
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first: { reference: '', reason: '' },
    rules: {
      reference: (text) => (verdict === 'confirm' ? missing(text) : ''),
      reason: missing,
    },
    send: ({ reference, reason }) =>
      verdict === 'confirm'
        ? confirm({ repaymentId, digest, amount, reference: reference.trim() }, reason)
        : refuse({ repaymentId, digest, reason: verdict }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.loans.decide)}: ${one.number}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <p>{t(($) => $.loans.confirmText)}</p>
      <SelectField
        label={t(($) => $.loans.decision)}
        options={(['confirm', ...REPAYMENT_REASONS] as const).map((value) => ({
          value,
          text: t(($) => $.loans.verdicts[value]),
        }))}
        value={verdict}
        onChange={setVerdict}
      />
      {verdict === 'confirm' ? (
        <TextField dir="ltr" label={t(($) => $.loans.reference)} {...textOf(form, 'reference')} />
      ) : null}
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
