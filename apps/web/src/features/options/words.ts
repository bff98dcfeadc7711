import type { StatusMap } from '@assay/kit/display/badge.tsx';
import { useTranslation } from 'react-i18next';
import type { EndedOption } from './use-options.ts';

/** How each end of an option is shown. */
export const RESULTS: StatusMap<Exclude<EndedOption['result'], ''>> = {
  won: { tone: 'good', label: (t) => t(($) => $.options.results.won) },
  lost: { tone: 'bad', label: (t) => t(($) => $.options.results.lost) },
  tied: { tone: 'neutral', label: (t) => t(($) => $.options.results.tied) },
  void: { tone: 'neutral', label: (t) => t(($) => $.options.results.void) },
  sold: { tone: 'accent', label: (t) => t(($) => $.options.results.sold) },
};

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
