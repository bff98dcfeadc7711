import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS } from '@assay/core/order/life/bounds';
import { describe, expect, it } from 'vitest';
import { describeFailure, explore } from '../orders/testing/explore.ts';
import { type Answer, Floor, idOf, statusOf, summary } from './testing/floor.ts';
import { TIGHT_SUBJECT } from './testing/spot-realm.ts';

const FEW = { fills: 3, slice: 4, openOrders: 6 };

/** A book with asks of one lot at 100, 101 … */
function floorWith(asks: number, bounds = FEW) {
  const floor = new Floor(undefined, bounds);
  const [taker, maker] = [floor.user('taker'), floor.user('maker')];
  for (let n = 0; n < asks; n += 1) {
    const seller = n % 5 === 0 ? floor.user('another') : maker;
    floor.must(seller, 'placeOrder', floor.order('sell', ask(100 + n)));
  }
  return { floor, taker, maker };
}

const ask = (price: number) => ({ quantity: '0.1', limitPrice: String(price) });

describe('a taker meets a bounded number of orders', () => {
  it('SPOT-420 then its rest expires with a reason of its own, whatever its type', () => {
    const orders: readonly Parameters<Floor['place']>[2][] = [
      { quantity: '1', limitPrice: '200' },
      { quantity: '1', limitPrice: '200', timeInForce: 'ioc' },
      { type: 'market', quantity: '1', maxSlippagePpm: 500_000 },
      { type: 'market', quoteAmount: '500', maxSlippagePpm: 500_000 },
    ];
    for (const order of orders) {
      const { floor, taker } = floorWith(5);
      const outcome = floor.place(taker, 'buy', order);
      expect([statusOf(outcome), outcome.filled]).toEqual(['expiredAtFillLimit', 3]);
      expect(outcome.held).toBe(0);
      expect(floor.book()).toHaveLength(2);
      floor.audit();
    }
    const { floor, taker } = floorWith(3);
    expect(statusOf(floor.limit(taker, 'buy', '1', '200'))).toBe('partiallyFilled');
  });

  it('SPOT-420 holds for an amended order and for a fired stop', () => {
    const { floor, taker, maker } = floorWith(5);
    const { id } = floor.limit(taker, 'buy', '1', '90');
    const amended = floor.must(taker, 'amendOrder', { orderId: id, limitPrice: '150' });
    expect(summary(amended)).toMatch(/^expiredAtFillLimit 3\/10 /);
    for (const price of [110, 111, 112]) floor.limit(maker, 'sell', '0.1', String(price));
    const stop = { type: 'stopMarket', quantity: '1', maxSlippagePpm: 500_000 } as const;
    const fires = floor.place(taker, 'buy', { ...stop, triggerPrice: '103' });
    floor.limit(floor.user('buyer'), 'buy', '0.1', '103');
    const ended = floor.facts('orderChanged').find(({ order }) => order.id === idOf(fires));
    expect([ended?.order.status, ended?.order.filledQuantity]).toEqual([
      'expiredAtFillLimit',
      '0.3',
    ]);
  });

  it('SPOT-420 counts orders that self-trade prevention ends', () => {
    const { floor, taker } = floorWith(0);
    for (const price of [100, 101, 102, 103]) floor.limit(taker, 'sell', '0.1', String(price));
    const more = { selfTrade: 'expireMaker' };
    expect(summary(floor.limit(taker, 'buy', '1', '200', more))).toMatch(
      /^expiredAtFillLimit 0\/10/,
    );
    expect(floor.book()).toEqual([`${taker} 1 @ 10300`]);
  });

  it('SPOT-421 fill or kill that would need more is refused, in the order and in its dry run', () => {
    const { floor, taker } = floorWith(5);
    const fok = floor.order('buy', { quantity: '0.4', limitPrice: '200', timeInForce: 'fok' });
    const refused = { refusal: 'tooManyFills', detail: { limit: '3' } };
    expect(floor.machines.orders.tryOrder(taker, fok, floor.now)).toEqual(refused);
    expect(floor.send(taker, 'placeOrder', fok)).toEqual(refused);
    expect(floor.book()).toHaveLength(5);
    const fits = { ...fok, quantity: '0.3' };
    expect(statusOf(floor.send(taker, 'placeOrder', fits))).toBe('filled');
    // What ends within the bound expires as before.
    expect(statusOf(floor.send(taker, 'placeOrder', { ...fok, limitPrice: '104' }))).toBe(
      'expired',
    );
  });

  it('SPOT-422 a user has a bounded number of open orders in all markets, stops included', () => {
    const { floor, taker } = floorWith(1);
    floor.limit(floor.user('x'), 'buy', '0.1', '100');
    const stop = { type: 'stopMarket', quantity: '0.1', triggerPrice: '120' } as const;
    for (let n = 0; n < 5; n += 1) {
      floor.must(taker, 'placeOrder', floor.order('buy', n < 2 ? stop : ask(50 + n)));
    }
    const oco = { market: 'ABCUSDT', side: 'buy', quantity: '0.1' };
    const refused = { refusal: 'tooManyOrdersInAll', detail: { limit: '6' } };
    const prices = { limitPrice: '90', triggerPrice: '130' };
    expect(floor.send(taker, 'placeOco', { ...oco, ...prices })).toEqual(refused);
    floor.must(taker, 'placeOrder', floor.order('buy', ask(60)));
    expect(floor.limit(taker, 'buy', '0.1', '61')).toEqual(refused);
    expect(floor.place(taker, 'buy', stop)).toEqual(refused);
    const { canceled } = floor.must(taker, 'cancelAllOrders', {}) as Answer & { canceled: [] };
    expect(canceled).toHaveLength(6);
    floor.must(taker, 'placeOco', { ...oco, ...prices });
    floor.audit();
  });

  it('SPOT-424 machine and plain model agree where most commands meet a bound', () => {
    const { pair, found } = explore(TIGHT_SUBJECT, 5, 3_000);
    if (found !== null) expect.fail(describeFailure(5, found));
    const { ended } = pair.reference.world;
    expect(ended.filter(({ status }) => status === 'expiredAtFillLimit').length).toBeGreaterThan(3);
    for (const refusal of ['tooManyFills', 'tooManyOrdersInAll', 'noStopsDue']) {
      expect(pair.refusals.get(refusal), refusal).toBeGreaterThan(0);
    }
    const causes = [...(pair.causes.get('fireStops') ?? [])].sort();
    expect(causes).toEqual(['spotBase', 'spotFee', 'spotFeeRounding', 'spotQuote']);
  }, 120_000);

  it('SPOT-425 after long sweeps the house places the rest of its quotes with the next price', () => {
    const floor = new Floor(undefined, { ...FEW, fills: 2 });
    floor.house({ USDT: '1000000', ABC: '10000' });
    const user = floor.user('u');
    for (let n = 0; n < 6; n += 1) floor.limit(user, 'buy', '0.1', String(100 + n));
    const isHouse = (row: string) => row.startsWith(`${OWNER.marketMaker} `);
    floor.price('90');
    const first = floor.book().filter(isHouse).length;
    floor.price('90');
    expect(floor.book().filter(isHouse).length).toBeGreaterThan(first);
    floor.audit();
  });

  it('SPOT-420 the bounds of the product are those that the specification states', () => {
    expect(BOUNDS).toEqual({ fills: 1_000, slice: 500, openOrders: 1_000 });
  });
});
