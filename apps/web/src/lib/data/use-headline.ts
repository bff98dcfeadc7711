import { useSyncExternalStore } from 'react';
import type { MarketView, TickerView } from '../api/wire.ts';
import { everySecond, serverNow } from './clock.ts';
import { type Between, betweenOf, type Headline, headlineOf } from './headline.ts';
import { tickerOf, useTicker } from './markets.ts';
import type { ListFigures } from './order-markets.ts';

/** A market's moving figures, from the list until the stream speaks. */
export function useFigures(market: MarketView): TickerView {
  return useTicker(market.market) ?? market;
}

/** The price of a market: its last price, or the mark price once that is old. */
export function useHeadline(market: MarketView): Headline {
  const ticker = useFigures(market);
  return headlineOf(ticker, useMoment(ticker));
}

/** The last trade of a market, as it stands between the sides of its book. */
export function useBetween(market: MarketView): Between {
  const ticker = useFigures(market);
  return betweenOf(ticker, useMoment(ticker));
}

/** A moment that says no more than whether the last price is old: it changes only with that. */
function useMoment(ticker: TickerView): number {
  const isOld = useSyncExternalStore(everySecond, () => headlineOf(ticker, serverNow()).isMark);
  return isOld ? Number.POSITIVE_INFINITY : ticker.lastAt;
}

const MINUTE_MS = 60_000;

/** How long ago the last trade of a market was, in minutes, at least one. */
export function useTradeAge(market: MarketView): number {
  const { lastAt } = useFigures(market);
  const minutes = () => Math.max(1, Math.floor((serverNow() - lastAt) / MINUTE_MS));
  return useSyncExternalStore(everySecond, minutes);
}

/** What a list of markets shows at this moment, and is sorted by. */
export function listFigures(market: MarketView): ListFigures {
  const ticker = tickerOf(market.market) ?? market;
  const { price, change24h } = headlineOf(ticker, serverNow());
  return { price, change24h, quoteVolume24h: ticker.quoteVolume24h };
}
