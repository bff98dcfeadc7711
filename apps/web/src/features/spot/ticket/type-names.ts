import { useTranslation } from 'react-i18next';
import type { TicketType } from './form.ts';

/** What each type of order is called. */
export function useTypeNames(): Record<TicketType, string> {
  const { t } = useTranslation();
  return {
    limit: t(($) => $.spot.type.limit),
    market: t(($) => $.spot.type.market),
    stopLimit: t(($) => $.spot.type.stopLimit),
    stopMarket: t(($) => $.spot.type.stopMarket),
    oco: t(($) => $.spot.type.oco),
  };
}
