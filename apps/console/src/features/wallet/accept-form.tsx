import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Chain } from './use-chains.ts';

/** Proposes to read on after a reorganisation that was deeper than what is final. */
export function AcceptForm({ chain, close }: { chain: Chain; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('acceptContradiction', close);
  const { chainId, name, status } = chain;
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ chainId, at: status?.contradiction?.at ?? 0 }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.chains.accept)}: ${name}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="danger">{t(($) => $.chains.acceptText)}</Callout>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
