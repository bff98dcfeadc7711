import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import { limit, symbol } from '../fields.ts';
import type { ApiLimits } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { candleEndpoints } from './candles.ts';
import { exchangeInfo } from './exchange-info.ts';
import { limitWeight } from './listing.ts';
import { tickerEndpoints } from './tickers.ts';
import { tradeEndpoints } from './trades.ts';

const LEVELS_DEFAULT = 100;
const LEVELS_MAX = 5_000;

/** The public endpoints: market data of a realm. */
export function marketEndpoints(realm: ApiRealm, limits: ApiLimits): Endpoint[] {
  return [
    exchangeInfo(realm, limits),
    depthEndpoint(realm),
    ...tradeEndpoints(realm),
    ...candleEndpoints(realm),
    ...tickerEndpoints(realm),
  ];
}

function depthEndpoint({ orders: { streams } }: ApiRealm): Endpoint {
  return publicEndpoint({
    method: 'GET',
    path: '/api/v3/depth',
    weight: limitWeight(LEVELS_DEFAULT, [100, 5], [500, 25], [1_000, 50], [LEVELS_MAX, 250]),
    summary: 'The best levels of the order book; `lastUpdateId` is the counter of the streams.',
    params: z.strictObject({ symbol, limit: limit(LEVELS_DEFAULT, LEVELS_MAX) }),
    answer: ({ symbol: name, limit: levels }) => {
      const depth = streams.depth(name, levels);
      if (depth === null) throw API_ERRORS.symbol();
      // Clients read price and quantity only; the house's part of a level is on our own pages.
      const plain = (level: readonly string[]) => level.slice(0, 2);
      const { seq, bids, asks } = depth;
      return { lastUpdateId: seq, bids: bids.map(plain), asks: asks.map(plain) };
    },
  });
}
