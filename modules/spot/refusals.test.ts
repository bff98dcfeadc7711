import { OWNER } from '@assay/core/ledger/owners';
import {
  AMEND_ORDER_REFUSALS,
  ORDER_REFUSALS,
  type OrderRefusal,
  PLACE_OCO_REFUSALS,
  PLACE_ORDER_REFUSALS,
} from '@assay/core/order/refusals';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { send } from '../orders/testing/subject.ts';
import { type Answer, Floor, idOf, statusOf } from './testing/floor.ts';
import { createSpotRealm, setUp } from './testing/spot-realm.ts';

const DOGE = {
  symbol: 'DOGEUSDT',
  base: 'DOGE',
  tickSize: '0.00001',
  stepSize: '1',
  maxPrice: '1000000',
  minQuantity: '5',
  maxQuantity: '200000',
  minNotional: '1',
  maxNotional: '9000',
};

/** A refusal, and the correction after which the next one comes. */
type Step = readonly [refusal: OrderRefusal, correct: () => void];

/** Values that make no sense, and some that might. */
const ODD: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  -0,
  1e300,
  '',
  '1',
  '-1',
  '0.1',
  '60000',
  'limit',
  'BTCUSDT',
  'USDT',
  'x'.repeat(200),
  '\0',
  [],
  [1],
  [null],
  [{}],
  {},
  { a: 1 },
  true,
  false,
];

const seen = new Set<OrderRefusal>();

/**
 * Sends a command that has every later fault too, and corrects one fault at a time: each refusal
 * comes before all later ones, and changes nothing.
 */
function walk(
  floor: Floor,
  list: readonly OrderRefusal[],
  attempt: () => Answer,
  steps: readonly Step[],
  mayGoBack = 0,
): Answer {
  const positions: number[] = [];
  for (const [refusal, correct] of steps) {
    floor.allFacts();
    const before = floor.machines.sequencer.stateHash();
    const outcome = attempt();
    expect(statusOf(outcome)).toBe(refusal);
    expect(floor.machines.sequencer.stateHash(), `${refusal} changed something`).toBe(before);
    expect(floor.facts('orderChanged')).toEqual([]);
    seen.add(refusal);
    expect(list).toContain(refusal);
    positions.push(list.indexOf(refusal));
    correct();
  }
  const back = positions.filter((at, i) => i > 0 && at < (positions[i - 1] as number)).length;
  expect(back, 'refusals come in the order of the list').toBe(mayGoBack);
  const outcome = attempt();
  expect(outcome.refusal).toBeUndefined();
  floor.audit();
  return outcome;
}

describe('refusals, in order', () => {
  it('SPOT-031 SPOT-023 SPOT-025 SPOT-026 SPOT-027 SPOT-028 SPOT-029 SPOT-030 SPOT-046 SPOT-064 SPOT-096 of a limit order', () => {
    const floor = new Floor([DOGE]);
    const maker = floor.user('maker', { USDT: '5000' });
    const user = floor.user('user', { USDT: '5000' });
    const market = DOGE.symbol;
    floor.place(maker, 'buy', { market, quantity: '100', limitPrice: '0.15' });
    for (let i = 0; i < 200; i += 1) {
      const clientOrderId = i === 0 ? 'mine' : undefined;
      floor.place(user, 'buy', { market, quantity: '100', limitPrice: '0.1', clientOrderId });
    }
    floor.price('0.16', market);
    floor.must(OWNER.setup, 'setMarketStatus', { market, status: 'halted' });
    const order: Record<string, unknown> = {
      market: 'NOPE',
      side: 'sell',
      type: 'limit',
      quantity: 'x',
      limitPrice: 'x',
      postOnly: true,
      timeInForce: 'ioc',
      clientOrderId: 'a b',
    };
    const set = (change: Record<string, unknown>) => () => void Object.assign(order, change);
    const trading = { market, status: 'trading' };
    walk(floor, PLACE_ORDER_REFUSALS, () => floor.send(user, 'placeOrder', order), [
      ['unknownMarket', set({ market })],
      ['marketHalted', () => floor.must(OWNER.setup, 'setMarketStatus', trading)],
      ['invalidOrder', set({ timeInForce: undefined })],
      ['invalidQuantity', set({ quantity: '2.5' })],
      ['stepSize', set({ quantity: '3' })],
      ['minQuantity', set({ quantity: '200001' })],
      ['maxQuantity', set({ quantity: '51', icebergQuantity: '5' })],
      ['icebergParts', set({ quantity: '6', icebergQuantity: undefined })],
      ['invalidPrice', set({ limitPrice: '1000000.000005' })],
      ['tickSize', set({ limitPrice: '1000000.00001' })],
      ['maxPrice', set({ limitPrice: '0.03' })],
      ['minNotional', set({ quantity: '200000', limitPrice: '0.9' })],
      ['maxNotional', set({ quantity: '40', limitPrice: '0.03' })],
      ['invalidClientOrderId', set({ clientOrderId: 'mine' })],
      ['clientOrderIdInUse', set({ clientOrderId: 'other' })],
      ['tooManyOrders', () => floor.must(user, 'cancelOrder', { clientOrderId: 'mine' })],
      ['percentPrice', set({ limitPrice: '0.1' })],
      ['wouldTake', set({ limitPrice: '0.2' })],
      ['insufficientBalance', () => give(floor, user, { DOGE: '40' })],
    ]);
  });

  it('SPOT-031 SPOT-030 SPOT-046 SPOT-080 SPOT-480 of a stop', () => {
    const floor = new Floor([DOGE]);
    const user = floor.user('user', { USDT: '1' });
    const market = DOGE.symbol;
    const order: Record<string, unknown> = { market, side: 'sell', type: 'stopLimit' };
    Object.assign(order, { quantity: '40', limitPrice: '0.9', triggerPrice: '0.16' });
    Object.assign(order, { triggerSource: 'index' });
    const attempt = () => floor.send(user, 'placeOrder', order);
    const outcome = walk(
      floor,
      PLACE_ORDER_REFUSALS,
      attempt,
      [
        [
          'unsupportedTriggerSource',
          () => void Object.assign(order, { triggerSource: 'last', trailingDelta: 5 }),
        ],
        ['trailingDelta', () => void Object.assign(order, { trailingDelta: undefined })],
        ['noReferencePrice', () => floor.price('0.16', market)],
        ['percentPrice', () => void Object.assign(order, { limitPrice: '0.8' })],
        ['triggersAtOnce', () => void Object.assign(order, { triggerPrice: '0.16001' })],
        ['insufficientBalance', () => give(floor, user, { DOGE: '8000' })],
      ],
      1,
    );
    expect(statusOf(outcome)).toBe('pending');
    for (let i = 1; i < 25; i += 1) expect(statusOf(attempt())).toBe('pending');
    expect(attempt()).toEqual({ refusal: 'tooManyStops', detail: { limit: '25' } });
    seen.add('tooManyStops');
    const limit = { market, side: 'sell', type: 'limit', quantity: '40', limitPrice: '0.2' };
    for (let i = 25; i < 200; i += 1) {
      expect(statusOf(floor.send(user, 'placeOrder', limit))).toBe('new');
    }
    const full = { refusal: 'tooManyOrders', detail: { limit: '200' } };
    expect(floor.send(user, 'placeOrder', limit)).toEqual(full);
    expect(attempt().refusal).toBe('tooManyStops');
    floor.must(user, 'cancelOrder', { orderId: idOf(outcome) });
    expect(statusOf(floor.send(user, 'placeOrder', limit))).toBe('new');
    expect(attempt()).toEqual(full);
  });

  it('SPOT-031 SPOT-027 SPOT-046 SPOT-065 of a market order by quantity', () => {
    const floor = new Floor([DOGE]);
    const maker = floor.user('maker', { DOGE: '200000' });
    const user = floor.user('user', { USDT: '0.1' });
    const market = DOGE.symbol;
    const order: Record<string, unknown> = { market, side: 'buy', type: 'market', quantity: '5' };
    walk(
      floor,
      PLACE_ORDER_REFUSALS,
      () => floor.send(user, 'placeOrder', order),
      [
        [
          'noLiquidity',
          () => floor.place(maker, 'sell', { market, quantity: '50000', limitPrice: '0.16' }),
        ],
        ['minNotional', () => void Object.assign(order, { quantity: '60000' })],
        ['maxNotional', () => void Object.assign(order, { quantity: '10' })],
        ['insufficientBalance', () => give(floor, user, { USDT: '2' })],
      ],
      1,
    );
  });

  it('SPOT-031 SPOT-027 SPOT-046 SPOT-065 SPOT-068 of a market order by amount', () => {
    const floor = new Floor([
      DOGE,
      { symbol: 'GOLDUSDT', base: 'GOLD', tickSize: '5', stepSize: '0.5', minQuantity: '0.5' },
    ]);
    const maker = floor.user('maker', { DOGE: '900000', GOLD: '10' });
    const user = floor.user('user', { USDT: '1' });
    const order: Record<string, unknown> = { market: 'GOLDUSDT', side: 'buy', type: 'market' };
    const set = (change: Record<string, unknown>) => () => void Object.assign(order, change);
    set({ quoteAmount: 'x' })();
    const gold = { market: 'GOLDUSDT', quantity: '10', limitPrice: '2650' };
    walk(
      floor,
      PLACE_ORDER_REFUSALS,
      () => floor.send(user, 'placeOrder', order),
      [
        ['invalidAmount', set({ quoteAmount: '4.99' })],
        ['minNotional', set({ quoteAmount: '1000000.00000001' })],
        ['maxNotional', set({ quoteAmount: '1324.99999999' })],
        ['noLiquidity', () => floor.place(maker, 'sell', gold)],
        // Half an ounce costs 1325 exactly; its fee of 0.1 % comes out of the gold.
        ['minQuantity', set({ quoteAmount: '1325' })],
        ['insufficientBalance', () => give(floor, user, { USDT: '1325' })],
      ],
      1,
    );
    expect(floor.funds(user)).toBe('0/0');
    expect(floor.funds(user, 'GOLD')).toBe('0.4995/0');
    for (let i = 0; i < 5; i += 1) {
      floor.place(maker, 'sell', { market: 'DOGEUSDT', quantity: '100000', limitPrice: '0.04' });
    }
    give(floor, user, { USDT: '20000', DOGE: '900000' });
    for (const side of ['buy', 'sell'] as const) {
      set({ market: 'DOGEUSDT', side, quoteAmount: '8100' })();
      walk(floor, PLACE_ORDER_REFUSALS, () => floor.send(user, 'placeOrder', order), [
        ['maxQuantity', set({ quoteAmount: '4000' })],
      ]);
      give(floor, maker, { USDT: '40000', DOGE: '900000' });
      for (let i = 0; i < 3; i += 1) {
        floor.place(maker, 'buy', { market: 'DOGEUSDT', quantity: '100000', limitPrice: '0.039' });
      }
    }
  });

  it('SPOT-031 SPOT-032 SPOT-092 SPOT-093 SPOT-096 SPOT-097 of an amendment', () => {
    const floor = new Floor([DOGE]);
    const maker = floor.user('maker', { USDT: '5000', DOGE: '2000' });
    const user = floor.user('user', { DOGE: '100' });
    const market = DOGE.symbol;
    floor.price('0.16', market);
    floor.place(maker, 'buy', { market, quantity: '100', limitPrice: '0.15' });
    const theirs = floor.place(maker, 'sell', { market, quantity: '40', limitPrice: '0.3' });
    const taken = { quantity: '5', limitPrice: '0.5', clientOrderId: 'taken' };
    floor.place(user, 'sell', { market, ...taken });
    const mine = floor.place(user, 'sell', {
      market,
      quantity: '40',
      limitPrice: '0.2',
      postOnly: true,
    });
    floor.place(maker, 'buy', { market, quantity: '10', limitPrice: '0.2' });
    floor.must(OWNER.setup, 'setMarketStatus', { market, status: 'halted' });
    const body: Record<string, unknown> = { orderId: idOf(theirs), quantity: 'x', limitPrice: 'x' };
    body.newClientOrderId = 'a b';
    const set = (change: Record<string, unknown>) => () => void Object.assign(body, change);
    const trading = { market, status: 'trading' };
    const outcome = walk(
      floor,
      AMEND_ORDER_REFUSALS,
      () => floor.send(user, 'amendOrder', body),
      [
        ['unknownOrder', set({ orderId: idOf(mine) })],
        ['marketHalted', () => floor.must(OWNER.setup, 'setMarketStatus', trading)],
        ['invalidQuantity', set({ quantity: '2.5' })],
        ['stepSize', set({ quantity: '3' })],
        ['minQuantity', set({ quantity: '200001' })],
        ['maxQuantity', set({ quantity: '10' })],
        // The quantity includes what is filled: nothing would be left.
        ['minQuantity', set({ quantity: '40' })],
        ['invalidPrice', set({ limitPrice: '0.200001' })],
        ['tickSize', set({ limitPrice: '1000000.00001' })],
        ['maxPrice', set({ limitPrice: '0.2' })],
        ['nothingToChange', set({ quantity: '11', limitPrice: '0.03' })],
        ['minNotional', set({ quantity: '150000', limitPrice: '0.9' })],
        ['maxNotional', set({ quantity: '400', limitPrice: '0.03' })],
        ['invalidClientOrderId', set({ newClientOrderId: 'taken' })],
        ['clientOrderIdInUse', set({ newClientOrderId: 'free' })],
        ['percentPrice', set({ limitPrice: '0.15' })],
        ['wouldTake', set({ limitPrice: '0.19' })],
        ['insufficientBalance', set({ quantity: '95' })],
      ],
      1,
    );
    expect(outcome).toMatchObject({ lots: 95, filled: 10, limit: 19_000, formerName: '' });
  });

  it('SPOT-031 SPOT-085 SPOT-120 SPOT-123 of two orders of which one cancels the other', () => {
    const floor = new Floor([DOGE]);
    const maker = floor.user('maker', { USDT: '5000' });
    const user = floor.user('user', { USDT: '1' });
    const market = DOGE.symbol;
    floor.place(maker, 'buy', { market, quantity: '100', limitPrice: '0.15' });
    floor.must(OWNER.setup, 'setMarketStatus', { market, status: 'halted' });
    const oco: Record<string, unknown> = { market: 'NOPE', side: 'sell', quantity: 'x' };
    Object.assign(oco, { limitPrice: '0.14', triggerPrice: 'x', stopLimitPrice: '0.000001' });
    Object.assign(oco, { limitClientOrderId: 'a', stopClientOrderId: 'a' });
    Object.assign(oco, { triggerSource: 'index' });
    const set = (change: Record<string, unknown>) => () => void Object.assign(oco, change);
    const trading = { market, status: 'trading' };
    walk(
      floor,
      PLACE_OCO_REFUSALS,
      () => floor.send(user, 'placeOco', oco),
      [
        ['unknownMarket', set({ market })],
        ['marketHalted', () => floor.must(OWNER.setup, 'setMarketStatus', trading)],
        ['invalidQuantity', set({ quantity: '40' })],
        // From here on the limit order is valid, but the state of the market is against it.
        ['unsupportedTriggerSource', set({ triggerSource: undefined })],
        ['tickSize', set({ stopLimitPrice: '0.12' })],
        ['invalidPrice', set({ triggerPrice: '0.2' })],
        ['wouldTake', set({ limitPrice: '0.3' })],
        ['noReferencePrice', () => floor.price('0.2', market)],
        ['triggersAtOnce', set({ triggerPrice: '0.25' })],
        ['clientOrderIdInUse', set({ stopClientOrderId: 'b' })],
        ['ocoPrices', set({ triggerPrice: '0.16' })],
        ['insufficientBalance', () => give(floor, user, { DOGE: '40' })],
      ],
      3,
    );
    const change = { clientOrderId: 'a', quantity: '30' };
    expect(floor.send(user, 'amendOrder', change)).toEqual({ refusal: 'partOfOco' });
    seen.add('partOfOco');
    const stop = { market, side: 'buy', type: 'stopMarket', quantity: '40', triggerPrice: '0.21' };
    const when = (triggerWhen: string) =>
      statusOf(floor.send(maker, 'placeOrder', { ...stop, triggerWhen }));
    expect([when('falls'), when('rises'), when('up')]).toEqual([
      'triggersAtOnce',
      'pending',
      'invalidOrder',
    ]);
  });

  it('SPOT-032 SPOT-084 SPOT-094 SPOT-095 of a cancellation', () => {
    const floor = new Floor();
    const [user, other] = [floor.user('user'), floor.user('other')];
    floor.price('100');
    const order = floor.limit(user, 'buy', '1', '50', { clientOrderId: 'a' });
    const stop = floor.place(user, 'sell', {
      type: 'stopMarket',
      quantity: '1',
      triggerPrice: '90',
    });
    const unknown = (actor: number, body: object) => {
      for (const type of ['cancelOrder', 'amendOrder']) {
        expect(floor.send(actor, type, { quantity: '2', ...body })).toEqual({
          refusal: 'unknownOrder',
        });
      }
    };
    unknown(other, { orderId: idOf(order) });
    unknown(other, { clientOrderId: 'a' });
    unknown(user, { orderId: 1 });
    unknown(user, { clientOrderId: 'b' });
    unknown(user, { clientOrderId: '' });
    unknown(user, {});
    // A stop that waits has no limit price unless it was placed with one.
    expect(floor.send(user, 'amendOrder', { orderId: idOf(stop), limitPrice: '1' }).refusal).toBe(
      'invalidOrder',
    );
    floor.must(user, 'cancelOrder', { orderId: idOf(order) });
    unknown(user, { orderId: idOf(order) });
    unknown(user, { clientOrderId: 'a' });
    for (const [scope, refusal] of [
      [{ product: 'nope', market: 'NOPE' }, 'unknownProduct'],
      [{ product: 'spot', market: 'NOPE' }, 'unknownMarket'],
    ] as const) {
      expect(floor.send(user, 'cancelAllOrders', scope)).toEqual({ refusal });
      seen.add(refusal);
    }
  });

  it('SPOT-055 of a fee tier', () => {
    const floor = new Floor();
    const user = floor.user('user');
    const tier = { userId: user, makerPpm: 0, takerPpm: 10_000 };
    const attempt = (change: object, actor: number = OWNER.setup) =>
      statusOf(floor.send(actor, 'setFeeTier', { ...tier, ...change }));
    expect(attempt({ makerPpm: -1, userId: 1 }, user)).toBe('notAllowed');
    for (const ppm of [-1, 10_001, 0.5, Number.NaN]) {
      expect(attempt({ makerPpm: ppm, userId: 1 })).toBe('invalidFee');
      expect(attempt({ takerPpm: ppm, userId: 1 })).toBe('invalidFee');
    }
    for (const userId of [1, 999, 1000.5, -5]) expect(attempt({ userId })).toBe('unknownUser');
    expect(attempt({})).toBe('none');
  });

  it('SPOT-033 LEDG-043 of any body: a body of any shape is answered, and nothing throws', () => {
    const { sequencer, orders } = createSpotRealm();
    const users = [1000, 1001];
    const valid = [...setUp(users, 1)];
    for (const command of valid) send(sequencer, command);
    const dice = createDice(33);
    const bodies: Record<string, Record<string, unknown>[]> = {
      placeOrder: [
        { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001', limitPrice: '60000' },
        {
          market: 'BTCUSDT',
          side: 'sell',
          type: 'stopMarket',
          quantity: '0.001',
          triggerPrice: '50000',
        },
        { market: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '100' },
      ],
      recordPrices: [{ prices: [{ index: 'BTC-USDT', price: '60000', n: 1 }] }],
    };
    for (const { type, body } of valid) bodies[type] = [...(bodies[type] ?? []), { ...body }];
    const fields = [
      ...new Set(Object.values(bodies).flat().flatMap(Object.keys)),
      'orderId',
      'status',
    ];
    for (let i = 0; i < 40_000; i += 1) {
      const type = dice.pick(sequencer.commandTypes);
      const body = { ...dice.pick(bodies[type] ?? [{}]) };
      for (let change = dice.int(1, 4); change > 0; change -= 1)
        body[dice.pick(fields)] = dice.pick(ODD);
      const actor = dice.pick([...users, OWNER.setup, OWNER.feeds, OWNER.marketMaker, -1, 2 ** 53]);
      send(sequencer, { type, actor, body, now: 1 });
      if (i % 500 === 0) sequencer.audit();
    }
    sequencer.audit();
    // Accepted values have the types of their columns.
    for (const ref of orders.state.dirty.all) {
      const order = orders.state.orderAt(ref);
      expect(typeof order.postOnly === 'boolean' && typeof order.clientOrderId === 'string').toBe(
        true,
      );
    }
    expect(orders.state.dirty.count).toBeGreaterThan(100);
  });

  it('SPOT-031 every refusal of the lists has occurred', () => {
    const elsewhere = ['termsNotMet', 'tooManyFills', 'tooManyOrdersInAll', 'marketNotOpen'];
    expect([...seen].sort()).toEqual(
      // Spot has no terms of its own; bounds.test.ts has the refusals of bounds, delisting.test.ts
      // those of markets that are not open.
      ORDER_REFUSALS.filter((refusal) => !elsewhere.includes(refusal)).sort(),
    );
  });
});

function give(floor: Floor, userId: number, funds: Readonly<Record<string, string>>): void {
  const grants = Object.entries(funds).map(([asset, amount]) => ({ asset, amount }));
  floor.must(userId, 'resetVirtualAccount', { userId, grants });
}
