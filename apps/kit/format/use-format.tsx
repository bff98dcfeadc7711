import { createContext, type ReactNode, useContext } from 'react';
import { createFormat, type Format } from './format.ts';

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

const Current = createContext(formatOf('en', 'en'));

/** Sets how the parts within write and read numbers and times. */
export function FormatProvider(props: { locale: string; numbers: string; children: ReactNode }) {
  const { locale, numbers, children } = props;
  return <Current value={formatOf(locale, numbers)}>{children}</Current>;
}

/** The reader's formatter; the same object until language or number format change. */
export function useFormat(): Format {
  return useContext(Current);
}
