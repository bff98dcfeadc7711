import {
  isTermAgainst,
  readTerm,
  type TermSpec,
  type TermValues,
  termChanges,
  termText,
} from '@assay/core/schema/terms';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { TermsKindName } from '@assay/modules/parameters/schema';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../lib/propose.ts';
import { TERM_SPECS, useTermNames } from './term-text.tsx';

interface TermsFormProps {
  kind: TermsKindName;
  subject: string;
  /** As they hold now. */
  values: TermValues;
  /** In which prices and amounts are. */
  asset: string;
  close(): void;
}

/** Prepares other terms of a market: whoever signs reads what each of them was and is to be. */
export function TermsForm({ kind, subject, values, asset, close }: TermsFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('changeTerms', close);
  const specs = Object.entries(TERM_SPECS[kind]);
  const texts = specs.map(
    ([name, { unit }]) => [name, termText(values[name] ?? '', unit)] as const,
  );
  const isTerm = (spec: TermSpec) => (text: string) =>
    readTerm(text, spec.unit) === null ? t(($) => $.terms.wrong) : '';
  const changesOf = (said: Readonly<Record<string, string>>) => {
    const read = specs.map(([name, { unit }]) => [name, readTerm(said[name] ?? '', unit)] as const);
    if (read.some(([, value]) => value === null)) return [];
    return termChanges(TERM_SPECS[kind], values, Object.fromEntries(read) as TermValues);
  };
  const form = useForm({
    first: { ...Object.fromEntries(texts), reason: '' } as Record<string, string>,
    rules: {
      ...Object.fromEntries(specs.map(([name, spec]) => [name, isTerm(spec)])),
      reason: (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async (said) => {
      const changes = changesOf(said);
      if (changes.length === 0) return { form: t(($) => $.terms.unchanged) };
      return propose({ kind, subject, changes }, said.reason ?? '');
    },
  });
  const changes = changesOf(form.values);
  const isAgainst = changes.some((one) => {
    const spec = TERM_SPECS[kind][one.field];
    return spec !== undefined && isTermAgainst(spec, one);
  });
  const effect = isAgainst ? t(($) => $.terms.announced) : t(($) => $.terms.atOnce);
  return (
    <FormDialog
      title={`${subject}: ${t(($) => $.terms.change)}`}
      close={close}
      form={form}
      action={t(($) => $.terms.propose)}
    >
      <Callout tone={isAgainst ? 'warning' : 'information'}>
        {changes.length === 0 ? t(($) => $.terms.text) : effect}
      </Callout>
      {specs.map(([name, spec]) => (
        <TermField key={name} name={name} spec={spec} asset={asset} {...textOf(form, name)} />
      ))}
      <TextArea label={t(($) => $.terms.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

interface TermFieldProps {
  name: string;
  spec: TermSpec;
  asset: string;
  value: string;
  error: string;
  onChange(value: string): void;
}

/** One term, typed as people read it. */
export function TermField({ name, spec, asset, ...text }: TermFieldProps) {
  const names = useTermNames();
  const label = names.field(name);
  const { unit, values } = spec;
  if (values !== undefined) {
    const options = values.map((value) => ({ value, text: names.choice(value) }));
    return <SelectField label={label} options={options} {...text} />;
  }
  // A number field takes no sign.
  if (unit === 'dates' || name === 'carry') {
    const after = unit === 'dates' ? undefined : names.unit(unit, asset);
    return <TextField dir="ltr" label={label} after={after} {...text} />;
  }
  return <NumberField label={label} unit={names.unit(unit, asset)} {...text} />;
}
