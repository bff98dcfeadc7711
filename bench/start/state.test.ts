import { settableClock } from '@assay/platform/clock';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../../apps/server/realm.ts';
import { fillState } from './state.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it('SIMU-070 a state written straight into the tables passes the audit', async () => {
  await fillState(db, { accounts: 3_000, orders: 1_000, ids: 2_000 });
  const engine = createEngine({ realm: 'demo', db, clock: settableClock(1), log: silentLog });
  await engine.start();
  engine.sequencer.audit();
  const { ledger, orders } = engine.machines;
  expect(ledger.ledger.size).toBe(3_002);
  expect(orders.state.orders.size).toBe(1_000);
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS n FROM demo.balance b WHERE available + held <> (
       SELECT sum(CASE account WHEN to_account THEN amount ELSE -amount END)
       FROM demo.posting p WHERE account IN (p.from_account, p.to_account))`,
  );
  expect(rows[0].n).toBe(0);
  const placed = await engine.submitAny({
    type: 'placeOrder',
    actor: 1_000,
    body: { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.001' },
  });
  expect(placed).toMatchObject({ ok: true, value: { status: 3, lots: 100 } });
  engine.sequencer.audit();
  await engine.stop();
});
