import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from './documents.tsx';
import { LoansPage, TheLoan } from './loans-page.tsx';
import { Shown } from './payments.tsx';
import { type Loan, useRenew } from './use-loans.ts';

const unitsOf = (amount: string) => parseDecimal(amount, SCALE) ?? 0n;

/** /repayment2?id=: pays back from the balance, or shows a payment that was made elsewhere. */
export default function RepayScreen() {
  const { t } = useTranslation();
  return (
    <LoansPage title={t(($) => $.loans.repay)} lead={t(($) => $.loans.repayLead)}>
      <TheLoan>
        {(detail) => {
          const { loan } = detail;
          const back = (
            <TextLink to={`/repayment?id=${loan.applicationId}`}>{t(($) => $.loans.one)}</TextLink>
          );
          if (!loan.canRepay) {
            return (
              <EmptyState
                title={t(($) => $.loans.stages[loan.stage])}
                text={t(($) => $.loans.stageTexts[loan.stage])}
                action={back}
              />
            );
          }
          return (
            <Stack>
              <FromBalance loan={loan} />
              <ByProof loan={loan} />
              <Shown detail={detail} />
              {back}
            </Stack>
          );
        }}
      </TheLoan>
    </LoansPage>
  );
}

function FromBalance({ loan }: { loan: Loan }) {
  const { t } = useTranslation();
  const renew = useRenew();
  const [paid, setPaid] = useState('');
  // One payment, however often it is pressed: what was asked for gets one id.
  const sent = useRef({ key: '', commandId: '' });
  const { applicationId, asset, owedTotal, periodAmount, periodDue, lateAmount } = loan;
  const form = useForm({
    first: { amount: '' },
    rules: { amount: (amount) => (unitsOf(amount) > 0n ? '' : t(($) => $.loans.amountMissing)) },
    send: async ({ amount }) => {
      const key = `${amount} ${owedTotal}`;
      if (sent.current.key !== key) sent.current = { key, commandId: crypto.randomUUID() };
      const { commandId } = sent.current;
      try {
        const how = { quiet: true, commandId };
        const { paid: parts } = await api.call('repayLoan', { applicationId, amount }, how);
        const units = Object.values(parts).reduce((sum, part) => sum + unitsOf(part), 0n);
        setPaid(formatDecimal(units, SCALE));
        await renew();
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <Panel title={t(($) => $.loans.fromBalance)}>
      <PanelBody>
        <Stack>
          {paid === '' ? null : (
            <Callout live tone="success">
              {t(($) => $.loans.paidDone)} {figure(paid)}
            </Callout>
          )}
          <StateForm form={form} action={t(($) => $.loans.repayDo)}>
            <AmountField
              label={t(($) => $.loans.payment)}
              unit={asset}
              most={owedTotal}
              hint={t(($) => $.loans.partHint)}
              lines={[
                { label: t(($) => $.loans.late), value: figure(lateAmount) },
                { label: t(($) => $.loans.thisPeriod), value: figure(periodAmount) },
                {
                  label: t(($) => $.loans.due),
                  value: periodDue === 0 ? null : <Instant at={periodDue} />,
                },
                { label: t(($) => $.loans.owed), value: figure(owedTotal), strong: true },
              ]}
              {...textOf(form, 'amount')}
              onBlur={() => form.left('amount')}
            />
          </StateForm>
          <TextLink to="/recharge">{t(($) => $.loans.recharge)}</TextLink>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

/** The picture is evidence: it pays once two people have confirmed it. */
function ByProof({ loan: { applicationId, asset } }: { loan: Loan }) {
  const { t } = useTranslation();
  const renew = useRenew();
  const [amount, setAmount] = useState('');
  const [description, describe] = useState('');
  const isWhole = unitsOf(amount) > 0n;
  return (
    <Panel title={t(($) => $.loans.byProof)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.loans.byProofText)}</p>
          <AmountField
            label={t(($) => $.loans.proofAmount)}
            unit={asset}
            value={amount}
            onChange={setAmount}
          />
          <TextField
            label={t(($) => $.loans.description)}
            value={description}
            onChange={describe}
          />
          {isWhole ? (
            <Upload
              camera
              label={t(($) => $.loans.proof)}
              rule={t(($) => $.loans.pictureRule)}
              accept={PICTURE_TYPES}
              maxBytes={PICTURE_MAX_BYTES}
              send={async (file, onProgress) => {
                const input = { applicationId, amount, description, fileName: file.name };
                const how = { file, onProgress, quiet: true };
                await api.call('sendRepaymentProof', input, how);
                await renew();
              }}
            />
          ) : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}
