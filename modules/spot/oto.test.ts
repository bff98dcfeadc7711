import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS, type Bounds } from '@assay/core/order/life/bounds';
import type { ListOrder } from '@assay/core/order/oto';
import { PLACE_OTO_REFUSALS } from '@assay/core/order/refusals';
import { settableClock } from '@assay/platform/clock';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { type Answer, Floor, idOf, statusOf, summary } from './testing/floor.ts';

const market = 'ABCUSDT';
/** Buys two at 95 or better. */
const WORKING: ListOrder = { side: 'buy', type: 'limit', quantity: '2', limitPrice: '95' };
const sells = { side: 'sell', quantity: '2' } as const;
const REST: ListOrder = { ...sells, type: 'limit', limitPrice: '110', postOnly: true };
const STOP: ListOrder = {
  ...{ ...sells, type: 'stopMarket', triggerPrice: '90', triggerWhen: 'falls' },
};
const TAKE: ListOrder = { ...STOP, triggerPrice: '110', triggerWhen: 'rises' };

interface List {
  readonly working: Answer;
  readonly pending: readonly Answer[];
}

/** A floor with a price of 100, a user who has only quote, and one who trades against anybody. */
function opened(bounds?: Bounds, ABC = '0.000001') {
  const floor = new Floor(undefined, bounds);
  const user = floor.user('user', { USDT: '1000', ABC });
  const [other, third] = [floor.user('other'), floor.user('third')];
  floor.limit(other, 'sell', '1', '100');
  floor.limit(third, 'buy', '1', '100');
  const list = (pending: readonly ListOrder[], more: object = {}, by = user) =>
    floor.must(by, 'placeOto', {
      ...{ market, working: { ...WORKING, ...more }, pending },
    }) as unknown as List;
  /** What has become of orders in the batch that ends here. */
  const ends = (...orders: readonly Answer[]) => {
    const now = new Map(floor.facts('orderChanged').map(({ order }) => [order.id, order]));
    return orders.map((order) => {
      const { status, rejection } = now.get(idOf(order)) ?? {};
      return rejection === undefined ? status : `${status} ${rejection}`;
    });
  };
  return { floor, user, other, third, list, ends };
}

describe('an order that waits for another', () => {
  it('SPOT-470 holds nothing, is in no book, and is placed once all of the other is filled', () => {
    const { floor, user, other, list, ends } = opened();
    const { working, pending } = list([{ ...REST, quantity: '1.9' }]);
    const [rest] = pending as [Answer];
    expect([working, rest].map(summary)).toEqual([
      'new 0/20 fee 0 held 19000000000',
      'dormant 0/19 fee 0 held 0',
    ]);
    expect([floor.funds(user), floor.funds(user, 'ABC')]).toEqual(['810/190', '0.000001/0']);
    floor.limit(other, 'sell', '1.9', '95');
    expect(ends(working, rest)).toEqual(['partiallyFilled', 'dormant']);
    expect(floor.book()).toEqual([`${user} 1 @ 9500`]);
    floor.limit(other, 'sell', '0.1', '95');
    expect(ends(working, rest)).toEqual(['filled', 'new']);
    expect(floor.book()).toEqual([`${user} 19 @ 11000`]);
    expect(floor.funds(user, 'ABC')).toBe('0.098001/1.9');
    floor.audit();
  });

  it('SPOT-470 SPOT-471 a pair, with a stop on either side: one ends the other from then on', () => {
    for (const better of [REST, TAKE]) {
      const { floor, user, other, third, list, ends } = opened();
      const small = { quantity: '1.9' };
      const pair = [better, STOP].map((one) => ({ ...one, ...small }));
      const { working, pending } = list(pair);
      const [first, stop] = pending as [Answer, Answer];
      floor.limit(third, 'buy', '5', '90');
      floor.limit(other, 'sell', '2', '95');
      expect(ends(working, stop)).toEqual(['filled', 'pending']);
      // Both together hold what one of them sells.
      expect(floor.funds(user, 'ABC')).toBe('0.098001/1.9');
      floor.limit(other, 'sell', '1', '90');
      expect(ends(first, stop)).toEqual(['expired', 'filled']);
      floor.audit();
    }
  });

  it('SPOT-472 ends with the first of its list that ends; cancelling one cancels all', () => {
    const { floor, user, list, ends } = opened();
    const names = [WORKING, REST, STOP].map((_, n) => ({ clientOrderId: `of-${n}` }));
    for (const { clientOrderId } of names) {
      const { working, pending } = list(
        [
          { ...REST, ...names[1] },
          { ...STOP, ...names[2] },
        ],
        names[0],
      );
      expect(floor.send(user, 'amendOrder', { clientOrderId, quantity: '1' })).toEqual({
        refusal: 'partOfOco',
      });
      floor.must(user, 'cancelOrder', { clientOrderId });
      expect(ends(working, ...pending)).toEqual(['canceled', 'canceled', 'canceled']);
    }
    const { working, pending } = list([STOP], { timeInForce: 'ioc' });
    expect([working, ...pending].map(statusOf)).toEqual(['expired', 'expired']);
    const all = list([REST, STOP]);
    expect(floor.must(user, 'cancelAllOrders', {}).canceled).toHaveLength(3);
    expect(ends(all.working, ...all.pending)).toEqual(['canceled', 'canceled', 'canceled']);
    expect([floor.funds(user), floor.funds(user, 'ABC')]).toEqual(['1000/0', '0.000001/0']);
    floor.audit();
  });

  it.each([
    ['insufficientBalance', [REST], '95'],
    ['triggersAtOnce', [{ ...STOP, quantity: '1', triggerPrice: '95' }], '95'],
    ['wouldTake', [{ ...REST, quantity: '1', limitPrice: '94' }], '95'],
    [
      'ocoPrices',
      [
        { ...REST, quantity: '1', limitPrice: '94.9' },
        { ...STOP, quantity: '1' },
      ],
      '95',
    ],
    ['noLiquidity', [{ side: 'sell', type: 'market', quantity: '1' }], '95'],
  ] as const)(
    'SPOT-473 is rejected for %s when its turn comes, and so is its pair',
    (reason, pending, at) => {
      const { floor, user, other, list, ends } = opened();
      if (reason === 'wouldTake') floor.limit(other, 'buy', '1', '94.5');
      const { pending: placed, working } = list(pending);
      floor.limit(other, 'sell', '2', at);
      expect(ends(working, ...placed)).toEqual([
        'filled',
        ...placed.map(() => `rejected ${reason}`),
      ]);
      expect(floor.funds(user, 'ABC')).toBe('1.998001/0');
      floor.audit();
    },
  );

  it('SPOT-470 is shown as it waits where the other is filled at once, and trades then', () => {
    const { floor, user, other, list, ends } = opened();
    floor.limit(other, 'sell', '2', '95');
    floor.limit(other, 'buy', '1', '94');
    const { working, pending } = list([{ side: 'sell', type: 'market', quantity: '1' }]);
    expect([working, ...pending].map(statusOf)).toEqual(['filled', 'dormant']);
    expect(ends(working, ...pending)).toEqual(['filled', 'filled']);
    expect(floor.funds(user, 'ABC')).toBe('0.998001/0');
  });

  it('SPOT-474 refusals come in the published order, and change nothing', () => {
    const { floor, user, other } = opened();
    floor.limit(other, 'sell', '1', '97');
    floor.limit(user, 'buy', '1', '50', { clientOrderId: 'mine' });
    const body: { market: string; working: object; pending: unknown } = {
      market: 'NOPE',
      working: { ...WORKING, type: 'stopLimit', quantity: 'x', clientOrderId: 'mine' },
      pending: [],
    };
    floor.must(OWNER.setup, 'setMarketStatus', { market, status: 'halted' });
    const set = (change: object) => () => void Object.assign(body, change);
    const working = (more: object) => () => void Object.assign(body.working, more);
    const pending = (...all: object[]) => set({ pending: all });
    const one = { ...STOP, triggerWhen: undefined, quantity: '0.05', clientOrderId: 'of' };
    const trade = { market, status: 'trading' };
    const steps: readonly (readonly [string, () => void])[] = [
      ['unknownMarket', set({ market })],
      ['marketHalted', () => floor.must(OWNER.setup, 'setMarketStatus', trade)],
      ['invalidOrder', pending([])],
      ['invalidOrder', pending(one, one, one)],
      ['invalidOrder', pending(one)],
      ['invalidOrder', working({ type: 'limit', postOnly: true, limitPrice: '700' })],
      ['invalidQuantity', working({ quantity: '2' })],
      ['stepSize', pending({ ...one, quantity: '1' })],
      ['invalidOrder', pending({ ...one, quantity: undefined, quoteAmount: '10' })],
      ['invalidOrder', pending({ ...REST, quantity: '1' }, { ...STOP, triggerWhen: 'rises' })],
      ['invalidOrder', pending({ ...REST, clientOrderId: 'of' }, { ...STOP, triggerPrice: '120' })],
      ['clientOrderIdInUse', working({ clientOrderId: 'of' })],
      ['percentPrice', working({ limitPrice: '98' })],
      ['wouldTake', working({ limitPrice: '96', quantity: '900' })],
      ['clientOrderIdInUse', pending(REST, { ...STOP, triggerPrice: '120' })],
      ['ocoPrices', pending(REST, STOP)],
      ['insufficientBalance', working({ quantity: '2' })],
    ];
    for (const [refusal, correct] of steps) {
      const before = floor.machines.sequencer.stateHash();
      expect(statusOf(floor.send(user, 'placeOto', body))).toBe(refusal);
      expect(floor.machines.sequencer.stateHash()).toBe(before);
      expect(PLACE_OTO_REFUSALS).toContain(refusal);
      correct();
    }
    floor.must(user, 'placeOto', body);
    floor.audit();
  });

  it('SPOT-475 counts towards the limits of orders and of stops, and of all markets', () => {
    const { floor, user, list } = opened({ ...BOUNDS, openOrders: 20 });
    const tiny = { quantity: '0.1', limitPrice: '60' };
    const waits = { ...STOP, quantity: '0.1', triggerPrice: '50' };
    for (let n = 0; n < 9; n += 1) list([waits], tiny);
    const more = () =>
      floor.send(user, 'placeOto', {
        ...{ market, working: { ...WORKING, ...tiny }, pending: [waits] },
      });
    expect(statusOf(floor.limit(user, 'buy', '0.1', '60'))).toBe('new');
    expect(more()).toEqual({ refusal: 'tooManyOrdersInAll', detail: { limit: '20' } });
    const many = opened();
    for (let n = 0; n < 25; n += 1) many.list([waits], tiny);
    const place = (pending: readonly ListOrder[]) =>
      many.floor.send(many.user, 'placeOto', {
        ...{ market, working: { ...WORKING, ...tiny }, pending },
      });
    const tooManyStops = { refusal: 'tooManyStops', detail: { limit: '25' } };
    const stop = { market, ...waits };
    expect(many.floor.send(many.user, 'placeOrder', stop)).toEqual(tooManyStops);
    expect(place([waits])).toEqual(tooManyStops);
    // The 25 that work and their stops are 50 of the 200.
    const rest = { ...REST, quantity: '0.1' };
    for (let n = 0; n < 74; n += 1) many.list([rest], tiny);
    expect(statusOf(many.floor.limit(many.user, 'buy', '0.1', '60'))).toBe('new');
    expect(place([rest])).toEqual({ refusal: 'tooManyOrders', detail: { limit: '200' } });
    expect(statusOf(many.floor.limit(many.user, 'buy', '0.1', '60'))).toBe('new');
    expect(statusOf(many.floor.limit(many.user, 'buy', '0.1', '60'))).toBe('tooManyOrders');
    many.floor.audit();
  });
});

describe('lists whose turn has come', () => {
  const TIGHT: Bounds = { fills: 50, slice: 4, openOrders: 100 };
  const FIRE = ['fireStops', OWNER.engine, { market }] as const;
  const rest = (price: number): ListOrder => ({
    ...{ side: 'sell', type: 'limit', quantity: '0.1', limitPrice: String(price) },
  });

  it('ORDR-120 are placed the oldest first and before stops, in slices of their own', () => {
    const { floor, user, other, list } = opened(TIGHT, '5');
    const lists = [95, 96, 97].map((at) =>
      list([rest(100 + at)], { quantity: '0.1', limitPrice: String(at) }),
    );
    floor.place(other, 'sell', {
      ...{ type: 'stopMarket', quantity: '0.1', triggerPrice: '96', triggerWhen: 'falls' },
    });
    // Four orders are met, so that nothing new begins; the best bid is that of the youngest list.
    floor.limit(user, 'buy', '0.1', '94');
    floor.limit(other, 'sell', '0.4', '94');
    const placed = () => floor.book().filter((row) => row.startsWith(`${user} `));
    expect(placed()).toEqual([]);
    expect(floor.machines.orders.followUp()).toEqual({
      type: FIRE[0],
      actor: FIRE[1],
      body: FIRE[2],
    });
    // What others do meanwhile leaves them to the next slice.
    floor.limit(other, 'buy', '0.1', '50');
    expect(placed()).toEqual([]);
    // One can still be cancelled.
    floor.must(user, 'cancelOrder', { orderId: idOf(lists[1]!.pending[0]!) });
    expect(floor.must(FIRE[1], FIRE[0], FIRE[2])).toMatchObject({ fired: [expect.any(Number)] });
    expect(placed()).toEqual([`${user} 1 @ 19500`, `${user} 1 @ 19700`]);
    expect(floor.send(FIRE[1], FIRE[0], FIRE[2])).toEqual({ refusal: 'noStopsDue' });
    floor.audit();
  });

  it('ORDR-121 a restart keeps what waits, what is due and what is paired, to the same state', async () => {
    const db = await createTestDatabase(engineTables([]));
    const fresh = new Floor(undefined, TIGHT);
    const [user, other, third] = [1000, 1001, 1002];
    const start = () => {
      const clock = settableClock(fresh.now);
      return createEngine({ realm: 'demo', db, clock, log: silentLog, bounds: TIGHT });
    };
    let engine = start();
    await engine.start();
    const { sequencer } = fresh.machines;
    const both = async (actor: number, type: string, body: object) => {
      fresh.must(actor, type, body);
      expect(await engine.submitAny({ type, actor, body })).toMatchObject({ ok: true });
    };
    const restart = async () => {
      await engine.stop();
      engine = start();
      await engine.start();
      engine.audit();
      expect(engine.sequencer.stateHash()).toBe(sequencer.stateHash());
    };
    for (const [actor, type, body] of setUpOf([user, other, third])) {
      expect(await engine.submitAny({ type, actor, body })).toMatchObject({ ok: true });
    }
    for (const name of ['user', 'other', 'third']) fresh.user(name, FUNDS);
    expect(engine.sequencer.stateHash()).toBe(sequencer.stateHash());
    const order = (side: 'buy' | 'sell', quantity: string, limitPrice: string) => ({
      ...{ market, side, type: 'limit', quantity, limitPrice },
    });
    await both(other, 'placeOrder', order('sell', '1', '100'));
    await both(third, 'placeOrder', order('buy', '1', '100'));
    for (const better of [REST, TAKE]) {
      const working = { ...WORKING, quantity: '0.1' };
      const pending = [better, STOP].map((one) => ({ ...one, quantity: '0.1' }));
      await both(user, 'placeOto', { market, working, pending });
    }
    // An OCO that takes profit by a stop is a pair of stops, too.
    const around = { side: 'sell', quantity: '0.1', takeProfitPrice: '120', triggerPrice: '80' };
    await both(other, 'placeOco', { market, ...around });
    await restart();
    // The first list is placed as a pair; then, with both working orders filled, none is left.
    await both(other, 'placeOrder', order('sell', '0.1', '95'));
    await restart();
    await both(other, 'placeOrder', order('sell', '0.1', '95'));
    await restart();
    await both(other, 'placeOrder', order('buy', '0.1', '110'));
    await both(user, 'cancelAllOrders', {});
    await restart();
    await engine.stop();
    await db.drop();
  });
});

const FUNDS = { USDT: '100000', ABC: '1000' };

/** The commands by which a floor and an engine come to the same beginning. */
function* setUpOf(users: readonly number[]): Generator<readonly [number, string, object]> {
  for (const symbol of ['USDT', 'ABC']) {
    yield [OWNER.setup, 'listAsset', { symbol, name: symbol }];
  }
  yield [
    OWNER.setup,
    'listMarket',
    {
      ...{ quote: 'USDT', tickSize: '0.01', stepSize: '0.1', maxPrice: '100000' },
      ...{ minQuantity: '0.1', maxQuantity: '10000', minNotional: '5', maxNotional: '1000000' },
      ...{ makerFeePpm: 1000, takerFeePpm: 1000, symbol: market, base: 'ABC' },
    },
  ];
  for (const userId of users) {
    const grants = Object.entries(FUNDS).map(([asset, amount]) => ({ asset, amount }));
    yield [userId, 'openVirtualAccount', { userId, grants }];
  }
}
