import { shareOf } from '@assay/core/order/cost';
import type { OrderIntent } from '@assay/core/order/intent';
import type { BookRules } from '@assay/core/order/market';
import type { SideName } from '@assay/core/order/order';
import type { Pricing } from '@assay/core/order/preview';
import type { Levels } from '@assay/core/order/walk';
import { goesAtMarket, legsOf, type OrderForm, type TicketForm } from './form.ts';

/** The asks, and whether one's own orders may stand in the way of a market order. */
export interface Offer {
  readonly asks: Levels;
  readonly own: boolean;
}

/** What the account has for orders in one market, and what they need of it, in 1e-8 units. */
export interface Funding {
  /** What the product makes of amounts and fees. */
  readonly pricing: Pricing;
  /** What is free of the asset that orders of a side hold; null before the account is known. */
  available(side: SideName): number | null;
  /** What the engine will hold for an order of which `takes` lots trade at once. */
  required(intent: OrderIntent, takes: number, offer: Offer): number;
  /** The most lots that it covers, fees included; null while the order has no price to go by. */
  covered(form: OrderForm, offer: Offer): number | null;
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
  const lots = Math.min(lotCap(rules, form), coveredLots(form, funding, offer));
  return lots - (lots % lotStep(rules, form));
}

/** Of an OCO the dearer order decides; one whose price is not typed yet has no say. */
function coveredLots(form: TicketForm, funding: Funding, offer: Offer): number {
  const orders = form.type === 'oco' ? legsOf(form) : [form];
  const lots = orders.map((order) => funding.covered(order, offer)).filter((each) => each !== null);
  return lots.length === 0 ? 0 : Math.min(...lots);
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
