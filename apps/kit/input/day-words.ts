import { useTranslation } from 'react-i18next';
import { patternOf, unreadDayOf, writeDay } from '../format/day.ts';
import { useFormat } from '../format/use-format.tsx';

export interface Bounds {
  /** The first and the last day that may be chosen; empty for none. */
  readonly min?: string;
  readonly max?: string;
}

/** How the reader writes a day, with letters for its digits. */
export function useDayPattern(): string {
  const { t } = useTranslation();
  return patternOf(useFormat(), {
    year: t(($) => $.kit.dayParts.year),
    month: t(($) => $.kit.dayParts.month),
    day: t(($) => $.kit.dayParts.day),
  });
}

/** What is wrong with the value of a field for a day, in words; empty when nothing is. */
export function useDayWords({ min = '', max = '' }: Bounds): (value: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const pattern = useDayPattern();
  return (value) => {
    const readings = unreadDayOf(value, format);
    const [first, second] = (readings ?? []).map((day) => writeDay(day, format));
    if (first !== undefined && second !== undefined)
      return t(($) => $.kit.ambiguous, { first, second });
    if (readings !== null) return t(($) => $.kit.notADay, { pattern });
    if (value === '') return '';
    if (min !== '' && value < min) return t(($) => $.kit.notBefore, { day: writeDay(min, format) });
    if (max !== '' && value > max) return t(($) => $.kit.notAfter, { day: writeDay(max, format) });
    return '';
  };
}
