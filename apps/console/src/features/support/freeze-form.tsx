import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import {
  FREEZE_DAYS_MAX,
  FREEZE_HOURS_MAX,
  FREEZE_REASONS,
  type FreezeReason,
} from '@assay/modules/support/rules';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';

export const FREEZE_KINDS = ['freeze', 'longer', 'unfreeze', 'lostFactors', 'ownFreeze'] as const;
export type FreezeKind = (typeof FREEZE_KINDS)[number];

interface FreezeFormProps {
  kind: FreezeKind;
  userId: number;
  /** Closes the form; whether something was done. */
  close(done?: boolean): void;
}

const MOST: Readonly<Record<FreezeKind, number>> = {
  freeze: FREEZE_HOURS_MAX,
  longer: FREEZE_DAYS_MAX,
  unfreeze: Number.POSITIVE_INFINITY,
  lostFactors: Number.POSITIVE_INFINITY,
  ownFreeze: Number.POSITIVE_INFINITY,
};

/** What is prepared by who has compared a customer with their verification, as commands. */
export const COMPARED = { lostFactors: 'removeLostFactors', ownFreeze: 'liftOwnFreeze' } as const;

/** Those that last for a span that is chosen, for a reason of the list. */
const LASTING: readonly FreezeKind[] = ['freeze', 'longer'];

/**
 * Stops a customer's withdrawals, for longer with a second person, or allows them again; or
 * proposes to remove factors that the customer has lost, or to lift what only the customer could.
 */
export function FreezeForm({ kind, userId, close }: FreezeFormProps) {
  const { t } = useTranslation();
  const first = { why: 'takeover' as FreezeReason, span: '24', note: '' };
  const lasts = (span: string) => /^[1-9]\d?$/.test(span.trim()) && +span <= MOST[kind];
  const form = useForm({
    first,
    rules: {
      span: (span) =>
        !LASTING.includes(kind) || lasts(span)
          ? ''
          : t(($) => $.support.limits.whole, { most: MOST[kind] }),
      note: (note) => (kind !== 'freeze' && note.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async (values) => {
      const refused = await refusalOf(
        send(kind, userId, values),
        t(($) => $.support.failed),
      );
      if (refused !== undefined) return refused;
      if (kind === 'longer' || kind in COMPARED) toastSuccess(t(($) => $.parameters.prepared));
      close(true);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={`${t(($) => $.support.limits[kind])}: #${userId}`}
      close={() => close()}
      form={form}
      action={t(($) => $.support.limits[kind])}
    >
      <Callout tone={kind === 'unfreeze' ? 'information' : 'warning'}>
        {t(($) => $.support.limits.does[kind])}
      </Callout>
      {!LASTING.includes(kind) ? null : (
        <>
          <SelectField
            label={t(($) => $.support.limits.why)}
            options={FREEZE_REASONS.map((value) => ({
              value,
              text: t(($) => $.support.limits.reasons[value]),
            }))}
            value={form.values.why}
            onChange={(why) => form.set('why', why)}
          />
          <TextField
            label={
              kind === 'freeze' ? t(($) => $.support.limits.hours) : t(($) => $.support.limits.days)
            }
            {...textOf(form, 'span')}
          />
        </>
      )}
      {kind === 'freeze' ? null : (
        <TextArea label={t(($) => $.support.limits.note)} {...textOf(form, 'note')} />
      )}
    </FormDialog>
  );
}

function send(
  kind: FreezeKind,
  userId: number,
  { why, span, note }: { why: FreezeReason; span: string; note: string },
): Promise<unknown> {
  if (kind === 'unfreeze') return call('unfreezeCustomer', { userId, note });
  if (kind === 'freeze') return call('freezeCustomer', { userId, reason: why, hours: +span });
  const proposalId = crypto.randomUUID();
  if (kind !== 'longer') {
    const compared = { type: COMPARED[kind], body: { userId } };
    return call('prepareProposal', { proposalId, ...compared, reason: note });
  }
  const body = { userId, reason: why, days: +span };
  return call('prepareProposal', { proposalId, type: 'freezeLonger', body, reason: note });
}
