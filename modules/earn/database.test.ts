import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { DAY, HOUR } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { accountsOf } from '../ledger/realm.ts';
import { readBroughtIn } from '../ledger/store/brought-in.ts';
import { earnPart } from './account-part.ts';
import { EarnReads } from './store/reads.ts';
import { AT_END, TERMS } from './testing/desk.ts';

let realm: TestRealm;
let users: number[];

beforeAll(async () => {
  realm = await startTestRealm({ house: {}, bounds: { fills: 100, slice: 7, openOrders: 100 } });
  for (const terms of [TERMS, AT_END]) await realm.must(OWNER.setup, 'listEarnProduct', terms);
  const funds = { owner: OWNER.earnPool, asset: 'USDT', amount: '10000' };
  await realm.must(OWNER.setup, 'fundHouse', funds);
  users = await realm.newUsers(4, { USDT: '10000' });
});
afterAll(() => realm.stop());

async function subscribe(user: number, product: string, renews: boolean): Promise<number> {
  const { version } = realm.machines.earn.products.get(product)!;
  const body = { product, amount: '1000', version, renews };
  const order = await realm.must(user, 'subscribeEarn', body);
  return Number(order.id);
}

const rows = async (text: string) => (await realm.db.pool.query(text)).rows;

it('EARN-024 kills between slices, restarts and forty days of downtime: each day is one row, paid once', async () => {
  const orders: number[] = [];
  for (const user of users) {
    orders.push(await subscribe(user, 'USDT-30', true), await subscribe(user, 'USDT-7', true));
  }
  realm.clock.advance(3 * DAY);
  await realm.must(users[0]!, 'redeemEarn', { orderId: orders[0]!, cost: '10' });
  realm.clock.advance(40 * DAY);
  let slices = 0;
  while (realm.machines.earn.hasWork(realm.clock.now())) {
    // The connection dies with the command under way, or the whole engine between two of them.
    if (slices % 5 === 2) {
      await realm.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
    }
    await insist(() => realm.send(OWNER.engine, 'workEarn', {}, `work-${slices}`));
    slices += 1;
    if (slices % 9 !== 0) continue;
    const hash = realm.stateHash();
    await realm.restart();
    expect(realm.stateHash()).toBe(hash);
    realm.audit();
  }
  expect(slices).toBeGreaterThan(20);
  realm.audit();
  // Two days of the order that was redeemed; 42 of each other one.
  const counts = await rows(
    'SELECT order_id, count(*)::int AS n FROM demo.earn_accrual GROUP BY 1 ORDER BY 1',
  );
  expect(counts.map(({ n }) => n)).toEqual([2, ...Array.from({ length: 7 }, () => 42)]);
  const { ledger, markets } = realm.machines;
  const paid = users.map((user) => {
    const account = accountId(user, WALLET.currency, markets.assetId('USDT')!);
    return ledger.ledger.available(ledger.ledger.find(account));
  });
  // Daily: 42 × 0.5. At the end: six terms of 3.5. Of the redeemed one half of two days, and the
  // rest of its term, because it was paid so late.
  const whole = (units: number) => BigInt(Math.round(units * 1e8));
  const usual = whole(8_000 + 42 * 0.5 + 6 * 3.5);
  expect(paid.slice(1)).toEqual([usual, usual, usual]);
  expect(paid[0]).toBe(whole(9_000 + 0.5 + 14 + 6 * 3.5));
  const [day] = await rows(
    `SELECT paid::text, principal::text, orders FROM demo.earn_day
     WHERE product = 'USDT-7' ORDER BY day LIMIT 1`,
  );
  expect(day).toEqual({ paid: '200000000', principal: '400000000000', orders: 4 });
});

it('EARN-032 rows, sums and the account channel of a person agree with the engine', async () => {
  const [user] = users as [number];
  const reads = new EarnReads(realm.db.pool, 'demo');
  const first = await reads.endedOf(user, null, 4);
  expect(first).toHaveLength(4);
  const last = first.at(-1)!;
  const rest = await reads.endedOf(user, last, 50);
  const all = [...first, ...rest];
  expect(new Set(all.map(({ id, term }) => `${id}.${term}`)).size).toBe(7);
  expect(all.filter(({ state }) => state === 'redeemed')).toMatchObject([{ days: 2 }]);
  for (const row of all) {
    const terms = await reads.terms(row.id, 10);
    expect(terms.find(({ term }) => term === row.term)).toEqual(row);
  }
  const days = await reads.days('USDT-7', 0);
  expect(days.length).toBeGreaterThan(2);
  expect(await reads.days('USDT-7', days[2]!.day)).toEqual(days.slice(2));
  const income = all.reduce((sum, one) => sum + one.earned + one.lateYield - one.cost, 0);
  const asset = realm.machines.markets.assetId('USDT');
  expect(await reads.incomeOf(user)).toEqual([{ asset, income: BigInt(income) }]);
  // The last day of a term is one that has ended with it.
  const day = last.firstDay + last.cycleDays - 1;
  expect(await reads.endedOn(user, day)).toEqual([{ asset, amount: 50_000_000n }]);
  const stored = await transaction(realm.db.pool, (client) =>
    earnPart(
      'demo',
      () => realm.machines.earn,
      () => realm.machines.strategies,
    ).snapshot(client, user),
  );
  const { open } = realm.machines.earn;
  expect(stored.earnOrders).toEqual(open.of(user).map((row) => realm.machines.earn.view(row)));
  // What is in custody is no loss of the wallets: 10,000 came in, and 1,000 lies there.
  const span = [0, realm.engine.sequencer.seq];
  const brought = await readBroughtIn(realm.db.pool, 'demo', ...accountsOf(user), span);
  const inCustody = open.of(user).reduce((sum, { principal }) => sum + BigInt(principal), 0n);
  expect(inCustody).toBe(100_000_000_000n);
  expect(brought.map(({ amount }) => amount)).toEqual([1_000_000_000_000n - inCustody]);
  // A rejection survives a restart as well.
  const id = await subscribe(user, 'USDT-30', false);
  await realm.must(user, 'redeemEarn', { orderId: id, cost: '0' });
  realm.clock.advance(HOUR);
  await realm.must(staffActor(1), 'rejectRedemption', { orderId: id, code: 'sanctions' });
  const hash = realm.stateHash();
  await realm.restart();
  expect(realm.stateHash()).toBe(hash);
  expect(realm.machines.earn.open.get(id)).toMatchObject({ state: 'rejected', code: 'sanctions' });
});
