import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type OrderForm } from './form.ts';
import { buyOco, rules } from './ticket.suite.ts';
import { worstCase } from './worst-case.ts';

const prices = { mark: 6_000_000, best: 6_001_000 };
const form = (change: Partial<OrderForm>): OrderForm => ({
  ...EMPTY_FORM,
  price: '60000',
  quantity: '0.5',
  ...change,
});
const of = (change: Partial<OrderForm>, around = prices) => worstCase(rules, form(change), around);

describe('an order far from the market', () => {
  it('UI-944 is one that may trade more than the market’s distance worse than the mark price', () => {
    expect(of({ price: '63000' })).toBeNull();
    expect(of({ price: '63000.01' })).toMatchObject({ against: 'mark' });
    expect(of({ side: 'sell', price: '57000' })).toBeNull();
    expect(of({ side: 'sell', price: '56999.99' })).toMatchObject({ against: 'mark' });
    // A price that is better for the order is no danger, nor is one that only rests.
    expect(of({ price: '20000' })).toBeNull();
    expect(of({ side: 'sell', price: '90000' })).toBeNull();
    expect(of({ price: '93600', postOnly: true })).toBeNull();
    expect(of({ price: '93600' }, { mark: 0, best: 0 })).toBeNull();
    const narrow = { ...rules, priceWarningPpm: 10_000 };
    expect(worstCase(narrow, form({ price: '60600.01' }), prices)).not.toBeNull();
  });

  it('UI-944 is named with what it comes to at the worst price and at the fair one', () => {
    expect(of({ price: '93600' })).toEqual({
      against: 'mark',
      percent: expect.closeTo(56),
      fair: { price: '60000', size: '30000' },
      worst: { price: '93600', size: '46800' },
    });
    const market = { type: 'market', slippage: '10' } as const;
    expect(of(market)).toMatchObject({ worst: { price: '66011', size: '33005.5' } });
    // By amount the quantity is what differs.
    expect(of({ ...market, lead: 'total', total: '66011' })).toMatchObject({
      fair: { size: '1.10018' },
      worst: { size: '1' },
    });
    expect(of({ ...market, slippage: '1' })).toBeNull();
  });

  it('UI-944 measures a stop by its trigger, where the market is when it fires', () => {
    const stop = { side: 'sell', type: 'stopLimit', trigger: '50000', quantity: '1' } as const;
    expect(of({ ...stop, price: '49000' })).toBeNull();
    expect(of({ ...stop, price: '40000' })).toMatchObject({
      against: 'trigger',
      percent: expect.closeTo(20),
      fair: { price: '50000', size: '50000' },
      worst: { price: '40000', size: '40000' },
    });
    expect(of({ ...stop, type: 'stopMarket', slippage: '6' })).toMatchObject({
      worst: { price: '47000' },
    });
    expect(worstCase(rules, buyOco({ stopPrice: '70000' }), prices)).toMatchObject({
      fair: { price: '62000' },
      worst: { price: '70000' },
    });
    expect(worstCase(rules, buyOco(), prices)).toBeNull();
  });
});
