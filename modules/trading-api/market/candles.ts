import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { candleBytes, minuteOf } from '@assay/modules/feeds';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { instant, interval, limit, symbol, timeZone } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { rulesOf } from '../trade/context.ts';
import { barRow, candleText } from './bars.ts';
import { limitWeight, marketOf } from './listing.ts';
import { secondBars } from './seconds.ts';

const AVERAGE_MINUTES = 5;

/** Candles and the average price. */
export function candleEndpoints(realm: ApiRealm): Endpoint[] {
  const klines = ['/api/v3/klines', '/api/v3/uiKlines'].map((path) =>
    publicEndpoint({
      method: 'GET',
      path,
      weight: klineWeight,
      summary:
        'Candles of a market, oldest first; the last one grows, and none is missing: without a price it is flat. ' +
        'Those of a second are made from trades alone.',
      params: z.strictObject({
        symbol,
        interval,
        startTime: instant.optional(),
        endTime: instant.optional(),
        timeZone,
        limit: limit(500, 1_000),
      }),
      answer: async ({ symbol, interval, timeZone: offset, ...asked }, { now, spendBytes }) => {
        const { market } = marketOf(realm, symbol);
        const range = { from: asked.startTime, to: asked.endTime, limit: asked.limit };
        if (interval === '1s') {
          return (await secondBars(realm, rulesOf(realm, market), range, now)).map(barRow);
        }
        const { reader } = realm.feed;
        const zoned = { ...range, offset };
        const candles = await reader.wholeKlines(realm.realm, market, interval, zoned, now);
        spendBytes(candleBytes(interval, candles.length, offset));
        return () => `[${candles.map((one) => candleText(one, interval, offset)).join()}]`;
      },
    }),
  );
  return [...klines, averagePrice(realm)];
}

const byLimit = limitWeight(500, [500, 2], [1_000, 5]);
/** Candles of a second are made from trades when they are asked for. */
const SECONDS_WEIGHT = 10;
/** By what is asked for; what is then read for long candles counts as bytes. */
function klineWeight(params: ReadonlyMap<string, string>): number {
  return params.get('interval') === '1s' ? SECONDS_WEIGHT : byLimit(params);
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
