import { useTranslation } from 'react-i18next';
import { usePreferences } from '../data/preferences.ts';
import { createFormat, type Format } from './format.ts';
import { numberLocale } from './number-style.ts';

const made = new Map<string, Format>();

/** The formatter of two BCP 47 locales, that of the texts and that of the numbers, built once. */
function formatOf(locale: string, numbers: string): Format {
  const key = `${locale} ${numbers}`;
  let format = made.get(key);
  if (!format) {
    format = createFormat(locale, numbers);
    made.set(key, format);
  }
  return format;
}

/** The reader's formatter; the same object until language or number format change. */
export function useFormat(): Format {
  const { language } = useTranslation().i18n;
  const style = usePreferences((preferences) => preferences.numbers);
  return formatOf(language, numberLocale(style, language));
}
