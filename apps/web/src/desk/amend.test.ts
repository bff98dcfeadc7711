import { expect, it } from 'vitest';
import type { OrderView } from '../lib/api/wire.ts';
import { changeableOf, differenceOf, formOf, isRead, numbersOf, worstOfChange } from './amend.ts';
import { drawnPrice } from './chart/drawn-price.ts';
import { rules } from './ticket/ticket.suite.ts';

const order = (change: Partial<OrderView>): OrderView =>
  ({
    status: 'new',
    side: 'buy',
    type: 'limit',
    postOnly: false,
    limitPrice: '60000',
    triggerPrice: '',
    quantity: '0.5',
    quoteAmount: '',
    filledQuantity: '0',
    ...change,
  }) as OrderView;
const stop = order({
  status: 'pending',
  type: 'stopLimit',
  side: 'sell',
  triggerPrice: '58000',
  limitPrice: '57900',
});

it('UI-948 UI-1011 of an open order those numbers can be changed that it has; a stop’s trigger while it waits', () => {
  expect(changeableOf(order({}))).toEqual(['limitPrice', 'quantity']);
  expect(changeableOf(stop)).toEqual(['limitPrice', 'quantity', 'triggerPrice']);
  const atMarket = { ...stop, limitPrice: '' };
  expect(changeableOf(atMarket)).toEqual(['quantity', 'triggerPrice']);
  expect(changeableOf({ ...atMarket, quantity: '', quoteAmount: '100' })).toEqual(['triggerPrice']);
  // The trigger of one that trails moves by itself: it is neither changed nor drawn.
  const trailing = { ...stop, trailingDelta: 100 };
  expect(changeableOf(trailing)).toEqual(['limitPrice', 'quantity']);
  expect([drawnPrice(stop), drawnPrice(trailing)]).toEqual(['triggerPrice', 'limitPrice']);
  // A stop that fired waits for nothing any more.
  expect(changeableOf({ ...stop, status: 'new' })).toEqual(['limitPrice', 'quantity']);
  expect(differenceOf(stop, { ...numbersOf(stop), triggerPrice: '57000' })).toEqual({
    triggerPrice: '57000',
  });
  expect(differenceOf(order({}), { limitPrice: '60000', triggerPrice: '5' })).toEqual({});
  expect([isRead({ quantity: '1' }), isRead({ quantity: '?1.234' })]).toEqual([true, false]);
});

it('UI-948 UI-944 a change that lets an order trade far from the market is one to ask about', () => {
  const far = (changed: OrderView, limitPrice: string) =>
    worstOfChange(rules, changed, { limitPrice }, 6_000_000);
  expect(far(order({}), '63000')).toBeNull();
  expect(far(order({}), '93600')).toMatchObject({ against: 'mark', worst: { size: '46800' } });
  expect(far(stop, '50000')).toMatchObject({ against: 'trigger', fair: { price: '58000' } });
  expect(far({ ...stop, status: 'new' }, '57500')).toBeNull();
  expect(worstOfChange(rules, stop, { triggerPrice: '59000' }, 6_000_000)).toBeNull();
});

it('UI-1062 a moved order is measured by what is left of it, a stop by its own trigger', () => {
  const moved = formOf(order({ filledQuantity: '0.2' }), { limitPrice: '61000' });
  expect(moved).toMatchObject({ type: 'limit', price: '61000', quantity: '0.3' });
  const dragged = formOf(stop, { triggerPrice: '57000' });
  expect(dragged).toMatchObject({ type: 'stopLimit', trigger: '57000', triggerSource: 'last' });
  const byAmount = {
    type: 'stopMarket',
    limitPrice: '',
    quantity: '',
    quoteAmount: '100',
  } as const;
  expect(formOf({ ...stop, ...byAmount }, {})).toMatchObject({ lead: 'total', total: '100' });
});
