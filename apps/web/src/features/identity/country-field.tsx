import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Country } from './countries.ts';
import css from './form.module.css';

interface CountryFieldProps {
  countries: readonly Country[];
  value: string;
  error?: string | undefined;
  note?: string;
  onChange(code: string): void;
}

/** Selects a country by its name in the user's language, its code, or its calling code. */
export function CountryField({ countries, value, error, note, onChange }: CountryFieldProps) {
  const { t } = useTranslation();
  const ready = useReady(countries);
  const byCode = new Map(countries.map((country) => [country.code, country]));
  return (
    <Select
      label={t(($) => $.identity.fields.country)}
      description={note}
      placeholder={t(($) => $.identity.fields.countrySearch)}
      nothingFoundMessage={t(($) => $.identity.fields.countryNone)}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      disabled={!ready}
      // Typing replaces the country that stands there, instead of adding to its name.
      onFocus={(event) => event.currentTarget.select()}
      withAsterisk={false}
      maxDropdownHeight={280}
      data={countries.map(({ code, name }) => ({ value: code, label: name }))}
      value={value || null}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={value ? <Tag code={value} /> : null}
      leftSectionWidth={value ? 44 : 0}
      onChange={(code) => onChange(code ?? '')}
      renderOption={({ option }) => (
        <span className={css.country}>
          <Tag code={option.value} />
          <span className={css.countryName}>{option.label}</span>
          <Ltr className={css.calling}>{byCode.get(option.value)?.calling}</Ltr>
        </span>
      )}
    />
  );
}

/**
 * The select writes the name of its first value into the field after it has received the list.
 * Text typed before that would be mixed with the name, so the field opens only afterwards.
 */
function useReady(countries: readonly Country[]): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(countries.length > 0), [countries]);
  return ready;
}

function Tag({ code }: { code: string }) {
  return (
    <span className={css.tag} aria-hidden="true">
      {code}
    </span>
  );
}
