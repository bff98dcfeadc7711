import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import type { Fields } from './fields.ts';
import { provableKinds } from './kinds.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** The calling code with its plus sign. */
  readonly calling: string;
}

/**
 * The countries, named and sorted in the user's language; whether an invitation is needed; and
 * whether codes can be sent by e-mail only or by phone as well.
 */
export function useCountries() {
  const { language } = useTranslation().i18n;
  const { data } = useQuery({
    queryKey: ['getTelCode'],
    queryFn: ({ signal }) => api.call('getTelCode', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const countries = useMemo(() => named(data?.countries ?? [], language), [data, language]);
  return {
    countries,
    invitationRequired: data?.invitationRequired ?? false,
    kinds: provableKinds(data?.phoneAvailable),
  };
}

function named(
  countries: CallOutput<'getTelCode'>['countries'],
  language: string,
): readonly Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map(({ country, name, callingCode }) => ({
      code: country,
      name: names.of(country) ?? name,
      calling: `+${callingCode}`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** A first guess: the country that the browser's language names, else an empty text. */
export function guessCountry(countries: readonly Country[], languages: readonly string[]): string {
  for (const language of languages) {
    const region = new Intl.Locale(language).region;
    if (region && countries.some((country) => country.code === region)) return region;
  }
  return '';
}

/** The fields of a form in which the browser's country stands until the user selects another. */
export function withGuessedCountry<Name extends string>(
  fields: Fields<Name | 'country'>,
  countries: readonly Country[],
): Fields<Name | 'country'> {
  const country = fields.values.country || guessCountry(countries, navigator.languages);
  return { ...fields, values: { ...fields.values, country } };
}
