import { readOrder } from '@assay/core/order/intent';
import { BUY } from '@assay/core/order/side';
import type { Levels } from '@assay/core/order/walk';
import { SPOT_COST } from '@assay/modules/spot/rules';
import { describe, expect, it } from 'vitest';
import type { Surroundings } from '../../desk/ticket/check.ts';
import { checkTicket } from '../../desk/ticket/check-oco.ts';
import { EMPTY_FORM, type OrderForm, orderOf, type TicketForm } from '../../desk/ticket/form.ts';
import {
  type Funding,
  holdOf,
  lotsForPercent,
  mostLots,
  type Offer,
  percentOf,
} from '../../desk/ticket/funding.ts';
import { AROUND, buyOco, pricesAt, rules, sellOco } from '../../desk/ticket/ticket.suite.ts';

/** 60,000.00: 0.5 BTC; 60,010.00: 1 BTC. */
const asks: Levels = { count: 2, pairs: [6_000_000, 50_000, 6_001_000, 100_000] };
const bids: Levels = { count: 1, pairs: [5_999_000, 200_000] };
/** Free balances of a market's two assets, in 1e-8 units. */
interface Funds {
  readonly base: number;
  readonly quote: number;
}
const spotFunding = (funds: Funds | null): Funding => ({
  ...SPOT_COST,
  available: (side) => funds && (side === 'buy' ? funds.quote : funds.base),
});
/** Nobody's own orders stand in the way. */
const offer: Offer = { bids, asks, own: false };
const FUNDS: Funds = { base: 2e8, quote: 100_000e8 };

const limit = (change: Partial<OrderForm>): OrderForm => ({
  ...EMPTY_FORM,
  price: '60000',
  quantity: '0.1',
  ...change,
});
const most = (form: TicketForm, funds: Funds | null, from = offer, market = rules) =>
  mostLots(market, form, spotFunding(funds), from);
const intentOf = (form: OrderForm) => {
  const intent = readOrder(rules, orderOf('BTCUSDT', form));
  if (intent.refusal !== undefined) throw new Error(intent.refusal);
  return intent;
};
/** What the engine will hold. */
const held = (form: OrderForm, from: Offer) => holdOf(rules, intentOf(form), 0, from, SPOT_COST);
const check = (form: TicketForm, funds: Funds | null, more: Partial<Surroundings> = {}) =>
  checkTicket(form, {
    ...AROUND,
    asks,
    bids,
    ...pricesAt(form.type === 'oco' ? 5_999_500 : 6_000_000),
    funding: spotFunding(funds),
    ...more,
  });
const refusals = (form: TicketForm, funds: Funds | null, more: Partial<Surroundings> = {}) =>
  check(form, funds, more).problems.map(({ field, refusal }) => `${field} ${refusal}`);

describe('what the balances cover', () => {
  it('UI-433 the share of the balance is whole lots, rounded down; a fee needs no part of it', () => {
    expect(most(limit({}), FUNDS)).toBe(166_666);
    expect(held(limit({ quantity: '1.66666' }), offer)).toBeLessThanOrEqual(100_000e8);
    expect(most(limit({ side: 'sell' }), FUNDS)).toBe(200_000);
    expect(most(limit({}), null)).toBe(0);
    expect(lotsForPercent(166_500, 25)).toBe(41_625);
    expect(lotsForPercent(166_501, 33)).toBe(54_945);
    expect(percentOf(166_500, 41_625)).toBe(25);
    expect(percentOf(0, 5)).toBe(0);
    expect(percentOf(10, null)).toBe(0);
  });

  it('UI-433 at market the most is what the book really gives within the protection price', () => {
    const market = limit({ type: 'market' });
    const nothing = { ...offer, asks: { count: 0, pairs: [] } };
    expect(most(market, { base: 0, quote: 30_000e8 })).toBe(50_000);
    expect(most(market, { base: 0, quote: 1e14 })).toBe(150_000);
    expect(most({ ...market, side: 'sell' }, { base: 9e8, quote: 0 })).toBe(200_000);
    expect(most({ ...market, slippage: '0.01' }, { base: 0, quote: 1e14 })).toBe(50_000);
    expect(most(market, { base: 0, quote: 1e14 }, nothing)).toBe(0);
  });

  it('UI-433 SPOT-034 at market the most is in steps of orders at market, and within their bounds', () => {
    const coarse = { ...rules, marketStepLots: 10, marketMinLots: 50, marketMaxLots: 25_000 };
    const market = limit({ type: 'market', quantity: '' });
    expect(most(market, FUNDS, offer, coarse)).toBe(25_000);
    expect(most(market, { base: 0, quote: 600_665e5 }, offer, coarse)).toBe(1000);
    expect(lotsForPercent(25_000, 33, 10)).toBe(8250);
  });

  it('UI-433 SPOT-122 a share of the balance is what both orders of an OCO can be placed for', () => {
    const funds = { base: 2e8, quote: 6262e8 };
    expect(most(buyOco(), funds)).toBe(10_000);
    expect(most(buyOco({ trigger: '' }), funds)).toBeGreaterThan(10_000);
    expect(most(buyOco({ price: '', trigger: '' }), funds)).toBe(0);
    expect(most(sellOco(), funds)).toBe(200_000);
    expect(most(sellOco({ price: '', trigger: '' }), funds)).toBe(200_000);
  });
});

describe('what an order holds', () => {
  it('UI-435 the balance is checked against what the engine will hold', () => {
    const funds = { base: 0, quote: 5999e8 };
    expect(refusals(limit({}), funds)).toEqual(['quantity shortOfBalance']);
    expect(refusals(limit({}), { base: 0, quote: 6000e8 })).toEqual([]);
    expect(refusals(limit({ side: 'sell' }), funds)).toEqual(['quantity shortOfBalance']);
    expect(refusals(limit({}), null)).toEqual([]);
    const spend = limit({ type: 'market', lead: 'total', total: '5999' });
    expect(refusals(spend, funds)).toEqual([]);
    const receive = { ...spend, side: 'sell' as const };
    expect(refusals(receive, funds)).toEqual(['total shortOfBalance']);
    expect(refusals(receive, { base: 1e8, quote: 0 })).toEqual([]);
  });

  it('UI-436 a market buy is held at the price of the walk', () => {
    const form = limit({ type: 'market', quantity: '1' });
    expect(intentOf(form).side).toBe(BUY);
    expect(held(form, offer)).toBe(60_005e8);
  });

  it('UI-435 own orders in the book: a market buy holds and is checked up to its limit', () => {
    const form = limit({ type: 'market', quantity: '0.5' });
    const own = { ...offer, own: true };
    // One percent above the best ask.
    expect(held(form, own)).toBe(30_300e8);
    const funds = { base: 0, quote: 30_100e8 };
    expect(refusals(form, funds)).toEqual([]);
    expect(refusals(form, funds, { own: true })).toEqual(['quantity shortOfBalance']);
    const lots = most(form, funds, own);
    expect(lots).toBeGreaterThan(49_000);
    const whole = { ...form, quantity: `${lots / 1e5}` };
    expect(held(whole, own)).toBeLessThanOrEqual(funds.quote);
  });

  it('UI-452 SPOT-122 the balance is checked for the more expensive order of an OCO, once', () => {
    // The stop may run to one percent above its trigger.
    expect(check(buyOco(), FUNDS).held).toBe(6262e8);
    expect(check(buyOco({ stopPrice: '62100' }), FUNDS).held).toBe(6210e8);
    expect(check(sellOco(), FUNDS).held).toBe(0.1e8);
    const funds = { base: 0.1e8, quote: 6261e8 };
    expect(refusals(buyOco(), funds)).toEqual(['quantity shortOfBalance']);
    expect(refusals(buyOco({ stopPrice: '62050' }), funds)).toEqual([]);
    expect(refusals(sellOco(), funds)).toEqual([]);
    expect(refusals(sellOco({ quantity: '0.10001' }), funds)).toEqual(['quantity shortOfBalance']);
  });
});
