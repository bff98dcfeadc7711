import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';

/** Proposes to put capital of the operator into the fund that rewards are paid from. */
export function FundForm({ asset, close }: { asset: string; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('fundPromotions', close);
  const isAmount = (text: string) => (parseDecimal(text.trim(), SCALE) ?? 0n) > 0n;
  const form = useForm({
    first: { amount: '', reason: '' },
    rules: {
      amount: (text) => (isAmount(text) ? '' : t(($) => $.rewards.amountWrong)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ amount, reason }) => propose({ asset, amount: amount.trim() }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.rewards.fill)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.rewards.fillText)}</Callout>
      <TextField
        dir="ltr"
        label={t(($) => $.rewards.amountOf, { asset })}
        {...textOf(form, 'amount')}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

const NUMBER = /^[1-9][0-9]{3,14}$/;

interface JoinFormProps {
  pair: { readonly userId: number; readonly withUserId: number } | null;
  close(): void;
}

/** Proposes to take two accounts for one person. */
export function JoinForm({ pair, close }: JoinFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('joinCluster', close);
  const number = (text: string) =>
    NUMBER.test(text.trim()) ? '' : t(($) => $.rewards.numberWrong);
  const form = useForm({
    first: {
      userId: pair === null ? '' : String(pair.userId),
      withUserId: pair === null ? '' : String(pair.withUserId),
      reason: '',
    },
    rules: {
      userId: number,
      withUserId: number,
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ userId, withUserId, reason }) =>
      propose({ userId: Number(userId), withUserId: Number(withUserId) }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.rewards.join)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.rewards.joinText)}</Callout>
      <TextField dir="ltr" label={t(($) => $.rewards.account)} {...textOf(form, 'userId')} />
      <TextField dir="ltr" label={t(($) => $.rewards.with)} {...textOf(form, 'withUserId')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes that an account is a person's of its own again. */
export function LeaveForm({ userId, close }: { userId: number; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('leaveCluster', close);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ userId }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.rewards.leave, { userId })}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
