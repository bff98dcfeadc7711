import {
  type TermChange,
  type TermSpecs,
  type TermValue,
  type TermValues,
  termText,
} from '@assay/core/schema/terms';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import type terms from '../app/locales/en/terms.json';

const PAYOUT = /^payout(\d+)$/;
const SECOND_MS = 1_000;

interface TermChangesProps {
  specs: TermSpecs;
  changes: readonly TermChange[];
}

/** What is changed of the terms of a market, a line each: what it was, and what it becomes. */
export function TermChanges({ specs, changes }: TermChangesProps) {
  const { t } = useTranslation();
  return changes.map(({ field, before, after }) => (
    <div key={field}>
      <Sentence
        parts={{
          name: <TermName field={field} />,
          before: <Value specs={specs} field={field} value={before} />,
          after: <Value specs={specs} field={field} value={after} />,
        }}
      >
        {(put) => t(($) => $.terms.becomes, put)}
      </Sentence>
    </div>
  ));
}

/**
 * All terms that a market was listed with, a line each: first what never changes. Whether it is
 * open is no term of a market that is listed before it opens.
 */
export function ListedTerms({ specs, terms }: { specs: TermSpecs; terms: TermValues }) {
  const names = [...Object.keys(terms).filter((name) => !(name in specs)), ...Object.keys(specs)];
  return names
    .filter((name) => name in terms && name !== 'status')
    .map((field) => (
      <div key={field}>
        <TermName field={field} />: <Value specs={specs} field={field} value={terms[field] ?? ''} />
      </div>
    ));
}

function TermName({ field }: { field: string }) {
  const { t } = useTranslation();
  const [, termMs] = PAYOUT.exec(field) ?? [];
  if (termMs === undefined) return t(($) => $.terms.fields[field as keyof typeof terms.fields]);
  return t(($) => $.terms.payoutOf, { seconds: Number(termMs) / SECOND_MS });
}

function Value(props: { specs: TermSpecs; field: string; value: TermValue }) {
  const { t } = useTranslation();
  const { specs, field, value } = props;
  // What never changes has no place among the specs, and is a number of its own.
  const unit = specs[field]?.unit ?? 'price';
  if (value === '') return NO_VALUE;
  if (unit === 'choice') return t(($) => $.terms.choices[value as keyof typeof terms.choices]);
  if (unit === 'dates') return <Ltr>{value}</Ltr>;
  const isMoney = unit === 'price' || unit === 'coins';
  return (
    <>
      <Plain value={termText(value, unit)} /> {isMoney ? '' : t(($) => $.terms.units[unit])}
    </>
  );
}
