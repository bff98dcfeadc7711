import {
  type TermSpecs,
  type TermUnit,
  type TermValue,
  type TermValues,
  termText,
} from '@assay/core/schema/terms';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { CONTRACT_TERMS } from '@assay/modules/cfd/rules';
import { OPTION_TERMS } from '@assay/modules/options/rules';
import type { TermsKindName } from '@assay/modules/parameters/schema';
import { useTranslation } from 'react-i18next';
import type en from '../app/locales/en.json';

type FieldName = keyof typeof en.terms.fields;
type ChoiceName = keyof typeof en.terms.choices;

export const TERM_SPECS: Readonly<Record<TermsKindName, TermSpecs>> = {
  contract: CONTRACT_TERMS,
  option: OPTION_TERMS,
};

const PAYOUT = /^payout(\d+)$/;
const SECOND_MS = 1_000;

/** What terms, their units and the values of a choice are called. */
export function useTermNames() {
  const { t } = useTranslation();
  return {
    field: (field: string): string => {
      const [, termMs] = PAYOUT.exec(field) ?? [];
      if (termMs === undefined) return t(($) => $.terms.fields[field as FieldName]);
      return t(($) => $.terms.payoutOf, { seconds: Number(termMs) / SECOND_MS });
    },
    unit: (unit: TermUnit, asset: string): string =>
      unit === 'price' || unit === 'coins' ? asset : t(($) => $.terms.units[unit]),
    choice: (value: string): string => t(($) => $.terms.choices[value as ChoiceName]),
  };
}

interface TermTextProps {
  kind: TermsKindName;
  field: string;
  value: TermValue;
  asset?: string;
}

/** A value of a term with its unit, as people read it. */
export function TermText({ kind, field, value, asset = '' }: TermTextProps) {
  const { t } = useTranslation();
  const names = useTermNames();
  const unit = TERM_SPECS[kind][field]?.unit ?? 'choice';
  if (value === '') return t(($) => $.approvals.nothing);
  if (unit === 'choice') return names.choice(`${value}`);
  if (unit === 'dates') return <Ltr>{value}</Ltr>;
  return (
    <>
      <Plain value={termText(value, unit)} /> {names.unit(unit, asset)}
    </>
  );
}

/** All terms that a market is to be listed with, a line each. */
export function ListedTerms({ kind, terms }: { kind: TermsKindName; terms: TermValues }) {
  const names = useTermNames();
  return Object.entries(terms).map(([field, value]) => (
    <div key={field}>
      {names.field(field)}:{' '}
      {field in TERM_SPECS[kind] ? (
        <TermText kind={kind} field={field} value={value} />
      ) : (
        <Plain value={`${value}`} />
      )}
    </div>
  ));
}

export interface Changed {
  readonly field: string;
  readonly before: TermValue;
  readonly after: TermValue;
}

/** What is changed, a line each: the name, what was, and what is to be. */
export function TermChanges({
  kind,
  changes,
}: {
  kind: TermsKindName;
  changes: readonly Changed[];
}) {
  const { t } = useTranslation();
  const names = useTermNames();
  return changes.map(({ field, before, after }) => (
    <div key={field}>
      <Sentence
        parts={{
          name: names.field(field),
          before: <TermText kind={kind} field={field} value={before} />,
          after: <TermText kind={kind} field={field} value={after} />,
        }}
      >
        {(put) => t(($) => $.terms.becomes, put)}
      </Sentence>
    </div>
  ));
}
