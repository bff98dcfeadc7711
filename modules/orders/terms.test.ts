import { createDice, type Dice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, createRealmMachines } from '../../apps/server/realm.ts';
import { readEndedOrders } from './store/reads.ts';
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

const REDUCE = { terms: { reduceOnly: true } };
const notMet = { refusal: 'termsNotMet', detail: { field: 'reduceOnly' } };

const deskWith = (...sent: Sent[]) => new Desk(createRealmMachines('demo', [prepaid]), sent);

/** A desk at which the user is long two contracts. */
function longDesk(): Desk {
  const ask = limit(MAKER, 'sell', '100', { quantity: '2' });
  return deskWith(price('100'), ask, limit(USER, 'buy', '100', { quantity: '2' }));
}

const oco = (more: object): Sent => [
  'placeOco',
  USER,
  {
    ...{ market: MARKET, side: 'sell', quantity: '1', limitPrice: '101', triggerPrice: '99' },
    ...more,
  },
];

describe('terms of orders that only one product knows', () => {
  it('ORDR-062 an order that may only reduce is refused where it would do more', () => {
    const desk = longDesk();
    expect(desk.send(limit(USER, 'buy', '99', REDUCE))).toEqual(notMet);
    expect(desk.send(limit(USER, 'sell', '101', { ...REDUCE, quantity: '2.0001' }))).toEqual(
      notMet,
    );
    const { id } = desk.must(limit(USER, 'sell', '101', REDUCE));
    desk.must(placed(USER, 'sell', { type: 'stopMarket', triggerPrice: '99', ...REDUCE }));
    // Both together close the whole position: nothing else may sell, whatever its terms.
    const small = { quantity: '0.1' };
    expect(desk.send(limit(USER, 'sell', '102', small))).toEqual(notMet);
    expect(desk.send(limit(USER, 'sell', '102', { ...REDUCE, ...small }))).toEqual(notMet);
    expect(desk.send(oco(small))).toEqual(notMet);
    expect(desk.send(['amendOrder', USER, { orderId: id, quantity: '1.1' }])).toEqual(notMet);
    desk.must(['amendOrder', USER, { orderId: id, quantity: '0.5' }]);
    desk.must(limit(USER, 'sell', '102', { quantity: '0.5' }));
    desk.must(limit(USER, 'buy', '90', { quantity: '5' }));
  });

  it('ORDR-062 the two orders of a pair count once, and the refusal comes before the balance is checked', () => {
    const desk = longDesk();
    expect(desk.send(oco({ ...REDUCE, quantity: '2.1' }))).toEqual(notMet);
    desk.must(oco({ ...REDUCE, quantity: '2' }));
    const costly = limit(USER, 'sell', '101', { ...REDUCE, quantity: '49' });
    expect(desk.send(costly)).toEqual(notMet);
    const dry = desk.orders.tryOrder(USER, costly[2] as never, START);
    expect(dry).toEqual(notMet);
  });

  it.each([1, 2, 3])('ORDR-062 never enlarges a position, seed %i', (seed) => {
    const desk = deskWith(price('100'));
    const { state } = desk.orders;
    const dice = createDice(seed);
    const positions = new Map<number, number>();
    const reduceOnly = new Set<number>();
    let reduced = 0;
    const fill = (user: number, order: number, lots: number) => {
      const was = positions.get(user) ?? 0;
      positions.set(user, was + lots);
      if (!reduceOnly.has(order)) return;
      reduced += 1;
      expect(Math.abs(was + lots), `order ${order}`).toBe(Math.abs(was) - Math.abs(lots));
    };
    for (let i = 0; i < 1_500; i += 1) {
      desk.send(
        command(
          dice,
          Array.from(state.open(), ({ id }) => id),
        ),
      );
      for (const { id, terms } of state.open()) if (terms > 0) reduceOnly.add(id);
      for (const fact of desk.facts()) {
        if (fact.type === 'orderChanged' && fact.order.terms?.reduceOnly) {
          reduceOnly.add(fact.order.id);
        }
        if (fact.type !== 'orderFilled') continue;
        const { orderId, side, quantity } = fact.fill;
        const lots = Math.round(Number(quantity) * 10_000);
        fill(fact.userId, orderId, side === 'buy' ? lots : -lots);
      }
    }
    expect(reduced).toBeGreaterThan(20);
  });

  it('ORDR-061 a term that the product does not know is refused with its name', () => {
    const desk = longDesk();
    const wrong = (field: string) => ({ refusal: 'invalidOrder', detail: { field } });
    const sell = (terms: unknown) => desk.send(limit(USER, 'sell', '101', { terms }));
    expect(sell({ leverage: 5 })).toEqual(wrong('leverage'));
    expect(sell({ reduceOnly: 'yes' })).toEqual(wrong('reduceOnly'));
    expect(sell(null)).toEqual(wrong('terms'));
  });

  it('ORDR-063 ORDR-064 are named in facts, and are the same after a restart and in history', async () => {
    const desk = longDesk();
    desk.facts();
    desk.must(limit(USER, 'sell', '101', REDUCE));
    desk.must(limit(USER, 'buy', '90'));
    const facts = desk
      .facts()
      .flatMap((fact) => (fact.type === 'orderChanged' ? [fact.order] : []));
    expect(facts.map(({ terms }) => terms)).toEqual([{ reduceOnly: true }, undefined]);

    const db = await createTestDatabase(engineTables([prepaid]));
    const clock = settableClock(START);
    const make = () => createEngine({ realm: 'demo', db, clock, log: silentLog, parts: [prepaid] });
    let engine = make();
    await engine.start();
    let sent = 0;
    const submit = ([type, actor, body]: Sent) => {
      sent += 1;
      return engine.submitAny({ type, actor, body, id: `c${sent}` });
    };
    const again = deskWith();
    const ask = limit(MAKER, 'sell', '100', { quantity: '2' });
    const take = limit(USER, 'buy', '100', { quantity: '2' });
    const before: Sent[] = [price('100'), ask, take, limit(USER, 'sell', '101', REDUCE)];
    for (const one of [...SET_UP, ...before]) await submit(one);
    for (const one of before) again.must(one);
    await engine.stop();
    engine = make();
    await engine.start();
    expect(engine.sequencer.stateHash()).toBe(again.sequencer.stateHash());
    expect(await submit(limit(USER, 'sell', '102', { quantity: '1.5' }))).toMatchObject(notMet);
    await submit(['cancelAllOrders', USER, {}]);
    const page = { from: 0, to: START * 2, before: 2 ** 52, limit: 9 };
    const filter = { ...page, markets: [1], statuses: [4] };
    const [ended] = await readEndedOrders(db.pool, 'demo', USER, filter);
    expect(ended?.terms).toBe(1);
    await engine.stop();
    await db.drop();
  });
});

/** A random command; `open`: ids of orders of all users. */
function command(dice: Dice, open: readonly number[]): Sent {
  const actor = dice.pick([MAKER, USER]);
  const at = () => `${(9_900 + dice.int(0, 200)) / 100}`;
  const more = { quantity: `${dice.int(1, 30) / 10}`, ...(dice.int(0, 2) === 0 ? REDUCE : {}) };
  const side = dice.pick(['buy', 'sell']);
  const orderId = open.length === 0 ? 1 : dice.pick(open);
  const kind = dice.int(0, 99);
  // Open orders rarely exceed the position, so some may be reduce-only.
  if (kind < 8) return ['cancelAllOrders', actor, {}];
  if (kind < 12) return ['cancelOrder', actor, { orderId }];
  if (kind < 20) return ['amendOrder', actor, { orderId, ...more, limitPrice: at() }];
  if (kind < 24) return price(at());
  if (kind < 34) {
    const [triggerPrice, triggerSource] = [at(), dice.pick(['last', 'index', 'mark'])];
    return placed(actor, side, { type: 'stopMarket', triggerPrice, triggerSource, ...more });
  }
  if (kind < 40) return placed(actor, side, { type: 'market', ...more });
  const body = { market: MARKET, side, limitPrice: at(), triggerPrice: at(), ...more };
  if (kind < 46) return ['placeOco', actor, body];
  return limit(actor, side, at(), more);
}
