import { notional, notionalWithin, orderHold, protectionPrice } from '@assay/core/order/cost';
import type { MarketRules } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';
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
import {
  goesAtMarket,
  hasLimitPrice,
  legsOf,
  type OrderForm,
  slippagePpm,
  type TicketForm,
  ticksForValue,
} from './form.ts';

/** Free balances of the market's two assets, in 1e-8 units. */
export interface Funds {
  readonly base: number;
  readonly quote: number;
}

/** The asks, and whether one's own orders may stand in the way of a market order. */
export interface Offer {
  readonly asks: Levels;
  readonly own: boolean;
}

/** What the engine will hold for an order: quote units for a buy, base units for a sell. */
export function holdOf(rules: MarketRules, intent: OrderIntent, offer: Offer): number {
  const value = intent.side === BUY && intent.lots > 0 ? worstValue(rules, intent, offer) : 0;
  return orderHold(rules, intent, value, rules.makerFeePpm, rules.takerFeePpm);
}

/** The most that a buy can come to: at its limit, or as far as book and protection let it. */
function worstValue(rules: MarketRules, intent: OrderIntent, { asks, own }: Offer): number {
  const { lots, slippagePpm } = intent;
  if (hasLimit(intent.type)) return notional(rules, intent.limit, lots);
  if (isStop(intent.type)) {
    return notional(rules, protectionPrice(BUY, intent.trigger, slippagePpm), lots);
  }
  const limit = protectionPrice(BUY, bestOf(asks), slippagePpm);
  // Self-trade prevention may skip own orders on the way: then only the limit bounds the price.
  return own ? notional(rules, limit, lots) : walkLots(rules, BUY, asks, limit, lots).notional;
}

function bestOf(levels: Levels): number {
  return levels.count === 0 ? 0 : (levels.pairs[0] as number);
}

/** The largest order that the ticket can send, in lots. */
export function lotCap(rules: MarketRules, form: TicketForm): number {
  return goesAtMarket(form) ? Math.min(rules.maxLots, rules.marketMaxLots) : rules.maxLots;
}

/** Lots that an order of the ticket goes up by. */
export function lotStep(rules: MarketRules, form: TicketForm): number {
  return goesAtMarket(form) ? rules.marketStepLots : 1;
}

/** The most lots that funds and filters allow for the order as typed, fees included. */
export function mostLots(rules: MarketRules, form: TicketForm, funds: Funds, offer: Offer): number {
  const lots = Math.min(lotCap(rules, form), coveredLots(rules, form, funds, offer));
  return lots - (lots % lotStep(rules, form));
}

/** Of an OCO the dearer order decides; one whose price is not typed yet says nothing. */
function coveredLots(rules: MarketRules, form: TicketForm, funds: Funds, offer: Offer): number {
  if (form.type !== 'oco') return coveredByOrder(rules, form, funds, offer);
  if (form.side === 'sell') return Math.floor(funds.base / rules.basePerLot);
  const priced = legsOf(form).filter((leg) => ticksForValue(rules, leg, 0) > 0);
  if (priced.length === 0) return 0;
  return Math.min(...priced.map((leg) => coveredByOrder(rules, leg, funds, offer)));
}

/**
 * For a market buy the book is walked, so that the answer is what can really be bought up to the
 * protection price.
 */
function coveredByOrder(
  rules: MarketRules,
  form: OrderForm,
  funds: Funds,
  { asks, own }: Offer,
): number {
  if (form.side === 'sell') return Math.floor(funds.base / rules.basePerLot);
  const worstFee = Math.max(rules.makerFeePpm, rules.takerFeePpm);
  const slippage = slippagePpm(form.slippage) ?? 0;
  if (form.type === 'market') {
    const spend = notionalWithin(funds.quote, worstFee);
    const limit = protectionPrice(BUY, bestOf(asks), slippage);
    const there = walkAmount(rules, BUY, asks, limit, spend).lots;
    return own ? Math.min(there, affordableLots(rules, funds.quote, limit, worstFee)) : there;
  }
  const ticks = ticksForValue(rules, form, 0);
  const worst = hasLimitPrice(form.type) ? ticks : protectionPrice(BUY, ticks, slippage);
  return affordableLots(rules, funds.quote, worst, worstFee);
}

/** A share of the most in whole steps of `step` lots, the share in percent. */
export function lotsForPercent(most: number, percent: number, step = 1): number {
  const lots = shareOf(most, Math.round(percent * 10_000));
  return lots - (lots % step);
}

/** The share of the most that a quantity comes to, in whole percent from 0 to 100. */
export function percentOf(most: number, lots: number | null): number {
  if (lots === null || most <= 0) return 0;
  return Math.max(0, Math.min(100, Math.round((lots / most) * 100)));
}
