import { OWNER } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { USERS } from '../orders/testing/explore.ts';
import { Pair } from '../orders/testing/pair.ts';
import { CommandMaker, makeSteps } from '../orders/testing/steps.ts';
import type { Subject } from '../orders/testing/subject.ts';
import { Floor } from './testing/floor.ts';
import { SPOT_SUBJECT, TIGHT_SUBJECT } from './testing/spot-realm.ts';

const START = 1_763_640_000_000;
const MARKET = 'BTCUSDT';
const DELIST = { type: 'setMarketStage', body: { market: MARKET, stage: 'delisted' } } as const;
const EXPIRE = { type: 'expireOrders', body: { market: MARKET } } as const;

/** Random trade until a market is delisted, and on while its orders end. */
function delisted(subject: Subject, seed: number, after: number) {
  const pair = new Pair(subject);
  const maker = new CommandMaker(subject, START);
  const { world } = pair.reference;
  for (const command of subject.setUp(USERS, START)) pair.step(command);
  const steps = makeSteps(subject, createDice(seed), after + 200, USERS);
  for (const step of steps.slice(0, after)) pair.step(maker.command(step, world));
  const openHere = () => world.open.filter(({ market }) => market.symbol === MARKET);
  const before = openHere();
  const kinds = before.map(({ type, status }) => `${type} ${status}`);
  pair.step({ ...DELIST, actor: OWNER.setup, now: maker.now });
  let slices = 0;
  for (const step of steps.slice(after)) {
    if (pair.machine.orders.followUp()?.type === EXPIRE.type) {
      pair.step({ ...EXPIRE, actor: OWNER.engine, now: maker.now });
      slices += 1;
    }
    pair.step(maker.command(step, world));
  }
  pair.endBatch();
  return { pair, before, kinds, after: openHere(), slices };
}

describe('a market that is delisted', () => {
  it('MRKT-092 ends its orders of every kind in slices, as the plain model does, while others trade on', () => {
    const kinds = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const whole = delisted(SPOT_SUBJECT, seed, 500);
      expect(whole.after).toEqual([]);
      expect(whole.slices).toBe(1);
      for (const kind of whole.kinds) kinds.add(kind);
      const tight = delisted(TIGHT_SUBJECT, seed, 500);
      expect(tight.after).toEqual([]);
      expect(tight.slices).toBeGreaterThan(1);
      // Nothing but its end befalls what was open, and what it had filled stays filled.
      for (const order of [...whole.before, ...tight.before]) {
        expect(['expired', 'canceled']).toContain(order.status);
        expect(order.held).toBe(0n);
      }
      expect(whole.pair.refusals.get('marketNotOpen')).toBeGreaterThan(0);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['limit new', 'stopLimit pending']));
  });

  it('MRKT-093 takes no order, nor does one that is not open yet; refusals come in their order', () => {
    const floor = new Floor();
    const user = floor.user('user');
    const [setup, market] = [OWNER.setup, 'ABCUSDT'];
    const order = floor.order('buy', { quantity: '1', limitPrice: '100' });
    const list = { market, pending: [{ ...order, side: 'sell' }], working: order };
    const oco = { market, side: 'sell', quantity: '1', limitPrice: '110', triggerPrice: '90' };
    floor.price('100');
    const { id } = floor.must(user, 'placeOrder', order) as unknown as { id: number };
    const said = () => [
      floor.send(user, 'placeOrder', order).refusal,
      floor.send(user, 'placeOrder', { ...order, quantity: 'x' }).refusal,
      floor.send(user, 'placeOco', oco).refusal,
      floor.send(user, 'placeOto', list).refusal,
      floor.send(user, 'amendOrder', { orderId: id, quantity: '2' }).refusal,
    ];
    floor.must(setup, 'setMarketStatus', { market, status: 'halted' });
    expect(new Set(said())).toEqual(new Set(['marketHalted']));
    floor.must(setup, 'setMarketStage', { market, stage: 'delisted' });
    // Halted too: that it has ended comes first.
    expect(new Set(said())).toEqual(new Set(['marketNotOpen']));
    expect(floor.send(user, 'placeOrder', { ...order, market: 'NOPE' }).refusal).toBe(
      'unknownMarket',
    );
    const expire = (actor: number, symbol: string) =>
      floor.send(actor, 'expireOrders', { market: symbol });
    expect(expire(user, 'NOPE')).toEqual({ refusal: 'notAllowed' });
    expect(expire(OWNER.engine, 'NOPE')).toEqual({ refusal: 'unknownMarket' });
    expect(expire(OWNER.engine, market)).toEqual({ expired: [id] });
    expect(expire(OWNER.engine, market)).toEqual({ refusal: 'noOrdersLeft' });
    floor.audit();
  });

  it('MRKT-093 before it opens its index is followed and nobody quotes; then it trades at once', () => {
    const floor = new Floor();
    floor.house({ USDT: '1000000', ABC: '1000000' });
    const user = floor.user('user');
    const listing = { ...floor.machines.markets.market('ABCUSDT')!.listing, symbol: 'ABCNEW' };
    floor.must(OWNER.setup, 'listMarket', { ...listing, stage: 'preOpen' });
    floor.price('100');
    const order = { ...floor.order('buy', { quantity: '1', limitPrice: '101' }), market: 'ABCNEW' };
    expect(floor.send(user, 'placeOrder', order).refusal).toBe('marketNotOpen');
    expect(floor.book('ABCNEW')).toEqual([]);
    expect(floor.machines.orders.market('ABCNEW')?.indexTicks).toBe(10_000);
    floor.must(OWNER.setup, 'setMarketStage', { market: 'ABCNEW', stage: 'open' });
    floor.price('100');
    expect(floor.book('ABCNEW').length).toBeGreaterThan(10);
    expect(floor.send(user, 'placeOrder', order).refusal).toBeUndefined();
    floor.audit();
  });

  it('MRKT-094 an engine that stops between two slices goes on from there, to the same state', async () => {
    const db = await createTestDatabase(engineTables());
    const clock = settableClock(START);
    const { bounds } = TIGHT_SUBJECT;
    const pair = new Pair(TIGHT_SUBJECT);
    const open = async () => {
      const made = createEngine({ realm: 'demo', db, clock, log: silentLog, bounds: bounds! });
      await made.start();
      return made;
    };
    let engine = await open();
    let sent = 0;
    const both = (type: string, actor: number, body: Readonly<Record<string, unknown>>) => {
      pair.step({ type, actor, body, now: START });
      sent += 1;
      return engine.submitAny({ type, actor, body, id: `c${sent}` });
    };
    for (const { type, actor, body } of TIGHT_SUBJECT.setUp(USERS, START)) {
      await both(type, actor, body);
    }
    const ask = { market: MARKET, side: 'sell', type: 'limit', quantity: '0.001' };
    for (const user of USERS) {
      for (const limitPrice of ['60000', '61000', '62000']) {
        await both('placeOrder', user, { ...ask, limitPrice });
      }
    }
    // Stopped before the engine can go on by itself: the stop only finishes what was taken.
    const last = both(DELIST.type, OWNER.setup, DELIST.body);
    await Promise.all([last, engine.stop()]);
    const isSame = () =>
      engine.sequencer.stateHash() === pair.machine.sequencer.stateHash() ? 'same' : 'other';
    expect([pair.reference.world.open.length, isSame()]).toEqual([18, 'same']);
    engine = await open();
    engine.audit();
    await both('cancelAllOrders', USERS[0], {});
    while (pair.machine.orders.followUp() !== null) {
      pair.step({ ...EXPIRE, actor: OWNER.engine, now: START });
    }
    for (let n = 0; n < 40; n += 1) await engine.settled();
    expect(pair.reference.world.open).toEqual([]);
    expect(isSame()).toBe('same');
    await engine.stop();
    await db.drop();
  });
});
