import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { bucketEnd, type Candle, MINUTE_MS, minuteOf } from '@assay/modules/feeds';
import type { Interval } from '@assay/modules/feeds/schema';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { illegal, instant, interval, limit, oneOf, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { limitWeight, marketOf } from './listing.ts';

const AVERAGE_MINUTES = 5;

/** Candles start at UTC times, so other time zones are refused. */
export const timeZone = oneOf(['0', '0:00', '00:00'], illegal('0')).default('0');

/** Candles and the average price. */
export function candleEndpoints(realm: ApiRealm): Endpoint[] {
  const klines = ['/api/v3/klines', '/api/v3/uiKlines'].map((path) =>
    publicEndpoint({
      method: 'GET',
      path,
      weight: limitWeight(500, [500, 2], [1_000, 5]),
      summary: 'Candles of a market, oldest first; the last one grows.',
      params: z.strictObject({
        symbol,
        interval,
        startTime: instant.optional(),
        endTime: instant.optional(),
        timeZone,
        limit: limit(500, 1_000),
      }),
      answer: async ({ symbol: name, interval, startTime: from, endTime: to, limit }, { now }) => {
        const { market } = marketOf(realm, name);
        const range = { from, to, limit };
        const candles = await realm.feed.reader.klines(realm.realm, market, interval, range, now);
        return candles.map((candle) => klineRow(candle, interval));
      },
    }),
  );
  return [...klines, averagePrice(realm)];
}

function averagePrice(realm: ApiRealm): Endpoint {
  return publicEndpoint({
    method: 'GET',
    path: '/api/v3/avgPrice',
    weight: 2,
    summary:
      'The price of the last five minutes, weighted by volume; without trades the last price.',
    params: z.strictObject({ symbol }),
    answer: ({ symbol: name }, { now }) => averageOf(realm, name, now),
  });
}

/** The average price of the last five minutes, for REST and streams. */
export async function averageOf(realm: ApiRealm, name: string, now: number) {
  const { market, last } = marketOf(realm, name);
  const first = minuteOf(now) + 1 - AVERAGE_MINUTES;
  const window = await realm.feed.reader.window(realm.realm, market, first, now);
  const traded = window !== null && window.volume > 0n;
  const price = traded ? averageText(window) : last || '0';
  const at = realm.orders.streams.lastTrade(market)?.at;
  return { mins: AVERAGE_MINUTES, price, closeTime: traded && at !== undefined ? at : now };
}

/** quoteVolume / volume, rounded down to 8 decimals, for display only; "0" without a volume. */
export function averageText(of: { readonly volume: bigint; readonly quoteVolume: bigint }): string {
  if (of.volume === 0n) return '0';
  return formatDecimal((of.quoteVolume * 10n ** BigInt(SCALE)) / of.volume, SCALE);
}

/** The last instant of a candle, in ms. */
export function closeTimeOf(candle: Candle, interval: Interval): number {
  return bucketEnd(interval, candle.minute) * MINUTE_MS - 1;
}

/** A candle as the list of twelve entries that clients read; the last entry is unused. */
function klineRow(candle: Candle, interval: Interval) {
  return [
    candle.minute * MINUTE_MS,
    formatSafe(candle.open, SCALE),
    formatSafe(candle.high, SCALE),
    formatSafe(candle.low, SCALE),
    formatSafe(candle.close, SCALE),
    formatDecimal(candle.volume, SCALE),
    closeTimeOf(candle, interval),
    formatDecimal(candle.quoteVolume, SCALE),
    candle.trades,
    formatDecimal(candle.takerBuyVolume, SCALE),
    formatDecimal(candle.takerBuyQuoteVolume, SCALE),
    '0',
  ];
}
