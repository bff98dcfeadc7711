import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { StaffProduct } from './use-loans.ts';

interface ProductFormProps {
  one: StaffProduct;
  close(): void;
}

const WHOLE = /^\d{1,7}$/;

/** Proposes new terms of a product; what was applied for and lent keeps those of then. */
export function ProductForm({ one, close }: ProductFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setLoanProduct', close);
  const [isOpen, setOpen] = useState(one.isOpen);
  const { product, method, version: _, setAt: __, ...rest } = one;
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const whole = (text: string) => (WHOLE.test(text) ? '' : t(($) => $.loans.wholeNumber));
  const numbers = {
    ...{ dailyPpm: String(rest.dailyPpm), periodDays: String(rest.periodDays) },
    ...{ instalments: String(rest.instalments), capPpm: String(rest.capPpm) },
    lateHundredths: String(rest.lateHundredths),
  };
  const form = useForm({
    first: {
      ...{ lender: rest.lender, least: rest.least, most: rest.most },
      ...{ ...numbers, reason: '' },
    },
    rules: {
      ...{ lender: missing, least: missing, most: missing, reason: missing },
      ...{ dailyPpm: whole, periodDays: whole, instalments: whole, capPpm: whole },
      lateHundredths: whole,
    },
    send: ({ reason, lender, least, most, ...terms }) => {
      const read = Object.entries(terms).map(([name, text]) => [name, Number(text)]);
      const body = { product, isOpen, lender, least, most, method, ...Object.fromEntries(read) };
      return propose(body, reason);
    },
  });
  return (
    <FormDialog
      title={`${t(($) => $.loans.change)}: ${product}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.loans.termsText)}</Callout>
      <Checkbox checked={isOpen} onChange={setOpen}>
        {t(($) => $.loans.isOpen)}
      </Checkbox>
      <TextField label={t(($) => $.loans.lender)} {...textOf(form, 'lender')} />
      <TextField dir="ltr" label={t(($) => $.loans.least)} {...textOf(form, 'least')} />
      <TextField dir="ltr" label={t(($) => $.loans.most)} {...textOf(form, 'most')} />
      <TextField dir="ltr" label={t(($) => $.loans.dailyPpm)} {...textOf(form, 'dailyPpm')} />
      <TextField dir="ltr" label={t(($) => $.loans.period)} {...textOf(form, 'periodDays')} />
      <TextField dir="ltr" label={t(($) => $.loans.instalments)} {...textOf(form, 'instalments')} />
      <TextField
        dir="ltr"
        label={t(($) => $.loans.lateHundredths)}
        {...textOf(form, 'lateHundredths')}
      />
      <TextField dir="ltr" label={t(($) => $.loans.capPpm)} {...textOf(form, 'capPpm')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
