import { MAX_FEE_PPM, type MarketListing, type WholeListing } from '@assay/core/order/market';
import { defineCalls } from '@assay/core/schema/call';
import {
  assetSymbol,
  integer,
  marketSymbol,
  positiveDecimal,
  text,
  truth,
} from '@assay/core/schema/fields';
import type {} from '@assay/core/schema/registry';
import { SYMBOL_CLASSES } from '@assay/modules/feeds/rules';
import { sessionView } from '@assay/modules/feeds/schema';
import { z } from 'zod';

/** Letters of the proper name of an asset. */
export const ASSET_NAME_MAX = 60;

export const MARKET_STATUSES = ['trading', 'halted'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/**
 * Where a market is in its life: listed, so that everybody sees it and its index is recorded, but
 * not open yet; open; ended for good, with its history.
 */
export const MARKET_STAGES = ['preOpen', 'open', 'delisted'] as const;
export type MarketStage = (typeof MARKET_STAGES)[number];

/** The part of a market that moves. Decimal text; "" where there is none yet. */
const moving = {
  market: z.string(),
  /** Price of the last trade on our book; before the first one the index. */
  last: z.string(),
  /** When the last trade was made; 0 before the first. */
  lastAt: z.int(),
  open24h: z.string(),
  high24h: z.string(),
  low24h: z.string(),
  /**
   * From the open to the close of the last 24 hours in percent of the open, with two decimals and a
   * sign only below zero: "-1.25". The close is the index's where that is newer than the trades.
   */
  change24h: z.string(),
  /** Traded on our book in the last 24 hours, in base and quote. */
  volume24h: z.string(),
  quoteVolume24h: z.string(),
  /** What the sources of the index report of other venues for that time, in base. */
  referenceVolume24h: z.string(),
  bid: z.string(),
  ask: z.string(),
  /** Price of the index that the market follows. */
  index: z.string(),
  /** When the index was recorded; 0 before the first. */
  indexAt: z.int(),
};

export const tickerView = z.strictObject(moving);
export type TickerView = z.infer<typeof tickerView>;

/** Snapshot (all markets) and delta (those that changed) of the channel `tickers`. */
export interface TickersData {
  readonly tickers: readonly TickerView[];
}

const still = {
  /** What is traded here; `spot` for the asset itself. */
  product: z.string(),
  /** The index that the market follows, as getTickLog and getFeedStatus name it. */
  indexName: z.string(),
  base: z.string(),
  quote: z.string(),
  /** Name of the base asset: "Bitcoin". */
  name: z.string(),
  status: z.enum(['trading', 'halted']),
  /** Orders are taken while it is open and trading. */
  stage: z.enum(MARKET_STAGES),
  /** What kind of thing its index prices. */
  class: z.enum(SYMBOL_CLASSES),
  /** Outside of the session of its index a market is closed: nothing fills, the price stands. */
  session: sessionView,
  /** What it opens or ends at; null while nothing is announced. */
  nextStage: z.strictObject({ stage: z.enum(MARKET_STAGES), at: z.int() }).nullable(),
  tickSize: z.string(),
  stepSize: z.string(),
  maxPrice: z.string(),
  minQuantity: z.string(),
  maxQuantity: z.string(),
  /** Filters of market orders: step, minimum, maximum. */
  marketStepSize: z.string(),
  marketMinQuantity: z.string(),
  marketMaxQuantity: z.string(),
  minNotional: z.string(),
  maxNotional: z.string(),
  /** A limit to buy or to sell is between these shares of the reference price, in ppm of it. */
  bidMultiplierUpPpm: z.int(),
  bidMultiplierDownPpm: z.int(),
  askMultiplierUpPpm: z.int(),
  askMultiplierDownPpm: z.int(),
  /** An order that may trade this much worse than the mark price deserves a warning, in ppm. */
  priceWarningPpm: z.int(),
  /** Limits per person in this market: resting orders, waiting stops. */
  maxOpenOrders: z.int(),
  maxStopOrders: z.int(),
  priceDecimals: z.int(),
  quantityDecimals: z.int(),
  makerFeePpm: z.int(),
  takerFeePpm: z.int(),
  /** Where the index comes from; what is simulated must be labelled so wherever it is shown. */
  source: z.enum(['live', 'replay', 'simulated']),
  simulated: z.boolean(),
  /** The line of the last 24 hours: the open, then the close of each hour, oldest first. */
  spark: z.array(z.string()),
};

export const marketView = z.strictObject({ ...moving, ...still });
export type MarketView = z.infer<typeof marketView>;

const market = marketSymbol;

const assetName = text(1, ASSET_NAME_MAX);

const INDEX_MAX = 64;
/** Of the terms of a product: how many there may be, and how long a name and a value. */
const TERMS_MAX = 40;
const TERM_MAX = 40;
const TERM_VALUE_MAX = 600;

/** What is traded on an index that is there; what its terms mean and may be is the product's. */
const onIndex = z.strictObject({
  symbol: market,
  index: text(1, INDEX_MAX),
  terms: z
    .record(z.string().max(TERM_MAX), z.union([z.string().max(TERM_VALUE_MAX), z.int()]))
    .refine((terms) => Object.keys(terms).length <= TERMS_MAX, 'tooMany'),
});
export type ListedOnIndex = z.output<typeof onIndex>;

/**
 * The body of the command by which two people list an asset, a market, a contract or a market of
 * options.
 */
export const publishListing = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('asset'),
    asset: z.strictObject({ symbol: assetSymbol, name: assetName }),
  }),
  z.strictObject({
    kind: z.literal('market'),
    /** Of spot, following the index of its pair; what is not here is as in every listing. */
    market: z.strictObject({
      symbol: market,
      base: assetSymbol,
      quote: assetSymbol,
      tickSize: positiveDecimal,
      stepSize: positiveDecimal,
      maxPrice: positiveDecimal,
      minQuantity: positiveDecimal,
      maxQuantity: positiveDecimal,
      minNotional: positiveDecimal,
      maxNotional: positiveDecimal,
      makerFeePpm: integer(0, MAX_FEE_PPM),
      takerFeePpm: integer(0, MAX_FEE_PPM),
    }),
  }),
  z.strictObject({ kind: z.literal('contract'), contract: onIndex }),
  z.strictObject({ kind: z.literal('option'), option: onIndex }),
]);
/** A listing as staff publish it. */
export type PublishedListing = z.output<typeof publishListing>;

const listingView = z.strictObject({
  listingId: z.int(),
  listed: publishListing,
  reason: z.string(),
  publishedAt: z.int(),
});
export type ListingView = z.infer<typeof listingView>;

export const calls = defineCalls({
  getListings: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Assets, markets, contracts and options listed since it began, the latest first.',
    input: z.strictObject({}),
    output: z.strictObject({ listings: z.array(listingView) }),
    refusals: [],
  },
  getmarketList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'All markets with their rules and their figures of the last 24 hours.',
    input: z.strictObject({}),
    output: z.strictObject({ markets: z.array(marketView) }),
    refusals: [],
  },
  getCurrencyAll: {
    method: 'GET',
    auth: 'visitor',
    summary: 'All assets by name, and the markets that each is traded in.',
    input: z.strictObject({}),
    output: z.strictObject({
      assets: z.array(
        z.strictObject({ asset: z.string(), name: z.string(), markets: z.array(z.string()) }),
      ),
    }),
    refusals: [],
  },
  getCurrencyMessage: {
    method: 'GET',
    auth: 'visitor',
    summary: 'One market, and where the text about its coin is found.',
    input: z.strictObject({ market }),
    output: z.strictObject({
      ...moving,
      ...still,
      /** `aboutKey`: what `getText` shows about the coin, where something is written. */
      profile: z.strictObject({ asset: z.string(), name: z.string(), aboutKey: z.string() }),
    }),
    refusals: ['unknownMarket'],
  },
  addCollectCurrenct: {
    method: 'POST',
    auth: 'user',
    summary: 'Makes a market a favourite or no longer one; without `on` the other of the two.',
    input: z.strictObject({ market, on: truth.optional() }),
    output: z.strictObject({ market: z.string(), on: z.boolean() }),
    refusals: ['unknownMarket', 'tooManyFavourites'],
  },
  getFavourites: {
    method: 'GET',
    auth: 'user',
    summary: 'The favourite markets of this person, in the order in which they were chosen.',
    input: z.strictObject({}),
    output: z.strictObject({ markets: z.array(z.string()) }),
    refusals: [],
  },
});

/** An asset can be owned from here on. */
export interface AssetListed {
  readonly type: 'assetListed';
  readonly asset: string;
  readonly name: string;
}

export interface MarketListed {
  readonly type: 'marketListed';
  readonly market: string;
}

export interface MarketStatusChanged {
  readonly type: 'marketStatusChanged';
  readonly market: string;
  readonly status: MarketStatus;
}

export interface MarketStageChanged {
  readonly type: 'marketStageChanged';
  readonly market: string;
  readonly stage: MarketStage;
}

export interface ListAsset {
  readonly symbol: string;
  readonly name: string;
}

/** A listing that opens later says so; any other is open at once. */
export interface ListMarket extends MarketListing {
  readonly stage?: 'preOpen';
}

/** Opens a market, or ends it for good: its open orders are then ended by the engine. */
export interface SetMarketStage {
  readonly market: string;
  readonly stage: Exclude<MarketStage, 'preOpen'>;
}

/** What a published change of fees does at the moment at which it takes effect. */
export interface SetMarketFees {
  readonly market: string;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** The numbers by which a market decides whether it takes an order, of those that may change. */
export type MarketLimits = Pick<
  WholeListing,
  | 'minNotional'
  | 'priceWarningPpm'
  | 'bidMultiplierUpPpm'
  | 'bidMultiplierDownPpm'
  | 'askMultiplierUpPpm'
  | 'askMultiplierDownPpm'
>;

/** As SetMarketFees, of all limits that may change: those that stay are named too. */
export interface SetMarketLimits extends MarketLimits {
  readonly market: string;
}

export interface SetMarketStatus {
  readonly market: string;
  readonly status: MarketStatus;
}

/** Why a command is refused, in the order in which the reasons are checked. */
export const LIST_ASSET_REFUSALS = [
  'notAllowed',
  'badSymbol',
  'badName',
  'alreadyListed',
  'tooMany',
] as const;
export const LIST_MARKET_REFUSALS = [
  'notAllowed',
  'unknownProduct',
  'badSymbol',
  'wrongSuffix',
  'unknownAsset',
  'alreadyListed',
  'badListing',
  'tooMany',
] as const;
export const SET_MARKET_STATUS_REFUSALS = ['notAllowed', 'badStatus', 'unknownMarket'] as const;
export const SET_MARKET_STAGE_REFUSALS = [
  'notAllowed',
  'badStage',
  'unknownMarket',
  'alreadyDelisted',
] as const;
export const SET_MARKET_FEES_REFUSALS = ['notAllowed', 'invalidFee', 'unknownMarket'] as const;
export const SET_MARKET_LIMITS_REFUSALS = ['notAllowed', 'unknownMarket', 'invalidLimit'] as const;

declare module '@assay/core/schema/registry' {
  interface Facts {
    assetListed: AssetListed;
    marketListed: MarketListed;
    marketStatusChanged: MarketStatusChanged;
    marketStageChanged: MarketStageChanged;
  }
  interface Commands {
    listAsset: {
      body: ListAsset;
      outcome: { readonly id: number };
      refusal: (typeof LIST_ASSET_REFUSALS)[number];
    };
    listMarket: {
      body: ListMarket;
      outcome: { readonly id: number };
      refusal: (typeof LIST_MARKET_REFUSALS)[number];
    };
    setMarketStatus: {
      body: SetMarketStatus;
      outcome: SetMarketStatus;
      refusal: (typeof SET_MARKET_STATUS_REFUSALS)[number];
    };
    setMarketStage: {
      body: SetMarketStage;
      outcome: SetMarketStage;
      refusal: (typeof SET_MARKET_STAGE_REFUSALS)[number];
    };
    setMarketFees: {
      body: SetMarketFees;
      outcome: SetMarketFees;
      refusal: (typeof SET_MARKET_FEES_REFUSALS)[number];
    };
    setMarketLimits: {
      body: SetMarketLimits;
      outcome: SetMarketLimits;
      refusal: (typeof SET_MARKET_LIMITS_REFUSALS)[number];
    };
  }
}
