import { notional } from '@assay/core/order/cost';
import type { PlaceOrder } from '@assay/core/order/intent';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import { BOOK_INDEX, valueAt } from './rules.ts';

const PPM = 1_000_000n;

/** What the strategy looks at in one market: all of it is public. */
export interface Look {
  readonly rules: BookRules;
  /** The index price as it was a look before, in units of 1e-8. */
  readonly index: number;
  /** What the account has of the coin, of money, and what all of it is worth. */
  readonly coin: bigint;
  readonly cash: bigint;
  readonly value: bigint;
  /** What redemptions that are asked for will need. */
  readonly needed: bigint;
}

/** An order that it wants to have; `now`: what does not fill at once ends. */
export interface WantedOrder {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly lots: number;
  readonly now: boolean;
}

/** The share of the index by which an order must be better than it: the fee, and the edge. */
function distancePpm(rules: BookRules): number {
  return feePpm(rules) + BOOK_INDEX.edgePpm;
}

/**
 * The published rules of `bookIndex` for one market: buy below the index and sell above it. Such
 * an order takes at once what is mispriced by more than the fee and the edge, and else waits. While
 * redemptions need more money than there is, it buys nothing and sells coins into the book.
 */
export function wantedOrders(look: Look): WantedOrder[] {
  const { cash, needed } = look;
  if (cash < needed) return windDown(look);
  // What redemptions wait for is bound in no order.
  return [needed > 0n ? null : bid(look), ask(look)].filter((order) => order !== null);
}

function bid({ rules, index, coin, cash, value }: Look): WantedOrder | null {
  const price = (BigInt(index) * (PPM - BigInt(distancePpm(rules)))) / PPM;
  const ticks = price / BigInt(rules.quotePerTick);
  const inCoins = valueAt(coin, BigInt(index));
  const room = (value * BigInt(BOOK_INDEX.coinPpm)) / PPM - inCoins;
  const most = least((value * BigInt(BOOK_INDEX.orderPpm)) / PPM, room, cash);
  return order(rules, 'buy', ticks, lotsFor(rules, most, ticks), false);
}

function ask({ rules, index, coin, value }: Look): WantedOrder | null {
  const price = BigInt(index) * (PPM + BigInt(distancePpm(rules)));
  const ticks = upTo(price, PPM * BigInt(rules.quotePerTick));
  const most = lotsFor(rules, (value * BigInt(BOOK_INDEX.orderPpm)) / PPM, ticks);
  return order(rules, 'sell', ticks, least(most, coin / BigInt(rules.basePerLot)), false);
}

/** Sells what is lacking, at the least price that it takes; rounded up by a lot. */
function windDown({ rules, index, coin, cash, needed }: Look): WantedOrder[] {
  const price = BigInt(index) * (PPM - BigInt(BOOK_INDEX.windDownPpm));
  const ticks = upTo(price, PPM * BigInt(rules.quotePerTick));
  // What is sold pays its fee out of what it brings.
  const lacking = ((needed - cash) * PPM) / (PPM - BigInt(distancePpm(rules))) + 1n;
  const lots = least(lotsFor(rules, lacking, ticks) + 1n, coin / BigInt(rules.basePerLot));
  const sale = order(rules, 'sell', ticks, lots, true);
  return sale === null ? [] : [sale];
}

/** What an order of this market pays at most, in ppm. */
export function feePpm({ makerFeePpm, takerFeePpm }: BookRules): number {
  return Math.max(makerFeePpm, takerFeePpm);
}

/** Whole lots of at most so much money. */
export function lotsFor(rules: BookRules, most: bigint, ticks: bigint): bigint {
  const perLot = ticks * BigInt(rules.quotePerTickLot);
  return most <= 0n || perLot === 0n ? 0n : most / perLot;
}

/** Null where the market takes no such order. */
export function order(
  rules: BookRules,
  side: 'buy' | 'sell',
  price: bigint,
  size: bigint,
  now: boolean,
): WantedOrder | null {
  const [ticks, lots] = [Number(price), Number(least(size, BigInt(rules.maxLots)))];
  if (lots < Math.max(rules.minLots, 1) || ticks < 1 || ticks > rules.maxTicks) return null;
  const worth = notional(rules, ticks, lots);
  return worth < rules.minNotional || worth > rules.maxNotional ? null : { side, ticks, lots, now };
}

/** Whether an order at this price may stay where another is wanted. */
export function mayStay(ticks: number, wanted: WantedOrder, tolerancePpm: number): boolean {
  return Math.abs(ticks - wanted.ticks) * Number(PPM) <= wanted.ticks * tolerancePpm;
}

/** The order as anybody would send it. */
export function asOrder(
  rules: BookRules,
  clientOrderId: string,
  { side, ticks, lots, now }: WantedOrder,
): PlaceOrder {
  const [quantity, limitPrice] = [quantityText(rules, lots), priceText(rules, ticks)];
  const timeInForce = now ? 'ioc' : 'gtc';
  const { symbol: market } = rules;
  return { market, side, type: 'limit', quantity, limitPrice, timeInForce, clientOrderId };
}

export function least(...amounts: readonly [bigint, ...bigint[]]): bigint {
  let [low] = amounts;
  for (const one of amounts) if (one < low) low = one;
  return low;
}

/** The quotient, rounded up. */
export function upTo(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** What units are worth by a value of now, rounded up: it is better to have too much ready. */
export function neededFor(units: bigint, value: bigint, all: bigint): bigint {
  return all === 0n ? 0n : upTo(units * value, all);
}
