import { buyHold, notional, notionalWithin, protectionPrice } from '@assay/core/order/cost';
import type { MarketRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import {
  affordableLots,
  hasLimit,
  isStop,
  type Levels,
  type OrderIntent,
  shareOf,
  walkAmount,
  walkLots,
} from '@assay/modules/spot/rules';
import { hasLimitPrice, slippagePpm, type TicketForm, ticksForValue } from './form.ts';

/** Free balances of the market's two assets, in 1e-8 units. */
export interface Funds {
  readonly base: number;
  readonly quote: number;
}

/** What the engine will hold for an order: quote units for a buy, base units for a sell. */
export function holdOf(rules: MarketRules, intent: OrderIntent, asks: Levels): number {
  if (intent.side === SELL && intent.lots > 0) return intent.lots * rules.basePerLot;
  if (intent.side === SELL) return 0;
  if (intent.amount > 0) return intent.amount;
  const { makerFeePpm, takerFeePpm } = rules;
  const at = (value: number) => buyHold(value, makerFeePpm, takerFeePpm);
  if (hasLimit(intent.type)) return at(notional(rules, intent.limit, intent.lots));
  if (isStop(intent.type)) {
    const worst = protectionPrice(BUY, intent.trigger, intent.slippagePpm);
    return at(notional(rules, worst, intent.lots));
  }
  const best = asks.count === 0 ? 0 : (asks.pairs[0] as number);
  const limit = protectionPrice(BUY, best, intent.slippagePpm);
  return at(walkLots(rules, BUY, asks, limit, intent.lots).notional);
}

/**
 * The most lots that the funds allow for the order as typed, fees included. For a market buy the
 * book is walked, so that the answer is what can really be bought up to the protection price.
 */
export function mostLots(rules: MarketRules, form: TicketForm, funds: Funds, asks: Levels): number {
  if (form.side === 'sell') {
    return Math.min(rules.maxLots, Math.floor(funds.base / rules.basePerLot));
  }
  const worstFee = Math.max(rules.makerFeePpm, rules.takerFeePpm);
  const slippage = slippagePpm(form.slippage) ?? 0;
  if (form.type === 'market') {
    const best = asks.count === 0 ? 0 : (asks.pairs[0] as number);
    const spend = notionalWithin(funds.quote, worstFee);
    const limit = protectionPrice(BUY, best, slippage);
    return Math.min(rules.maxLots, walkAmount(rules, BUY, asks, limit, spend).lots);
  }
  const ticks = ticksForValue(rules, form, 0);
  const worst = hasLimitPrice(form.type) ? ticks : protectionPrice(BUY, ticks, slippage);
  return affordableLots(rules, funds.quote, worst, worstFee);
}

/** Whole lots of a share of the most, the share in percent. */
export function lotsForPercent(most: number, percent: number): number {
  return shareOf(most, Math.round(percent * 10_000));
}

/** The share of the most that a quantity comes to, in whole percent from 0 to 100. */
export function percentOf(most: number, lots: number | null): number {
  if (lots === null || most <= 0) return 0;
  return Math.max(0, Math.min(100, Math.round((lots / most) * 100)));
}
