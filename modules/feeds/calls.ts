import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallOutput } from '@assay/core/schema/call';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { candleView } from './rules/candle.ts';
import type { calls } from './schema.ts';
import type { FeedService, SymbolState } from './service.ts';

type Status = CallOutput<(typeof calls)['getFeedStatus']>;

/** Handlers of this module's calls over the running feed. */
export function feedsCalls(feed: FeedService): Handlers<typeof calls> {
  return {
    async getKline({ market, interval, ...range }, { actor, now }) {
      if (!feed.has(market)) return refuse('unknownMarket', { market });
      const realm = actor?.realm ?? 'real';
      const candles = await feed.reader.klines(realm, market, interval, range, now);
      return candles.map(candleView);
    },
    async getTickLog({ market, from, limit }) {
      if (!feed.has(market)) return refuse('unknownMarket', { market });
      const ticks = await feed.ticks.read(market, from, limit);
      return { market, ticks: ticks.map(({ symbol: _symbol, ...tick }) => tick) };
    },
    getFeedStatus() {
      const { components: sources, symbols, ...status } = feed.status();
      return { ...status, sources: [...sources], markets: symbols.map(marketStatus) };
    },
  };
}

function marketStatus(state: SymbolState): Status['markets'][number] {
  const { symbol: market, status, tick, components } = state;
  return {
    market,
    status,
    index: tick?.index ?? '',
    at: tick?.at ?? 0,
    n: tick?.n ?? 0,
    components: components.map((component) => ({
      ...component,
      price: component.price === null ? '' : formatDecimal(component.price, SCALE),
    })),
  };
}
