import { chargePpm, ppmCeil } from '../num/integer.ts';
import { notional, type OrderCost, protectionPrice } from './cost.ts';
import { type OrderIntent, type PlaceOrder, type ReadOrderRefusal, readOrder } from './intent.ts';
import type { BookRules } from './market.ts';
import { hasLimit, isStop, Time } from './order.ts';
import type { Refused } from './refusals.ts';
import { type Levels, NO_TAKE, refuseTake, type Take, walkLots, walkMarket } from './walk.ts';

/** What the ticket shows before an order is sent; the engine decides by the same functions. */
export interface Preview {
  readonly refusal?: undefined;
  /** Lots that would trade at once, and lots that would rest or wait. */
  readonly takes: number;
  readonly rests: number;
  /** Quote units; the product computes from them what the order costs. */
  readonly notional: number;
  readonly fee: number;
  /**
   * Average price of what trades at once, in ticks, not whole; 0 when nothing does. For reading
   * only.
   */
  readonly averageTicks: number;
  /** Worst level that would be reached, in ticks. */
  readonly worstTicks: number;
}

/**
 * What an order would cost against the present levels of the opposite side, at the market's own fee
 * rates, in the rounding of the engine. The sender's own orders, self-trade prevention and the
 * balance are ignored; a post-only order with `takes` above 0 is refused. For a stop it is what the
 * order would cost at its limit, or at its trigger price.
 */
export function previewOrder(
  market: BookRules,
  order: PlaceOrder,
  opposite: Levels,
  cost: Pick<OrderCost, 'budget'>,
): Preview | Refused<ReadOrderRefusal | 'noLiquidity'> {
  const intent = readOrder(market, order);
  if (intent.refusal !== undefined) return intent;
  if (isStop(intent.type)) {
    return previewAt(market, intent, intent.limit || intent.trigger, cost);
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
  const taken = chargePpm(take.notional, market.takerFeePpm, 0);
  const fee = taken.charged + chargePpm(resting, market.makerFeePpm, taken.fraction).charged;
  const value = take.notional + resting;
  return {
    takes: take.lots,
    rests,
    notional: value,
    fee,
    averageTicks: take.lots === 0 ? 0 : take.notional / market.quotePerTickLot / take.lots,
    worstTicks: take.worst,
  };
}

function previewAt(
  market: BookRules,
  intent: OrderIntent,
  ticks: number,
  cost: Pick<OrderCost, 'budget'>,
): Preview {
  const value =
    intent.lots > 0
      ? notional(market, ticks, intent.lots)
      : cost.budget(intent.side, intent.amount, market.takerFeePpm);
  const fee = ppmCeil(value, market.takerFeePpm);
  return {
    takes: 0,
    rests: intent.lots,
    notional: value,
    fee,
    averageTicks: 0,
    worstTicks: 0,
  };
}
