import { beforeEach, describe, expect, it } from 'vitest';
import { Floor, fillsOf, idOf, statusOf, summary } from './testing/floor.ts';

/** Quantities of 0.1 in a market without fees. */
let floor: Floor;
let maker = 0;
let user = 0;
beforeEach(() => {
  floor = new Floor([{ symbol: 'ABCUSDT', base: 'ABC', makerFeePpm: 0, takerFeePpm: 0 }]);
  maker = floor.user('maker');
  user = floor.user('user');
});

const iceberg = (
  quantity: string,
  icebergQuantity: string,
  limitPrice = '100',
  more: object = {},
) => floor.limit(maker, 'sell', quantity, limitPrice, { icebergQuantity, ...more });
/** Lots that the taker gets of each maker's trades: `lots @ ticks`. */
const taken = (answer: ReturnType<typeof iceberg>) => {
  const fills = fillsOf(answer);
  return Array.from({ length: fills.length / 4 }, (_, n) => fills[n * 4 + 2]);
};

describe('an order that shows a part of itself', () => {
  it('SPOT-450 BOOK-110 shows one part, and the next at the end of its price when that is gone', () => {
    const hidden = iceberg('3', '1');
    floor.limit(maker, 'sell', '1', '100');
    expect(floor.book()).toEqual([`${maker} 10 @ 10000`, `${maker} 10 @ 10000`]);
    expect(floor.facts('bookChanged').at(-1)?.levels).toEqual([[1, '100', '2', '0']]);
    // Hidden parts trade before any worse price, each behind what else is there.
    floor.limit(maker, 'sell', '5', '101');
    const buy = floor.limit(user, 'buy', '3.5', '101');
    expect(taken(buy)).toEqual([10, 10, 10, 5]);
    const makers = floor.facts('orderFilled').filter(({ userId }) => userId === maker);
    const ids = makers.map(({ fill }) => fill.orderId);
    const other = ids[1];
    expect(ids).toEqual([idOf(hidden), other, idOf(hidden), idOf(hidden)]);
    expect(floor.book()[0]).toBe(`${maker} 5 @ 10000`);
    floor.audit();
  });

  it('SPOT-451 takes with all of it, holds for all of it, and shows what is left by parts', () => {
    floor.limit(user, 'buy', '2', '100');
    const rests = iceberg('10', '3');
    expect(summary(rests)).toBe('partiallyFilled 20/100 fee 0 held 800000000');
    expect(floor.book()).toEqual([`${maker} 30 @ 10000`]);
    // A market order and one that must fill whole count on what is hidden.
    const whole = { timeInForce: 'fok', quantity: '7.9', limitPrice: '100' } as const;
    expect(statusOf(floor.place(user, 'buy', whole))).toBe('filled');
    expect(floor.book()).toEqual([`${maker} 1 @ 10000`]);
    iceberg('10', '1');
    const atMarket = floor.place(user, 'buy', { type: 'market', quantity: '5' });
    expect(summary(atMarket)).toBe('filled 50/50 fee 0 held 0');
    floor.audit();
  });

  it('SPOT-452 is an order that rests with a limit price, in whole lots and ten parts at most', () => {
    const refusal = (quantity: string, part: string, more = {}) =>
      statusOf(iceberg(quantity, part, '100', more));
    expect(refusal('1', '0.1', { timeInForce: 'ioc' })).toBe('invalidOrder');
    expect(refusal('1', '0.1', { postOnly: true })).toBe('new');
    expect(refusal('1.1', '0.1')).toBe('icebergParts');
    expect(refusal('1', '1.1')).toBe('icebergParts');
    expect(refusal('1', '0.15')).toBe('stepSize');
    expect(refusal('1', '0')).toBe('invalidQuantity');
    const stop = { type: 'stopLimit', triggerPrice: '90', icebergQuantity: '0.5' } as const;
    floor.price('95');
    const waits = floor.place(maker, 'sell', { ...stop, quantity: '1', limitPrice: '97' });
    expect(statusOf(waits)).toBe('pending');
    const market = { type: 'market', quantity: '1', icebergQuantity: '0.5' } as const;
    expect(statusOf(floor.place(maker, 'sell', market))).toBe('invalidOrder');
    const view = floor.facts('orderChanged').find(({ order }) => order.id === idOf(waits));
    expect(view?.order.icebergQuantity).toBe('0.5');
  });

  it('SPOT-453 gives up hidden lots first when it becomes smaller, and grows into hidden ones', () => {
    const order = iceberg('5', '1');
    const amend = (quantity: string) =>
      floor.send(maker, 'amendOrder', { orderId: idOf(order), quantity });
    floor.limit(maker, 'sell', '1', '100');
    expect(summary(amend('2'))).toBe('new 0/20 fee 0 held 200000000');
    expect(floor.book()).toEqual([`${maker} 10 @ 10000`, `${maker} 10 @ 10000`]);
    expect(statusOf(amend('10.1'))).toBe('icebergParts');
    expect(statusOf(amend('10'))).toBe('new');
    expect(floor.book()).toEqual([`${maker} 10 @ 10000`, `${maker} 10 @ 10000`]);
    // A larger quantity goes to the end.
    const buy = floor.limit(user, 'buy', '1', '100');
    expect(taken(buy)).toEqual([10]);
    expect(floor.funds(maker, 'ABC')).toBe('989/10');
    floor.must(maker, 'cancelAllOrders', {});
    expect([floor.book(), floor.funds(maker, 'ABC')]).toEqual([[], '999/0']);
    const small = iceberg('2', '1');
    const change = { orderId: idOf(small), quantity: '0.7' };
    expect(summary(floor.send(maker, 'amendOrder', change))).toBe('new 0/7 fee 0 held 70000000');
    expect(floor.book()).toEqual([`${maker} 7 @ 10000`]);
    floor.audit();
  });
});
