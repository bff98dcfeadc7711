import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { bucketStart, DAY, MINUTE_MS, minuteOf, type WindowStatistics } from '@assay/modules/feeds';
import type { MarketView } from '@assay/modules/markets/schema';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import { illegal, oneOf, symbol, symbols, timeZone } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { averageText } from './candles.ts';
import { ofSelected, selectionWeight } from './listing.ts';

const KINDS = ['FULL', 'MINI'] as const;
const kind = oneOf(KINDS, illegal(KINDS.join('|'))).default('FULL');
type Kind = (typeof KINDS)[number];

const selection = { symbol: symbol.optional(), symbols: symbols.optional() };
const windowSize = z
  .string()
  .regex(/^(([1-9]|[1-5][0-9])m|([1-9]|1[0-9]|2[0-3])h|[1-7]d)$/, illegal('1m-59m, 1h-23h, 1d-7d'))
  .default('1d');
const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: DAY };

/** A window is computed for each market, so a list weighs by its length, up to that of all. */
const WINDOW_WEIGHTS = { one: 4, all: 200, list: (count: number) => Math.min(200, 4 * count) };
const PRICE_WEIGHTS = { one: 2, all: 4, list: () => 4 };
const DAY_WEIGHTS = {
  one: 2,
  all: 80,
  list: (count: number) => Math.min(80, 2 * count),
};

/** Tickers over spans of time, and current prices. */
export function tickerEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/ticker/24hr',
      weight: selectionWeight(DAY_WEIGHTS),
      summary: 'Figures of the last 24 hours of one market, of some or of all.',
      params: z.strictObject({ ...selection, type: kind }),
      answer: (asked, { now }) =>
        ofSelected(realm, asked, (market) => dayTicker(realm, market, asked.type, now)),
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/ticker/tradingDay',
      weight: selectionWeight(WINDOW_WEIGHTS),
      summary:
        'Figures of the current day of one market or of some; the day is that of `timeZone`.',
      params: z.strictObject({ ...selection, timeZone, type: kind }),
      answer: (asked, { now }) => {
        const first = bucketStart('1d', minuteOf(now), asked.timeZone);
        const closeTime = (first + DAY) * MINUTE_MS - 1;
        return ofNamed(realm, asked, async (market) => ({
          ...(await windowTicker(realm, market, first, asked.type, now)),
          closeTime,
        }));
      },
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/ticker',
      weight: windowWeight,
      summary: 'Figures of the last minutes, hours or days of one market or of some.',
      params: z.strictObject({ ...selection, windowSize, type: kind }),
      answer: (asked, { now }) => {
        const first = minuteOf(now) + 1 - minutesOf(asked.windowSize);
        return ofNamed(realm, asked, (market) =>
          windowTicker(realm, market, first, asked.type, now),
        );
      },
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/ticker/price',
      weight: selectionWeight(PRICE_WEIGHTS),
      summary: 'The last price of one market, of some or of all.',
      params: z.strictObject(selection),
      answer: (asked) =>
        ofSelected(realm, asked, ({ market, last }) => ({ symbol: market, price: last || '0' })),
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/ticker/bookTicker',
      weight: selectionWeight(PRICE_WEIGHTS),
      summary: 'The best bid and ask of one market, of some or of all.',
      params: z.strictObject(selection),
      answer: (asked) =>
        ofSelected(realm, asked, ({ market }) => ({ symbol: market, ...best(realm, market) })),
    }),
  ];
}

const byMarkets = selectionWeight(WINDOW_WEIGHTS);
/** A window that reaches back beyond what is in memory is read from the database. */
const STORED_FACTOR = 5;

function windowWeight(params: ReadonlyMap<string, string>): number {
  const days = /^([2-7])d$/.test(params.get('windowSize') ?? '');
  return byMarkets(params) * (days ? STORED_FACTOR : 1);
}

/** As `ofSelected`, for endpoints that do not allow all markets at once. */
function ofNamed<T>(
  realm: ApiRealm,
  asked: { symbol?: string | undefined; symbols?: string[] | undefined },
  describe: (market: MarketView) => Promise<T>,
): Promise<T | T[]> {
  if (asked.symbol === undefined && asked.symbols === undefined) throw API_ERRORS.missing('symbol');
  return ofSelected(realm, asked, describe);
}

function minutesOf(size: string): number {
  return Number(size.slice(0, -1)) * (UNIT_MINUTES[size.slice(-1)] ?? 1);
}

/** Best bid and ask with their quantities, "0" for an empty side. */
export function best({ orders }: Pick<ApiRealm, 'orders'>, market: string) {
  const depth = orders.streams.depth(market, 1);
  const [bidPrice = '0', bidQty = '0'] = depth?.bids[0] ?? [];
  const [askPrice = '0', askQty = '0'] = depth?.asks[0] ?? [];
  return { bidPrice, bidQty, askPrice, askQty };
}

/** The ticker of the last 24 hours: the same figures as in the web's lists. */
export async function dayTicker(realm: ApiRealm, market: MarketView, kind: Kind, now: number) {
  const ticker = await windowTicker(realm, market, minuteOf(now) + 1 - DAY, kind, now);
  if (kind === 'MINI') return ticker;
  return {
    ...ticker,
    ...best(realm, market.market),
    lastQty: realm.orders.streams.lastTrade(market.market)?.quantity ?? '0',
  };
}

/**
 * The ticker from the minute `first` until now. Where nothing was traded, prices are those of the
 * index, as on the web; volumes and counts are of trades on our own book only.
 */
export async function windowTicker(
  { realm, feed }: ApiRealm,
  market: MarketView,
  first: number,
  kind: Kind,
  now: number,
) {
  const window = await feed.reader.window(realm, market.market, first, now);
  const prices = pricesOf(market, window);
  const { volume = 0n, quoteVolume = 0n, trades = 0, firstTrade = 0 } = window ?? {};
  const ids = trades === 0 ? [-1, -1] : [firstTrade, firstTrade + trades - 1];
  const mini = {
    symbol: market.market,
    openPrice: prices.open,
    highPrice: prices.high,
    lowPrice: prices.low,
    lastPrice: prices.last,
    volume: formatDecimal(volume, SCALE),
    quoteVolume: formatDecimal(quoteVolume, SCALE),
    openTime: first * MINUTE_MS,
    closeTime: now,
    firstId: ids[0],
    lastId: ids[1],
    count: trades,
  };
  if (kind === 'MINI') return mini;
  return {
    ...mini,
    ...changeOf(prices.open, prices.last),
    weightedAvgPrice: averageText({ volume, quoteVolume }),
    prevClosePrice: prices.previous,
  };
}

function pricesOf(market: MarketView, window: WindowStatistics | null) {
  const last = market.last || '0';
  if (window === null) return { open: last, high: last, low: last, last, previous: last };
  const text = (units: number) => formatSafe(units, SCALE);
  const { open, high, low, previousClose } = window;
  return {
    open: text(open),
    high: text(high),
    low: text(low),
    last,
    previous: text(previousClose),
  };
}

const PERCENT_DECIMALS = 3;

/** The difference of two prices, also in percent of the first, rounded towards zero. */
function changeOf(from: string, to: string) {
  const before = parseDecimal(from, SCALE) ?? 0n;
  const change = (parseDecimal(to, SCALE) ?? 0n) - before;
  const parts = before === 0n ? 0n : (change * 10n ** BigInt(PERCENT_DECIMALS + 2)) / before;
  return {
    priceChange: formatDecimal(change, SCALE),
    priceChangePercent: formatDecimal(parts, PERCENT_DECIMALS),
  };
}
