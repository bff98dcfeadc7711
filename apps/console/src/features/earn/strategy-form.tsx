import type { Realm } from '@assay/core/ledger/realm';
import { parseSafe, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { StrategyName } from '@assay/modules/earn/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Strategy } from './use-pool.ts';

const NAME = /^[A-Z0-9]{1,16}-[A-Z0-9-]{1,20}$/;
const STATUSES = ['open', 'closed'] as const;
const units = (text: string) => parseSafe(text, SCALE);

interface StrategyFormProps {
  strategy: Strategy | null;
  /** By which no product trades yet. */
  unused: readonly StrategyName[];
  realm: Realm;
  close(): void;
}

/** Proposes the terms of a strategy product; its rules are none of them. */
export function StrategyForm({ strategy: known, unused, realm, close }: StrategyFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setEarnStrategy', close, realm);
  const [status, setStatus] = useState<(typeof STATUSES)[number]>(known?.status ?? 'open');
  const [strategy, setStrategy] = useState<StrategyName>(
    known?.strategy ?? unused[0] ?? 'bookIndex',
  );
  const amount = (text: string) => (units(text) > 0 ? '' : t(($) => $.earn.amountWrong));
  const form = useForm({
    first: {
      product: known?.product ?? '',
      ...{ least: known?.least ?? '', most: known?.most ?? '' },
      ...{ mostPerson: known?.mostPerson ?? '', quota: known?.quota ?? '', reason: '' },
    },
    rules: {
      product: (text) => (NAME.test(text.trim()) ? '' : t(($) => $.earn.productWrong)),
      ...{ least: amount, quota: amount },
      most: (text, { least }) =>
        amount(text) || (units(text) < units(least) ? t(($) => $.earn.amountWrong) : ''),
      mostPerson: (text, { most }) =>
        amount(text) || (units(text) < units(most) ? t(($) => $.earn.amountWrong) : ''),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: (terms) => {
      const product = terms.product.trim();
      const body = {
        ...{ product, asset: product.split('-')[0], strategy, status },
        ...{ least: units(terms.least), most: units(terms.most) },
        ...{ mostPerson: units(terms.mostPerson), quota: units(terms.quota) },
      };
      return propose(body, terms.reason);
    },
  });
  const asset = form.values.product.split('-')[0] ?? '';
  return (
    <FormDialog
      title={
        known === null ? t(($) => $.strategies.add) : `${t(($) => $.earn.change)}: ${known.product}`
      }
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.strategies.keeps)}</Callout>
      {known === null ? (
        <>
          <SelectField
            label={t(($) => $.strategies.rule)}
            options={unused.map((value) => ({ value, text: t(($) => $.strategies.names[value]) }))}
            value={strategy}
            onChange={setStrategy}
          />
          <TextField dir="ltr" label={t(($) => $.earn.product)} {...textOf(form, 'product')} />
        </>
      ) : null}
      <SelectField
        label={t(($) => $.earn.status)}
        options={STATUSES.map((value) => ({ value, text: t(($) => $.earn.statuses[value]) }))}
        value={status}
        onChange={setStatus}
      />
      <AmountField label={t(($) => $.earn.least)} unit={asset} {...textOf(form, 'least')} />
      <AmountField label={t(($) => $.earn.most)} unit={asset} {...textOf(form, 'most')} />
      <AmountField
        label={t(($) => $.earn.mostPerson)}
        unit={asset}
        {...textOf(form, 'mostPerson')}
      />
      <AmountField label={t(($) => $.earn.quota)} unit={asset} {...textOf(form, 'quota')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
