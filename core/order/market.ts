import { formatSafe, parseDecimal, SCALE } from '../num/decimal.ts';
import type { TriggerSource } from './order.ts';
import type { TermKinds } from './terms.ts';

/** What the listing of markets needs to know of a product that is traded on a book. */
export interface Product {
  readonly name: string;
  /** How the symbols of its markets end: "" for spot, "-PERP" for perpetuals. */
  readonly suffix: string;
  /** Whether a trade moves the base, which then is a listed asset; else the base is a name only. */
  readonly ownsBase: boolean;
  /** The first field of a listing that this product does not accept, although other products do. */
  readonly refuses?: (rules: BookRules) => keyof MarketListing | null;
  /** What its orders may have in addition to those of every product; by default as spot. */
  readonly features?: OrderFeatures;
}

/** What the orders of a product may have that the orders of others may not. */
export interface OrderFeatures {
  /** The prices that fire stops. */
  readonly triggerSources: readonly TriggerSource[];
  /** Terms that only this product knows. */
  readonly terms: TermKinds;
}

/** The product of a listing that names none: spot had markets before there were other products. */
export const SPOT = {
  name: 'spot',
  suffix: '',
  ownsBase: true,
  // Who trades spot knows its own prices: the index alone would fire stops where nobody trades.
  features: { triggerSources: ['last', 'mark'], terms: {} },
} as const satisfies Product;

/**
 * The numbers that every market on a book has, in the units that the book and the ledger work with.
 * A price is a count of ticks, a quantity a count of lots, a notional a count of quote units
 * (1e-8).
 */
export interface BookRules {
  readonly id: number;
  /** Unique in a realm over all products. */
  readonly symbol: string;
  readonly product: string;
  readonly features: OrderFeatures;
  /** Name of the index that the market follows; several markets may follow one. */
  readonly index: string;
  /** The name of what is traded: a listed asset where the product delivers it. */
  readonly base: string;
  /** The asset that prices and notionals count in. */
  readonly quoteAsset: number;
  /** Quote units per tick and base units per lot. */
  readonly quotePerTick: number;
  readonly basePerLot: number;
  /** Quote units in one tick x lot: whole by construction, so a notional is never rounded. */
  readonly quotePerTickLot: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly maxTicks: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** MARKET_LOT_SIZE, the filter of orders at market, in lots; never wider than the above. */
  readonly marketStepLots: number;
  readonly marketMinLots: number;
  readonly marketMaxLots: number;
  readonly minNotional: number;
  readonly maxNotional: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** A limit price of a side lies between these shares of the reference price, both included. */
  readonly bidUpPpm: number;
  readonly bidDownPpm: number;
  readonly askUpPpm: number;
  readonly askDownPpm: number;
  /** An order that may trade this much worse than the mark price is asked about by our tickets. */
  readonly priceWarningPpm: number;
  /** How many orders of a user may be open, stops included, and how many of them stops. */
  readonly maxOpenOrders: number;
  readonly maxStopOrders: number;
}

/** What a product adds whose trades move the base itself. */
export interface SpotRules extends BookRules {
  readonly baseAsset: number;
}

/** The rules of a product's markets. */
export type RulesOf<P extends Product> = P['ownsBase'] extends true ? SpotRules : BookRules;

/** A market as an operator lists it, in decimal text; checked by `marketRules`. */
export interface MarketListing {
  readonly symbol: string;
  /** Spot when not listed. */
  readonly product?: string;
  /** `<base>-<quote>` when not listed. */
  readonly index?: string;
  readonly base: string;
  readonly quote: string;
  readonly tickSize: string;
  readonly stepSize: string;
  readonly maxPrice: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  readonly minNotional: string;
  readonly maxNotional: string;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** MARKET_LOT_SIZE; by default as LOT_SIZE, in whole steps. */
  readonly marketStepSize?: string;
  readonly marketMinQuantity?: string;
  readonly marketMaxQuantity?: string;
  /** PERCENT_PRICE_BY_SIDE in ppm of the reference price; by default a fifth to five times it. */
  readonly bidMultiplierUpPpm?: number;
  readonly bidMultiplierDownPpm?: number;
  readonly askMultiplierUpPpm?: number;
  readonly askMultiplierDownPpm?: number;
  /** How far from the mark price an order is asked about; 5 % by default. No rule refuses it. */
  readonly priceWarningPpm?: number;
}

/** A listing with every filter spelled out: a default that changes later changes no market. */
export type WholeListing = Required<MarketListing>;

/** Highest fee that a listing may carry: 1 %. */
export const MAX_FEE_PPM = 10_000;

const MULTIPLIER_UP_PPM = 5_000_000;
const MULTIPLIER_DOWN_PPM = 200_000;
/** A band contains the reference price; a bound beyond a hundred times it would have no effect. */
const ONE_PPM = 1_000_000;
const MAX_MULTIPLIER_PPM = 100_000_000;
const PRICE_WARNING_PPM = 50_000;
const MAX_OPEN_ORDERS = 200;
const MAX_STOP_ORDERS = 25;

/** The symbol of a market: letters and digits, then the suffix of its product where it has one. */
export const MARKET_SYMBOL = /^[A-Z0-9]{2,24}(-[A-Z]{2,8})?$/;
/** The name of an index: the asset that it prices, and the asset of its price. */
export const INDEX_NAME = /^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/;

/** The index of a pair. */
export function indexName(base: string, quote: string): string {
  return `${base}-${quote}`;
}

/**
 * Turns a listing into rules, or names what is wrong with it. `ids` are assigned by the engine; ids
 * that a product needs besides those of every market are in the result too. `features` are the
 * product's. tickSize x stepSize must be a whole number of quote units, and no order that the
 * filters accept may leave the safe integers (reference: ticks x lots x quotePerTickLot plus its
 * fee <= 2^53 - 1).
 */
export function marketRules<Ids extends Pick<BookRules, 'id' | 'quoteAsset'>>(
  listing: MarketListing,
  ids: Ids,
  features: OrderFeatures = SPOT.features,
): (BookRules & Ids) | string {
  const unit = (text: string) => parseDecimal(text, SCALE);
  const tick = unit(listing.tickSize);
  const step = unit(listing.stepSize);
  if (tick === null || tick === 0n) return 'tickSize';
  if (step === null || step === 0n) return 'stepSize';
  const one = 10n ** BigInt(SCALE);
  if ((tick * step) % one !== 0n) return 'tickTimesStep';
  const inTicks = (text: string) => wholePart(unit(text), tick);
  const inLots = (text: string) => wholePart(unit(text), step);
  const numbers = {
    quotePerTick: safe(tick),
    basePerLot: safe(step),
    quotePerTickLot: safe((tick * step) / one),
    maxTicks: inTicks(listing.maxPrice),
    minLots: inLots(listing.minQuantity),
    maxLots: inLots(listing.maxQuantity),
    minNotional: safe(unit(listing.minNotional)),
    maxNotional: safe(unit(listing.maxNotional)),
  };
  for (const [name, value] of Object.entries(numbers)) if (value <= 0) return name;
  const { maxLots, basePerLot, maxTicks, quotePerTick, maxNotional } = numbers;
  // Twice: a protection price is up to half above the price that it is derived from.
  if (!Number.isSafeInteger(maxTicks * quotePerTick * 2)) return 'maxPrice';
  if (!Number.isSafeInteger(maxLots * basePerLot)) return 'maxQuantity';
  if (!Number.isSafeInteger(maxNotional * 2)) return 'maxNotional';
  if (numbers.minLots > maxLots || numbers.minNotional > maxNotional) return 'minAboveMax';
  for (const fee of [listing.makerFeePpm, listing.takerFeePpm]) {
    if (!Number.isInteger(fee) || fee < 0 || fee > MAX_FEE_PPM) return 'fee';
  }
  const atMarket = marketLots(listing, inLots, numbers);
  if (typeof atMarket === 'string') return atMarket;
  const bands = priceBands(listing);
  if (bands === null) return 'multiplier';
  const priceWarningPpm = listing.priceWarningPpm ?? PRICE_WARNING_PPM;
  const isShare = priceWarningPpm > 0 && priceWarningPpm <= ONE_PPM;
  if (!Number.isInteger(priceWarningPpm) || !isShare) return 'priceWarning';
  const index = listing.index ?? indexName(listing.base, listing.quote);
  if (typeof index !== 'string' || !INDEX_NAME.test(index)) return 'index';
  return {
    ...ids,
    symbol: listing.symbol,
    product: listing.product ?? SPOT.name,
    features,
    index,
    base: listing.base,
    ...numbers,
    ...atMarket,
    ...bands,
    priceWarningPpm,
    priceDecimals: decimals(tick),
    quantityDecimals: decimals(step),
    makerFeePpm: listing.makerFeePpm,
    takerFeePpm: listing.takerFeePpm,
    maxOpenOrders: MAX_OPEN_ORDERS,
    maxStopOrders: MAX_STOP_ORDERS,
  };
}

/** MARKET_LOT_SIZE, which only narrows LOT_SIZE; or the first number that cannot be. */
function marketLots(
  listing: MarketListing,
  inLots: (text: string) => number,
  { minLots, maxLots }: Pick<BookRules, 'minLots' | 'maxLots'>,
): Pick<BookRules, 'marketStepLots' | 'marketMinLots' | 'marketMaxLots'> | string {
  const { marketStepSize: step, marketMinQuantity: least, marketMaxQuantity: most } = listing;
  const marketStepLots = step === undefined ? 1 : inLots(step);
  if (marketStepLots === 0) return 'marketStepLots';
  const inSteps = (lots: number) => lots % marketStepLots === 0;
  const marketMinLots =
    least === undefined ? Math.ceil(minLots / marketStepLots) * marketStepLots : inLots(least);
  if (marketMinLots < minLots || !inSteps(marketMinLots)) return 'marketMinLots';
  const marketMaxLots =
    most === undefined ? Math.floor(maxLots / marketStepLots) * marketStepLots : inLots(most);
  if (marketMaxLots > maxLots || !inSteps(marketMaxLots)) return 'marketMaxLots';
  if (marketMinLots > marketMaxLots) return 'minAboveMax';
  return { marketStepLots, marketMinLots, marketMaxLots };
}

/** PERCENT_PRICE_BY_SIDE, or null when a number of it cannot be. */
function priceBands(
  listing: MarketListing,
): Pick<BookRules, 'bidUpPpm' | 'bidDownPpm' | 'askUpPpm' | 'askDownPpm'> | null {
  const bands = {
    bidUpPpm: listing.bidMultiplierUpPpm ?? MULTIPLIER_UP_PPM,
    bidDownPpm: listing.bidMultiplierDownPpm ?? MULTIPLIER_DOWN_PPM,
    askUpPpm: listing.askMultiplierUpPpm ?? MULTIPLIER_UP_PPM,
    askDownPpm: listing.askMultiplierDownPpm ?? MULTIPLIER_DOWN_PPM,
  };
  const within = (ppm: number, least: number, most: number) =>
    Number.isInteger(ppm) && ppm >= least && ppm <= most;
  const ups = [bands.bidUpPpm, bands.askUpPpm];
  const downs = [bands.bidDownPpm, bands.askDownPpm];
  const right =
    ups.every((ppm) => within(ppm, ONE_PPM, MAX_MULTIPLIER_PPM)) &&
    downs.every((ppm) => within(ppm, 0, ONE_PPM));
  return right ? bands : null;
}

/** Price text of a count of ticks, and quantity text of a count of lots. */
export function priceText(market: Pick<BookRules, 'quotePerTick'>, ticks: number): string {
  return formatSafe(ticks * market.quotePerTick, SCALE);
}

export function quantityText(market: Pick<BookRules, 'basePerLot'>, lots: number): string {
  return formatSafe(lots * market.basePerLot, SCALE);
}

function wholePart(units: bigint | null, size: bigint): number {
  return units === null || units % size !== 0n ? 0 : safe(units / size);
}

function safe(value: bigint | null): number {
  return value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(value);
}

function decimals(size: bigint): number {
  const text = formatSafe(Number(size), SCALE);
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}
