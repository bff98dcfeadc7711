import { priceText, quantityText } from '@assay/core/order/market';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePublishListing } from '../../lib/publish-listing.ts';
import { FIRST, fieldOf, listingOf, NUMBERS, rulesOf, type Typed } from './listing.ts';

interface ListMarketProps {
  assets: readonly string[];
  close(): void;
}

/** Proposes a market of two listed assets; shows what customers will meet there. */
export function ListMarket({ assets, close }: ListMarketProps) {
  const { t } = useTranslation();
  const publish = usePublishListing<Typed>({ close, fieldOf, named: 'base' });
  const wrong = (values: Typed, name: keyof Typed) => {
    if (values.base === '') return '';
    return rulesOf(values).wrong === name ? t(($) => $.markets.listing.wrong) : '';
  };
  const numbers = [...NUMBERS, 'maker', 'taker'] as const;
  const form = useForm({
    first: FIRST,
    rules: {
      base: (base, values) => {
        if (base === '') return t(($) => $.staff.missing);
        return base === values.quote ? t(($) => $.markets.listing.same) : wrong(values, 'base');
      },
      ...Object.fromEntries(
        numbers.map((name) => [name, (_: string, values: Typed) => wrong(values, name)]),
      ),
      reason: (reason) => (reason.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: (values) => publish({ kind: 'market', market: listingOf(values) }, values.reason),
  });
  const options = assets.map((value) => ({ value, text: value }));
  return (
    <FormDialog
      size="44rem"
      title={t(($) => $.markets.listing.market)}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout tone="information">{t(($) => $.markets.listing.does)}</Callout>
      {(['base', 'quote'] as const).map((name) => (
        <SelectField
          key={name}
          label={t(($) => $.markets.listing[name])}
          options={name === 'base' ? [{ value: '', text: '–' }, ...options] : options}
          value={form.values[name]}
          error={form.errorOf(name)}
          onChange={(value) => form.set(name, value)}
        />
      ))}
      {numbers.map((name) => (
        <TextField
          key={name}
          dir="ltr"
          inputMode="decimal"
          label={t(($) => $.markets.listing.fields[name])}
          {...textOf(form, name)}
        />
      ))}
      <Preview values={form.values} />
      <TextArea label={t(($) => $.parameters.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** What customers will meet, once the numbers go together. */
function Preview({ values }: { values: Typed }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rules } = rulesOf(values);
  if (rules === undefined || values.base === '') return null;
  const { base, quote } = values;
  return (
    <KeyValues
      items={[
        { label: t(($) => $.markets.market), value: <Ltr>{`${base}/${quote}`}</Ltr> },
        { label: t(($) => $.markets.listing.index), value: <Ltr>{rules.index}</Ltr> },
        {
          label: t(($) => $.markets.listing.prices),
          value: <Plain value={priceText(rules, 1)} unit={quote} />,
        },
        {
          label: t(($) => $.markets.listing.quantities),
          value: <Plain value={quantityText(rules, rules.minLots)} unit={base} />,
        },
        {
          label: t(($) => $.markets.minNotional),
          value: <Plain value={values.minNotional} unit={quote} />,
        },
        {
          label: `${t(($) => $.markets.makerFee)}, ${t(($) => $.markets.takerFee)}`,
          value: `${format.ppm(rules.makerFeePpm)}, ${format.ppm(rules.takerFeePpm)}`,
        },
      ]}
    />
  );
}
