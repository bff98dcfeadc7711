import { chargePpm, ppmCeil } from '../num/integer.ts';
import {
  Direction,
  type MarketPrices,
  markPrice,
  triggerDirection,
  triggerSourcePrice,
} from './conditions.ts';
import { notional, type OrderCost, protectionPrice } from './cost.ts';
import { type OrderIntent, type PlaceOrder, type ReadOrderRefusal, readOrder } from './intent.ts';
import type { BookRules } from './market.ts';
import { hasLimit, isStop, Time, TRIGGER_DIRECTIONS, type TriggerDirection } from './order.ts';
import type { Refused } from './refusals.ts';
import { BUY } from './side.ts';
import { trailingTrigger } from './trailing.ts';
import { type Levels, NO_TAKE, refuseTake, type Take, walkLots, walkMarket } from './walk.ts';

/** What the ticket shows before an order is sent; the engine decides by the same functions. */
export interface Preview {
  readonly refusal?: undefined;
  /** Lots that would trade at once, and lots that would rest or wait. */
  readonly takes: number;
  readonly rests: number;
  /** Lots that the order comes to in all; of a stop by amount those that it pays for. */
  readonly lots: number;
  /** Quote units; the product computes from them what the order costs. */
  readonly notional: number;
  readonly fee: number;
  /** The fee is in units of the base asset; else in quote units. */
  readonly feeInBase: boolean;
  /**
   * Average price of what trades at once, in ticks, not whole; 0 when nothing does. For reading
   * only.
   */
  readonly averageTicks: number;
  /** Worst level that would be reached, in ticks. */
  readonly worstTicks: number;
  /** Of a stop, where the prices of the market are known. */
  readonly wait?: StopWait;
}

/** What a stop would wait for. */
export interface StopWait {
  /** The price of its source at the moment, in ticks. */
  readonly sourceTicks: number;
  /** The direction in which that price must move to reach the trigger. */
  readonly direction: TriggerDirection;
  /**
   * The mark price has reached the trigger, although the price of the source has not: the next
   * trade at market prices will fire the stop. So it is with a stop by the last price where the
   * last trade is old.
   */
  readonly isBeyond: boolean;
}

/** The prices of a market at one moment. */
export interface PricesNow {
  readonly prices: MarketPrices;
  /** The moment, in ms. */
  readonly at: number;
}

/**
 * What an order would cost against the present levels of the opposite side, at the market's own fee
 * rates, in the rounding of the engine. The sender's own orders, self-trade prevention and the
 * balance are ignored; a post-only order with `takes` above 0 is refused. For a stop it is what the
 * order would cost at its limit, or at its trigger price. With `now` a stop is also compared with
 * the price that it would wait for, and refused as the engine would refuse it.
 */
export function previewOrder(
  market: BookRules,
  order: PlaceOrder,
  opposite: Levels,
  cost: Pick<OrderCost, 'budget' | 'feeFromReceived'>,
  now?: PricesNow,
): Preview | Refused<ReadOrderRefusal | 'noReferencePrice' | 'triggersAtOnce' | 'noLiquidity'> {
  const intent = readOrder(market, order);
  if (intent.refusal !== undefined) return intent;
  if (isStop(intent.type)) {
    const preview = previewAt(market, intent, intent.limit || worstTrigger(intent, now), cost);
    if (now === undefined) return preview;
    const wait = waitOf(intent, now);
    return 'refusal' in wait ? wait : { ...preview, wait };
  }
  const best = opposite.count === 0 ? 0 : (opposite.pairs[0] as number);
  if (!hasLimit(intent.type) && best === 0) return { refusal: 'noLiquidity' };
  const { side, lots } = intent;
  let take: Take;
  if (hasLimit(intent.type)) {
    take = walkLots(market, side, opposite, intent.limit, lots);
    if (intent.timeInForce === Time.fok && take.lots < lots) take = NO_TAKE;
  } else {
    const limit = protectionPrice(side, best, intent.slippagePpm);
    const budget = cost.budget(side, intent.amount, market.takerFeePpm);
    take = walkMarket(market, intent, opposite, limit, budget);
    const refusal = refuseTake(market, intent, take, best);
    if (refusal !== null) return refusal;
  }
  const rests = hasLimit(intent.type) && intent.timeInForce === Time.gtc ? lots - take.lots : 0;
  const resting = notional(market, intent.limit, rests);
  const feeInBase = side === BUY && cost.feeFromReceived;
  const charged = (value: number, lots: number) => (feeInBase ? lots * market.basePerLot : value);
  const taken = chargePpm(charged(take.notional, take.lots), market.takerFeePpm, 0);
  const rest = chargePpm(charged(resting, rests), market.makerFeePpm, taken.fraction);
  return {
    takes: take.lots,
    rests,
    lots: take.lots + rests,
    notional: take.notional + resting,
    fee: taken.charged + rest.charged,
    feeInBase,
    averageTicks: take.lots === 0 ? 0 : take.notional / market.quotePerTickLot / take.lots,
    worstTicks: take.worst,
  };
}

function previewAt(
  market: BookRules,
  { side, lots, amount }: OrderIntent,
  ticks: number,
  cost: Pick<OrderCost, 'budget' | 'feeFromReceived'>,
): Preview {
  const budget = lots > 0 ? 0 : cost.budget(side, amount, market.takerFeePpm);
  const value = lots > 0 ? notional(market, ticks, lots) : budget;
  const bought = lots > 0 ? lots : Math.floor(budget / notional(market, ticks, 1));
  const feeInBase = side === BUY && cost.feeFromReceived;
  return {
    takes: 0,
    rests: lots,
    lots: bought,
    notional: value,
    fee: ppmCeil(feeInBase ? bought * market.basePerLot : value, market.takerFeePpm),
    feeInBase,
    averageTicks: 0,
    worstTicks: 0,
  };
}

/** The trigger of a stop; of a trailing one that follows at once, by the last price if known. */
function worstTrigger({ side, trigger, trailing }: OrderIntent, now?: PricesNow): number {
  const from = trigger || (now?.prices.lastTicks ?? 0);
  return trailing === 0 || from === 0 ? from : trailingTrigger(side, from, trailing);
}

/** What a stop would wait for; a trailing one that follows at once has nothing to reach first. */
function waitOf(
  intent: OrderIntent,
  now: PricesNow,
): StopWait | Refused<'noReferencePrice' | 'triggersAtOnce'> {
  const { trailing, trigger, source } = intent;
  if (trailing === 0) return stopWait(intent, now);
  if (now.prices.lastTicks === 0) return { refusal: 'noReferencePrice' };
  if (trigger > 0) return stopWait(intent, now);
  return stopWait({ source, trigger: worstTrigger(intent, now), direction: -1 }, now);
}

/** What a stop would wait for, or why it cannot wait: the checks of the engine, in its order. */
export function stopWait(
  { source, trigger, direction }: Pick<OrderIntent, 'source' | 'trigger' | 'direction'>,
  { prices, at }: PricesNow,
): StopWait | Refused<'noReferencePrice' | 'triggersAtOnce'> {
  const sourceTicks = triggerSourcePrice(prices, source, at);
  const towards = triggerDirection(sourceTicks, trigger, direction);
  if (typeof towards !== 'number') return towards;
  const mark = markPrice(prices, at);
  const isBeyond = mark !== 0 && (towards === Direction.rises ? mark >= trigger : mark <= trigger);
  return { sourceTicks, direction: TRIGGER_DIRECTIONS[towards], isBeyond };
}
