import { notional, notionalWithin, protectionPrice } from '@assay/core/order/cost';
import type { OrderIntent } from '@assay/core/order/intent';
import type { BookRules } from '@assay/core/order/market';
import { hasLimit, isStop } from '@assay/core/order/order';
import { BUY } from '@assay/core/order/side';
import { type Levels, walkAmount, walkLots } from '@assay/core/order/walk';
import { affordableLots, orderHold, SPOT_PRICING } from '@assay/modules/spot/rules';
import {
  hasLimitPrice,
  type OrderForm,
  slippagePpm,
  ticksForValue,
} from '../../desk/ticket/form.ts';
import type { Funding, Offer } from '../../desk/ticket/funding.ts';

/** Free balances of a market's two assets, in 1e-8 units. */
export interface Funds {
  readonly base: number;
  readonly quote: number;
}

/** A purchase is paid in the quote asset with its fee, a sale is delivered in the base asset. */
export function spotFunding(rules: BookRules, funds: Funds | null): Funding {
  return {
    pricing: SPOT_PRICING,
    available: (side) => funds && (side === 'buy' ? funds.quote : funds.base),
    required: (intent, takes, offer) =>
      intent.side !== BUY && intent.lots === 0
        ? takes * rules.basePerLot
        : holdOf(rules, intent, offer),
    covered: (form, offer) => (funds === null ? 0 : coveredLots(rules, form, funds, offer)),
  };
}

/** What the engine will hold for an order: quote units for a buy, base units for a sell. */
function holdOf(rules: BookRules, intent: OrderIntent, offer: Offer): number {
  const value = intent.side === BUY && intent.lots > 0 ? worstValue(rules, intent, offer) : 0;
  return orderHold(rules, intent, value, rules.makerFeePpm, rules.takerFeePpm);
}

/** The most that a buy can come to: at its limit, or as far as book and protection let it. */
function worstValue(rules: BookRules, intent: OrderIntent, { asks, own }: Offer): number {
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

/**
 * For a market buy the book is walked, so that the answer is what can really be bought up to the
 * protection price.
 */
function coveredLots(
  rules: BookRules,
  form: OrderForm,
  funds: Funds,
  { asks, own }: Offer,
): number | null {
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
  if (ticks === 0) return null;
  const worst = hasLimitPrice(form.type) ? ticks : protectionPrice(BUY, ticks, slippage);
  return affordableLots(rules, funds.quote, worst, worstFee);
}
