import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import {
  type Field,
  fieldsOf,
  LEVELS,
  type Level,
  type Reason,
  reasonsOf,
} from '@assay/modules/verification/rules';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';

const FIRST = {
  level: 'junior' as Level,
  field: 'name' as Field,
  why: 'differs' as Reason,
  ticket: '',
  note: '',
};

/** Proposes that an approved level is proved again, because its owner asks for a correction. */
export function CorrectForm({ userId, close }: { userId: number; close(): void }) {
  const { t } = useTranslation();
  const form = useForm({
    first: FIRST,
    rules: {
      ticket: (ticket) => (/^#?[1-9]\d{0,9}$/.test(ticket.trim()) ? '' : t(($) => $.staff.missing)),
      note: (note) => (note.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async ({ level, field, why, ticket, note }) => {
      const ticketId = Number(ticket.trim().replace('#', ''));
      const body = { userId, level, ticketId, reasons: [{ field, reason: why }] };
      const command = { type: 'correctVerification', body, reason: note };
      const refused = await refusalOf(
        call('prepareProposal', { proposalId: crypto.randomUUID(), ...command }),
        t(($) => $.support.failed),
      );
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.parameters.prepared));
      close();
      return undefined;
    },
  });
  const { values, set } = form;
  const choose = (level: Level, wanted: Field) => {
    const field = fieldsOf[level].includes(wanted) ? wanted : fieldsOf[level][0]!;
    const why = reasonsOf[field].includes(values.why) ? values.why : reasonsOf[field][0]!;
    set('level', level);
    set('field', field);
    set('why', why);
  };
  return (
    <FormDialog
      title={`${t(($) => $.support.limits.correct)}: #${userId}`}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout tone="warning">{t(($) => $.support.limits.correctText)}</Callout>
      <SelectField
        label={t(($) => $.verification.level)}
        options={LEVELS.map((value) => ({ value, text: t(($) => $.verification.levels[value]) }))}
        value={values.level}
        onChange={(level) => choose(level, values.field)}
      />
      <SelectField
        label={t(($) => $.support.limits.field)}
        options={fieldsOf[values.level].map((value) => ({
          value,
          text: t(($) => $.verification.fields[value]),
        }))}
        value={values.field}
        onChange={(field) => choose(values.level, field)}
      />
      <SelectField
        label={t(($) => $.support.limits.fieldReason)}
        options={reasonsOf[values.field].map((value) => ({
          value,
          text: t(($) => $.verification.reasons[value]),
        }))}
        value={values.why}
        onChange={(why) => set('why', why)}
      />
      <TextField label={t(($) => $.support.limits.ticket)} {...textOf(form, 'ticket')} />
      <TextArea label={t(($) => $.support.limits.note)} {...textOf(form, 'note')} />
    </FormDialog>
  );
}
