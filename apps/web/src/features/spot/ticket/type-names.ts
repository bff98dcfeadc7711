import type { OrderType } from '@assay/core/order/order';
import { useTranslation } from 'react-i18next';

/** What each type of order is called. */
export function useTypeNames(): Record<OrderType, string> {
  const { t } = useTranslation();
  return {
    limit: t(($) => $.spot.type.limit),
    market: t(($) => $.spot.type.market),
    stopLimit: t(($) => $.spot.type.stopLimit),
    stopMarket: t(($) => $.spot.type.stopMarket),
  };
}
