import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { FillView, MarketView, OrderView } from '../lib/api/wire.ts';
import { useMarkets } from '../lib/data/markets.ts';

/** Left-to-right isolate marks: figures inside a sentence of any direction. */
const ltr = (text: string) => `\u2066${text}\u2069`;

/** Sentences about orders, for toasts and the chart. */
export function useOrderWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const markets = useMarkets().data;
  const marketOf = (symbol: string): MarketView | undefined =>
    markets?.find((market) => market.market === symbol);
  // An average may have more digits than a price can have.
  const priceText = (market: MarketView | undefined, price: string) =>
    market ? format.fixed(price, market.priceDecimals) : format.plain(price);
  const figures = (order: Pick<OrderView, 'market' | 'side'>, quantity: string, price: string) => {
    const market = marketOf(order.market);
    const side = order.side === 'buy' ? t(($) => $.desk.side.buy) : t(($) => $.desk.side.sell);
    return {
      side,
      quantity: ltr(`${format.plain(quantity)} ${market?.base ?? ''}`.trim()),
      price: ltr(`${priceText(market, price)} ${market?.quote ?? ''}`.trim()),
    };
  };
  return {
    /** What became of an order when it was placed. */
    placed(order: OrderView): string {
      const filled = figures(order, order.filledQuantity, order.averageFillPrice);
      const limit = figures(order, order.quantity, order.limitPrice || order.triggerPrice);
      if (order.status === 'filled') return t(($) => $.desk.toast.filled, filled);
      const none = order.filledQuantity === '0';
      if (order.status === 'expired') {
        return none ? t(($) => $.desk.toast.nothing) : t(($) => $.desk.toast.partly, filled);
      }
      if (order.status === 'expiredInMatch') {
        return none ? t(($) => $.desk.toast.nothingOwn) : t(($) => $.desk.toast.partlyOwn, filled);
      }
      if (order.status === 'expiredAtFillLimit') {
        return none
          ? t(($) => $.desk.toast.nothingLimit)
          : t(($) => $.desk.toast.partlyLimit, filled);
      }
      if (order.status === 'pending' && order.trailingDelta !== undefined) {
        const percent = ltr(format.ppm(order.trailingDelta * 100));
        return t(($) => $.desk.toast.trailing, { ...limit, percent });
      }
      if (order.status === 'pending') return t(($) => $.desk.toast.waiting, limit);
      if (order.status === 'partiallyFilled') return t(($) => $.desk.toast.partlyResting, filled);
      return t(($) => $.desk.toast.resting, limit);
    },
    /** Two orders of which one cancels the other: neither trades when it is placed. */
    ocoPlaced({ limit, stop }: { limit: OrderView; stop: OrderView }): string {
      const trigger = figures(stop, stop.quantity, stop.triggerPrice).price;
      return t(($) => $.desk.toast.oco, {
        ...figures(limit, limit.quantity, limit.limitPrice),
        trigger,
      });
    },
    /** A resting order, or a stop, that traded. */
    filled(fill: FillView): string {
      return t(($) => $.desk.toast.filled, figures(fill, fill.quantity, fill.price));
    },
  };
}
