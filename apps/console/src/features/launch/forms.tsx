import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { linkOf, SIGNATURE } from '@assay/modules/launch/rules';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { usePropose } from '../../lib/propose.ts';
import type { Launch } from './use-launches.ts';

interface FormProps {
  launch: Launch;
  close(): void;
}

/** Proposes that everybody gets their money back, for a reason that everybody reads. */
export function CancelForm({ launch: { launchId, symbol }, close }: FormProps) {
  const { t } = useTranslation();
  const propose = usePropose('cancelLaunch', close);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ launchId, symbol, reason: reason.trim() }, reason),
  });
  return (
    <FormDialog
      danger
      title={`${t(($) => $.launches.cancel)}: ${symbol}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.launches.cancelText)}</Callout>
      <TextArea label={t(($) => $.launches.publicReason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes to whom what was raised goes, and what was not sold. */
export function PayOutForm({ launch: { launchId, symbol, raised }, close }: FormProps) {
  const { t } = useTranslation();
  const propose = usePropose('payOutLaunch', close);
  const form = useForm({
    first: { userId: '', reason: '' },
    rules: {
      userId: (text) => (/^[1-9]\d{3,14}$/.test(text.trim()) ? '' : t(($) => $.launches.noUser)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ userId, reason }) => propose({ launchId, symbol, userId: Number(userId) }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.launches.payOut)}: ${symbol}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">
        <Sentence parts={{ amount: <Amount named value={raised} asset="USDT" /> }}>
          {(put) => t(($) => $.launches.payOutText, put)}
        </Sentence>
      </Callout>
      <TextField
        dir="ltr"
        inputMode="numeric"
        label={t(($) => $.launches.user)}
        {...textOf(form, 'userId')}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Brings the round that a lottery waits for; the engine takes none but the right one. */
export function DrawForm({ launch: { launchId, symbol, awaited }, close }: FormProps) {
  const { t } = useTranslation();
  const { chain = '', round = 0 } = awaited ?? {};
  const form = useForm({
    first: { signature: '' },
    rules: {
      signature: (text) => (SIGNATURE.test(text.trim()) ? '' : t(($) => $.launches.noSignature)),
    },
    send: async ({ signature }) => {
      const input = { launchId, round, signature: signature.trim() };
      const refused = await refusalOf(
        call('drawLaunch', input),
        t(($) => $.launches.notDrawn),
      );
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.launches.drawn));
      close();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={`${t(($) => $.launches.draw)}: ${symbol}`}
      close={close}
      form={form}
      action={t(($) => $.launches.draw)}
    >
      <Callout tone="information">
        {t(($) => $.launches.drawText)} <Ltr>{linkOf({ chain, round })}</Ltr>
      </Callout>
      <TextArea label={t(($) => $.launches.signature)} {...textOf(form, 'signature')} />
    </FormDialog>
  );
}
