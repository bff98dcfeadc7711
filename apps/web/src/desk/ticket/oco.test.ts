import { readOrder } from '@assay/core/order/intent';
import { BUY, SELL } from '@assay/core/order/side';
import type { Levels } from '@assay/core/order/walk';
import { describe, expect, it } from 'vitest';
import type { Surroundings } from './check.ts';
import { checkTicket } from './check-oco.ts';
import { legsOf, type OcoForm, ocoOf, orderOf } from './form.ts';
import { lotStep } from './funding.ts';
import { AROUND, buyOco, habit, pricesAt, rules, sellOco } from './ticket.suite.ts';
import { createTicket } from './ticket-store.ts';

const asks: Levels = { count: 1, pairs: [6_000_000, 50_000] };
const bids: Levels = { count: 1, pairs: [5_999_000, 200_000] };
const around: Surroundings = { ...AROUND, asks, bids, ...pricesAt(5_999_500) };

const refusals = (form: OcoForm, more: Partial<Surroundings> = {}) =>
  checkTicket(form, { ...around, ...more }).problems.map(({ field, refusal, limit }) =>
    [field, refusal, limit].filter((part) => part !== '').join(' '),
  );

describe('two orders of which one cancels the other', () => {
  it('UI-452 nothing is wrong with an OCO around the price, nor with an empty one', () => {
    for (const form of [
      buyOco(),
      sellOco(),
      sellOco({ stopPrice: '57900' }),
      buyOco({ stopPrice: '62100' }),
    ]) {
      expect(refusals(form), JSON.stringify(form)).toEqual([]);
      expect(checkTicket(form, around).complete).toBe(true);
    }
    const empty = checkTicket(buyOco({ price: '', trigger: '', quantity: '' }), around);
    expect(empty).toEqual({ problems: [], preview: null, complete: false });
    for (const missing of ['price', 'trigger', 'quantity'] as const) {
      const check = checkTicket(sellOco({ [missing]: '' }), around);
      expect(check, missing).toMatchObject({ problems: [], preview: null, complete: false });
    }
  });

  it('UI-452 SPOT-120 each price that is on the wrong side of the last one is named', () => {
    expect(refusals(buyOco({ price: '59999' }))).toEqual(['price belowLast 59995']);
    expect(refusals(buyOco({ trigger: '59000' }))).toEqual(['trigger aboveLast 59995']);
    expect(refusals(sellOco({ price: '59995' }))).toEqual(['price aboveLast 59995']);
    expect(refusals(sellOco({ trigger: '60000', quantity: '' }))).toEqual([
      'trigger belowLast 59995',
    ]);
    expect(refusals(buyOco({ price: '62000', trigger: '58000' }))).toEqual([
      'price belowLast 59995',
      'trigger aboveLast 59995',
    ]);
    expect(refusals(buyOco({ trigger: '59995' }))).toEqual(['trigger triggersAtOnce']);
    // Before the first trade stops go by the index.
    expect(refusals(buyOco({ price: '60001' }), pricesAt(0))).toEqual(['price belowLast 60000']);
    expect(refusals(buyOco(), pricesAt(0, 0))).toEqual(['trigger noReferencePrice']);
  });

  it('UI-945 UI-452 the price that sets off the stop is the one that lies between', () => {
    // The last trade, at 59,000, is old: the market is at 60,000.
    const old = pricesAt(5_900_000);
    const order = buyOco({ price: '59500', trigger: '60500' });
    expect(refusals(order, old)).toEqual(['price belowLast 59000']);
    expect(refusals({ ...order, triggerSource: 'mark' }, old)).toEqual([]);
    const above = buyOco({ price: '60001', triggerSource: 'mark' });
    expect(refusals(above, old)).toContain('price belowMark 60000');
  });

  it('UI-452 what either alone would be refused for is said at its own field', () => {
    expect(refusals(buyOco({ price: '58000.005' }))).toEqual(['price tickSize 0.01']);
    expect(refusals(buyOco({ trigger: '62000.005' }))).toEqual(['trigger tickSize 0.01']);
    expect(refusals(buyOco({ stopPrice: '62000.005' }))).toEqual(['stopPrice tickSize 0.01']);
    expect(refusals(buyOco({ stopPrice: '1e5' }))).toEqual(['stopPrice invalidPrice']);
    expect(refusals(sellOco({ stopPrice: '700000' }))).toEqual(['stopPrice aboveBand 300000']);
    expect(refusals(sellOco({ price: '700000' }))).toEqual(['price aboveBand 300000']);
    expect(refusals(buyOco({ quantity: '0.000001' }))).toEqual(['quantity stepSize 0.00001']);
    expect(refusals(buyOco({ quantity: '101' }))).toEqual(['quantity maxQuantity 100']);
    expect(refusals(buyOco({ price: '40000', quantity: '0.0001' }))).toEqual([
      'total minNotional 5',
    ]);
    expect(refusals(buyOco({ slippage: '70' }))).toEqual(['slippage slippage']);
    expect(refusals(buyOco({ slippage: '70', stopPrice: '62100' }))).toEqual([]);
    expect(refusals(buyOco(), { waiting: rules.maxStopOrders })).toEqual([
      'quantity tooManyStops 25',
    ]);
    expect(refusals(buyOco(), { resting: rules.maxOpenOrders })).toEqual([
      'quantity tooManyOrders 200',
    ]);
    // The last trade may lie above the bids' best: then a sale above the bids still rests.
    expect(refusals(sellOco({ price: '59990' }), pricesAt(5_998_000))).toEqual(['price wouldTake']);
  });

  it('UI-452 SPOT-034 a stop that goes at market brings the filters of those along', () => {
    const coarse = { ...rules, marketStepLots: 10, marketMinLots: 50, marketMaxLots: 25_000 };
    const own = { rules: coarse };
    expect(refusals(sellOco({ quantity: '0.00055' }), own)).toEqual(['quantity stepSize 0.0001']);
    expect(refusals(sellOco({ quantity: '0.00055', stopPrice: '57900' }), own)).toEqual([]);
    expect(refusals(sellOco({ quantity: '0.2501' }), own)).toEqual(['quantity maxQuantity 0.25']);
    expect([lotStep(coarse, sellOco()), lotStep(coarse, sellOco({ stopPrice: '1' }))]).toEqual([
      10, 1,
    ]);
  });

  it('UI-452 the preview is that of the limit order', () => {
    const { preview } = checkTicket(sellOco(), around);
    expect(preview).toMatchObject({ takes: 0, notional: 6200e8, fee: 6.2e8 });
  });

  it('UI-453 SPOT-120 it is sent in the shape that the rules know', () => {
    expect(ocoOf('BTCUSDT', sellOco())).toEqual({
      market: 'BTCUSDT',
      side: 'sell',
      quantity: '0.1',
      limitPrice: '62000',
      triggerPrice: '58000',
      triggerSource: 'last',
      maxSlippagePpm: 10_000,
      selfTrade: 'expireTaker',
    });
    const limited = ocoOf('BTCUSDT', sellOco({ stopPrice: '57900' }));
    expect(limited).toMatchObject({ stopLimitPrice: '57900' });
    expect(limited).not.toHaveProperty('maxSlippagePpm');
    // Whatever was chosen for other types does not get into the OCO.
    const odd = { timeInForce: 'fok', lead: 'total', total: '6000', postOnly: false } as const;
    for (const leg of [
      ...legsOf(sellOco(odd)),
      ...legsOf(buyOco({ ...odd, stopPrice: '62100' })),
    ]) {
      expect(readOrder(rules, orderOf('BTCUSDT', leg)).refusal).toBeUndefined();
    }
    expect(orderOf('BTCUSDT', legsOf(sellOco(odd))[0])).toMatchObject({ postOnly: true });
  });
});

describe('the ticket of an OCO', () => {
  const opened = () =>
    createTicket(rules, (side) => (side === 'buy' ? 6_000_000 : 5_999_000), habit());

  it('UI-437 a price that would take is not taken over, one that rests is', () => {
    const ticket = opened();
    ticket.getState().suggest(6_000_000);
    ticket.getState().setType('oco');
    expect(ticket.getState().form).toMatchObject({ type: 'oco', price: '' });
    ticket.getState().suggest(6_000_000);
    expect(ticket.getState().form.price).toBe('');
    ticket.getState().setType('limit');
    expect(ticket.getState().form.price).toBe('60000');
    ticket.getState().setPrice('59000');
    ticket.getState().setType('oco');
    expect(ticket.getState().form.price).toBe('59000');
    // The market has moved since it was filled in.
    ticket.getState().setType('limit');
    ticket.getState().setPrice('59995');
    ticket.getState().setType('oco');
    expect(ticket.getState().form.price).toBe('');
  });

  it('UI-437 a click on a price fills the one that it can be', () => {
    const ticket = opened();
    ticket.getState().setType('oco');
    ticket.getState().pickPrice(5_900_000);
    ticket.getState().pickPrice(6_100_000);
    expect(ticket.getState().form).toMatchObject({ price: '59000', trigger: '61000' });
    ticket.getState().setSide('sell');
    ticket.getState().pickPrice(5_800_000);
    ticket.getState().pickDepth({ side: SELL, ticks: 6_200_000, sumLots: 1_000 });
    expect(ticket.getState().form).toMatchObject({
      side: 'sell',
      price: '62000',
      trigger: '58000',
      quantity: '0.01',
    });
    ticket.getState().pickDepth({ side: BUY, ticks: 5_700_000, sumLots: 2_000 });
    expect(ticket.getState().form).toMatchObject({ trigger: '57000', quantity: '0.02' });
  });

  it('UI-453 it goes by quantity; the stop limit price steps as prices do', () => {
    const ticket = opened();
    ticket.getState().setLead('total');
    ticket.getState().setType('oco');
    expect(ticket.getState().form.lead).toBe('quantity');
    ticket.getState().setStopPrice('61.5');
    ticket.getState().step('stopPrice', 10);
    expect(ticket.getState().form.stopPrice).toBe('61.6');
  });
});
