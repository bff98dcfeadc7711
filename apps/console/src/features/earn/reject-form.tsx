import type { Realm } from '@assay/core/ledger/realm';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { LEGAL_CODES, type LegalCode } from '@assay/modules/earn/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';

interface RejectFormProps {
  orderId: number;
  realm: Realm;
  close(): void;
}

/** Proposes that the law keeps a redemption from being paid; nothing else does. */
export function RejectForm({ orderId, realm, close }: RejectFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('rejectRedemption', close, realm);
  const [code, setCode] = useState<LegalCode>('courtOrder');
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ orderId, code }, reason),
  });
  return (
    <FormDialog
      danger
      title={`${t(($) => $.earn.reject)}: ${orderId}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="danger">{t(($) => $.earn.rejectText)}</Callout>
      <SelectField
        label={t(($) => $.earn.code)}
        options={LEGAL_CODES.map((value) => ({ value, text: t(($) => $.earn.codes[value]) }))}
        value={code}
        onChange={setCode}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
