import { createContext, type ReactNode, useContext, useEffect } from 'react';
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
  const format = formatOf(locale, numbers);
  useEffect(() => makeAhead(format), [format]);
  return <Current value={format}>{children}</Current>;
}

/**
 * Makes the formatters of most lists before data comes, each in a task of its own: all at once,
 * with the rows that first ask for them, they hold up a slow phone.
 */
function makeAhead(format: Format): () => void {
  const uses = [
    () => format.integer(0),
    () => format.compact(0),
    () => format.fixed(0, 2),
    () => format.change(0),
  ];
  const timers = uses.map((use) => setTimeout(use));
  return () => timers.forEach(clearTimeout);
}

/** The reader's formatter; the same object until language or number format change. */
export function useFormat(): Format {
  return useContext(Current);
}
