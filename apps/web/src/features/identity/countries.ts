import type { Country } from '@assay/kit/input/country-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { provableKinds } from './kinds.ts';

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

const languages = () => (typeof navigator === 'undefined' ? [] : navigator.languages);

/** The country that the browser's language names, which is the first guess; else an empty text. */
export function guessCountry(countries: readonly Country[]): string {
  for (const language of languages()) {
    const region = new Intl.Locale(language).region;
    if (region && countries.some((country) => country.code === region)) return region;
  }
  return '';
}
