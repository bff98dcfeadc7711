import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { Bounds } from './bounds.tsx';
import { Contract } from './contract.tsx';
import { Lender } from './lender.tsx';
import { Schedule } from './schedule.tsx';
import { type Offer, type Preview, usePreview, useRenew } from './use-loans.ts';

const ASSET = 'USDT';
const unitsOf = (amount: string) => parseDecimal(amount, SCALE) ?? 0n;

/** How much for how long: the whole cost, its days and the contract stand above the tick. */
export function ApplyForm({
  products,
  disabled,
}: {
  products: readonly Offer[];
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const go = useNavigate();
  const renew = useRenew();
  const [chosen, choose] = useState(products[0]!.product);
  const offer = products.find(({ product }) => product === chosen) ?? products[0]!;
  // One application, however often it is pressed: what was asked for gets one id.
  const sent = useRef({ key: '', commandId: '' });
  const form = useForm({
    first: { amount: '', agreement: false },
    rules: {
      amount: (amount) => (unitsOf(amount) > 0n ? '' : t(($) => $.loans.amountMissing)),
      agreement: (agreed) => (agreed ? '' : t(($) => $.loans.agreementMissing)),
    },
    send: async ({ amount, agreement }) => {
      const { product, version } = offer;
      const fields = { product, version, amount, agreement };
      const key = JSON.stringify(fields);
      if (sent.current.key !== key) sent.current = { key, commandId: crypto.randomUUID() };
      const { commandId } = sent.current;
      try {
        const { loan } = await api.call('lendBuy', fields, { quiet: true, commandId });
        await renew();
        await go(`/repayment?id=${loan.applicationId}`);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  const { amount, agreement } = form.values;
  const isWhole = unitsOf(amount) > 0n;
  const asked = usePreview(offer.product, isWhole ? amount : null);
  const shown = isWhole && !asked.isError ? asked.data : undefined;
  const refused = asked.error instanceof CallError ? asked.error.message : undefined;
  return (
    <StateForm form={form} action={t(($) => $.loans.applyDo)} disabled={disabled}>
      <SelectField
        label={t(($) => $.loans.product)}
        options={products.map(({ product, periodDays, method }) => ({
          value: product,
          text: `${t(($) => $.loans.days, { count: periodDays })} · ${t(($) => $.loans.methods[method])}`,
        }))}
        value={offer.product}
        onChange={choose}
      />
      <AmountField
        label={t(($) => $.loans.amount)}
        unit={t(($) => $.loans.unit)}
        hint={<Bounds least={offer.least} most={offer.most} asset={ASSET} />}
        lines={useLines(offer, shown)}
        {...textOf<'amount'>(form, 'amount')}
        {...(isWhole && refused !== undefined ? { error: refused } : {})}
        onBlur={() => form.left('amount')}
      />
      {shown === undefined ? null : (
        <>
          <Schedule rows={shown.schedule} asset={ASSET} />
          <Contract text={shown.contract} />
        </>
      )}
      <Checkbox
        checked={agreement}
        onChange={(value) => form.set('agreement', value)}
        error={form.errorOf('agreement')}
      >
        {t(($) => $.loans.agreement)}
      </Checkbox>
    </StateForm>
  );
}

/** What it costs by day, by year and in all, before anything is agreed to. */
function useLines(offer: Offer, shown: Preview | undefined): FigureLine[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const figure = (value: string | undefined) =>
    value === undefined ? '—' : <Amount value={value} asset={ASSET} named />;
  return [
    { label: t(($) => $.loans.dailyRate), value: ppm(offer.dailyPpm) },
    { label: t(($) => $.loans.apr), value: <Ltr>{`${offer.apr}%`}</Ltr>, strong: true },
    { label: t(($) => $.loans.lender), value: <Lender name={offer.lender} /> },
    { label: t(($) => $.loans.interestTotal), value: figure(shown?.interestTotal) },
    { label: t(($) => $.loans.totalRepayable), value: figure(shown?.totalRepayable), strong: true },
    { label: t(($) => $.loans.penaltyMost), value: figure(shown?.penaltyMost) },
  ];
}
