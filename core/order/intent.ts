import { parseSafe, SCALE } from '../num/decimal.ts';
import { wholeQuotient } from '../num/integer.ts';
import type { OrderTerms } from '../schema/registry.ts';
import { notional } from './cost.ts';
import { type BookRules, quantityText } from './market.ts';
import {
  DEFAULT_SLIPPAGE_PPM,
  hasLimit,
  isStop,
  MAX_SLIPPAGE_PPM,
  ORDER_TYPES,
  type OrderType,
  SELF_TRADE_DEFAULT,
  SELF_TRADE_MODES,
  type SelfTradeName,
  type SideName,
  Source,
  TIMES_IN_FORCE,
  Time,
  type TimeInForce,
  TRIGGER_DIRECTIONS,
  TRIGGER_SOURCES,
  type TriggerDirection,
  type TriggerSource,
  Type,
} from './order.ts';
import type { NotionalRefusal, PriceRefusal, QuantityRefusal, Refused } from './refusals.ts';
import { BUY, SELL, type Side } from './side.ts';
import { packTerms } from './terms.ts';
import { MAX_TRAILING_DELTA, MIN_TRAILING_DELTA } from './trailing.ts';

/**
 * An order as its sender writes it, numbers as decimal text. `readOrder` checks which fields belong
 * to which type.
 */
export interface PlaceOrder {
  readonly market: string;
  readonly side: SideName;
  readonly type: OrderType;
  readonly quantity?: string | undefined;
  readonly quoteAmount?: string | undefined;
  readonly limitPrice?: string | undefined;
  readonly triggerPrice?: string | undefined;
  /**
   * The direction in which the price must move to fire a stop; derived from the price if missing.
   */
  readonly triggerWhen?: TriggerDirection | undefined;
  /** The price that fires a stop; the last price if missing. */
  readonly triggerSource?: TriggerSource | undefined;
  /**
   * Of a stop: the distance in basis points at which its trigger follows the last price, from the
   * trigger price on if there is one.
   */
  readonly trailingDelta?: number | undefined;
  /** Of an order that rests: how much of it the book shows at a time. */
  readonly icebergQuantity?: string | undefined;
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly?: boolean | undefined;
  readonly selfTrade?: SelfTradeName | undefined;
  readonly clientOrderId?: string | undefined;
  readonly maxSlippagePpm?: number | undefined;
  /** Terms that only the product of the market knows. */
  readonly terms?: Partial<OrderTerms> | undefined;
}

/**
 * An order in ticks and lots, checked against everything that does not depend on the state of the
 * market.
 */
export interface OrderIntent {
  readonly refusal?: undefined;
  readonly side: Side;
  readonly type: number;
  readonly timeInForce: number;
  readonly postOnly: boolean;
  readonly selfTrade: number;
  /** Lots, or 0 for an order by amount. */
  readonly lots: number;
  /** Quote units to spend with fee (buy) or to receive before fee (sell), or 0. */
  readonly amount: number;
  /** Lots that an iceberg shows at a time; 0 for an order that shows all. */
  readonly iceberg: number;
  /** Ticks, or 0. */
  readonly limit: number;
  readonly trigger: number;
  /** Basis points of a trailing stop, or 0; its trigger is the price that activates it, or 0. */
  readonly trailing: number;
  /** A `Direction` (conditions.ts), or -1 where none was named. */
  readonly direction: number;
  /** A `Source` (order.ts). */
  readonly source: number;
  readonly slippagePpm: number;
  /** Packed terms of the product (terms.ts). */
  readonly terms: number;
  readonly clientOrderId: string;
}

/** The codes of an order's words: a map finds one in half the time of a list. */
const TYPE_CODES = codesOf(ORDER_TYPES);
const TIME_CODES = codesOf(TIMES_IN_FORCE);
const SELF_TRADE_CODES = codesOf(SELF_TRADE_MODES);
const DIRECTION_CODES = codesOf(TRIGGER_DIRECTIONS);
const SOURCE_CODES = codesOf(TRIGGER_SOURCES);

function codesOf(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, code) => [word, code]));
}

/** The code of a word that has been checked, or `usual` when the field is missing. */
function codeOf(codes: ReadonlyMap<string, number>, word: string | undefined, usual: number) {
  return word === undefined ? usual : (codes.get(word) ?? -1);
}

const SELF_TRADE_USUAL = SELF_TRADE_MODES.indexOf(SELF_TRADE_DEFAULT);
const CLIENT_ORDER_ID = /^[A-Za-z0-9.:/_-]{1,36}$/;

/** What can be wrong with an order whatever the state of the market. */
export type ReadOrderRefusal =
  | 'invalidOrder'
  | 'unsupportedTriggerSource'
  | QuantityRefusal
  | 'icebergParts'
  | PriceRefusal
  | 'trailingDelta'
  | 'invalidAmount'
  | NotionalRefusal
  | 'invalidClientOrderId';

/**
 * Reads an order: its shape, its numbers, the market's filters. Pure: the ticket in the browser
 * calls it too.
 */
export function readOrder(
  market: BookRules,
  order: PlaceOrder,
): OrderIntent | Refused<ReadOrderRefusal> {
  const type = TYPE_CODES.get(order.type) ?? -1;
  const shape = refuseShape(order, type);
  if (shape !== null) return shape;
  const terms = order.terms === undefined ? 0 : packTerms(market.features.terms, order.terms);
  if (typeof terms !== 'number') return terms;
  const { triggerSource } = order;
  if (triggerSource !== undefined && !market.features.triggerSources.includes(triggerSource)) {
    return { refusal: 'unsupportedTriggerSource' };
  }
  const lots =
    order.quantity === undefined ? 0 : readQuantity(market, order.quantity, !hasLimit(type));
  if (typeof lots !== 'number') return lots;
  const iceberg = readIceberg(market, order.icebergQuantity, lots);
  if (typeof iceberg !== 'number') return iceberg;
  const limit = order.limitPrice === undefined ? 0 : readPrice(market, order.limitPrice);
  if (typeof limit !== 'number') return limit;
  const trigger = order.triggerPrice === undefined ? 0 : readPrice(market, order.triggerPrice);
  if (typeof trigger !== 'number') return trigger;
  const { trailingDelta = 0 } = order;
  const tooFar = refuseDistance(trailingDelta);
  if (tooFar !== null) return tooFar;
  const amount = order.quoteAmount === undefined ? 0 : readAmount(market, order.quoteAmount);
  if (typeof amount !== 'number') return amount;
  const bounded = refuseNotional(market, lots, limit === 0 ? trigger : limit);
  if (bounded !== null) return bounded;
  const clientOrderId = readName(order.clientOrderId);
  if (typeof clientOrderId !== 'string') return clientOrderId;
  return {
    side: order.side === 'buy' ? BUY : SELL,
    type,
    timeInForce: codeOf(TIME_CODES, order.timeInForce, hasLimit(type) ? Time.gtc : Time.ioc),
    postOnly: order.postOnly ?? false,
    selfTrade: codeOf(SELF_TRADE_CODES, order.selfTrade, SELF_TRADE_USUAL),
    lots,
    amount,
    iceberg,
    limit,
    trigger,
    trailing: trailingDelta,
    direction: codeOf(DIRECTION_CODES, order.triggerWhen, -1),
    source: codeOf(SOURCE_CODES, triggerSource, Source.last),
    slippagePpm: order.maxSlippagePpm ?? DEFAULT_SLIPPAGE_PPM,
    terms,
    clientOrderId,
  };
}

/** Refuses fields that do not belong to the order's type, or a type without its fields. */
function refuseShape(order: PlaceOrder, type: number): Refused<'invalidOrder'> | null {
  const { timeInForce, selfTrade, maxSlippagePpm } = order;
  if (type < 0) return wrong('type');
  if (order.side !== 'buy' && order.side !== 'sell') return wrong('side');
  if (timeInForce !== undefined && !TIME_CODES.has(timeInForce)) return wrong('timeInForce');
  if (selfTrade !== undefined && !SELF_TRADE_CODES.has(selfTrade)) return wrong('selfTrade');
  const limited = hasLimit(type);
  const stop = isStop(type);
  if (limited !== (order.limitPrice !== undefined)) return wrong('limitPrice');
  const { trailingDelta } = order;
  if (
    trailingDelta !== undefined &&
    !(stop && Number.isInteger(trailingDelta) && trailingDelta !== 0)
  ) {
    return wrong('trailingDelta');
  }
  const mayTrigger = order.triggerPrice !== undefined;
  if (stop !== mayTrigger && trailingDelta === undefined) return wrong('triggerPrice');
  if (order.triggerWhen !== undefined && !(stop && DIRECTION_CODES.has(order.triggerWhen))) {
    return wrong('triggerWhen');
  }
  if (order.triggerSource !== undefined && !(stop && SOURCE_CODES.has(order.triggerSource))) {
    return wrong('triggerSource');
  }
  // A trailing stop follows trades.
  if (trailingDelta !== undefined && (order.triggerSource ?? 'last') !== 'last') {
    return wrong('triggerSource');
  }
  const byAmount = order.quoteAmount !== undefined;
  if (byAmount && (limited || (stop && order.side === 'sell'))) return wrong('quoteAmount');
  if (byAmount === (order.quantity !== undefined)) return wrong('quantity');
  if (!limited && timeInForce !== undefined && timeInForce !== 'ioc') return wrong('timeInForce');
  if (stop && timeInForce === 'fok') return wrong('timeInForce');
  if (order.postOnly !== undefined && typeof order.postOnly !== 'boolean') return wrong('postOnly');
  if (order.postOnly === true && (type !== Type.limit || (timeInForce ?? 'gtc') !== 'gtc')) {
    return wrong('postOnly');
  }
  const mayHide = limited && (timeInForce ?? 'gtc') === 'gtc';
  if (order.icebergQuantity !== undefined && !mayHide) return wrong('icebergQuantity');
  if (maxSlippagePpm !== undefined) {
    const inRange = Number.isInteger(maxSlippagePpm) && maxSlippagePpm > 0;
    if (limited || !inRange || maxSlippagePpm > MAX_SLIPPAGE_PPM) return wrong('maxSlippagePpm');
  }
  return null;
}

function wrong(field: string): Refused<'invalidOrder'> {
  return { refusal: 'invalidOrder', detail: { field } };
}

/** A client order id, or "" for none. */
export function readName(name: string | undefined): string | Refused<'invalidClientOrderId'> {
  const text = name ?? '';
  const isName = typeof text === 'string' && (text === '' || CLIENT_ORDER_ID.test(text));
  return isName ? text : { refusal: 'invalidClientOrderId' };
}

/** Lots of a quantity within LOT_SIZE, or for an order at market within MARKET_LOT_SIZE. */
export function readQuantity(
  market: BookRules,
  text: string,
  atMarket = false,
): number | Refused<QuantityRefusal> {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidQuantity' };
  const lots = wholeQuotient(units, market.basePerLot);
  if (atMarket) return readMarketLots(market, lots);
  if (lots < 0) return { refusal: 'stepSize' };
  if (lots < market.minLots) return { refusal: 'minQuantity' };
  if (lots > market.maxLots) return { refusal: 'maxQuantity' };
  return lots;
}

/** Lots that an iceberg shows at a time, within LOT_SIZE and ICEBERG_PARTS; 0 for no iceberg. */
function readIceberg(
  market: BookRules,
  text: string | undefined,
  lots: number,
): number | Refused<QuantityRefusal | 'icebergParts'> {
  if (text === undefined) return 0;
  const iceberg = readQuantity(market, text);
  if (typeof iceberg !== 'number') return iceberg;
  return refuseParts(lots, iceberg) ?? iceberg;
}

/** ICEBERG_PARTS: an iceberg shows no more than all of it, in no more parts than this. */
export const MAX_ICEBERG_PARTS = 10;

export function refuseParts(lots: number, iceberg: number): Refused<'icebergParts'> | null {
  if (iceberg <= lots && iceberg * MAX_ICEBERG_PARTS >= lots) return null;
  return { refusal: 'icebergParts', detail: { limit: String(MAX_ICEBERG_PARTS) } };
}

/** `lots` is -1 for a quantity that is not in whole lots, and then not in whole steps either. */
function readMarketLots(market: BookRules, lots: number): number | Refused<QuantityRefusal> {
  const { marketStepLots } = market;
  if (wholeQuotient(lots, marketStepLots) < 0) {
    return { refusal: 'stepSize', detail: { step: quantityText(market, marketStepLots) } };
  }
  return refuseMarketLots(market, lots) ?? lots;
}

/**
 * The bounds of MARKET_LOT_SIZE, which hold for the lots of an order by amount as well. The step
 * does not apply: nobody chose that quantity, and it is a whole number of lots.
 */
export function refuseMarketLots(
  market: BookRules,
  lots: number,
): Refused<'minQuantity' | 'maxQuantity'> | null {
  const { marketMinLots, marketMaxLots } = market;
  if (lots < marketMinLots) {
    return { refusal: 'minQuantity', detail: { min: quantityText(market, marketMinLots) } };
  }
  if (lots > marketMaxLots) {
    return { refusal: 'maxQuantity', detail: { max: quantityText(market, marketMaxLots) } };
  }
  return null;
}

/** Ticks of a price within PRICE_FILTER. */
export function readPrice(market: BookRules, text: string): number | Refused<PriceRefusal> {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidPrice' };
  const ticks = wholeQuotient(units, market.quotePerTick);
  if (ticks < 0) return { refusal: 'tickSize' };
  return ticks > market.maxTicks ? { refusal: 'maxPrice' } : ticks;
}

function readAmount(
  market: BookRules,
  text: string,
): number | Refused<'invalidAmount' | NotionalRefusal> {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidAmount' };
  if (units < market.minNotional) return { refusal: 'minNotional' };
  return units > market.maxNotional ? { refusal: 'maxNotional' } : units;
}

/** NOTIONAL for an order whose price is known: min <= price x quantity <= max. */
export function refuseNotional(
  market: BookRules,
  lots: number,
  ticks: number,
): Refused<NotionalRefusal> | null {
  if (lots === 0 || ticks === 0) return null;
  // Lots and ticks are bounded, their product is not: it may leave the safe range, but is then far
  // above the maximum, so the comparison is right although the product is not exact.
  const value = notional(market, ticks, lots);
  if (value < market.minNotional) return { refusal: 'minNotional' };
  return value > market.maxNotional ? { refusal: 'maxNotional' } : null;
}

/** TRAILING_DELTA; 0 is no trailing stop. */
function refuseDistance(basisPoints: number): Refused<'trailingDelta'> | null {
  const isWithin = basisPoints >= MIN_TRAILING_DELTA && basisPoints <= MAX_TRAILING_DELTA;
  if (basisPoints === 0 || isWithin) return null;
  const detail = { min: String(MIN_TRAILING_DELTA), max: String(MAX_TRAILING_DELTA) };
  return { refusal: 'trailingDelta', detail };
}

function readUnits(text: string): number {
  return Math.max(0, parseSafe(text, SCALE));
}
