import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { readValue, valueText } from '../../ui/parameter-value.tsx';

interface ChangeFormProps {
  parameter: ParameterView;
  close(): void;
}

/** Prepares a change, which a second person signs; says first what that does. */
export function ChangeForm({ parameter: spec, close }: ChangeFormProps) {
  const { t } = useTranslation();
  const { parameter, subject, least, most, unit, present } = spec;
  const isFit = (text: string) => {
    const value = readValue(text, unit);
    return value >= least && value <= most && value !== present;
  };
  const bounds = { least: valueText(least, unit), most: valueText(most, unit) };
  const form = useForm({
    first: { value: '', reason: '' },
    rules: {
      value: (text) => (isFit(text) ? '' : t(($) => $.parameters.between, bounds)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async ({ value, reason }) => {
      const body = { parameter, subject, value: readValue(value, unit), takesEffectAt: null };
      const proposalId = crypto.randomUUID();
      const wanted = { proposalId, type: 'changeParameter', body, reason };
      const refused = await refusalOf(
        call('prepareProposal', wanted),
        t(($) => $.approvals.failed),
      );
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.parameters.prepared));
      close();
      return undefined;
    },
  });
  const name = t(($) => $.parameters.names[parameter]);
  return (
    <FormDialog
      title={subject === '' ? name : `${name}, ${subject}`}
      close={close}
      form={form}
      action={t(($) => $.parameters.change)}
    >
      <Callout tone="information">{t(($) => $.parameters.does)}</Callout>
      <NumberField
        label={t(($) => $.parameters.value)}
        unit={t(($) => $.parameters.units[unit])}
        {...textOf(form, 'value')}
      />
      <TextArea label={t(($) => $.parameters.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
