import { OWNER } from '@assay/core/ledger/owners';
import { bookTotals } from '@assay/modules/orders';
import { beforeEach, expect, it } from 'vitest';
import { Floor, idOf } from './testing/floor.ts';

/** As in fees.test.ts: one market, whose least order is worth 5. */
let floor: Floor;
let alice: number;
let bob: number;

beforeEach(() => {
  floor = new Floor();
  [alice, bob] = [floor.user('alice'), floor.user('bob')];
});

const LIMITS = {
  ...{ market: 'ABCUSDT', minNotional: '5', priceWarningPpm: 50_000 },
  ...{ bidMultiplierUpPpm: 5_000_000, bidMultiplierDownPpm: 200_000 },
  ...{ askMultiplierUpPpm: 5_000_000, askMultiplierDownPpm: 200_000 },
};
const set = (limits: object) =>
  floor.must(OWNER.setup, 'setMarketLimits', { ...LIMITS, ...limits });
const limit = (side: string, quantity: string, limitPrice: string) => ({
  ...{ market: 'ABCUSDT', side, type: 'limit', quantity, limitPrice },
});

it('MRKT-083 open orders stay under the limits that they were placed with; the next ones meet the new ones', () => {
  floor.limit(alice, 'sell', '0.1', '100');
  floor.limit(bob, 'buy', '0.1', '100');
  floor.limit(bob, 'buy', '0.1', '90');
  const small = floor.limit(alice, 'sell', '0.1', '120');
  const dave = floor.user('dave');
  floor.must(dave, 'placeOrder', {
    ...limit('sell', '0.1', '80'),
    ...{ type: 'stopLimit', triggerPrice: '99' },
  });
  set({ minNotional: '50', bidMultiplierUpPpm: 1_050_000 });
  const refusal = (user: number, body: object) => floor.send(user, 'placeOrder', body).refusal;
  expect(refusal(bob, limit('buy', '0.4', '100'))).toBe('minNotional');
  expect(refusal(bob, limit('buy', '0.5', '100'))).toBeUndefined();
  expect(refusal(bob, limit('buy', '0.5', '105.01'))).toBe('percentPrice');
  expect(refusal(bob, limit('buy', '0.5', '105'))).toBeUndefined();
  // An amendment is of what the order is to be, which meets the new limits.
  const orderId = idOf(small);
  expect(floor.send(alice, 'amendOrder', { orderId, limitPrice: '121' }).refusal).toBe(
    'minNotional',
  );
  expect(floor.send(alice, 'amendOrder', { orderId, quantity: '1' }).refusal).toBeUndefined();
  // What rests trades, and the stop that waits fires, although neither would be accepted now.
  set({ minNotional: '95', bidMultiplierUpPpm: 1_010_000 });
  floor.audit();
  floor.limit(floor.user('carol'), 'sell', '1.1', '90');
  expect(floor.last()).toBe(9_000);
  expect(floor.book()).toEqual([`${dave} 1 @ 8000`, `${alice} 10 @ 12000`]);
  floor.audit();
});

it('MRKT-082 limits are set by the set-up alone; refusals come in their order, and nothing changes', () => {
  const { markets } = floor.machines;
  const before = JSON.stringify(markets.market('ABCUSDT'));
  const send = (actor: number, body: object) => floor.send(actor, 'setMarketLimits', body);
  expect(send(alice, { market: 'NOPE', minNotional: '0' }).refusal).toBe('notAllowed');
  expect(send(OWNER.setup, { ...LIMITS, market: 'NOPE', minNotional: '0' }).refusal).toBe(
    'unknownMarket',
  );
  const wrong = [
    ...[
      { minNotional: '0' },
      { minNotional: 5 },
      { minNotional: '-1' },
      { minNotional: '1000001' },
    ],
    ...[{ minNotional: undefined }, { priceWarningPpm: 0 }, { priceWarningPpm: 1_000_001 }],
    ...[{ bidMultiplierUpPpm: 999_999 }, { bidMultiplierDownPpm: 1_000_001 }],
    ...[{ askMultiplierUpPpm: undefined }, { askMultiplierDownPpm: 0.5 }],
  ];
  for (const one of wrong) {
    expect(send(OWNER.setup, { ...LIMITS, ...one }).refusal).toBe('invalidLimit');
  }
  expect(JSON.stringify(markets.market('ABCUSDT'))).toBe(before);
  expect(set({ minNotional: '7.50', fee: 1 })).toEqual({ ...LIMITS, minNotional: '7.5' });
  expect(markets.market('ABCUSDT')?.listing.minNotional).toBe('7.5');
  floor.audit();
});

it('MRKT-084 what customers have open follows from the book, without quotes of the house', () => {
  const { state } = floor.machines.orders;
  const totals = () => bookTotals(state, floor.machines.orders.market('ABCUSDT')!);
  const none = { orders: 0, value: '0' };
  expect(totals()).toEqual({ bids: none, asks: none, stops: 0, dormant: 0 });
  floor.limit(alice, 'sell', '2', '150');
  floor.limit(alice, 'sell', '1', '150');
  floor.limit(bob, 'buy', '3', '50.01');
  floor.must(bob, 'placeOrder', { ...limit('buy', '10', '40'), icebergQuantity: '1' });
  const asks = { orders: 2, value: '450' };
  expect(totals()).toMatchObject({ asks, bids: { orders: 2, value: '550.03' } });
  floor.house({ USDT: '1000000', ABC: '10000' });
  floor.price('100');
  floor.must(bob, 'placeOrder', {
    ...limit('buy', '1', '130'),
    ...{ type: 'stopLimit', triggerPrice: '120' },
  });
  floor.must(bob, 'placeOto', {
    market: 'ABCUSDT',
    working: { side: 'buy', type: 'limit', quantity: '1', limitPrice: '60' },
    pending: [{ side: 'sell', type: 'limit', quantity: '1', limitPrice: '160' }],
  });
  const market = floor.machines.orders.market('ABCUSDT')!;
  expect(market.book.orderCount).toBeGreaterThan(10);
  expect(totals()).toEqual({
    ...{ asks, bids: { orders: 3, value: '610.03' } },
    ...{ stops: 1, dormant: 1 },
  });
});
