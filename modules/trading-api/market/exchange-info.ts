import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { MAX_ICEBERG_PARTS } from '@assay/core/order/intent';
import { BOUNDS } from '@assay/core/order/life/bounds';
import { MAX_TRAILING_DELTA, MIN_TRAILING_DELTA } from '@assay/core/order/trailing';
import type { MarketView } from '@assay/modules/markets/schema';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import { illegal, oneOf, symbol, symbols, truth } from '../fields.ts';
import type { ApiLimits, LimitRule } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { API_ORDER_TYPES, API_SELF_TRADE, DEFAULT_SELF_TRADE } from '../trade/terms.ts';
import { marketOf } from './listing.ts';

const STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;
/** The one permission that markets have here. */
const SPOT = 'SPOT';

const params = z.strictObject({
  symbol: symbol.optional(),
  symbols: symbols.optional(),
  permissions: z
    .string()
    .regex(/^[A-Z0-9_]{1,20}$|^\["[A-Z0-9_]{1,20}"(,"[A-Z0-9_]{1,20}")*\]$/, illegal('SPOT'))
    .optional(),
  showPermissionSets: truth.default(true),
  symbolStatus: oneOf(STATUSES, illegal(STATUSES.join('|'))).optional(),
});

/** GET /api/v3/exchangeInfo, which clients load first and keep. */
export function exchangeInfo(realm: ApiRealm, limits: ApiLimits): Endpoint {
  return publicEndpoint({
    method: 'GET',
    path: '/api/v3/exchangeInfo',
    weight: 20,
    summary: 'Limits of requests, and the markets with their filters.',
    params,
    answer: (asked, { now }) => ({
      timezone: 'UTC',
      serverTime: now,
      // Of our own: `trial` where money is made up.
      mode: realm.mode,
      rateLimits: Object.values(limits.table).map(rateLimit),
      exchangeFilters: [EXCHANGE_FILTER],
      symbols: select(realm, asked).map((market) => describe(market, asked.showPermissionSets)),
    }),
  });
}

/** Open orders of one account in all markets. */
export const EXCHANGE_FILTER = {
  filterType: 'EXCHANGE_MAX_NUM_ORDERS',
  maxNumOrders: BOUNDS.openOrders,
};

/** A limit as the API shows it. */
export function rateLimit({ type, interval, intervalNum, limit }: LimitRule) {
  return { rateLimitType: type, interval, intervalNum, limit };
}

function select(realm: ApiRealm, asked: z.output<typeof params>): MarketView[] {
  const { symbol: one, symbols: list, permissions, symbolStatus } = asked;
  const selectors = [one, list, permissions ?? symbolStatus];
  if (selectors.filter((way) => way !== undefined).length > 1) throw API_ERRORS.combination();
  if (one !== undefined) return [marketOf(realm, one)];
  if (list !== undefined) return list.map((name) => marketOf(realm, name));
  const wanted = permissions?.match(/\w+/g) ?? [SPOT];
  if (!wanted.includes(SPOT)) return [];
  const all = realm.board.views();
  return symbolStatus === undefined
    ? all
    : all.filter((market) => statusOf(market) === symbolStatus);
}

function statusOf({ stage, status }: MarketView): (typeof STATUSES)[number] {
  if (stage !== 'open') return 'BREAK';
  return status === 'trading' ? 'TRADING' : 'HALT';
}

function describe(market: MarketView, permissions: boolean): object {
  return {
    symbol: market.market,
    status: statusOf(market),
    baseAsset: market.base,
    baseAssetPrecision: SCALE,
    quoteAsset: market.quote,
    quotePrecision: SCALE,
    quoteAssetPrecision: SCALE,
    baseCommissionPrecision: SCALE,
    quoteCommissionPrecision: SCALE,
    // Clients do not send a type that is missing here.
    orderTypes: API_ORDER_TYPES,
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(market),
    permissions: [SPOT],
    permissionSets: permissions ? [[SPOT]] : [],
    defaultSelfTradePreventionMode: DEFAULT_SELF_TRADE,
    allowedSelfTradePreventionModes: Object.keys(API_SELF_TRADE),
  };
}

/** The rules that the engine checks orders against, as the filters that clients know. */
function filtersOf(market: MarketView): object[] {
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: market.tickSize,
      maxPrice: market.maxPrice,
      tickSize: market.tickSize,
    },
    {
      filterType: 'LOT_SIZE',
      minQty: market.minQuantity,
      maxQty: market.maxQuantity,
      stepSize: market.stepSize,
    },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: market.marketMinQuantity,
      maxQty: market.marketMaxQuantity,
      stepSize: market.marketStepSize,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: share(market.bidMultiplierUpPpm),
      bidMultiplierDown: share(market.bidMultiplierDownPpm),
      askMultiplierUp: share(market.askMultiplierUpPpm),
      askMultiplierDown: share(market.askMultiplierDownPpm),
      // The reference price is the index, which is not an average over minutes.
      avgPriceMins: 0,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: market.minNotional,
      applyMinToMarket: true,
      maxNotional: market.maxNotional,
      applyMaxToMarket: true,
      avgPriceMins: 0,
    },
    { filterType: 'ICEBERG_PARTS', limit: MAX_ICEBERG_PARTS },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: MIN_TRAILING_DELTA,
      maxTrailingAboveDelta: MAX_TRAILING_DELTA,
      minTrailingBelowDelta: MIN_TRAILING_DELTA,
      maxTrailingBelowDelta: MAX_TRAILING_DELTA,
    },
    ...accountFilters(market),
  ];
}

/** The filters of a market that count what an account has there. */
export function accountFilters(market: MarketView): object[] {
  return [
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: market.maxOpenOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: market.maxStopOrders },
  ];
}

const PPM_DIGITS = 6;

/** Parts per million as a decimal: 5000000 is "5". */
function share(ppm: number): string {
  return formatSafe(ppm, PPM_DIGITS);
}
