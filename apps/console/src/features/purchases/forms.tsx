import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { CURRENCIES, type Currency } from '@assay/modules/purchases/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { LineView, Payee } from './use-purchases.ts';

const ACCOUNT = /^[A-Za-z0-9 ]{4,42}$/;
const BIC = /^([A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?)?$/;

/** Proposes an account to which people pay; it takes the place of the open one of that number. */
export function PayeeForm({ close }: { close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('setPayee', close);
  const [currency, setCurrency] = useState<Currency>('EUR');
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first: { holder: '', bankName: '', account: '', bic: '', bankAddress: '', reason: '' },
    rules: {
      holder: missing,
      bankName: missing,
      account: (text) => (ACCOUNT.test(text.trim()) ? '' : t(($) => $.purchases.accountWrong)),
      bic: (text) => (BIC.test(text.trim()) ? '' : t(($) => $.purchases.bicWrong)),
      reason: missing,
    },
    send: ({ reason, ...rest }) => propose({ currency, ...rest }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.purchases.addPayee)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.purchases.payeeText)}</Callout>
      <SelectField
        label={t(($) => $.purchases.currency)}
        options={CURRENCIES.map((value) => ({ value, text: value }))}
        value={currency}
        onChange={setCurrency}
      />
      <TextField label={t(($) => $.purchases.holder)} {...textOf(form, 'holder')} />
      <TextField label={t(($) => $.purchases.bankName)} {...textOf(form, 'bankName')} />
      <TextField dir="ltr" label={t(($) => $.purchases.account)} {...textOf(form, 'account')} />
      <TextField dir="ltr" label={t(($) => $.purchases.bic)} {...textOf(form, 'bic')} />
      <TextField label={t(($) => $.purchases.bankAddress)} {...textOf(form, 'bankAddress')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes that no order names it any more; those that name it stay as they are. */
export function ClosePayee({ payee, close }: { payee: Payee; close(): void }) {
  const { t } = useTranslation();
  const { payeeId, account } = payee;
  const propose = usePropose('closePayee', close);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ payeeId, account }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.purchases.closePayee)}: ${account}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.purchases.closeText)}</Callout>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes that a payment that is nobody's order went back, by an entry of the bank. */
export function ReturnForm({ line, close }: { line: LineView; close(): void }) {
  const { t } = useTranslation();
  const { lineId, amount, currency, payer } = line;
  const propose = usePropose('returnLine', close);
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first: { bankReference: '', reason: '' },
    rules: { bankReference: missing, reason: missing },
    send: ({ bankReference, reason }) =>
      propose({ lineId, amount: `${amount} ${currency}`, bankReference }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.purchases.sendBack)}: ${amount} ${currency}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">
        {t(($) => $.purchases.backText, { payer: payer || '—' })}
      </Callout>
      <TextField
        dir="ltr"
        label={t(($) => $.purchases.bankReference)}
        {...textOf(form, 'bankReference')}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
