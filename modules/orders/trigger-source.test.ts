import { OWNER } from '@assay/core/ledger/owners';
import { settableClock } from '@assay/platform/clock';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, createRealmMachines } from '../../apps/server/realm.ts';
import {
  Desk,
  limit,
  MAKER,
  MARKET,
  placed,
  price,
  SET_UP,
  type Sent,
  START,
  USER,
} from './testing/desk.ts';
import { prepaid } from './testing/prepaid/part.ts';

const deskWith = (...sent: Sent[]) => new Desk(createRealmMachines('demo', [prepaid]), sent);
const stop = (triggerSource: string, triggerPrice: string, more: object = {}) =>
  placed(USER, 'buy', { type: 'stopMarket', triggerPrice, triggerSource, ...more });

/** Asks that fired stops take. */
const ASKS = ['100.5', '101', '101.5', '102'].map((at) => limit(MAKER, 'sell', at));

describe('the price that a stop waits for', () => {
  it('ORDR-050 is the last price by default, and a stop waits for its own source alone', () => {
    const desk = deskWith(price('100'), ...ASKS);
    const byLast = desk.must(placed(USER, 'buy', { type: 'stopMarket', triggerPrice: '100.9' }));
    const byIndex = desk.must(stop('index', '100.9'));
    expect(desk.waiting).toEqual([byLast.id, byIndex.id]);
    desk.must(price('100.9'));
    expect(desk.waiting).toEqual([byLast.id]);
    desk.must(limit(USER, 'buy', '101'));
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-051 fires by the index when prices are recorded, nearest trigger first, then the oldest', () => {
    const desk = deskWith(price('100'), ...ASKS);
    const ids = ['101.2', '101.1', '101.1'].map((at) => desk.must(stop('index', at)).id);
    const falling = desk.must(stop('index', '99', { triggerWhen: 'falls' }));
    desk.must(price('101'));
    expect(desk.waiting).toEqual([ids[0], ids[2], ids[1], falling.id]);
    desk.facts();
    desk.must(price('101.2'));
    const fills = desk.facts().filter((fact) => fact.type === 'orderFilled');
    const taken = fills.filter(({ userId }) => userId === USER);
    expect(taken.map(({ fill }) => fill.orderId)).toEqual([ids[1], ids[2], ids[0]]);
    expect(desk.waiting).toEqual([falling.id]);
    desk.must(price('98.99'));
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-051 does not fire in a halted market, nor by an index price that is too old', () => {
    const desk = deskWith(price('100'), ...ASKS);
    const waits = desk.must(stop('index', '101'));
    desk.must(['setMarketStatus', OWNER.setup, { market: MARKET, status: 'halted' }]);
    desk.must(price('102'));
    desk.must(['setMarketStatus', OWNER.setup, { market: MARKET, status: 'trading' }]);
    desk.now += 10_001;
    desk.must(limit(USER, 'buy', '100.5'));
    expect(desk.waiting).toEqual([waits.id]);
    expect(desk.send(stop('index', '103'))).toEqual({ refusal: 'noReferencePrice' });
    desk.must(price('102'));
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-052 fires by the mark price: the index between best bid and ask', () => {
    const desk = deskWith(price('100'), ...ASKS, limit(MAKER, 'buy', '99'));
    const rises = desk.must(stop('mark', '101.5'));
    // The best ask keeps the mark price at 100.5, whatever the index.
    desk.must(price('103'));
    expect(desk.waiting).toEqual([rises.id]);
    const asks = [...desk.orders.state.open()].filter(({ side }) => side === 1);
    const lowest = asks.sort((a, b) => a.limit - b.limit).map(({ id }) => id);
    desk.must(['cancelOrder', MAKER, { orderId: lowest[0] }]);
    expect(desk.waiting).toEqual([rises.id]);
    // Without the next ask the best one is at 101.5, the trigger.
    desk.must(['cancelOrder', MAKER, { orderId: lowest[1] }]);
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-052 a mark price follows trades, new best prices, cancel-all and pairs', () => {
    const ways: readonly ((desk: Desk) => Sent)[] = [
      () => limit(MAKER, 'buy', '100.4'),
      () => ['cancelAllOrders', MAKER, {}],
      () => ['cancelAllOrders', MAKER, { market: MARKET }],
      () => [
        'placeOco',
        MAKER,
        {
          ...{ market: MARKET, side: 'buy', quantity: '1', limitPrice: '100.4' },
          triggerPrice: '103',
        },
      ],
    ];
    for (const way of ways) {
      const desk = deskWith(price('100'), ...ASKS);
      // An ask at 99 keeps the mark price there until it is gone; a bid lifts it above the index.
      const isCancel = way(desk)[0] === 'cancelAllOrders';
      if (isCancel) desk.must(limit(MAKER, 'sell', '99'));
      else for (const one of [limit(USER, 'buy', '100.5'), price('99')]) desk.must(one);
      const waits = desk.must(stop('mark', isCancel ? '99.9' : '100.2'));
      if (!isCancel) desk.must(price('100'));
      expect(desk.waiting).toContain(waits.id);
      desk.must(way(desk));
      expect(desk.waiting).not.toContain(waits.id);
    }
  });

  it('ORDR-053 fires stops of one command by the last price first, then by index, then by mark', () => {
    const desk = deskWith(price('100'), ...ASKS, limit(MAKER, 'sell', '100.2'));
    const [mark, index] = [desk.must(stop('mark', '100.6')), desk.must(stop('index', '100.6'))];
    const last = desk.must(stop('last', '100.1'));
    desk.must(limit(MAKER, 'buy', '100.1'));
    desk.facts();
    // The index fires its stop, whose trade fires the other two, one after the other.
    desk.must(price('101'));
    const fills = desk.facts().filter((fact) => fact.type === 'orderFilled');
    const taken = fills.filter(({ userId }) => userId === USER);
    expect(taken.map(({ fill }) => fill.orderId)).toEqual([index.id, last.id, mark.id]);
  });

  it('ORDR-054 is refused if the product does not offer it, and on an order without a trigger', () => {
    const desk = deskWith(price('100'));
    const wrong = { refusal: 'invalidOrder', detail: { field: 'triggerSource' } };
    expect(desk.send(stop('bid', '101'))).toEqual(wrong);
    const plain = { type: 'limit', limitPrice: '90', triggerSource: 'index' };
    expect(desk.send(placed(USER, 'buy', plain))).toEqual(wrong);
    const body = stop('index', '101')[2];
    const dry = desk.orders.tryOrder(USER, { ...body, triggerSource: 'bid' } as never, START);
    expect(dry).toEqual(wrong);
    expect(desk.send(stop('index', '100'))).toEqual({ refusal: 'triggersAtOnce' });
    const falls = stop('mark', '101', { triggerWhen: 'falls' });
    expect(desk.send(falls)).toEqual({ refusal: 'triggersAtOnce' });
  });

  it('ORDR-055 of a pair is that of its stop, around whose price the two lie', () => {
    const desk = deskWith(price('100'), ...ASKS);
    desk.must(limit(USER, 'buy', '100.5'));
    desk.must(price('102'));
    const oco = (limitPrice: string, triggerPrice: string): Sent => [
      'placeOco',
      USER,
      {
        ...{ market: MARKET, side: 'buy', quantity: '1', limitPrice, triggerPrice },
        triggerSource: 'index',
      },
    ];
    // The last price, 100.5, is between these two; the index is not.
    expect(desk.send(oco('100', '101'))).toEqual({ refusal: 'ocoPrices' });
    desk.must(oco('100.7', '102.5'));
    expect(desk.waiting).toHaveLength(1);
    desk.must(price('102.5'));
    const left = [...desk.orders.state.open()].filter(({ userId }) => userId === USER);
    expect(left).toEqual([]);
  });

  it('ORDR-056 is named in views and facts unless it is the last price', () => {
    const desk = deskWith(price('100'));
    desk.must(stop('mark', '101'));
    desk.must(stop('last', '101'));
    const orders = desk
      .facts()
      .flatMap((fact) => (fact.type === 'orderChanged' ? [fact.order] : []));
    expect(orders.map(({ triggerSource }) => triggerSource)).toEqual(['mark', undefined]);
  });

  it('ORDR-057 is the same after a restart, and a reused record has no source of the order before', async () => {
    const db = await createTestDatabase(engineTables([prepaid]));
    const clock = settableClock(START);
    const make = () => createEngine({ realm: 'demo', db, clock, log: silentLog, parts: [prepaid] });
    let engine = make();
    await engine.start();
    const desk = deskWith();
    let sent = 0;
    const both = async (one: Sent) => {
      if (sent >= SET_UP.length) desk.must(one);
      sent += 1;
      const [type, actor, body] = one;
      await engine.submitAny({ type, actor, body, id: `c${sent}` });
    };
    for (const one of SET_UP) await both(one);
    for (const one of [price('100'), ...ASKS]) await both(one);
    for (const source of ['index', 'mark', 'last']) await both(stop(source, '100.4'));
    await both(['cancelOrder', USER, { orderId: desk.waiting[1] }]);
    await both(limit(USER, 'buy', '90'));
    await both(stop('mark', '100.4'));
    await engine.stop();
    engine = make();
    await engine.start();
    engine.audit();
    expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
    await both(price('100.4'));
    expect(desk.waiting).toEqual([]);
    expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
    await engine.stop();
    await db.drop();
  });
});
