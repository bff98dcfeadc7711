import type { Database } from '@assay/platform/db/database';
import { createTestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { commissionsOf, incomeByDay, incomeByLevel } from './reads.ts';

const USER = 1_000;
const LENGTH = 20_000;
const LIMIT = 10;

it('PROM-025 a page of profit records visits no more rows than it has, of a rare level too, and income none of them', async () => {
  const db = await createTestDatabase(engineTables());
  const client = await db.connectOwner();
  const touched: Touched[] = [];
  try {
    // A thousand a day; the fourth level has the first fifteen, and one of the last of the days.
    await client.query(
      `INSERT INTO real.commission
       SELECT seq, CASE WHEN seq <= 15 OR seq = $2 THEN 4 ELSE 1 END, 1, $1, 2000 + seq,
         seq / 1000, 10, 1, 1, seq
       FROM generate_series(1, $2::int) seq`,
      [USER, LENGTH],
    );
    // Without statistics: a plan must not depend on what the planner knows.
    await client.query('VACUUM');
    const reads = explained(client, touched) as Database['pool'];
    const page = async (level: number, before: number) => {
      const rows = await commissionsOf(reads, USER, { level, before, limit: LIMIT });
      return rows.map(({ seq }) => seq);
    };
    const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - n);
    expect(await page(0, Number.MAX_SAFE_INTEGER)).toEqual(down(LENGTH, LIMIT));
    expect(await page(0, 101)).toEqual(down(100, LIMIT));
    expect(await page(4, Number.MAX_SAFE_INTEGER)).toEqual([LENGTH, ...down(15, LIMIT - 1)]);
    expect(await page(4, 7)).toEqual(down(6, 6));
    expect(await page(2, Number.MAX_SAFE_INTEGER)).toEqual([]);
    // What each level has brought is a sum that is kept.
    const income = await incomeByLevel(reads, USER);
    expect(income.map(({ level, fees, amount }) => [level, fees, amount])).toEqual([
      [1, 10n * BigInt(LENGTH - 16), BigInt(LENGTH - 16)],
      [4, 160n, 16n],
    ]);
    // A day's statement looks at its day.
    expect(await incomeByDay(reads, USER, LENGTH / 1_000)).toMatchObject([{ amount: 1n }]);
  } finally {
    await client.end();
    await db.drop();
  }
  expect(touched).toHaveLength(7);
  for (const { rows, pages } of touched) {
    // Once to find where the page ends, and once for its rows.
    expect(rows).toBeLessThanOrEqual(2 * LIMIT + 2);
    expect(pages).toBeLessThanOrEqual(3 * LIMIT);
  }
});
