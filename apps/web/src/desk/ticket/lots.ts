import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import type { BookRules } from '@assay/core/order/market';
import { lotsOf, type TicketForm, ticksForValue, unitsOf } from './form.ts';

/** Fine enough for the product of two numbers of the wire. */
const FINE = 2 * SCALE;

/** A quantity as a number of lots, which is a fraction where it is not whole lots. */
export function lotsText({ basePerLot }: BookRules, quantity: string): string {
  const fine = parseDecimal(quantity, FINE);
  return fine === null ? quantity : formatDecimal(fine / BigInt(basePerLot), SCALE);
}

/** The quantity of a number of lots, exact even where no order can have it. */
export function quantityOfLots({ basePerLot }: BookRules, lots: string): string {
  const units = parseDecimal(lots, SCALE);
  return units === null ? lots : formatDecimal(units * BigInt(basePerLot), FINE);
}

/**
 * What a total that was typed comes to in whole lots at the limit price, rounded down; empty when
 * that is all of it, or when there is none.
 */
export function roundedTotal(rules: BookRules, form: TicketForm): string {
  const typed = unitsOf(form.total);
  const lots = lotsOf(rules, form.quantity);
  if (form.lead !== 'total' || typed === null || lots === null) return '';
  const value = notional(rules, ticksForValue(rules, form, 0), lots);
  return value > 0 && value < typed ? formatSafe(value, SCALE) : '';
}

/** The smallest value at a price that whole lots and the filters allow, in units of the quote. */
export function leastTotal(rules: BookRules, ticks: number): number {
  const perLot = notional(rules, ticks, 1);
  return Math.max(rules.minLots, Math.ceil(rules.minNotional / perLot)) * perLot;
}
