import { OWNER } from '@assay/core/ledger/owners';
import { beforeEach, describe, expect, it } from 'vitest';
import { Floor, idOf, statusOf, summary } from './testing/floor.ts';

let floor: Floor;
let alice: number;
let bob: number;
let carol: number;

beforeEach(() => {
  floor = new Floor();
  [alice, bob, carol] = [floor.user('alice'), floor.user('bob'), floor.user('carol')];
});

/** Makes a trade at the price, between two users who do nothing else. */
function trade(price: string): void {
  floor.limit(carol, 'sell', '0.1', price);
  floor.limit(floor.user('somebody'), 'buy', '0.1', price, { timeInForce: 'ioc' });
}

function statusNow(orderId: number): string {
  const order = floor.machines.orders.state.order(orderId);
  return order === undefined ? 'gone' : statusOf({ status: order.status });
}

describe('stops', () => {
  it('SPOT-080 wait for a rise or a fall, depending on the last price', () => {
    const stop = (side: 'buy' | 'sell', triggerPrice: string) =>
      floor.place(alice, side, { type: 'stopMarket', quantity: '0.1', triggerPrice });
    expect(stop('buy', '101').refusal).toBe('noReferencePrice');
    floor.price('100');
    expect(statusOf(stop('buy', '101'))).toBe('pending');
    floor.now += 10_001;
    // The index is too old to be used.
    expect(stop('buy', '101').refusal).toBe('noReferencePrice');
    trade('90');
    expect(stop('sell', '90').refusal).toBe('triggersAtOnce');
    const [above, below] = [stop('sell', '95'), stop('buy', '85')];
    trade('94.99');
    expect([statusNow(idOf(above)), statusNow(idOf(below))]).toEqual(['pending', 'pending']);
    trade('95');
    expect([statusNow(idOf(above)), statusNow(idOf(below))]).toEqual(['gone', 'pending']);
    trade('85.01');
    expect(statusNow(idOf(below))).toBe('pending');
    trade('85');
    expect(statusNow(idOf(below))).toBe('gone');
  });

  it('SPOT-081 SPOT-083 fire in order: rising before falling, the nearest trigger, the oldest', () => {
    trade('100');
    floor.limit(bob, 'buy', '9', '60');
    const stop = (triggerPrice: string) =>
      floor.place(alice, 'sell', {
        type: 'stopLimit',
        quantity: '0.1',
        triggerPrice,
        limitPrice: '50',
      });
    // The facts of fills come in the order of firing.
    const orders = [stop('80'), stop('90'), stop('80'), stop('90'), stop('110')];
    trade('79');
    const fired = floor.facts('orderFilled').filter((fact) => fact.userId === alice);
    const ids = fired.map((fact) => (fact.fill as { orderId: number }).orderId);
    const [far, near, farToo, nearToo, above] = orders.map(idOf);
    expect(ids).toEqual([near, nearToo, far, farToo]);
    expect(statusNow(above as number)).toBe('pending');
  });

  it('SPOT-082 SPOT-043 trade at market up to the protection price of the trigger, out of what they held from the start', () => {
    trade('100');
    const dave = floor.user('dave', { USDT: '120' });
    const stop = floor.place(dave, 'buy', {
      type: 'stopMarket',
      quantity: '1',
      triggerPrice: '110',
    });
    // Held: 1 at 115.5, 5 % above the trigger.
    expect(summary(stop)).toBe('pending 0/10 fee 0 held 11550000000');
    expect(floor.funds(dave)).toBe('4.5/115.5');
    for (const price of ['115', '115.5', '115.51']) floor.limit(bob, 'sell', '0.4', price);
    trade('110');
    expect(floor.funds(dave, 'ABC')).toBe('0.7992/0');
    // 46 and 46.2; the rest of the order expired and its hold was released.
    expect(floor.funds(dave)).toBe('27.8/0');
  });

  it('SPOT-082 rest what they cannot take if they have a limit, and spend their amount if they have one', () => {
    trade('100');
    const stop = floor.place(alice, 'sell', {
      type: 'stopLimit',
      quantity: '2',
      triggerPrice: '95',
      limitPrice: '94',
    });
    expect(summary(stop)).toBe('pending 0/20 fee 0 held 200000000');
    const spend = floor.place(bob, 'buy', {
      type: 'stopMarket',
      quoteAmount: '50',
      triggerPrice: '105',
    });
    expect(summary(spend)).toBe('pending 0/0 fee 0 held 5000000000');
    trade('95');
    expect(floor.book()).toEqual([`${alice} 20 @ 9400`]);
    trade('94');
    expect(statusNow(idOf(stop))).toBe('partiallyFilled');
    for (const user of [alice, carol]) floor.must(user, 'cancelAllOrders', {});
    floor.limit(carol, 'sell', '1', '105');
    floor.limit(alice, 'buy', '0.1', '105');
    // 50 may be spent: 4 lots at 105.
    expect(floor.funds(bob, 'ABC')).toBe('1000.3996/0');
    expect(statusNow(idOf(spend))).toBe('gone');
    floor.audit();
  });

  it('SPOT-082 expire if their amount is less than one lot when they fire, and the engine goes on', () => {
    floor = new Floor([
      {
        symbol: 'DEARUSDT',
        base: 'DEAR',
        tickSize: '10',
        stepSize: '1',
        minQuantity: '1',
        minNotional: '1',
      },
    ]);
    const market = { market: 'DEARUSDT' };
    [alice, bob] = [floor.user('alice', { USDT: '100000' }), floor.user('bob', { DEAR: '5' })];
    floor.price('100', 'DEARUSDT');
    const stop = floor.place(alice, 'buy', {
      ...market,
      type: 'stopMarket',
      quoteAmount: '5',
      triggerPrice: '120',
    });
    expect(statusOf(stop)).toBe('pending');
    floor.place(bob, 'sell', { ...market, quantity: '2', limitPrice: '120' });
    floor.place(alice, 'buy', { ...market, quantity: '1', limitPrice: '120' });
    expect(statusNow(idOf(stop))).toBe('gone');
    expect(floor.funds(alice)).toBe('99880/0');
    floor.audit();
  });

  it('SPOT-083 fire each other, each once', () => {
    trade('100');
    const stop = (side: 'buy' | 'sell', triggerPrice: string, limitPrice: string) =>
      floor.place(alice, side, { type: 'stopLimit', quantity: '0.1', triggerPrice, limitPrice });
    for (const price of ['101', '102', '103']) floor.limit(bob, 'sell', '0.1', price);
    floor.limit(bob, 'buy', '0.1', '90');
    stop('buy', '101', '102');
    stop('buy', '102', '103');
    stop('sell', '99', '90');
    stop('buy', '103.5', '104');
    floor.limit(carol, 'buy', '0.1', '101');
    expect(floor.last()).toBe(10_300);
    expect(floor.machines.orders.market('ABCUSDT')?.stops.count).toBe(2);
    floor.limit(carol, 'sell', '0.1', '90');
    expect(floor.machines.orders.market('ABCUSDT')?.stops.count).toBe(1);
    floor.audit();
  });

  it('SPOT-084 can be cancelled, by order id or client order id, and release what they held', () => {
    trade('100');
    const stop = { type: 'stopMarket', triggerPrice: '90', clientOrderId: 's' } as const;
    floor.place(alice, 'sell', { ...stop, quantity: '2' });
    expect(floor.funds(alice, 'ABC')).toBe('998/2');
    expect(statusOf(floor.must(alice, 'cancelOrder', { clientOrderId: 's' }))).toBe('canceled');
    expect(floor.funds(alice, 'ABC')).toBe('1000/0');
    trade('90');
    expect(floor.funds(alice, 'ABC')).toBe('1000/0');
  });
});

describe('amending and cancelling', () => {
  it('SPOT-090 a smaller quantity keeps the priority', () => {
    const first = floor.limit(alice, 'buy', '3', '100');
    floor.limit(bob, 'buy', '3', '100');
    const amended = floor.must(alice, 'amendOrder', { orderId: first.id, quantity: '1' });
    expect(summary(amended)).toBe('new 0/10 fee 0 held 10000000000');
    expect(floor.book()).toEqual([`${alice} 10 @ 10000`, `${bob} 30 @ 10000`]);
    expect(floor.funds(alice)).toBe('99900/100');
  });

  it('SPOT-091 a larger quantity or another price gives up the priority and keeps the id', () => {
    const first = floor.limit(alice, 'buy', '1', '100');
    const second = floor.limit(bob, 'buy', '1', '100');
    floor.must(alice, 'amendOrder', { orderId: first.id, quantity: '1.1' });
    expect(floor.book()).toEqual([`${bob} 10 @ 10000`, `${alice} 11 @ 10000`]);
    const moved = floor.must(bob, 'amendOrder', { orderId: second.id, limitPrice: '99' });
    expect([moved.id, moved.limit]).toEqual([second.id, 9900]);
    floor.must(bob, 'amendOrder', { orderId: second.id, limitPrice: '100' });
    expect(floor.book()).toEqual([`${alice} 11 @ 10000`, `${bob} 10 @ 10000`]);
    floor.audit();
  });

  it('SPOT-091 SPOT-092 an amended order may take; its quantity includes what is filled', () => {
    floor.limit(bob, 'sell', '1', '101');
    const order = floor.limit(alice, 'buy', '2', '100');
    floor.limit(carol, 'sell', '0.5', '100');
    const amended = floor.must(alice, 'amendOrder', {
      orderId: order.id,
      quantity: '1.2',
      limitPrice: '101',
    });
    expect(summary(amended)).toBe('filled 12/12 fee 120000 held 0');
    expect(amended.fills).toEqual([2, 10_100, 7, 70_000]);
    expect(floor.funds(alice)).toBe('99879.3/0');
  });

  it('SPOT-093 SPOT-028 the band of an amended price follows a fresh index, not an old one', () => {
    trade('100');
    floor.price('1000');
    const order = floor.limit(alice, 'buy', '1', '300');
    floor.now += 10_001;
    const amend = (limitPrice: string) =>
      floor.send(alice, 'amendOrder', { orderId: order.id, limitPrice }).refusal;
    // The index is too old; the band follows the last trade at 100: 20 to 500.
    expect([amend('500.01'), amend('19.99')]).toEqual(['percentPrice', 'percentPrice']);
    expect([amend('500'), amend('20')]).toEqual([undefined, undefined]);
    floor.price('1000');
    expect(amend('100')).toBe('percentPrice');
    // It could not be placed at 20 any more, but an order that only gets smaller may stay there.
    const resize = (quantity: string) =>
      floor.send(alice, 'amendOrder', { orderId: order.id, quantity }).refusal;
    expect([resize('2'), resize('0.9')]).toEqual(['percentPrice', undefined]);
    floor.audit();
  });

  it('SPOT-028 a market that is listed after the price of its index has a band from its first order on', () => {
    const { listing: known } = floor.machines.markets.market('ABCUSDT') ?? {};
    const listing = { ...known, symbol: 'NEWUSDT', index: 'NEW-USDT' };
    floor.price('100', 'NEWUSDT');
    floor.must(OWNER.setup, 'listMarket', listing);
    const far = floor.place(alice, 'buy', {
      market: 'NEWUSDT',
      quantity: '1',
      limitPrice: '19.99',
    });
    expect(far.refusal).toBe('percentPrice');
  });

  it('SPOT-094 SPOT-047 a cancelled order releases everything that it held', () => {
    const order = floor.limit(alice, 'buy', '3', '100');
    floor.limit(bob, 'sell', '1', '100');
    expect(summary(floor.must(alice, 'cancelOrder', { orderId: order.id }))).toBe(
      'canceled 10/30 fee 100000 held 0',
    );
    expect(floor.funds(alice)).toBe('99900/0');
    expect(floor.book()).toEqual([]);
  });

  it('SPOT-095 cancels all orders of one market, or of all, in the order of their ids', () => {
    const listing = { ...floor.machines.markets.market('ABCUSDT')?.listing, symbol: 'XYZUSDT' };
    floor.must(OWNER.setup, 'listMarket', listing);
    floor.price('100');
    const ids = ['ABCUSDT', 'XYZUSDT', 'ABCUSDT', 'XYZUSDT'].map((market) =>
      idOf(floor.place(alice, 'buy', { market, quantity: '1', limitPrice: '100' })),
    );
    const stop = idOf(
      floor.place(alice, 'sell', { type: 'stopMarket', quantity: '1', triggerPrice: '50' }),
    );
    floor.limit(bob, 'buy', '1', '100');
    // Its larger quantity has cost it the priority; its id still says when it was placed.
    floor.must(alice, 'amendOrder', { orderId: ids[0], quantity: '2' });
    const cancel = (body: object) => floor.must(alice, 'cancelAllOrders', body).canceled;
    expect(cancel({ market: 'XYZUSDT' })).toEqual([ids[1], ids[3]]);
    expect(cancel({})).toEqual([ids[0], ids[2], stop]);
    expect(cancel({})).toEqual([]);
    expect(floor.book()).toEqual([`${bob} 10 @ 10000`]);
    expect([floor.funds(alice), floor.funds(alice, 'ABC')]).toEqual(['100000/0', '1000/0']);
  });

  it('SPOT-096 a halted market takes no orders and no changes; orders can be cancelled', () => {
    const order = floor.limit(alice, 'buy', '1', '100');
    floor.must(OWNER.setup, 'setMarketStatus', { market: 'ABCUSDT', status: 'halted' });
    expect(floor.limit(bob, 'sell', '1', '100').refusal).toBe('marketHalted');
    const amend = { orderId: order.id, quantity: '0.5' };
    expect(floor.send(alice, 'amendOrder', amend).refusal).toBe('marketHalted');
    expect(statusOf(floor.must(alice, 'cancelOrder', { orderId: order.id }))).toBe('canceled');
    floor.must(OWNER.setup, 'setMarketStatus', { market: 'ABCUSDT', status: 'trading' });
    expect(statusOf(floor.limit(bob, 'sell', '1', '100'))).toBe('new');
  });

  it('SPOT-097 an amendment gives the order another client order id; the old one is free at once', () => {
    const first = floor.limit(alice, 'buy', '2', '100', { clientOrderId: 'a' });
    const rival = floor.limit(bob, 'buy', '1', '100');
    const other = floor.limit(alice, 'buy', '1', '90');
    const amend = (body: object) => floor.send(alice, 'amendOrder', body);
    const renamed = amend({ clientOrderId: 'a', quantity: '1', newClientOrderId: 'b' });
    expect(renamed).toMatchObject({ id: first.id, formerName: 'a', held: 10_000_000_000 });
    expect(summary(renamed)).toBe('new 0/10 fee 0 held 10000000000');
    expect(floor.book()[0]).toBe(`${alice} 10 @ 10000`);
    expect(amend({ clientOrderId: 'a', quantity: '0.9' }).refusal).toBe('unknownOrder');
    const taking = { orderId: other.id, quantity: '0.9' };
    expect(amend({ ...taking, newClientOrderId: 'b' }).refusal).toBe('clientOrderIdInUse');
    expect(amend({ ...taking, newClientOrderId: 'b c' }).refusal).toBe('invalidClientOrderId');
    const alone = { orderId: other.id, newClientOrderId: 'c' };
    expect(amend(alone).refusal).toBe('nothingToChange');
    expect(amend({ ...taking, newClientOrderId: 'a' })).toMatchObject({ formerName: '' });
    // Its own id, or none: the answer names no former id, and the order is found as before.
    for (const more of [{ newClientOrderId: 'b' }, {}]) {
      const quantity = 'newClientOrderId' in more ? '0.9' : '0.8';
      expect(amend({ clientOrderId: 'b', quantity, ...more })).not.toHaveProperty('formerName');
    }
    // Another person's id may be used, and so may the id of an order that has ended.
    const theirs = { orderId: rival.id, quantity: '0.5', newClientOrderId: 'b' };
    expect(statusOf(floor.send(bob, 'amendOrder', theirs))).toBe('new');
    const taken = amend({ clientOrderId: 'b', limitPrice: '101', newClientOrderId: 'd' });
    floor.limit(carol, 'sell', '0.8', '101');
    expect(floor.limit(alice, 'buy', '1', '50', { clientOrderId: 'd' }).id).not.toBe(taken.id);
    const facts = floor.facts('orderChanged').filter((fact) => fact.userId === alice);
    const names = facts.map(({ order: { id, clientOrderId }, formerName }) => {
      return [id === first.id, formerName, clientOrderId];
    });
    expect(names.slice(0, 2)).toEqual([
      [true, 'a', 'd'],
      [false, '', 'a'],
    ]);
    floor.audit();
  });

  it('SPOT-029 a client order id names one open order of one user, and is free when it ends', () => {
    const order = { clientOrderId: 'mine' };
    floor.limit(alice, 'buy', '1', '100', order);
    expect(floor.limit(alice, 'buy', '1', '100', order).refusal).toBe('clientOrderIdInUse');
    expect(statusOf(floor.limit(bob, 'buy', '1', '100', order))).toBe('new');
    floor.limit(carol, 'sell', '1', '100');
    expect(statusOf(floor.limit(alice, 'buy', '1', '100', order))).toBe('new');
    floor.must(alice, 'cancelOrder', { clientOrderId: 'mine' });
    expect(statusOf(floor.limit(alice, 'buy', '1', '100', { ...order, timeInForce: 'ioc' }))).toBe(
      'expired',
    );
    expect(statusOf(floor.limit(alice, 'buy', '1', '100', order))).toBe('new');
  });
});
