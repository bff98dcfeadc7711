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

/** Open windows of a span are void, settled ones are made good. */
export type SpanCommand = 'voidWindow' | 'makeGoodWindow';

interface SpanFormProps {
  command: SpanCommand;
  index: string;
  realm: Realm;
  close(): void;
}

/** Prepares that every window of a span was wrong: nobody can be named, and nobody left out. */
export function SpanForm({ command, index, realm, close }: SpanFormProps) {
  const { t } = useTranslation();
  const propose = usePropose(command, close, realm);
  const isTime = (text: string) =>
    Number.isNaN(instantOf(text)) ? t(($) => $.options.spans.timeWrong) : '';
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
      title={`${index}: ${t(($) => $.options.spans[command].title)}`}
      close={close}
      form={form}
      action={t(($) => $.options.spans.propose)}
    >
      <Callout tone="risk">{t(($) => $.options.spans[command].text)}</Callout>
      <TextField dir="ltr" label={t(($) => $.options.spans.from)} {...textOf(form, 'from')} />
      <TextField dir="ltr" label={t(($) => $.options.spans.to)} {...textOf(form, 'to')} />
      <TextArea label={t(($) => $.options.spans.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
