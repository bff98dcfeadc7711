import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import { LotteryFields } from './lottery-fields.tsx';
import { BOUNDS, FIRST, NUMBERS, TICKETS, TIMES, type Typed, termsOf, wrongIn } from './terms.ts';
import type { Desk } from './use-launches.ts';

const TIERS = ['none', 'junior', 'senior'] as const;

interface PublishProps {
  funded: Desk['funded'];
  close(): void;
}

/** Proposes a project whole; once two have signed it nothing of it changes. */
export function PublishForm({ funded, close }: PublishProps) {
  const { t } = useTranslation();
  const propose = usePropose('publishLaunch', close);
  const wrong = (name: keyof Typed) => (_: string, values: Typed) =>
    wrongIn(values) === name ? t(($) => $.launches.wrong) : '';
  const shared = ['about', 'website', 'documents', ...NUMBERS, ...TIMES] as const;
  const names = [...shared, ...BOUNDS, ...TICKETS] as const;
  const form = useForm<Typed>({
    first: { ...FIRST, symbol: funded[0]?.asset ?? '' },
    rules: {
      ...Object.fromEntries(names.map((name) => [name, wrong(name)])),
      releases: wrong('releases'),
      countries: wrong('countries'),
      reason: (reason) => (reason.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: (values) => propose({ ...termsOf(values) }, values.reason),
  });
  const field = (name: (typeof names)[number] | 'releases' | 'countries') => (
    <TextField
      key={name}
      dir="ltr"
      label={t(($) => $.launches.fields[name])}
      {...textOf(form, name)}
    />
  );
  const { values } = form;
  const tiers = values.mode === 'lottery' ? TIERS.slice(1) : TIERS;
  return (
    <FormDialog
      size="44rem"
      title={t(($) => $.launches.publish)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.launches.publishText)}</Callout>
      <SelectField
        label={t(($) => $.launches.coin)}
        options={funded.map(({ asset }) => ({ value: asset, text: asset }))}
        value={values.symbol}
        onChange={(symbol) => form.set('symbol', symbol)}
      />
      <TextArea label={t(($) => $.launches.fields.about)} {...textOf(form, 'about')} />
      {field('website')}
      <TextArea label={t(($) => $.launches.fields.documents)} {...textOf(form, 'documents')} />
      {NUMBERS.map(field)}
      {TIMES.map(field)}
      <LotteryFields form={form} field={field} />
      {field('releases')}
      <Checkbox
        checked={values.withdrawable === 'yes'}
        onChange={(on) => form.set('withdrawable', on ? 'yes' : '')}
      >
        {t(($) => $.launches.withdrawable)}
      </Checkbox>
      <SelectField
        label={t(($) => $.launches.tier)}
        options={tiers.map((value) => ({
          value,
          text: t(($) => $.launches.tiers[value]),
        }))}
        value={values.tier as 'none'}
        onChange={(tier) => form.set('tier', tier)}
      />
      {field('countries')}
      <Checkbox
        checked={values.review === 'yes'}
        onChange={(on) => form.set('review', on ? 'yes' : '')}
      >
        {t(($) => $.launches.review)}
      </Checkbox>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
