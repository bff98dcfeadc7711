import {
  type TermChange,
  type TermSpecs,
  type TermValue,
  termText,
} from '@assay/core/schema/terms';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
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
  const named = (field: string) => {
    const [, termMs] = PAYOUT.exec(field) ?? [];
    if (termMs === undefined) return t(($) => $.terms.fields[field as keyof typeof terms.fields]);
    return t(($) => $.terms.payoutOf, { seconds: Number(termMs) / SECOND_MS });
  };
  return changes.map(({ field, before, after }) => {
    const unit = specs[field]?.unit ?? 'choice';
    const value = (said: TermValue) => {
      if (said === '') return NO_VALUE;
      if (unit === 'choice') return t(($) => $.terms.choices[said as keyof typeof terms.choices]);
      if (unit === 'dates') return <Ltr>{said}</Ltr>;
      const isMoney = unit === 'price' || unit === 'coins';
      return (
        <>
          <Plain value={termText(said, unit)} /> {isMoney ? '' : t(($) => $.terms.units[unit])}
        </>
      );
    };
    return (
      <div key={field}>
        {named(field)}: {value(before)} {t(($) => $.terms.becomes)} {value(after)}
      </div>
    );
  });
}
