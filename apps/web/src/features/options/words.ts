import { useTranslation } from 'react-i18next';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Terms in words: 30 s, 5 min, 1 h. */
export function useTermWords(): (termMs: number) => string {
  const { t } = useTranslation();
  return (termMs) => {
    if (termMs < MINUTE) return t(($) => $.options.terms.seconds, { n: termMs / SECOND });
    if (termMs < HOUR) return t(($) => $.options.terms.minutes, { n: termMs / MINUTE });
    if (termMs < DAY) return t(($) => $.options.terms.hours, { n: termMs / HOUR });
    return t(($) => $.options.terms.days, { n: termMs / DAY });
  };
}
