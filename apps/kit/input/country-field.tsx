import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '../display/ltr.tsx';
import css from './country-field.module.css';
import type { FieldTexts } from './field.tsx';
import { SearchSelect } from './search-select.tsx';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** The calling code with its plus sign, where it matters. */
  readonly calling?: string;
}

interface CountryFieldProps extends Omit<FieldTexts, 'label'> {
  /** Without it "Country or region". */
  label?: string;
  countries: readonly Country[];
  /** The code of one of them, or empty. */
  value: string;
  onChange(code: string): void;
}

/** Selects a country by its name in the reader's language. */
export function CountryField({ label, countries, value, onChange, ...texts }: CountryFieldProps) {
  const { t } = useTranslation();
  const byCode = new Map(countries.map((country) => [country.code, country]));
  const options = useMemo(
    () => countries.map(({ code, name }) => ({ value: code, label: name })),
    [countries],
  );
  return (
    <SearchSelect
      {...texts}
      label={label ?? t(($) => $.kit.country)}
      placeholder={t(($) => $.kit.countrySearch)}
      none={t(($) => $.kit.countryNone)}
      options={options}
      value={value}
      before={value ? <Tag code={value} /> : undefined}
      onChange={onChange}
      renderOption={(code) => (
        <span className={css.country}>
          <Tag code={code} />
          <span className={css.name}>{byCode.get(code)?.name}</span>
          <Ltr className={css.calling}>{byCode.get(code)?.calling}</Ltr>
        </span>
      )}
    />
  );
}

function Tag({ code }: { code: string }) {
  return (
    <span className={css.tag} aria-hidden="true">
      {code}
    </span>
  );
}
