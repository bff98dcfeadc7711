import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { CollateralAsset } from './use-loans.ts';

interface CollateralFormProps {
  one: CollateralAsset;
  close(): void;
}

const WHOLE = /^\d{1,7}$/;
const NUMBERS = ['initialPpm', 'callPpm', 'liquidationPpm', 'feePpm', 'aprPpm'] as const;
const AMOUNTS = ['least', 'most', 'capacity'] as const;

/** Proposes new terms of a coin; worse ones take effect a day after the second signature. */
export function CollateralForm({ one, close }: CollateralFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setCollateral', close);
  const [isOpen, setOpen] = useState(one.isOpen);
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const whole = (text: string) => (WHOLE.test(text) ? '' : t(($) => $.loans.wholeNumber));
  const form = useForm({
    first: {
      ...{ initialPpm: String(one.initialPpm), callPpm: String(one.callPpm) },
      ...{ liquidationPpm: String(one.liquidationPpm), feePpm: String(one.feePpm) },
      ...{ aprPpm: String(one.aprPpm), least: one.least, most: one.most },
      ...{ capacity: one.capacity, reason: '' },
    },
    rules: {
      ...{ initialPpm: whole, callPpm: whole, liquidationPpm: whole, feePpm: whole, aprPpm: whole },
      ...{ least: missing, most: missing, capacity: missing, reason: missing },
    },
    send: ({ reason, least, most, capacity, ...terms }) => {
      const read = NUMBERS.map((name) => [name, Number(terms[name])]);
      const amounts = { least, most, capacity };
      return propose({ asset: one.asset, isOpen, ...amounts, ...Object.fromEntries(read) }, reason);
    },
  });
  return (
    <FormDialog
      title={`${t(($) => $.loans.change)}: ${one.asset}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.loans.collateralText)}</Callout>
      <Checkbox checked={isOpen} onChange={setOpen}>
        {t(($) => $.loans.isLent)}
      </Checkbox>
      {[...NUMBERS, ...AMOUNTS].map((name) => (
        <TextField
          key={name}
          dir="ltr"
          label={t(($) => $.loans.fields[name])}
          {...textOf(form, name)}
        />
      ))}
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
