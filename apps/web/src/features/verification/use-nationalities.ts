import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';

/** Countries by their names in the reader's language, sorted. */
export function useNationalities() {
  const { language } = useTranslation().i18n;
  const { data } = useQuery({
    queryKey: ['getTelCode'],
    queryFn: ({ signal }) => api.call('getTelCode', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return (data?.countries ?? [])
      .map(({ country, name }) => ({ code: country, name: names.of(country) ?? name }))
      .sort((a, b) => a.name.localeCompare(b.name, language));
  }, [data, language]);
}

/** The name of a country in the reader's language. */
export function useCountryName(): (code: string) => string {
  const { language } = useTranslation().i18n;
  return (code) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}
