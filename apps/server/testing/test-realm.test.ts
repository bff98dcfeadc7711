import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from './test-realm.ts';

let realm: TestRealm;
beforeAll(async () => {
  realm = await startTestRealm();
});
afterAll(() => realm.stop());

it('SPOT-300 a realm accepts orders, stores them, and is in the same state after a restart', async () => {
  const [alice, bob] = (await realm.newUsers(2, { USDT: '100000', BTC: '1' })) as [number, number];
  await realm.quote({ BTCUSDT: '96000' });
  const resting = await realm.place(alice, {
    market: 'BTCUSDT',
    side: 'sell',
    type: 'limit',
    quantity: '0.5',
    limitPrice: '95999',
  });
  expect(resting.ok).toBe(true);
  const bought = await realm.place(bob, {
    market: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    quantity: '0.6',
  });
  expect(bought).toMatchObject({ ok: true, value: { status: 3 } });
  realm.audit();
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);
  realm.audit();
});

it('SPOT-302 a command id is known after a restart, with its answer and its body', async () => {
  const user = await realm.newUser();
  const order = {
    market: 'ETHUSDT',
    side: 'buy',
    type: 'limit',
    quantity: '0.1',
    limitPrice: '2000',
  } as const;
  const first = await realm.place(user, order, 'before-the-restart');
  await realm.must(user, 'cancelAllOrders', {});
  await realm.restart();
  expect(await realm.place(user, order, 'before-the-restart')).toEqual(first);
  const other = await realm.place(user, { ...order, quantity: '0.2' }, 'before-the-restart');
  expect(other).toMatchObject({ ok: false, refusal: 'commandIdReused', seq: first.seq });
  const { rows } = await realm.db.pool.query(
    'SELECT count(*) AS open FROM demo.open_order WHERE user_id = $1',
    [user],
  );
  expect(rows).toEqual([{ open: 0 }]);
});
