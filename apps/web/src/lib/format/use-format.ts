import { useTranslation } from 'react-i18next';
import { createFormat, type Format } from './format.ts';

const made = new Map<string, Format>();

/** The formatter of a BCP 47 locale, built once. */
export function formatOf(locale: string): Format {
  let format = made.get(locale);
  if (!format) {
    format = createFormat(locale);
    made.set(locale, format);
  }
  return format;
}

/** The formatter of the current language; the same object until the language changes. */
export function useFormat(): Format {
  return formatOf(useTranslation().i18n.language);
}
