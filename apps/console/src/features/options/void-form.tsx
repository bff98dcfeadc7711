import type { Realm } from '@assay/core/ledger/realm';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The instant of a time in UTC as it is typed; NaN for none. */
const instantOf = (text: string) =>
  TIME.test(text.trim()) ? Date.parse(`${text.trim().replace(' ', 'T')}Z`) : Number.NaN;

interface VoidFormProps {
  index: string;
  realm: Realm;
  close(): void;
}

/** Prepares that every window of a span is void, which pays all its options back. */
export function VoidForm({ index, realm, close }: VoidFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('voidWindow', close, realm);
  const isTime = (text: string) =>
    Number.isNaN(instantOf(text)) ? t(($) => $.options.voiding.timeWrong) : '';
  const form = useForm({
    first: { from: '', to: '', reason: '' },
    rules: {
      ...{ from: isTime, to: isTime },
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ from, to, reason }) =>
      propose({ index, from: instantOf(from), to: instantOf(to), reason }, reason),
  });
  return (
    <FormDialog
      danger
      title={`${index}: ${t(($) => $.options.voiding.title)}`}
      close={close}
      form={form}
      action={t(($) => $.options.voiding.propose)}
    >
      <Callout tone="risk">{t(($) => $.options.voiding.text)}</Callout>
      <TextField dir="ltr" label={t(($) => $.options.voiding.from)} {...textOf(form, 'from')} />
      <TextField dir="ltr" label={t(($) => $.options.voiding.to)} {...textOf(form, 'to')} />
      <TextArea label={t(($) => $.options.voiding.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
