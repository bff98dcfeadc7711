import type { MarketPrices } from '@assay/core/order/conditions';
import { markPrice } from '@assay/core/order/conditions';
import type { BookRules } from '@assay/core/order/market';
import type { PricesNow } from '@assay/core/order/preview';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import type { TickerView } from '../lib/api/wire.ts';
import { serverNow } from '../lib/data/clock.ts';
import { tickerOf } from '../lib/data/markets.ts';
import type { Desk } from './context.tsx';
import { unitsOf } from './ticket/form.ts';

/** The prices of the desk's market at this moment, for the rules by which the engine decides. */
export function pricesNow({ market, rules, book }: Desk): PricesNow {
  const best = (side: Side) => book.best(side);
  return { prices: pricesOf(tickerOf(market.market) ?? market, rules, best), at: serverNow() };
}

/** The mark price of the desk's market in ticks; 0 while there is none. */
export function markNow(desk: Desk): number {
  const { prices, at } = pricesNow(desk);
  return markPrice(prices, at);
}

/** Exported for its test. */
export function pricesOf(
  ticker: Pick<TickerView, 'last' | 'lastAt' | 'index' | 'indexAt'>,
  rules: BookRules,
  best: (side: Side) => number,
): MarketPrices {
  // An index is finer than a tick: to the nearest one, as the engine rounds it.
  const ticks = (text: string) => Math.round((unitsOf(text) ?? 0) / rules.quotePerTick);
  return {
    // Before the first trade a ticker has the index in place of the last price.
    lastTicks: ticker.lastAt === 0 ? 0 : ticks(ticker.last),
    indexTicks: ticks(ticker.index),
    indexAt: ticker.indexAt,
    bestAgainst: (side) => best(side === BUY ? SELL : BUY),
  };
}
