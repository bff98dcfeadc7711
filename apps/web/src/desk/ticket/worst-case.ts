import { ppmFloor } from '@assay/core/num/integer';
import { protectionPrice } from '@assay/core/order/cost';
import { type BookRules, priceText } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import {
  firstTrigger,
  hasLimitPrice,
  hasTrigger,
  legsOf,
  mayGoByAmount,
  type OrderForm,
  quantityFor,
  slippagePpm,
  type TicketForm,
  ticksOf,
  totalFor,
} from './form.ts';

/** The prices that an order at market is measured by, in ticks; 0 where there is none. */
export interface FairPrices {
  readonly mark: number;
  /** The best price that the order would meet. */
  readonly best: number;
}

/** An order that may trade far from the market, at its worst price and at the fair one. */
export interface WorstCase {
  /** The fair price is the trigger of a stop, around which the market then is; else the mark. */
  readonly against: 'mark' | 'trigger';
  /** How much worse the worst price is, in percent of the fair one; for reading. */
  readonly percent: number;
  readonly fair: Outcome;
  readonly worst: Outcome;
}

/** What an order comes to at one price. Decimal text. */
export interface Outcome {
  readonly price: string;
  /** The quantity of an order by amount, the value of any other. */
  readonly size: string;
}

/**
 * What the order of the ticket comes to in the worst case, if its worst price is further from the
 * fair price than its market lets pass without a warning; else null. Only prices that are worse for
 * the order count: one that is better rests, or trades at the better price.
 */
export function worstCase(
  rules: BookRules,
  form: TicketForm,
  prices: FairPrices,
): WorstCase | null {
  // The limit order of an OCO only rests.
  const order = form.type === 'oco' ? legsOf(form)[1] : form;
  const worst = worstTicks(rules, order, prices.best);
  const waits = hasTrigger(order.type);
  const fair = waits ? firstTrigger(rules, order, prices.best) : prices.mark;
  if (worst === 0 || fair === 0) return null;
  const distance = order.side === 'buy' ? worst - fair : fair - worst;
  if (distance <= ppmFloor(fair, rules.priceWarningPpm)) return null;
  const at = (ticks: number): Outcome => ({
    price: priceText(rules, ticks),
    size: isByAmount(order)
      ? quantityFor(rules, order.total, ticks)
      : totalFor(rules, order.quantity, ticks),
  });
  return {
    against: waits ? 'trigger' : 'mark',
    percent: (distance / fair) * 100,
    fair: at(fair),
    worst: at(worst),
  };
}

/** Whether the order is given by an amount of the quote asset. */
export function isByAmount(form: OrderForm): boolean {
  return mayGoByAmount(form.type, form.side) && form.lead === 'total';
}

/** The worst price that the order accepts; 0 while it is not known, or for one that only rests. */
function worstTicks(rules: BookRules, order: OrderForm, best: number): number {
  if (hasLimitPrice(order.type)) {
    const rests = order.type === 'limit' && order.timeInForce === 'gtc' && order.postOnly;
    return rests ? 0 : (ticksOf(rules, order.price) ?? 0);
  }
  const from = hasTrigger(order.type) ? firstTrigger(rules, order, best) : best;
  const side = order.side === 'buy' ? BUY : SELL;
  return from === 0 ? 0 : protectionPrice(side, from, slippagePpm(order.slippage) ?? 0);
}
