import { readTerm, type TermSpecs, type TermValues, termText } from '@assay/core/schema/terms';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { CONTRACT_TERMS, type ContractListing, readTerms } from '@assay/modules/cfd/rules';
import { useTranslation } from 'react-i18next';
import { usePublishListing } from '../../lib/publish-listing.ts';
import { TermField } from '../../ui/terms-form.tsx';
import { CASH } from './columns.tsx';

const { status: _, ...CHANGED } = CONTRACT_TERMS;
/** What is decided once, and what may change later. Whether it is open is its market's stage. */
const SPECS: TermSpecs = {
  ...{ contractSize: { unit: 'lots', against: 'any' }, lotStep: { unit: 'lots', against: 'any' } },
  ...CHANGED,
};

/** As the coins of a new installation have it (decision 0070); sizes and prices are to be set. */
const FIRST: TermValues = {
  ...{ contractSize: '1000', lotStep: '0.01', spread: '0.001', thinMs: 0, thinPercent: 100 },
  ...{ calmPpm: 2_500, maxLeverage: 25, minLots: '0.01', maxLots: '20', maxNetLots: '100' },
  ...{ stressPpm: 150_000, carry: 0, carryDays: 1, adminPpm: 109_500, nights: 'daily' },
  ...{ holidays: '', premiumPpm: 3_000, guaranteedPpm: 30_000, tickSize: '0.0001' },
};

/** What the rules of markets call what is typed here. */
const FIELD_OF: Readonly<Record<string, string>> = {
  ...{ tickTimesStep: 'tickSize', maxTicks: 'tickSize', quotePerTick: 'tickSize' },
  ...{ basePerLot: 'contractSize', quotePerTickLot: 'contractSize', stepSize: 'contractSize' },
  ...{ minQuantity: 'minLots', maxQuantity: 'maxLots' },
};
const fieldOf = (name: string) => FIELD_OF[name] ?? (name in SPECS ? name : 'index');

type Typed = Record<string, string>;

const symbolOn = (index: string) => `${index.replace('-', '')}-CFD`;

/** The terms as they are typed; null where one of them is no value of its unit. */
function termsOf(typed: Typed): TermValues | null {
  const terms: Record<string, string | number> = { status: 'trading' };
  for (const [name, { unit }] of Object.entries(SPECS)) {
    const value = readTerm(typed[name] ?? '', unit);
    if (value === null) return null;
    terms[name] = value;
  }
  return terms;
}

/** The first field that does not go together with the others, by the rules of the engine. */
function faultOf(typed: Typed): string | null {
  const terms = termsOf(typed);
  const { index = '' } = typed;
  if (terms === null || index === '') return null;
  const named = { symbol: symbolOn(index), index, underlying: 'crypto', ...terms };
  const read = readTerms(named as unknown as ContractListing);
  return typeof read === 'string' ? fieldOf(read) : null;
}

interface ListContractProps {
  /** Those that are followed and have no contract. */
  indices: readonly string[];
  close(): void;
}

/** Proposes a contract on an index: it is seen before it opens, which is decided by itself. */
export function ListContract({ indices, close }: ListContractProps) {
  const { t } = useTranslation();
  const publish = usePublishListing<Typed>({ close, fieldOf, named: 'index' });
  const isFit = (name: string) => (text: string, typed: Typed) => {
    if (readTerm(text, SPECS[name]!.unit) === null) return t(($) => $.terms.wrong);
    return faultOf(typed) === name ? t(($) => $.markets.listing.wrong) : '';
  };
  const missing = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const first = Object.entries(SPECS).map(
    ([name, { unit }]) => [name, termText(FIRST[name] ?? '', unit)] as const,
  );
  const form = useForm({
    first: { ...Object.fromEntries(first), index: indices[0] ?? '', reason: '' } as Typed,
    rules: {
      ...Object.fromEntries(Object.keys(SPECS).map((name) => [name, isFit(name)])),
      ...{ index: missing, reason: missing },
    },
    send: (typed) => {
      const { index = '', reason = '' } = typed;
      const contract = { symbol: symbolOn(index), index, terms: termsOf(typed) ?? {} };
      return publish({ kind: 'contract', contract }, reason);
    },
  });
  const { index = '' } = form.values;
  return (
    <FormDialog
      size="44rem"
      title={t(($) => $.contracts.list.title)}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout tone="information">{t(($) => $.contracts.list.does)}</Callout>
      <SelectField
        dir="ltr"
        label={t(($) => $.contracts.list.index)}
        options={indices.map((value) => ({ value, text: value }))}
        value={index}
        error={form.errorOf('index')}
        onChange={(value) => form.set('index', value)}
      />
      <KeyValues
        items={[
          {
            label: t(($) => $.contracts.list.symbol),
            value: index === '' ? NO_VALUE : <Ltr>{symbolOn(index)}</Ltr>,
          },
        ]}
      />
      {Object.entries(SPECS).map(([name, spec]) => (
        <TermField key={name} name={name} spec={spec} asset={CASH} {...textOf(form, name)} />
      ))}
      <TextArea label={t(($) => $.terms.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
