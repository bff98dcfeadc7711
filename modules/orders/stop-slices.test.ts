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

const TIGHT = { fills: 50, slice: 2, openOrders: 100 };
const deskWith = (...sent: Sent[]) => new Desk(createRealmMachines('demo', [prepaid], TIGHT), sent);
const stop = (triggerPrice: string, more: object = {}) =>
  placed(USER, 'buy', { type: 'stopMarket', triggerPrice, triggerSource: 'index', ...more });
/** Ids of the stops that the next slice fires. */
const slice = (desk: Desk) => (desk.must(FIRE) as { readonly fired?: unknown }).fired;
const FIRE: Sent = ['fireStops', OWNER.engine, { market: MARKET }];

/** Asks far away: a fired stop takes nothing and expires, and moves no price. */
const QUIET = limit(MAKER, 'sell', '140');
const TRIGGERS = ['101.2', '101.1', '101.1', '101.3', '101.4'];

describe('stops fire in slices', () => {
  it('ORDR-100 the nearest trigger first, then the oldest, wherever the price goes meanwhile', () => {
    const desk = deskWith(price('100'), QUIET);
    const ids = TRIGGERS.map((at) => desk.must(stop(at)).id);
    desk.must(price('102'));
    // The command that reached them fired a slice.
    expect(desk.waiting).toHaveLength(3);
    desk.must(price('100'));
    // Placed after the price had been there: it waits, although its trigger is the nearest.
    const late = desk.must(stop('101'));
    expect([slice(desk), slice(desk)]).toEqual([[ids[0], ids[3]], [ids[4]]]);
    expect(desk.waiting).toEqual([late.id]);
    expect(desk.send(FIRE)).toEqual({ refusal: 'noStopsDue' });
  });

  it('ORDR-100 a due stop can be cancelled, and its partner can trade, before its slice', () => {
    const desk = deskWith(price('100'), QUIET);
    const ids = TRIGGERS.map((at) => desk.must(stop(at)).id);
    const oco = { market: MARKET, side: 'buy', quantity: '1', triggerSource: 'index' };
    desk.must(['placeOco', USER, { ...oco, limitPrice: '99', triggerPrice: '101.5' }]);
    desk.must(price('102'));
    desk.must(['cancelOrder', USER, { orderId: ids[3] }]);
    desk.must(limit(MAKER, 'sell', '99'));
    expect(slice(desk)).toEqual([ids[0], ids[4]]);
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-100 orders of others do not fire due stops; a price that goes on reaches more', () => {
    const desk = deskWith(price('100'), QUIET);
    const ids = TRIGGERS.map((at) => desk.must(stop(at)).id);
    desk.must(price('101.3'));
    desk.must(price('101.4'));
    desk.must(limit(USER, 'buy', '98'));
    expect(desk.waiting).toHaveLength(3);
    expect([slice(desk), slice(desk)]).toEqual([[ids[0], ids[3]], [ids[4]]]);
  });

  it('ORDR-101 only the engine fires a slice; refusals come in the published order', () => {
    const desk = deskWith(price('100'), QUIET);
    const reasons = () =>
      [
        ['fireStops', USER, { market: 'NONE' }],
        ['fireStops', OWNER.engine, { market: 'NONE' }],
        FIRE,
      ].map((one) => desk.send(one as Sent).refusal);
    expect(reasons()).toEqual(['notAllowed', 'unknownMarket', 'noStopsDue']);
    for (const at of TRIGGERS) desk.must(stop(at));
    desk.must(price('102'));
    desk.must(['setMarketStatus', OWNER.setup, { market: MARKET, status: 'halted' }]);
    expect(reasons()).toEqual(['notAllowed', 'unknownMarket', 'marketHalted']);
    expect(desk.orders.followUp()).toBeNull();
    desk.must(['setMarketStatus', OWNER.setup, { market: MARKET, status: 'trading' }]);
    expect(desk.orders.followUp()).toEqual({ type: FIRE[0], actor: FIRE[1], body: FIRE[2] });
  });

  it('ORDR-102 steps of reached prices stay no longer than their stops', () => {
    const desk = deskWith(price('100'), QUIET);
    const rows = () => desk.reached().map(({ ticks }) => ticks / 100);
    const due = (...triggers: string[]) => triggers.map((at) => desk.must(stop(at)).id);
    due('110', '110', '109', '109');
    desk.must(price('110'));
    desk.must(price('100'));
    expect(rows()).toEqual([110]);
    due('105');
    desk.must(price('105'));
    desk.must(price('100'));
    const [cancelled = 0] = due('103', '120');
    desk.must(price('103'));
    expect(rows()).toEqual([110, 105, 103]);
    desk.must(['cancelOrder', USER, { orderId: cancelled }]);
    expect(rows()).toEqual([110, 105]);
    // A price that goes further takes the place of those before it.
    desk.must(price('120'));
    expect(rows()).toEqual([120]);
    while (desk.orders.followUp() !== null) desk.must(FIRE);
    expect(rows()).toEqual([]);
    expect(desk.waiting).toEqual([]);
  });

  it('ORDR-103 an engine goes on until none is due, after a restart too, to the same state', async () => {
    const db = await createTestDatabase(engineTables([prepaid]));
    const clock = settableClock(START);
    const options = { realm: 'demo', db, clock, log: silentLog, parts: [prepaid] } as const;
    let engine = createEngine({ ...options, bounds: TIGHT });
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
    for (const one of [price('100'), QUIET]) await both(one);
    for (const at of [...TRIGGERS, ...TRIGGERS]) await both(stop(at));
    // Stopped before the engine can go on by itself: the stop only finishes what was taken.
    const last = both(price('102'));
    const stopping = engine.stop();
    await Promise.all([last, stopping]);
    expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
    expect(desk.waiting).toHaveLength(8);
    engine = createEngine({ ...options, bounds: TIGHT });
    await engine.start();
    engine.audit();
    expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
    await both(price('100'));
    while (desk.orders.followUp() !== null) desk.must(FIRE);
    for (let n = 0; n < 20; n += 1) await engine.settled();
    expect(desk.waiting).toEqual([]);
    expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
    await engine.stop();
    await db.drop();
  });
});
