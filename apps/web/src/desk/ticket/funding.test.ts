import { BUY } from '@assay/core/order/side';
import type { Levels } from '@assay/core/order/walk';
import { expect, it } from 'vitest';
import { checkTicket } from './check-oco.ts';
import { EMPTY_FORM, lotsOf, type OcoForm, type TicketForm } from './form.ts';
import { type Funding, mostLots } from './funding.ts';
import { AROUND, pricesAt, rules, UNKNOWN } from './ticket.suite.ts';

const CEILING = 10_000_000;
const asks: Levels = { count: 1, pairs: [6_000_000, 50_000] };
const bids: Levels = { count: 1, pairs: [5_999_000, 200_000] };

/**
 * A product that has no base asset: a contract pays what its price is worth in the end, at most the
 * ceiling. A buyer pays the price beforehand, a seller what is between it and the ceiling.
 */
function prepaid(units: number): Funding {
  return {
    ...UNKNOWN,
    available: () => units,
    required: (_rules, { side, lots }, value) =>
      side === BUY ? value : CEILING * lots * rules.quotePerTickLot - value,
  };
}

const order: TicketForm = { ...EMPTY_FORM, price: '60000', quantity: '0.1' };
const refusals = (form: TicketForm, units: number) =>
  checkTicket(form, { ...AROUND, asks, bids, ...pricesAt(6_000_000), funding: prepaid(units) })
    .problems;

it('UI-462 what an order holds, and what there is for it, is what its product says', () => {
  expect(refusals(order, 6000e8)).toEqual([]);
  expect(refusals(order, 5999e8)).toMatchObject([{ refusal: 'shortOfBalance' }]);
  const sale: TicketForm = { ...order, side: 'sell' };
  expect(refusals(sale, 4000e8)).toEqual([]);
  expect(refusals(sale, 3999e8)).toMatchObject([{ refusal: 'shortOfBalance' }]);
});

it('UI-462 UI-433 the most that can be ordered is what the product covers', () => {
  const most = (form: TicketForm) =>
    mostLots(rules, form, prepaid(4800e8), { bids, asks, own: false });
  expect(most(order)).toBe(lotsOf(rules, '0.08'));
  expect(most({ ...order, side: 'sell' })).toBe(lotsOf(rules, '0.12'));
  expect(most({ ...order, price: '' })).toBe(0);
  const oco: OcoForm = { ...order, type: 'oco', side: 'sell', price: '80000', trigger: '' };
  expect(most(oco)).toBe(lotsOf(rules, '0.24'));
  expect(most({ ...oco, trigger: '40000', stopPrice: '40000' })).toBe(lotsOf(rules, '0.08'));
});
