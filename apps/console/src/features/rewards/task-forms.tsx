import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { Gives, TaskKind } from '@assay/modules/rewards/schema';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';

const KINDS = [
  'verify',
  'secondFactor',
  'firstDeposit',
  'firstTrade',
] as const satisfies TaskKind[];
const GIVES = ['fees', 'options', 'contracts'] as const satisfies Gives[];
const [LEAST, MOST] = [10_000_000n, 100_000_000_000n];
const PPM_A_PERCENT = 10_000;

const isIn = (text: string, most: number) =>
  /^[1-9][0-9]*$/.test(text.trim()) && Number(text) <= most;

/** Proposes a task, with what a voucher of it does and for how many people it is set aside. */
export function TaskForm({ asset, close }: { asset: string; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('publishTask', close);
  const isAmount = (text: string) => {
    const amount = parseDecimal(text.trim(), SCALE);
    return amount !== null && amount >= LEAST && amount <= MOST;
  };
  const form = useForm({
    first: {
      ...{ kind: 'verify', gives: 'fees', amount: '', share: '50' },
      ...{ days: '30', people: '', reason: '' },
    },
    rules: {
      amount: (text) => (isAmount(text) ? '' : t(($) => $.rewards.voucherWrong)),
      share: (text, { gives }) =>
        gives !== 'fees' || isIn(text, 50) ? '' : t(($) => $.rewards.shareWrong),
      days: (text) => (isIn(text, 365) ? '' : t(($) => $.rewards.daysWrong)),
      people: (text) => (isIn(text, 1_000_000) ? '' : t(($) => $.rewards.peopleWrong)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ kind, gives, amount, share, days, people, reason }) => {
      const sharePpm = gives === 'fees' ? Number(share) * PPM_A_PERCENT : 0;
      const terms = { kind, gives, amount: amount.trim(), sharePpm };
      return propose({ ...terms, days: Number(days), people: Number(people) }, reason);
    },
  });
  return (
    <FormDialog
      title={t(($) => $.rewards.publishTask)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.rewards.publishTaskText)}</Callout>
      <SelectField
        label={t(($) => $.rewards.task)}
        options={KINDS.map((value) => ({ value, text: t(($) => $.rewards.kinds[value]) }))}
        {...textOf(form, 'kind')}
      />
      <SelectField
        label={t(($) => $.rewards.gives)}
        options={GIVES.map((value) => ({ value, text: t(($) => $.rewards.giving[value]) }))}
        {...textOf(form, 'gives')}
      />
      <TextField
        dir="ltr"
        label={t(($) => $.rewards.voucherAmount, { asset })}
        {...textOf(form, 'amount')}
      />
      {form.values.gives !== 'fees' ? null : (
        <TextField dir="ltr" label={t(($) => $.rewards.share)} {...textOf(form, 'share')} />
      )}
      <TextField dir="ltr" label={t(($) => $.rewards.voucherDays)} {...textOf(form, 'days')} />
      <TextField dir="ltr" label={t(($) => $.rewards.howMany)} {...textOf(form, 'people')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes that nobody can take a voucher of a task any more. */
export function EndTaskForm({ taskId, close }: { taskId: number; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('endTask', close);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ taskId }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.rewards.endTask)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.rewards.endTaskText)}</Callout>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
