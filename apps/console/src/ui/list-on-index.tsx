import { readTerm, type TermSpecs, type TermValues, termText } from '@assay/core/schema/terms';
import { type KeyValue, KeyValues } from '@assay/kit/data/key-values.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublishListing } from '../lib/publish-listing.ts';
import { TermField } from './terms-form.tsx';

/** A product that staff list on an index, by its rules. */
export interface ListedProduct {
  readonly kind: 'contract' | 'option';
  /** What is typed, in the order of the fields. */
  readonly specs: TermSpecs;
  readonly first: TermValues;
  /** In which prices on an index are. */
  assetOn(index: string): string;
  symbolOn(index: string): string;
  /** What else follows from the index. */
  factsOn(index: string): readonly KeyValue[];
  /** What is signed of the terms that are typed. */
  signed(terms: TermValues): TermValues;
  /** The first field that cannot be or does not go together with the others; null: all do. */
  faultOf(index: string, terms: TermValues): string | null;
  /** Fields that the engine calls something else than the form. */
  readonly called: Readonly<Record<string, string>>;
}

type Typed = Record<string, string>;

/** The terms as they are typed; null where one of them is no value of its unit. */
function termsOf(specs: TermSpecs, typed: Typed): TermValues | null {
  const terms: Record<string, string | number> = {};
  for (const [name, { unit }] of Object.entries(specs)) {
    const value = readTerm(typed[name] ?? '', unit);
    if (value === null) return null;
    terms[name] = value;
  }
  return terms;
}

interface ListOnIndexProps {
  product: ListedProduct;
  title: string;
  /** What comes of it once it is signed. */
  does: string;
  /** Those that are followed and have none of the product. */
  indices: readonly string[];
  close(): void;
}

function useListing({ product, indices, close }: ListOnIndexProps) {
  const { t } = useTranslation();
  const { kind, specs, first, called } = product;
  const fieldOf = (name: string) => called[name] ?? (name in specs ? name : 'index');
  const publish = usePublishListing<Typed>({ close, fieldOf, named: 'index' });
  const faultOf = (typed: Typed) => {
    const terms = termsOf(specs, typed);
    const { index = '' } = typed;
    if (terms === null || index === '') return null;
    const fault = product.faultOf(index, product.signed(terms));
    return fault === null ? null : fieldOf(fault);
  };
  const isFit = (name: string) => (text: string, typed: Typed) => {
    if (readTerm(text, specs[name]!.unit) === null) return t(($) => $.terms.wrong);
    return faultOf(typed) === name ? t(($) => $.markets.listing.wrong) : '';
  };
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const texts = Object.entries(specs).map(
    ([name, { unit }]) => [name, termText(first[name] ?? '', unit)] as const,
  );
  return useForm({
    first: { ...Object.fromEntries(texts), index: indices[0] ?? '', reason: '' } as Typed,
    rules: {
      ...Object.fromEntries(Object.keys(specs).map((name) => [name, isFit(name)])),
      ...{ index: missing, reason: missing },
    },
    send: (typed) => {
      const { index = '', reason = '' } = typed;
      const terms = product.signed(termsOf(specs, typed) ?? {});
      return publish({ kind, [kind]: { symbol: product.symbolOn(index), index, terms } }, reason);
    },
  });
}

/** Proposes a product on an index: it is seen before it opens, which is decided by itself. */
function ListOnIndex(props: ListOnIndexProps) {
  const { t } = useTranslation();
  const { product, title, does, indices, close } = props;
  const form = useListing(props);
  const { index = '' } = form.values;
  return (
    <FormDialog
      size="44rem"
      title={title}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout tone="information">{does}</Callout>
      <SelectField
        dir="ltr"
        label={t(($) => $.markets.listing.onIndex)}
        options={indices.map((value) => ({ value, text: value }))}
        value={index}
        error={form.errorOf('index')}
        onChange={(value) => form.set('index', value)}
      />
      <KeyValues
        items={[
          {
            label: t(($) => $.markets.listing.named),
            value: index === '' ? NO_VALUE : <Ltr>{product.symbolOn(index)}</Ltr>,
          },
          ...product.factsOn(index),
        ]}
      />
      {Object.entries(product.specs).map(([name, spec]) => (
        <TermField
          key={name}
          name={name}
          spec={spec}
          asset={product.assetOn(index)}
          {...textOf(form, name)}
        />
      ))}
      <TextArea label={t(($) => $.terms.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** The way to one more of a product, where an index has none. */
export function ListOnIndexButton(props: Omit<ListOnIndexProps, 'close'>): ReactNode {
  const { t } = useTranslation();
  const { title, indices } = props;
  const [asked, ask] = useState(false);
  return (
    <>
      <Button
        variant="default"
        disabled={indices.length === 0}
        title={indices.length === 0 ? t(($) => $.markets.listing.noIndex) : undefined}
        onClick={() => ask(true)}
      >
        {title}
      </Button>
      {asked ? <ListOnIndex {...props} close={() => ask(false)} /> : null}
    </>
  );
}
