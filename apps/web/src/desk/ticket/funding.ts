import { notional, type OrderCost, protectionPrice, shareOf } from '@assay/core/order/cost';
import type { OrderIntent } from '@assay/core/order/intent';
import type { BookRules } from '@assay/core/order/market';
import { hasLimit, isStop, type SideName } from '@assay/core/order/order';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { type Levels, walkLots } from '@assay/core/order/walk';
import {
  goesAtMarket,
  hasLimitPrice,
  legsOf,
  type OrderForm,
  slippagePpm,
  type TicketForm,
  ticksForValue,
} from './form.ts';

/** The book, and whether one's own orders may stand in the way of a market order. */
export interface Offer {
  readonly bids: Levels;
  readonly asks: Levels;
  readonly own: boolean;
}

/** What orders in one market hold, and what the account has for them, in 1e-8 units. */
export interface Funding extends OrderCost {
  /** What is free of the asset that orders of a side hold; null before the account is known. */
  available(side: SideName): number | null;
}

/** The worst that an order may trade at, in ticks, and the levels that it is walked through. */
interface Price {
  readonly side: Side;
  readonly worst: number;
  /** Null for an order whose worst price alone bounds what it comes to. */
  readonly levels: Levels | null;
}

/** What the engine will hold for an order of which `takes` lots trade at once. */
export function holdOf(
  rules: BookRules,
  intent: OrderIntent,
  takes: number,
  offer: Offer,
  cost: OrderCost,
): number {
  const { side, lots, limit, trigger, slippagePpm: slippage } = intent;
  if (side === BUY && lots === 0) return cost.required(rules, intent, 0, ratesOf(rules));
  const price = () => {
    if (hasLimit(intent.type)) return { side, worst: limit, levels: null };
    return isStop(intent.type)
      ? { side, worst: protectionPrice(side, trigger, slippage), levels: null }
      : marketPrice(side, slippage, offer);
  };
  return holdAt(rules, price(), lots || takes, offer, cost);
}

function marketPrice(side: Side, slippage: number, { bids, asks }: Offer): Price {
  const levels = side === BUY ? asks : bids;
  const best = levels.count === 0 ? 0 : (levels.pairs[0] as number);
  return { side, worst: best === 0 ? 0 : protectionPrice(side, best, slippage), levels };
}

/** Self-trade prevention may skip own orders on the way: then only the worst price is a bound. */
function holdAt(
  rules: BookRules,
  { side, worst, levels }: Price,
  lots: number,
  { own }: Offer,
  cost: OrderCost,
): number {
  const value =
    levels === null || own
      ? notional(rules, worst, lots)
      : walkLots(rules, side, levels, worst, lots).notional;
  return cost.required(rules, { side, lots, amount: 0 }, value, ratesOf(rules));
}

function ratesOf({ makerFeePpm, takerFeePpm }: BookRules) {
  return { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
}

/** The largest order that the ticket can send, in lots. */
export function lotCap(rules: BookRules, form: TicketForm): number {
  return goesAtMarket(form) ? Math.min(rules.maxLots, rules.marketMaxLots) : rules.maxLots;
}

/** Lots that an order of the ticket goes up by. */
export function lotStep(rules: BookRules, form: TicketForm): number {
  return goesAtMarket(form) ? rules.marketStepLots : 1;
}

/** The most lots that funds and filters allow for the order as typed. */
export function mostLots(
  rules: BookRules,
  form: TicketForm,
  funding: Funding,
  offer: Offer,
): number {
  const orders = form.type === 'oco' ? legsOf(form) : [form];
  const prices = orders.map((order) => priceOf(rules, order, offer));
  const known = prices.filter(({ worst }) => worst > 0);
  // Of an OCO the more expensive order decides; one whose price is not typed yet is ignored.
  // Without any price a sale comes to nothing at worst, and a purchase to nobody knows what.
  const bounds = known.length > 0 ? known : prices.filter(({ side }) => side === SELL);
  const cap = lotCap(rules, form);
  const covered = bounds.map((price) => coveredLots(rules, price, cap, funding, offer));
  const lots = covered.length === 0 ? 0 : Math.min(...covered);
  return lots - (lots % lotStep(rules, form));
}

/** What the order goes by as far as it is typed; its worst price is 0 while there is none. */
function priceOf(rules: BookRules, form: OrderForm, offer: Offer): Price {
  const side = form.side === 'buy' ? BUY : SELL;
  const slippage = slippagePpm(form.slippage) ?? 0;
  if (form.type === 'market') return marketPrice(side, slippage, offer);
  const levels = side === BUY ? offer.asks : offer.bids;
  const ticks = ticksForValue(rules, form, levels.pairs[0] ?? 0);
  const limited = ticks === 0 || hasLimitPrice(form.type);
  return { side, worst: limited ? ticks : protectionPrice(side, ticks, slippage), levels: null };
}

/** The most lots up to `cap` that the account has enough for, at market no more than are there. */
function coveredLots(
  rules: BookRules,
  price: Price,
  cap: number,
  funding: Funding,
  offer: Offer,
): number {
  const { side, worst, levels } = price;
  const available = funding.available(side === BUY ? 'buy' : 'sell') ?? 0;
  const within = Math.floor(rules.maxNotional / notional(rules, worst, 1));
  const there = levels === null ? cap : walkLots(rules, side, levels, worst, cap).lots;
  return most(
    Math.min(cap, within, there),
    (lots) => holdAt(rules, price, lots, offer, funding) <= available,
  );
}

/** The largest whole number up to `highest` that fits, where whatever is smaller fits too. */
function most(highest: number, fits: (tried: number) => boolean): number {
  let [low, high] = [0, highest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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
