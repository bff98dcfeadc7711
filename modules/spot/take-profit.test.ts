import type { PlaceOco } from '@assay/core/order/oco';
import { describe, expect, it } from 'vitest';
import { type Answer, Floor, idOf, statusOf, summary } from './testing/floor.ts';

const market = 'ABCUSDT';

/** A floor at a price of 100, and somebody who places pairs there. */
function opened() {
  const floor = new Floor();
  const user = floor.user('user');
  const [other, third] = [floor.user('other'), floor.user('third')];
  floor.price('100');
  const send = (body: Partial<PlaceOco>) =>
    floor.send(user, 'placeOco', { market, quantity: '2', ...body });
  const place = (body: Partial<PlaceOco>) => {
    const { limit, stop } = send(body) as unknown as Record<'limit' | 'stop', Answer>;
    return [limit, stop];
  };
  /** Moves the last price by a trade. */
  const trade = (price: string) => {
    floor.limit(other, 'sell', '0.1', price);
    floor.limit(third, 'buy', '0.1', price);
  };
  const ends = (orders: readonly Answer[]) => {
    const now = new Map(floor.facts('orderChanged').map(({ order }) => [order.id, order.status]));
    return orders.map((order) => now.get(idOf(order)));
  };
  return { floor, user, other, third, send, place, trade, ends };
}

const SELLS = { side: 'sell', takeProfitPrice: '110', triggerPrice: '90' } as const;
const BUYS = { side: 'buy', takeProfitPrice: '90', triggerPrice: '110' } as const;

describe('two stops of which one cancels the other', () => {
  it.each([
    ['at market, at market', {}],
    ['with a limit, at market', { limitPrice: '109' }],
    ['at market, with a limit', { stopLimitPrice: '89' }],
    ['both with a limit', { limitPrice: '109', stopLimitPrice: '89' }],
  ])('SPOT-476 hold what is sold once, and either ends the other: %s', (_, limits) => {
    for (const [price, first] of [
      ['110', true],
      ['90', false],
    ] as const) {
      const { floor, user, third, place, trade, ends } = opened();
      const pair = place({ ...SELLS, ...limits });
      expect(pair.map(summary)).toEqual([
        'pending 0/20 fee 0 held 200000000',
        'pending 0/20 fee 0 held 0',
      ]);
      expect(floor.funds(user, 'ABC')).toBe('998/2');
      expect(floor.book()).toEqual([]);
      floor.limit(third, 'buy', '5', price === '90' ? '89.5' : '109.5');
      trade(price);
      expect(ends(pair)).toEqual(first ? ['filled', 'expired'] : ['expired', 'filled']);
      expect(floor.funds(user, 'ABC')).toBe('998/0');
      floor.audit();
    }
  });

  it('SPOT-476 of a purchase hold what the more expensive one needs', () => {
    const { floor, user, other, place, trade, ends } = opened();
    const pair = place({ ...BUYS, limitPrice: '91', stopLimitPrice: '112' });
    // 182; 224, of which 182 are held already.
    expect(pair.map(summary)).toEqual([
      'pending 0/20 fee 0 held 18200000000',
      'pending 0/20 fee 0 held 4200000000',
    ]);
    floor.limit(other, 'sell', '3', '91');
    floor.must(other, 'cancelAllOrders', {});
    trade('90');
    // The stop that takes profit rests at its limit, with what it needs and no more.
    expect(ends(pair)).toEqual(['new', 'expired']);
    expect(floor.funds(user)).toBe('99818/182');
    floor.audit();
  });

  it('SPOT-477 are refused on one side of the price, and where one would go at once', () => {
    const { floor, user, send } = opened();
    const before = floor.machines.sequencer.stateHash();
    for (const [refusal, body] of [
      ['ocoPrices', { ...SELLS, takeProfitPrice: '95' }],
      ['ocoPrices', { ...SELLS, triggerPrice: '105' }],
      ['ocoPrices', { ...SELLS, takeProfitPrice: '90', triggerPrice: '110' }],
      ['triggersAtOnce', { ...SELLS, takeProfitPrice: '100' }],
      ['tickSize', { ...SELLS, takeProfitPrice: '110.001' }],
      ['tickSize', { ...SELLS, limitPrice: '109.001' }],
      ['invalidOrder', { ...SELLS, takeProfitPrice: undefined }],
      // A bound of slippage belongs to an order at market.
      ['invalidOrder', { ...SELLS, limitPrice: '109', stopLimitPrice: '89', maxSlippagePpm: 9 }],
      ['insufficientBalance', { ...SELLS, quantity: '1001' }],
    ] as const) {
      expect(statusOf(send(body)), JSON.stringify(body)).toBe(refusal);
    }
    expect(floor.machines.sequencer.stateHash()).toBe(before);
    expect(floor.funds(user, 'ABC')).toBe('1000/0');
  });

  it('SPOT-123 SPOT-477 are not amended while both are open, and cancelled together', () => {
    const { floor, user, place, ends } = opened();
    const pair = place({ ...SELLS, limitPrice: '109' });
    for (const order of pair) {
      const change = { orderId: idOf(order), quantity: '1' };
      expect(floor.send(user, 'amendOrder', change)).toEqual({ refusal: 'partOfOco' });
    }
    floor.must(user, 'cancelOrder', { orderId: idOf(pair[0] as Answer) });
    expect(ends(pair)).toEqual(['canceled', 'canceled']);
    expect(floor.funds(user, 'ABC')).toBe('1000/0');
    floor.audit();
  });

  it('SPOT-478 count as two stops', () => {
    const { place, send } = opened();
    for (let n = 0; n < 12; n += 1) place(SELLS);
    const detail = { limit: '25' };
    expect(send(SELLS)).toEqual({ refusal: 'tooManyStops', detail });
    // One of the two is a limit order here.
    const rests = { ...SELLS, takeProfitPrice: undefined, limitPrice: '110' };
    expect(send(rests).refusal).toBeUndefined();
    expect(send(rests)).toEqual({ refusal: 'tooManyStops', detail });
  });
});
