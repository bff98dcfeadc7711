import { chargePpm, mulDivFloor, ppmCeil, ppmFloor } from '@assay/core/num/integer';
import { notional, type OrderSize, protectionPrice } from '@assay/core/order/cost';
import { type OrderIntent, type PlaceOrder, readOrder } from '@assay/core/order/intent';
import type { MarketRules } from '@assay/core/order/market';
import { hasLimit, isStop, Time } from '@assay/core/order/order';
import type { Refused } from '@assay/core/order/refusals';
import { BUY, type Side } from '@assay/core/order/side';
import {
  type Levels,
  NO_TAKE,
  refuseTake,
  type Take,
  walkLots,
  walkMarket,
} from '@assay/core/order/walk';

/**
 * What spot orders cost, in quote units (1e-8), all safe integers because a listing bounds the
 * notional. Fees are charged in the quote asset on both sides: the buyer pays on top of the
 * notional, the seller out of the proceeds. Fees round up, in favour of the house, over the whole
 * order and not per fill; what rounding adds is posted to house:rounding.
 */

/**
 * What a buy order must hold: its notional at the limit and the highest fee it can be charged.
 * The sum of the fees of all fills is the exact sum rounded up once, so this always covers it.
 */
export function buyHold(notionalUnits: number, makerPpm: number, takerPpm: number): number {
  return notionalUnits + ppmCeil(notionalUnits, Math.max(makerPpm, takerPpm));
}

/**
 * What an order must hold when its notional is at most `value`: the goods in base units for a sell;
 * for a buy its amount, or `value` and its fee, in quote units. The engine holds it, and the ticket
 * compares it with the balance.
 */
export function orderHold(
  market: MarketRules,
  { side, lots, amount }: OrderSize,
  value: number,
  makerPpm: number,
  takerPpm: number,
): number {
  if (side !== BUY) return lots * market.basePerLot;
  return amount > 0 ? amount : buyHold(value, makerPpm, takerPpm);
}

/** What the resting rest of a buy order must hold: it can only be a maker from here on. */
export function restingBuyHold(notionalUnits: number, makerPpm: number, fraction: number): number {
  return notionalUnits + chargePpm(notionalUnits, makerPpm, fraction).charged;
}

/** The largest notional whose notional and fee together stay within `amount`. Rounds down. */
export function notionalWithin(amount: number, feePpm: number): number {
  return Number(mulDivFloor(BigInt(amount), 1_000_000n, BigInt(1_000_000 + feePpm)));
}

/** The notional that an order by amount goes for: a buy pays its fee out of the amount. */
export function budgetOf(side: Side, amount: number, takerPpm: number): number {
  return side === BUY ? notionalWithin(amount, takerPpm) : amount;
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
    if (intent.timeInForce === Time.fok && take.lots < lots) take = NO_TAKE;
  } else {
    const limit = protectionPrice(side, best, intent.slippagePpm);
    const budget = budgetOf(side, intent.amount, market.takerFeePpm);
    take = walkMarket(market, intent, opposite, limit, budget);
    const refusal = refuseTake(market, intent, take, best);
    if (refusal !== null) return refusal;
  }
  const rests = hasLimit(intent.type) && intent.timeInForce === Time.gtc ? lots - take.lots : 0;
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
