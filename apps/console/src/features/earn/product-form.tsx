import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { type FormState, textOf, useForm } from '@assay/kit/input/use-form.ts';
import {
  MOST_CYCLE_DAYS,
  MOST_DAILY_PPB,
  PAYOUTS,
  type Payout,
  yearlyPpm,
} from '@assay/modules/earn/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Product } from './use-pool.ts';

const NAME = /^[A-Z0-9]{1,16}-[A-Z0-9-]{1,20}$/;
/** A cost in percent has four decimals, so that it is whole in millionths. */
const PERCENT_SCALE = 4;
const PPM = 1_000_000;
const PPB = 1_000_000_000;
const STATUSES = ['open', 'closed'] as const;

const whole = (text: string) => (/^\d{1,8}$/.test(text.trim()) ? Number(text) : 0);

interface Terms {
  readonly product: string;
  readonly cycleDays: string;
  readonly dailyPpb: string;
  readonly cost: string;
  readonly least: string;
  readonly most: string;
  readonly mostPerson: string;
  readonly quota: string;
  readonly reason: string;
}

function useProductForm(
  known: Product | null,
  send: (terms: Terms) => Promise<object | undefined>,
) {
  const { t } = useTranslation();
  const amount = (text: string) => (parseSafe(text, SCALE) > 0 ? '' : t(($) => $.earn.amountWrong));
  const above = (name: 'least' | 'most') => (text: string, values: Terms) =>
    parseSafe(text, SCALE) > 0 && parseSafe(text, SCALE) >= parseSafe(values[name], SCALE)
      ? ''
      : t(($) => $.earn.amountWrong);
  return useForm<Terms>({
    first: {
      product: known?.product ?? '',
      cycleDays: `${known?.cycleDays ?? ''}`,
      dailyPpb: `${known?.dailyPpb ?? ''}`,
      cost: known === null ? '50' : formatSafe(known.costPpm, PERCENT_SCALE),
      least: known?.least ?? '',
      most: known?.most ?? '',
      mostPerson: known?.mostPerson ?? '',
      quota: known?.quota ?? '',
      reason: '',
    },
    rules: {
      product: (text) => (NAME.test(text.trim()) ? '' : t(($) => $.earn.productWrong)),
      cycleDays: (text) =>
        whole(text) >= 1 && whole(text) <= MOST_CYCLE_DAYS ? '' : t(($) => $.earn.daysWrong),
      dailyPpb: (text, { cycleDays }) => {
        const isRate = whole(text) >= 1 && whole(text) <= MOST_DAILY_PPB;
        return isRate && whole(text) * whole(cycleDays) <= PPB ? '' : t(($) => $.earn.rateWrong);
      },
      cost: (text) => {
        const ppm = parseSafe(text, PERCENT_SCALE);
        return ppm >= 0 && ppm <= PPM ? '' : t(($) => $.earn.costWrong);
      },
      ...{ least: amount, quota: amount, most: above('least'), mostPerson: above('most') },
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send,
  });
}

interface ProductFormProps {
  product: Product | null;
  realm: Realm;
  close(): void;
}

/** Proposes the terms of a product, new or in place of those that it has. */
export function ProductForm({ product: known, realm, close }: ProductFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setEarnProduct', close, realm);
  const [status, setStatus] = useState<(typeof STATUSES)[number]>(known?.status ?? 'open');
  const [payout, setPayout] = useState<Payout>(known?.payout ?? 'daily');
  const units = (text: string) => parseSafe(text, SCALE);
  const form = useProductForm(known, (terms) => {
    const product = terms.product.trim();
    const body = {
      ...{ product, asset: product.split('-')[0], status, payout },
      ...{ cycleDays: whole(terms.cycleDays), dailyPpb: whole(terms.dailyPpb) },
      costPpm: parseSafe(terms.cost, PERCENT_SCALE),
      ...{ least: units(terms.least), most: units(terms.most) },
      ...{ mostPerson: units(terms.mostPerson), quota: units(terms.quota) },
    };
    return propose(body, terms.reason);
  });
  const asset = form.values.product.split('-')[0] ?? '';
  return (
    <FormDialog
      title={known === null ? t(($) => $.earn.add) : `${t(($) => $.earn.change)}: ${known.product}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.earn.keeps)}</Callout>
      {known === null ? (
        <TextField dir="ltr" label={t(($) => $.earn.product)} {...textOf(form, 'product')} />
      ) : null}
      <SelectField
        label={t(($) => $.earn.status)}
        options={STATUSES.map((value) => ({ value, text: t(($) => $.earn.statuses[value]) }))}
        value={status}
        onChange={setStatus}
      />
      <SelectField
        label={t(($) => $.earn.payout)}
        options={PAYOUTS.map((value) => ({ value, text: t(($) => $.earn.payouts[value]) }))}
        value={payout}
        onChange={setPayout}
      />
      <Figures form={form} asset={asset} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

function Figures({ form, asset }: { form: FormState<Terms>; asset: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rate = whole(form.values.dailyPpb);
  const yearly = t(($) => $.earn.yearly);
  return (
    <>
      <TextField
        inputMode="numeric"
        label={t(($) => $.earn.cycleDays)}
        {...textOf(form, 'cycleDays')}
      />
      <TextField
        inputMode="numeric"
        label={t(($) => $.earn.dailyPpb)}
        hint={rate === 0 ? yearly : `${yearly}: ${format.share(yearlyPpm(rate) / PPM)}`}
        {...textOf(form, 'dailyPpb')}
      />
      <AmountField label={t(($) => $.earn.cost)} unit="%" {...textOf(form, 'cost')} />
      <AmountField label={t(($) => $.earn.least)} unit={asset} {...textOf(form, 'least')} />
      <AmountField label={t(($) => $.earn.most)} unit={asset} {...textOf(form, 'most')} />
      <AmountField
        label={t(($) => $.earn.mostPerson)}
        unit={asset}
        {...textOf(form, 'mostPerson')}
      />
      <AmountField label={t(($) => $.earn.quota)} unit={asset} {...textOf(form, 'quota')} />
    </>
  );
}
