import { describe, expect, it } from 'vitest';
import { Floor, idOf, statusOf } from './testing/floor.ts';

const market = 'ABCUSDT';
const ONE = { side: 'sell', quantity: '2' } as const;
const REST = { ...ONE, type: 'limit', limitPrice: '110', postOnly: true } as const;
const STOP = { ...ONE, type: 'stopMarket', triggerPrice: '90', triggerWhen: 'falls' } as const;

/** A floor at a price of 100, with somebody who places lists and somebody else. */
function opened() {
  const floor = new Floor();
  const [user, other] = [floor.user('user'), floor.user('other')];
  floor.price('100');
  const oco = (listClientOrderId?: string, more: object = {}, by = user) =>
    floor.send(by, 'placeOco', {
      ...{ market, ...ONE, limitPrice: '110', triggerPrice: '90', listClientOrderId, ...more },
    });
  const oto = (listClientOrderId?: string, more: object = {}) =>
    floor.send(user, 'placeOto', {
      ...{ market, pending: [REST, STOP], listClientOrderId },
      working: { side: 'buy', type: 'limit', quantity: '2', limitPrice: '95', ...more },
    });
  return { floor, user, other, oco, oto };
}

const IN_USE = { refusal: 'clientOrderIdInUse' };

describe('the id that a client gives a list', () => {
  it('SPOT-490 is apart from the ids of orders, and of one live list of an account', () => {
    const { floor, user, other, oco, oto } = opened();
    const names = { limitClientOrderId: 'up', stopClientOrderId: 'down' };
    expect(oco('a', names).refusal).toBeUndefined();
    // Of orders and of lists: neither takes the ids of the other.
    expect(floor.limit(user, 'buy', '1', '50', { clientOrderId: 'a' }).refusal).toBeUndefined();
    expect(oto('up', { clientOrderId: 'up-2' }).refusal).toBeUndefined();
    expect([oco('a'), oto('a'), oco('up'), oto('up')]).toEqual([IN_USE, IN_USE, IN_USE, IN_USE]);
    expect([oco('a b').refusal, oto('a b').refusal]).toEqual([
      'invalidClientOrderId',
      'invalidClientOrderId',
    ]);
    // Somebody else's lists have names of their own, and lists without one are not alike.
    expect(oco('a', {}, other).refusal).toBeUndefined();
    expect([oco(), oco(), oco('')].map(({ refusal }) => refusal)).toEqual([...Array(3)]);
    const rows = floor.facts('orderChanged').map(({ order, listName }) => {
      return [order.clientOrderId, listName];
    });
    expect(rows.slice(0, 5)).toEqual([
      ['up', 'a'],
      ['down', 'a'],
      ['a', ''],
      ['up-2', 'up'],
      ['', 'up'],
    ]);
    floor.audit();
  });

  it('SPOT-490 is free again when no order of the list is open, and not before', () => {
    const { floor, user, other, oco, oto } = opened();
    const list = oto('a') as unknown as { working: { id: number }; pending: { id: number }[] };
    // The working order is filled; those that waited for it still make the list a live one.
    floor.must(other, 'placeOrder', floor.order('sell', { quantity: '2', limitPrice: '95' }));
    while (floor.machines.orders.followUp() !== null) {
      floor.must(92, 'fireStops', { market });
    }
    expect(oco('a')).toEqual(IN_USE);
    floor.audit();
    floor.must(user, 'cancelOrder', { orderId: list.pending[0]!.id });
    // Of a pair one is left when the other trades in part.
    const pair = oco('a') as unknown as { limit: { id: number } };
    floor.limit(other, 'buy', '0.5', '110');
    expect(oto('a')).toEqual(IN_USE);
    floor.audit();
    floor.must(user, 'cancelOrder', { orderId: pair.limit.id });
    expect(statusOf((oto('a') as unknown as { working: never }).working)).toBe('new');
    expect(idOf(floor.limit(user, 'buy', '1', '50'))).toBeGreaterThan(0);
    floor.audit();
  });
});
