import { notional } from './cost.ts';
import { type OrderIntent, refuseMarketLots, refuseNotional } from './intent.ts';
import type { BookRules } from './market.ts';
import type { NotionalRefusal, Refused } from './refusals.ts';
import { BUY, type Side } from './side.ts';

/** Price levels, best first: ticks, lots, ticks, lots … as Book.depth writes them. */
export interface Levels {
  readonly count: number;
  readonly pairs: ArrayLike<number>;
}

/** What an order would take from a book at once. */
export interface Take {
  readonly lots: number;
  readonly notional: number;
  /** Ticks of the worst level reached, 0 when none. */
  readonly worst: number;
}

export const NO_TAKE: Take = { lots: 0, notional: 0, worst: 0 };

/** Walks the opposite levels for `lots` at prices up to `limit`; changes nothing. */
export function walkLots(
  market: BookRules,
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
  market: BookRules,
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

/**
 * What a market order takes from the other side's levels at prices up to `limit`. `budget`: the
 * notional that an order by amount may trade for, in quote units.
 */
export function walkMarket(
  market: BookRules,
  { side, lots }: OrderIntent,
  levels: Levels,
  limit: number,
  budget: number,
): Take {
  if (lots > 0) return walkLots(market, side, levels, limit, lots);
  return walkAmount(market, side, levels, limit, budget);
}

/** The filters of a market order that need its price; its amount has been checked already. */
export function refuseTake(
  market: BookRules,
  intent: OrderIntent,
  take: Take,
  best: number,
): Refused<NotionalRefusal | 'minQuantity' | 'maxQuantity'> | null {
  if (intent.lots > 0) return refuseNotional(market, intent.lots, best);
  return refuseMarketLots(market, take.lots);
}
