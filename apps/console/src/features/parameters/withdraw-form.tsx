import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { ChangeView } from '@assay/modules/parameters/schema';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { ParameterValue } from '../../ui/parameter-value.tsx';

interface WithdrawFormProps {
  change: ChangeView;
  close(): void;
}

/** Prepares the withdrawal of what is announced, which a second person signs. */
export function WithdrawForm({ change, close }: WithdrawFormProps) {
  const { t } = useTranslation();
  const { versionId, parameter, subject, value, unit, takesEffectAt } = change;
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: async ({ reason }) => {
      const body = { versionId, parameter, subject, value };
      const wanted = { proposalId: crypto.randomUUID(), type: 'withdrawChange', body, reason };
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
  return (
    <FormDialog
      title={t(($) => $.parameters.withdraw)}
      close={close}
      form={form}
      action={t(($) => $.parameters.withdraw)}
    >
      <p>
        {t(($) => $.parameters.names[parameter])} {subject}:{' '}
        <Sentence
          parts={{
            what: <ParameterValue value={value} unit={unit} />,
            at: <Instant at={takesEffectAt} />,
          }}
        >
          {(put) => t(($) => $.parameters.from, put)}
        </Sentence>
      </p>
      <Callout tone="information">{t(($) => $.parameters.withdrawDoes)}</Callout>
      <TextArea label={t(($) => $.parameters.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
