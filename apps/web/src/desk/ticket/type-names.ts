import { useTranslation } from 'react-i18next';
import type { TicketType } from './form.ts';

/** What each type of order is called. */
export function useTypeNames(): Record<TicketType, string> {
  const { t } = useTranslation();
  return {
    limit: t(($) => $.desk.type.limit),
    market: t(($) => $.desk.type.market),
    stopLimit: t(($) => $.desk.type.stopLimit),
    stopMarket: t(($) => $.desk.type.stopMarket),
    oco: t(($) => $.desk.type.oco),
  };
}
