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
  SET_UP,
  type Sent,
  START,
  USER,
} from './testing/desk.ts';
import { prepaid } from './testing/prepaid/part.ts';

const TIGHT = { fills: 50, slice: 2, openOrders: 100 };
const FIRE: Sent = ['fireStops', OWNER.engine, { market: MARKET }];
/** A fired stop takes nothing from this ask and expires, and moves no price. */
const QUIET = limit(MAKER, 'sell', '149');

const trade = (at: string): Sent[] => [limit(MAKER, 'sell', at), limit(USER, 'buy', at)];
const stop = (more: object): Sent => placed(USER, 'buy', { type: 'stopMarket', ...more });
/** Triggers at 102, 101, 103 and 101, once the last price has been 100; and a stop beside them. */
const STOPS: readonly Sent[] = [
  ...[200, 100, 300, 100].map((trailingDelta) => stop({ trailingDelta })),
  stop({ triggerPrice: '103' }),
];

function deskAt100(): { desk: Desk; ids: number[] } {
  const machines = createRealmMachines('demo', [prepaid], TIGHT);
  const desk = new Desk(machines, [QUIET, ...trade('100')]);
  return { desk, ids: STOPS.map((one) => desk.must(one).id) };
}

describe('trailing stops fire in slices', () => {
  it('SPOT-465 after the other stops by the last price, the nearest trigger first, then the oldest', () => {
    const { desk, ids } = deskAt100();
    const [two, one, three, alsoOne] = ids;
    const fired = () => (desk.must(FIRE) as { readonly fired?: unknown }).fired;
    for (const sent of trade('104')) desk.must(sent);
    // The command of the trade had room for the plain stop only.
    expect(new Set(desk.waiting)).toEqual(new Set([one, two, three, alsoOne]));
    // Due for good: the price has gone back, and a later stop follows from there.
    for (const sent of trade('100')) desk.must(sent);
    const late = desk.must(stop({ trailingDelta: 50 })).id;
    expect([fired(), fired()]).toEqual([
      [one, alsoOne],
      [two, three],
    ]);
    expect(desk.waiting).toEqual([late]);
    expect(desk.send(FIRE)).toEqual({ refusal: 'noStopsDue' });
  });

  it('SPOT-465 a due one can be amended and cancelled, and both sides can be due', () => {
    const { desk, ids } = deskAt100();
    const [two, one, three, alsoOne] = ids;
    const sells = [100, 50].map((trailingDelta) => {
      return desk.must(placed(USER, 'sell', { type: 'stopMarket', trailingDelta })).id;
    });
    for (const sent of trade('104')) desk.must(sent);
    for (const sent of trade('99')) desk.must(sent);
    expect(desk.waiting).toHaveLength(6);
    // Another quantity takes its place among those of one trigger, and leaves it due.
    desk.must(['amendOrder', USER, { orderId: one, quantity: '2' }]);
    desk.must(['cancelOrder', USER, { orderId: three }]);
    const fired = () => (desk.must(FIRE) as { readonly fired?: unknown }).fired;
    expect([fired(), fired(), fired()]).toEqual([[alsoOne, one], [two, sells[1]], [sells[0]]]);
    expect([desk.waiting, desk.orders.trailRows()]).toEqual([[], []]);
  });

  it('SPOT-465 those that a command leaves behind are due after a load, and follow what they followed', async () => {
    const { desk, both, restart, end, submit } = await besideEngine();
    for (const one of [QUIET, ...trade('100'), ...STOPS]) await both(one);
    // Two that follow a lower price than those of the list.
    for (const one of [...trade('99'), stop({ trailingDelta: 2_000 })]) await both(one);
    for (const one of [...trade('98'), stop({ trailingDelta: 1_500 })]) await both(one);
    const [ask, bid] = trade('104');
    await both(ask!);
    // Stopped before the engine goes on by itself.
    desk.must(bid!);
    await restart(submit(bid!));
    expect(desk.orders.followUp()).not.toBeNull();
    await both(limit(USER, 'buy', '90'));
    while (desk.orders.followUp() !== null) desk.must(FIRE);
    expect(desk.waiting).toHaveLength(2);
    for (const one of trade('112.7')) await both(one);
    expect(desk.waiting).toHaveLength(1);
    await end();
  });

  it('SPOT-464 rows that a price goes beyond are deleted a few at a time, after a load too', async () => {
    const { desk, both, restart, end } = await besideEngine();
    for (let n = 0; n < 15; n += 1) {
      for (const one of trade((100 - n / 10).toFixed(1))) await both(one);
      await both(placed(USER, 'sell', { type: 'stopMarket', trailingDelta: 2_000 }));
    }
    expect(desk.orders.trailRows()).toHaveLength(15);
    for (const one of trade('100.1')) await both(one);
    expect(desk.orders.trailRows().map(({ ticks }) => ticks)).toEqual([
      ...[9_900, 9_890, 9_880, 9_870, 10_010],
    ]);
    await restart();
    await both(QUIET);
    expect(desk.orders.trailRows()).toHaveLength(1);
    for (const one of trade('80.1')) await both(one);
    expect(desk.waiting).toHaveLength(15);
    for (const one of trade('80')) await both(one);
    while (desk.orders.followUp() !== null) desk.must(FIRE);
    expect([desk.waiting, desk.orders.trailRows()]).toEqual([[], []]);
    await end();
  });
});

/** A desk, and an engine with a database that is sent the same. */
async function besideEngine() {
  const db = await createTestDatabase(engineTables([prepaid]));
  const clock = settableClock(START);
  const options = { realm: 'demo', db, clock, log: silentLog, parts: [prepaid] } as const;
  const start = async () => {
    const one = createEngine({ ...options, bounds: TIGHT });
    await one.start();
    return one;
  };
  let engine = await start();
  const desk = new Desk(createRealmMachines('demo', [prepaid], TIGHT), []);
  let sent = 0;
  const submit = ([type, actor, body]: Sent) => {
    sent += 1;
    return engine.submitAny({ type, actor, body, id: `c${sent}` });
  };
  for (const one of SET_UP) await submit(one);
  const same = () => expect(engine.sequencer.stateHash()).toBe(desk.sequencer.stateHash());
  return {
    desk,
    submit,
    both: async (one: Sent) => {
      desk.must(one);
      await submit(one);
    },
    /** Starts another engine on the same database; `last` is decided before the first one stops. */
    restart: async (last: Promise<unknown> = Promise.resolve()) => {
      const stopping = engine.stop();
      await Promise.all([last, stopping]);
      engine = await start();
      engine.audit();
      same();
    },
    /** What the engine goes on with by itself is done, and both are in one state. */
    end: async () => {
      for (let n = 0; n < 20; n += 1) await engine.settled();
      same();
      await engine.stop();
      await db.drop();
    },
  };
}
