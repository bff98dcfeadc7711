import type { StatusMap } from '@assay/kit/display/badge.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { Order, Product } from './use-earn.ts';

export const STATES: StatusMap<Order['state']> = {
  custody: { tone: 'good', label: (t) => t(($) => $.earn.states.custody) },
  redeeming: { tone: 'warning', label: (t) => t(($) => $.earn.states.redeeming) },
  rejected: { tone: 'bad', label: (t) => t(($) => $.earn.states.rejected) },
  redeemed: { tone: 'neutral', label: (t) => t(($) => $.earn.states.redeemed) },
  completed: { tone: 'neutral', label: (t) => t(($) => $.earn.states.completed) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.earn.states.closed) },
};

/** The rates of products in words. Billionths a day are thousandths of a millionth. */
export function useRates() {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    daily: ({ dailyPpb }: Pick<Product, 'dailyPpb'>) => format.ppm(dailyPpb / 1_000),
    yearly: (ppm: number) => format.share(ppm / 1e6),
    /** What was really booked, with the number of days that it is of. */
    booked: ({ sevenDay }: Pick<Product, 'sevenDay'>) =>
      sevenDay === null
        ? t(($) => $.earn.noDays)
        : t(($) => $.earn.ofDays, {
            rate: format.share(sevenDay.simplePpm / 1e6),
            count: sevenDay.days,
          }),
    days: (count: number) => t(($) => $.earn.days, { count }),
  };
}

export const shareOf = (part: string, whole: string): number => {
  const of = Number(whole);
  return of > 0 ? Number(part) / of : 0;
};
