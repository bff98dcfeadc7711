import { parseSafe, SCALE } from '@assay/core/num/decimal';
import { chargePpm, ppmCeil, ppmFloor, wholeQuotient } from '@assay/core/num/integer';
import { notional, notionalWithin, protectionPrice } from '@assay/core/order/cost';
import { type MarketRules, quantityText } from '@assay/core/order/market';
import {
  DEFAULT_SLIPPAGE_PPM,
  MAX_SLIPPAGE_PPM,
  ORDER_TYPES,
  type OrderType,
  SELF_TRADE_MODES,
  type SelfTradeName,
  type SideName,
  TIMES_IN_FORCE,
  type TimeInForce,
} from '@assay/core/order/order';
import { BUY, SELL, type Side } from '@assay/core/order/side';

export type { PlaceOco } from './rules/oco.ts';

export const TRIGGER_WHEN = ['falls', 'rises'] as const;
export type TriggerWhen = (typeof TRIGGER_WHEN)[number];

/**
 * What somebody asks for. Decimal text; which fields belong to which type is checked by readOrder.
 */
export interface PlaceOrder {
  readonly market: string;
  readonly side: SideName;
  readonly type: OrderType;
  readonly quantity?: string | undefined;
  readonly quoteAmount?: string | undefined;
  readonly limitPrice?: string | undefined;
  readonly triggerPrice?: string | undefined;
  /** Which way the price must go to fire a stop; without it, from where it is now. */
  readonly triggerWhen?: TriggerWhen | undefined;
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly?: boolean | undefined;
  readonly selfTrade?: SelfTradeName | undefined;
  readonly clientOrderId?: string | undefined;
  readonly maxSlippagePpm?: number | undefined;
}

/**
 * Every reason to refuse a command of this module, in the order in which they are looked at. A
 * market order is measured once more when its price is known: minQuantity, maxQuantity,
 * minNotional and maxNotional can then follow noLiquidity.
 */
export const SPOT_REFUSALS = [
  'unknownMarket',
  'unknownOrder',
  'partOfOco',
  'marketHalted',
  'invalidOrder',
  'invalidQuantity',
  'stepSize',
  'minQuantity',
  'maxQuantity',
  'invalidPrice',
  'tickSize',
  'maxPrice',
  'nothingToChange',
  'invalidAmount',
  'minNotional',
  'maxNotional',
  'invalidClientOrderId',
  'clientOrderIdInUse',
  'tooManyOrders',
  'percentPrice',
  'noReferencePrice',
  'triggersAtOnce',
  'noLiquidity',
  'wouldTake',
  'ocoPrices',
  'insufficientBalance',
] as const;
export type SpotRefusal = (typeof SPOT_REFUSALS)[number];

/** A refusal with what the person needs to mend it: the limit that was missed, as text. */
export interface Refused {
  readonly refusal: SpotRefusal;
  readonly detail?: Readonly<Record<string, string>>;
}

/** An order in ticks and lots, checked against everything that does not depend on the moment. */
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
  /** Ticks, or 0. */
  readonly limit: number;
  readonly trigger: number;
  /** Place in TRIGGER_WHEN, or -1 where it was not said. */
  readonly triggerWhen: number;
  readonly slippagePpm: number;
  readonly clientOrderId: string;
}

/** Words of an order and their numbers: a map finds one in half the time of a list. */
const TYPE_CODES = codesOf(ORDER_TYPES);
const TIME_CODES = codesOf(TIMES_IN_FORCE);
const SELF_TRADE_CODES = codesOf(SELF_TRADE_MODES);
const TRIGGER_CODES = codesOf(TRIGGER_WHEN);

function codesOf(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, code) => [word, code]));
}

/** The number of a word that was found to be one, or `usual` when there is none. */
function codeOf(codes: ReadonlyMap<string, number>, word: string | undefined, usual: number) {
  return word === undefined ? usual : (codes.get(word) ?? -1);
}

const EXPIRE_TAKER = SELF_TRADE_MODES.indexOf('expireTaker');
const IOC = TIMES_IN_FORCE.indexOf('ioc');
const GTC = TIMES_IN_FORCE.indexOf('gtc');
const FOK = TIMES_IN_FORCE.indexOf('fok');
const CLIENT_ORDER_ID = /^[A-Za-z0-9.:/_-]{1,36}$/;
const LIMIT = ORDER_TYPES.indexOf('limit');
const STOP_LIMIT = ORDER_TYPES.indexOf('stopLimit');

/** True for the types that rest at a price of their own. */
export function hasLimit(type: number): boolean {
  return type === LIMIT || type === STOP_LIMIT;
}

/** True for the types that wait for a trigger. */
export function isStop(type: number): boolean {
  return type >= STOP_LIMIT;
}

/**
 * Reads an order: its shape, its numbers, the market's filters. Pure: the ticket in the browser
 * calls it too.
 */
export function readOrder(market: MarketRules, order: PlaceOrder): OrderIntent | Refused {
  const type = TYPE_CODES.get(order.type) ?? -1;
  const shape = refuseShape(order, type);
  if (shape !== null) return shape;
  const lots =
    order.quantity === undefined ? 0 : readQuantity(market, order.quantity, !hasLimit(type));
  if (typeof lots !== 'number') return lots;
  const limit = order.limitPrice === undefined ? 0 : readPrice(market, order.limitPrice);
  if (typeof limit !== 'number') return limit;
  const trigger = order.triggerPrice === undefined ? 0 : readPrice(market, order.triggerPrice);
  if (typeof trigger !== 'number') return trigger;
  const amount = order.quoteAmount === undefined ? 0 : readAmount(market, order.quoteAmount);
  if (typeof amount !== 'number') return amount;
  const bounded = refuseNotional(market, lots, limit === 0 ? trigger : limit);
  if (bounded !== null) return bounded;
  const clientOrderId = readName(order.clientOrderId);
  if (typeof clientOrderId !== 'string') return clientOrderId;
  return {
    side: order.side === 'buy' ? BUY : SELL,
    type,
    timeInForce: codeOf(TIME_CODES, order.timeInForce, hasLimit(type) ? GTC : IOC),
    postOnly: order.postOnly ?? false,
    selfTrade: codeOf(SELF_TRADE_CODES, order.selfTrade, EXPIRE_TAKER),
    lots,
    amount,
    limit,
    trigger,
    triggerWhen: codeOf(TRIGGER_CODES, order.triggerWhen, -1),
    slippagePpm: order.maxSlippagePpm ?? DEFAULT_SLIPPAGE_PPM,
    clientOrderId,
  };
}

/** Which fields belong to which type of order. */
function refuseShape(order: PlaceOrder, type: number): Refused | null {
  const { timeInForce, selfTrade, maxSlippagePpm } = order;
  if (type < 0) return wrong('type');
  if (order.side !== 'buy' && order.side !== 'sell') return wrong('side');
  if (timeInForce !== undefined && !TIME_CODES.has(timeInForce)) return wrong('timeInForce');
  if (selfTrade !== undefined && !SELF_TRADE_CODES.has(selfTrade)) return wrong('selfTrade');
  const limited = hasLimit(type);
  const stop = isStop(type);
  if (limited !== (order.limitPrice !== undefined)) return wrong('limitPrice');
  if (stop !== (order.triggerPrice !== undefined)) return wrong('triggerPrice');
  if (order.triggerWhen !== undefined && !(stop && TRIGGER_CODES.has(order.triggerWhen))) {
    return wrong('triggerWhen');
  }
  const byAmount = order.quoteAmount !== undefined;
  if (byAmount && (limited || (stop && order.side === 'sell'))) return wrong('quoteAmount');
  if (byAmount === (order.quantity !== undefined)) return wrong('quantity');
  if (!limited && timeInForce !== undefined && timeInForce !== 'ioc') return wrong('timeInForce');
  if (stop && timeInForce === 'fok') return wrong('timeInForce');
  if (order.postOnly !== undefined && typeof order.postOnly !== 'boolean') return wrong('postOnly');
  if (order.postOnly === true && (type !== LIMIT || (timeInForce ?? 'gtc') !== 'gtc')) {
    return wrong('postOnly');
  }
  if (maxSlippagePpm !== undefined) {
    const inRange = Number.isInteger(maxSlippagePpm) && maxSlippagePpm > 0;
    if (limited || !inRange || maxSlippagePpm > MAX_SLIPPAGE_PPM) return wrong('maxSlippagePpm');
  }
  return null;
}

function wrong(field: string): Refused {
  return { refusal: 'invalidOrder', detail: { field } };
}

/** What its sender calls an order, or "" where nothing is said. */
export function readName(name: string | undefined): string | Refused {
  const text = name ?? '';
  const isName = typeof text === 'string' && (text === '' || CLIENT_ORDER_ID.test(text));
  return isName ? text : { refusal: 'invalidClientOrderId' };
}

/** Lots of a quantity within LOT_SIZE, or for an order at market within MARKET_LOT_SIZE. */
export function readQuantity(
  market: MarketRules,
  text: string,
  atMarket = false,
): number | Refused {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidQuantity' };
  const lots = wholeQuotient(units, market.basePerLot);
  if (atMarket) return readMarketLots(market, lots);
  if (lots < 0) return { refusal: 'stepSize' };
  if (lots < market.minLots) return { refusal: 'minQuantity' };
  if (lots > market.maxLots) return { refusal: 'maxQuantity' };
  return lots;
}

/** `lots` is -1 for a quantity that is not in whole lots, and then not in whole steps either. */
function readMarketLots(market: MarketRules, lots: number): number | Refused {
  const { marketStepLots } = market;
  if (wholeQuotient(lots, marketStepLots) < 0) {
    return { refusal: 'stepSize', detail: { step: quantityText(market, marketStepLots) } };
  }
  return refuseMarketLots(market, lots) ?? lots;
}

/**
 * The bounds of MARKET_LOT_SIZE, which hold for what an amount comes to as well. Its step does not:
 * nobody chose that number, and it is in whole lots by itself.
 */
function refuseMarketLots(market: MarketRules, lots: number): Refused | null {
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
export function readPrice(market: MarketRules, text: string): number | Refused {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidPrice' };
  const ticks = wholeQuotient(units, market.quotePerTick);
  if (ticks < 0) return { refusal: 'tickSize' };
  return ticks > market.maxTicks ? { refusal: 'maxPrice' } : ticks;
}

function readAmount(market: MarketRules, text: string): number | Refused {
  const units = readUnits(text);
  if (units === 0) return { refusal: 'invalidAmount' };
  if (units < market.minNotional) return { refusal: 'minNotional' };
  return units > market.maxNotional ? { refusal: 'maxNotional' } : units;
}

/** NOTIONAL for an order whose price is known: min <= price x quantity <= max. */
export function refuseNotional(market: MarketRules, lots: number, ticks: number): Refused | null {
  if (lots === 0 || ticks === 0) return null;
  // lots and ticks are bounded each, their product is not: the largest one leaves the safe range
  // and is still far above the maximum, so the comparison is right although the product is not
  // exact.
  const value = notional(market, ticks, lots);
  if (value < market.minNotional) return { refusal: 'minNotional' };
  return value > market.maxNotional ? { refusal: 'maxNotional' } : null;
}

/** The limit prices that orders of a side may have, both ends included, in ticks. */
export interface PriceBand {
  readonly lowest: number;
  readonly highest: number;
}

/** PERCENT_PRICE_BY_SIDE: a limit price may not stand too far from the reference price. */
export function priceBand(market: MarketRules, side: Side, reference: number): PriceBand {
  const upPpm = side === BUY ? market.bidUpPpm : market.askUpPpm;
  const downPpm = side === BUY ? market.bidDownPpm : market.askDownPpm;
  // Past the safe integers the highest is not exact, and above every price that may be listed.
  return { lowest: ppmCeil(reference, downPpm), highest: ppmFloor(reference, upPpm) };
}

export function isWithin({ lowest, highest }: PriceBand, ticks: number): boolean {
  return lowest <= ticks && ticks <= highest;
}

function readUnits(text: string): number {
  return Math.max(0, parseSafe(text, SCALE));
}

/** Price levels, best first: ticks, lots, ticks, lots … as Book.depth writes them. */
export interface Levels {
  readonly count: number;
  readonly pairs: ArrayLike<number>;
}

/** What an order that takes at once would do to a book. */
export interface Take {
  readonly lots: number;
  readonly notional: number;
  /** Ticks of the worst level reached, 0 when none. */
  readonly worst: number;
}

const NOTHING: Take = { lots: 0, notional: 0, worst: 0 };

/** Walks the opposite levels for `lots` at prices up to `limit`; changes nothing. */
export function walkLots(
  market: MarketRules,
  side: Side,
  levels: Levels,
  limit: number,
  lots: number,
): Take {
  let left = lots;
  let value = 0;
  let worst = 0;
  for (let i = 0; i < levels.count && left > 0; i += 1) {
    const ticks = levels.pairs[i * 2] as number;
    if (side === BUY ? ticks > limit : ticks < limit) break;
    const taken = Math.min(left, levels.pairs[i * 2 + 1] as number);
    left -= taken;
    value += notional(market, ticks, taken);
    worst = ticks;
  }
  return { lots: lots - left, notional: value, worst };
}

/** As walkLots, for an amount of quote units. Each level rounds down to whole lots. */
export function walkAmount(
  market: MarketRules,
  side: Side,
  levels: Levels,
  limit: number,
  amount: number,
): Take {
  let left = Math.floor(amount / market.quotePerTickLot);
  let lots = 0;
  let value = 0;
  let worst = 0;
  for (let i = 0; i < levels.count; i += 1) {
    const ticks = levels.pairs[i * 2] as number;
    if (side === BUY ? ticks > limit : ticks < limit) break;
    const there = levels.pairs[i * 2 + 1] as number;
    const taken = Math.min(Math.floor(left / ticks), there);
    if (taken === 0) break;
    left -= taken * ticks;
    lots += taken;
    value += notional(market, ticks, taken);
    worst = ticks;
    // What is left may pay for a lot of a lower bid, but the order would trade it here.
    if (taken < there) break;
  }
  return { lots, notional: value, worst };
}

/** What a market order takes from the other side's levels at prices up to `limit`. */
export function walkMarket(
  market: MarketRules,
  intent: OrderIntent,
  levels: Levels,
  limit: number,
  takerPpm: number,
): Take {
  const { side, lots, amount } = intent;
  if (lots > 0) return walkLots(market, side, levels, limit, lots);
  const spend = side === BUY ? notionalWithin(amount, takerPpm) : amount;
  return walkAmount(market, side, levels, limit, spend);
}

/** The filters that a market order meets once its price is known: an amount has been measured. */
export function refuseTake(
  market: MarketRules,
  intent: OrderIntent,
  take: Take,
  best: number,
): Refused | null {
  if (intent.lots > 0) return refuseNotional(market, intent.lots, best);
  return refuseMarketLots(market, take.lots);
}

/** What the ticket shows before an order is sent; the same functions decide it afterwards. */
export interface Preview {
  readonly refusal?: undefined;
  /** Lots that would trade at once, and lots that would rest or wait. */
  readonly takes: number;
  readonly rests: number;
  /** Quote units. For a buy the total is notional + fee, for a sell notional - fee. */
  readonly notional: number;
  readonly fee: number;
  readonly total: number;
  /**
   * Average price of what trades at once, in ticks, not whole; 0 when nothing does. For reading
   * only.
   */
  readonly averageTicks: number;
  /** Worst level that would be reached, in ticks. */
  readonly worstTicks: number;
}

/**
 * What an order would cost against the opposite side's levels as they stand, at the market's own
 * fee rates, in the rounding of the engine. The sender's own orders and self-trade prevention are
 * not looked at, nor is the balance; a post-only order with `takes` above 0 is refused.
 * For a stop it is what the order would cost at its limit, or at its trigger price.
 */
export function previewOrder(
  market: MarketRules,
  order: PlaceOrder,
  opposite: Levels,
): Preview | Refused {
  const intent = readOrder(market, order);
  if (intent.refusal !== undefined) return intent;
  if (isStop(intent.type)) return previewAt(market, intent, intent.limit || intent.trigger);
  const best = opposite.count === 0 ? 0 : (opposite.pairs[0] as number);
  if (!hasLimit(intent.type) && best === 0) return { refusal: 'noLiquidity' };
  const { side, lots } = intent;
  let take: Take;
  if (hasLimit(intent.type)) {
    take = walkLots(market, side, opposite, intent.limit, lots);
    if (intent.timeInForce === FOK && take.lots < lots) take = NOTHING;
  } else {
    const limit = protectionPrice(side, best, intent.slippagePpm);
    take = walkMarket(market, intent, opposite, limit, market.takerFeePpm);
    const refusal = refuseTake(market, intent, take, best);
    if (refusal !== null) return refusal;
  }
  const rests = hasLimit(intent.type) && intent.timeInForce === GTC ? lots - take.lots : 0;
  const resting = notional(market, intent.limit, rests);
  const taken = chargePpm(take.notional, market.takerFeePpm, 0);
  const fee = taken.charged + chargePpm(resting, market.makerFeePpm, taken.fraction).charged;
  const value = take.notional + resting;
  return {
    takes: take.lots,
    rests,
    notional: value,
    fee,
    total: side === BUY ? value + fee : value - fee,
    averageTicks: take.lots === 0 ? 0 : take.notional / market.quotePerTickLot / take.lots,
    worstTicks: take.worst,
  };
}

function previewAt(market: MarketRules, intent: OrderIntent, ticks: number): Preview {
  const value =
    intent.lots > 0
      ? notional(market, ticks, intent.lots)
      : notionalWithin(intent.amount, market.takerFeePpm);
  const fee = ppmCeil(value, market.takerFeePpm);
  return {
    takes: 0,
    rests: intent.lots,
    notional: value,
    fee,
    total: intent.side === BUY ? value + fee : value - fee,
    averageTicks: 0,
    worstTicks: 0,
  };
}

/** The most lots that a balance of quote units buys at `ticks` with the fee on top. Rounds down. */
export function affordableLots(
  market: MarketRules,
  quoteUnits: number,
  ticks: number,
  feePpm: number,
): number {
  if (ticks <= 0) return 0;
  const within = notionalWithin(quoteUnits, feePpm);
  return Math.min(market.maxLots, Math.floor(within / (ticks * market.quotePerTickLot)));
}

/** Lots that a share (in ppm) of `lots` comes to, rounded down. */
export function shareOf(lots: number, sharePpm: number): number {
  return ppmFloor(lots, sharePpm);
}
