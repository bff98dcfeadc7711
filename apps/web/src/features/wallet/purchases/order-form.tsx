import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../lib/api/errors.ts';
import { api } from '../../../lib/data/services.ts';
import { type Currency, PURCHASES, type Terms, usePreview } from './use-purchases.ts';

const unitsOf = (amount: string) => parseDecimal(amount, SCALE) ?? 0n;

/** How much, in which currency, and from whose account: what it costs stands below it. */
export function OrderForm({ terms }: { terms: Terms }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const queries = useQueryClient();
  const { asset, least, most, currencies, verified, hasReadRules } = terms;
  const [chosen, choose] = useState(currencies[0]!.currency);
  const currency = (currencies.find((one) => one.currency === chosen) ?? currencies[0]!)
    .currency as Currency;
  // One order, however often it is pressed: what was asked for gets one id.
  const sent = useRef({ key: '', commandId: '' });
  const preview = useRef<{ cost: string } | undefined>(undefined);
  const form = useForm({
    first: { amount: '', payer: '' },
    rules: {
      amount: (amount) => (unitsOf(amount) > 0n ? '' : t(($) => $.purchases.amountMissing)),
      payer: (payer) => (payer.trim() === '' ? t(($) => $.purchases.payerMissing) : ''),
    },
    send: async ({ amount, payer }) => {
      const cost = preview.current?.cost;
      if (cost === undefined) return { form: t(($) => $.purchases.noPrice) };
      const fields = { currency, amount, cost, payer: payer.trim() };
      const key = JSON.stringify(fields);
      if (sent.current.key !== key) sent.current = { key, commandId: crypto.randomUUID() };
      const { commandId } = sent.current;
      try {
        const done = await api.call('orderPurchase', fields, { quiet: true, commandId });
        await queries.invalidateQueries({ queryKey: [PURCHASES] });
        await go(`/kjmb?id=${done.purchase.purchaseId}`);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  const { amount } = form.values;
  const isWhole = unitsOf(amount) > 0n;
  const asked = usePreview(currency, isWhole ? amount : null);
  const shown = isWhole && !asked.isError ? asked.data : undefined;
  preview.current = shown;
  const refused = asked.error instanceof CallError ? asked.error.message : undefined;
  const lines = useLines(terms, currency, shown?.cost);
  return (
    <StateForm
      form={form}
      action={t(($) => $.purchases.do)}
      disabled={verified === 'none' || !hasReadRules || (isWhole && asked.isError)}
    >
      <Segments
        label={t(($) => $.purchases.currency)}
        options={currencies.map((one) => ({ value: one.currency, text: one.currency }))}
        value={currency}
        onChange={(value) => choose(value)}
      />
      <AmountField
        label={t(($) => $.purchases.amount)}
        unit={asset}
        hint={
          <Sentence
            parts={{
              least: <Amount value={least} asset={asset} />,
              most: <Amount value={most} asset={asset} named />,
            }}
          >
            {(put) => t(($) => $.purchases.bounds, put)}
          </Sentence>
        }
        lines={lines}
        {...textOf(form, 'amount')}
        {...(isWhole && refused !== undefined ? { error: refused } : {})}
        onBlur={() => form.left('amount')}
      />
      <TextField
        label={t(($) => $.purchases.payer)}
        hint={t(($) => $.purchases.payerHint)}
        autoComplete="name"
        {...textOf(form, 'payer')}
      />
    </StateForm>
  );
}

/** The rate with its time and margin, and what the amount comes to. */
function useLines(
  { currencies, marginPpm, hours, asset }: Terms,
  currency: string,
  cost: string | undefined,
): FigureLine[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const of = currencies.find((one) => one.currency === currency);
  if (of === undefined) return [];
  return [
    {
      label: t(($) => $.purchases.rate),
      value: (
        <Ltr>
          1 {currency} = {of.rate} {asset}
        </Ltr>
      ),
      title: t(($) => $.purchases.sources[of.rateSource], { tick: of.rateTick }),
    },
    { label: t(($) => $.purchases.rateAt), value: <Instant at={of.rateAt} /> },
    { label: t(($) => $.purchases.margin), value: ppm(marginPpm) },
    { label: t(($) => $.purchases.within), value: t(($) => $.purchases.hours, { count: hours }) },
    {
      label: t(($) => $.purchases.cost),
      value: cost === undefined ? '—' : <Amount value={cost} asset={currency} named />,
      strong: true,
    },
  ];
}
