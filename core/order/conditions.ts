import { ppmCeil, ppmFloor } from '../num/integer.ts';
import type { BookRules } from './market.ts';
import { Source } from './order.ts';
import type { Refused } from './refusals.ts';
import { BUY, SELL, type Side } from './side.ts';

/**
 * Conditions on the price of an order at the moment of its arrival. The engine decides by these
 * functions; the ticket and the trading API predict the decision with the same ones.
 */

/** An index price older than this is not used to decide: no stop, no band, no valuation of risk. */
export const INDEX_MAX_AGE_MS = 10_000;

/** The prices of a market at one moment, in ticks; 0 where there is none. */
export interface MarketPrices {
  /** Price of the last trade. */
  readonly lastTicks: number;
  /** The index price and when it was set. */
  readonly indexTicks: number;
  readonly indexAt: number;
  /** The best price that orders of `side` trade against. */
  bestAgainst(side: Side): number;
}

/** The index price in ticks; 0 when there is none or it is too old to decide anything. */
export function freshIndex({ indexTicks, indexAt }: MarketPrices, at: number): number {
  return at - indexAt <= INDEX_MAX_AGE_MS ? indexTicks : 0;
}

/** The price that limit prices are compared with: a fresh index price, else the last trade's. */
export function referencePrice(prices: MarketPrices, at: number): number {
  return freshIndex(prices, at) || prices.lastTicks;
}

/** The mark price: a fresh index price, kept between the best bid and the best ask. */
export function markPrice(prices: MarketPrices, at: number): number {
  const index = freshIndex(prices, at);
  if (index === 0) return 0;
  const [bid, ask] = [prices.bestAgainst(SELL), prices.bestAgainst(BUY)];
  return Math.min(Math.max(index, bid), ask || Infinity);
}

/** The price of a trigger source that stops are fired by. */
export function firingPrice(prices: MarketPrices, source: Source, at: number): number {
  if (source === Source.last) return prices.lastTicks;
  return source === Source.index ? freshIndex(prices, at) : markPrice(prices, at);
}

/** The price that a new trigger is compared with: before the first trade it is the index price. */
export function triggerSourcePrice(prices: MarketPrices, source: Source, at: number): number {
  return firingPrice(prices, source, at) || freshIndex(prices, at);
}

/** The limit prices that orders of a side may have, in ticks; both bounds are included. */
export interface PriceBand {
  readonly lowest: number;
  readonly highest: number;
}

/** PERCENT_PRICE_BY_SIDE: a limit price may not be too far from the reference price. */
export function priceBand(rules: BookRules, side: Side, reference: number): PriceBand {
  const upPpm = side === BUY ? rules.bidUpPpm : rules.askUpPpm;
  const downPpm = side === BUY ? rules.bidDownPpm : rules.askDownPpm;
  // Beyond the safe integers the highest price is not exact, but above every price of a listing.
  return { lowest: ppmCeil(reference, downPpm), highest: ppmFloor(reference, upPpm) };
}

export function isWithin({ lowest, highest }: PriceBand, ticks: number): boolean {
  return lowest <= ticks && ticks <= highest;
}

/** Whether a limit price crosses the best price of the other side, which is 0 if that is empty. */
export function wouldTake(side: Side, limit: number, best: number): boolean {
  return best !== 0 && (side === BUY ? limit >= best : limit <= best);
}

/** Codes of TRIGGER_DIRECTIONS. */
export enum Direction {
  falls,
  rises,
}

/**
 * The direction in which the price must move from `price` to reach `trigger`, or why a stop cannot
 * wait for it. `direction` is the one that its sender named, or -1.
 */
export function triggerDirection(
  price: number,
  trigger: number,
  direction: number,
): Direction | Refused<'noReferencePrice' | 'triggersAtOnce'> {
  if (price === 0) return { refusal: 'noReferencePrice' };
  const towards = trigger > price ? Direction.rises : Direction.falls;
  const isOtherWay = direction >= 0 && direction !== towards;
  return trigger === price || isOtherWay ? { refusal: 'triggersAtOnce' } : towards;
}

/** Whether the price lies between the two orders of an OCO, the limit order on its better side. */
export function isAround(side: Side, price: number, limit: number, trigger: number): boolean {
  return side === BUY ? limit < price && price < trigger : trigger < price && price < limit;
}
