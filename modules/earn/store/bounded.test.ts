import { createTestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { EarnReads } from './reads.ts';

const USER = 1_000;
const LENGTH = 20_000;
const LIMIT = 10;
/** The last day that is booked. */
const LAST = LENGTH + 7;

it('EARN-037 what a day and all ended terms have brought and the terms of an order visit no more rows than they have', async () => {
  const db = await createTestDatabase(engineTables());
  const client = await db.connectOwner();
  const touched: Touched[] = [];
  try {
    // Two terms begin each day: one of an order that renews for ever and brings something on one
    // day, and an order of a year that was redeemed after seven.
    await client.query(
      `INSERT INTO demo.ended_earn
       SELECT CASE n % 2 WHEN 0 THEN 1 ELSE 1 + n END, n, $1, 'USDT-7', 1, 1, 1, 'daily',
         CASE n % 2 WHEN 0 THEN 7 ELSE 365 END, 1 + n / 2, 1, 1, 1,
         CASE n % 2 WHEN 0 THEN 1 ELSE 7 END, true, '', null, null, 0,
         'completed', '', 7, 0, n, n
       FROM generate_series(1, $2::int) n`,
      [USER, 2 * LENGTH],
    );
    await client.query(
      `INSERT INTO demo.earn_accrual (order_id, day, amount, seq)
       SELECT id, $1::int - 1, 5, 1 FROM demo.ended_earn WHERE first_day + days > $1::int - 1`,
      [LAST],
    );
    // Without statistics: a plan must not depend on what the planner knows.
    await client.query('VACUUM');
    const reads = new EarnReads(explained(client, touched) as never, 'demo');
    expect(await reads.endedOn(USER, LAST - 1)).toMatchObject([{ asset: 1 }]);
    expect(await reads.terms(1, LIMIT)).toHaveLength(LIMIT);
    const ended = await reads.endedOf(USER, null, LIMIT);
    expect(ended).toHaveLength(LIMIT);
    // Seven for each term.
    expect(await reads.incomeOf(USER)).toEqual([{ asset: 1, income: 14n * BigInt(LENGTH) }]);
    expect(await reads.endedOf(USER, ended.at(-1)!, LIMIT)).toHaveLength(LIMIT);
  } finally {
    await client.end();
    await db.drop();
  }
  expect(touched).toHaveLength(5);
  for (const { rows, pages } of touched) {
    expect(rows).toBeLessThanOrEqual(2 * LIMIT);
    expect(pages).toBeLessThanOrEqual(6 * LIMIT);
  }
});
