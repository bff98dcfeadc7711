import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { MarketView, TickerView } from '../api/wire.ts';

/** What the markets of a quote asset traded in 24 hours, as decimal text. */
export function tradedIn(
  quote: string,
  markets: readonly MarketView[],
  tickerOf: (market: MarketView) => TickerView | undefined,
): string {
  const sum = markets
    .filter((market) => market.quote === quote)
    .map((market) => (tickerOf(market) ?? market).quoteVolume24h)
    .reduce((all, volume) => all + (parseDecimal(volume, SCALE) ?? 0n), 0n);
  return formatDecimal(sum, SCALE);
}
