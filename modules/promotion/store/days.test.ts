import type { Database } from '@assay/platform/db/database';
import { createTestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { expect, it } from 'vitest';
import { serverTables } from '../../../apps/server/migrations.ts';
import { countWaiting } from '../../launch/store/applications.ts';
import { poolTotals } from '../../loans/store/repayments.ts';
import { paidSince } from '../../rewards/store/reads.ts';
import { incomeOfDays, sumsSince } from './reads.ts';

const DAY = 86_400_000;
/** A hundred times the thirty days that pages show. */
const DAYS = 3_000;
const SHOWN = 30;
const EARNERS = 3;
const MEMBERS = 20;

it('PROM-040 RWRD-050 LOAN-090 LNCH-080 what staff and leaders read costs what it shows, after a hundred times its days, and equals the full sum', async () => {
  const db = await createTestDatabase(serverTables());
  const client = await db.connectOwner();
  const touched: Touched[] = [];
  const one = async (text: string) => (await client.query(text)).rows;
  try {
    // Each day and earner has some members on two levels; one command in ten has two statements.
    const rows = `FROM generate_series(0, $1::int - 1) day, generate_series(1, ${EARNERS}) earner,
      generate_series(1, ${MEMBERS / 10}) member, generate_series(2, 3) level`;
    const values = `1 + (day * ${EARNERS} + earner) * ${MEMBERS} + member, level, 1 + member % 2, earner,
      1000 + earner * ${MEMBERS} + member, day, 10 + day, 1, CASE earner WHEN 3 THEN 0 ELSE 1 + day % 2 END,
      day * ${DAY}::bigint + 5`;
    for (const level of [2, 3]) {
      await client.query(
        `INSERT INTO real.commission SELECT ${values} ${rows} WHERE level = $2 AND member % 2 = 0`,
        [DAYS, level],
      );
    }
    await client.query(
      `INSERT INTO real.commission SELECT ${values} ${rows} WHERE member % 2 = 1`,
      [DAYS],
    );
    await client.query(
      `INSERT INTO real.reward SELECT n, n, 1, 1, 1, 7, n / 4 * ${DAY}::bigint
       FROM generate_series(0, 4 * $1::int - 1) n`,
      [DAYS],
    );
    await client.query(
      `INSERT INTO real.loan_payment SELECT n, n, 1, 'balance', 1, 2, 3, '', n
       FROM generate_series(1, $1::int) n`,
      [DAYS],
    );
    await client.query(
      `INSERT INTO launch_application (launch_id, user_id, state, asked_at, reason)
       SELECT n % 3, n, 'underReview', n, '' FROM generate_series(1, $1::int) n`,
      [DAYS],
    );
    await client.query(`UPDATE launch_application SET state = 'passed' WHERE user_id % 2 = 0`);
    await client.query('DELETE FROM launch_application WHERE user_id % 5 = 0');
    // Without statistics: a plan must not depend on what the planner knows.
    await client.query('VACUUM');
    const reads = explained(client, touched) as Database['pool'];
    const since = DAYS - SHOWN;
    const sums = await sumsSince(reads, since);
    expect(sums.map(({ asset, fees, amount }) => [asset, `${fees}`, `${amount}`])).toEqual(
      (
        await one(`SELECT asset, sum(fees)::text AS fees, sum(amount)::text AS amount FROM
           (SELECT asset, max(fees) AS fees, sum(amount) AS amount FROM real.commission
            WHERE day >= ${since} GROUP BY seq, asset) m GROUP BY asset ORDER BY asset`)
      ).map(({ asset, fees, amount }) => [asset, fees, amount]),
    );
    const leaders = await incomeOfDays(reads, { from: since, before: DAYS });
    expect(leaders.map(({ userId, amount }) => [userId, `${amount}`]).sort()).toEqual(
      (
        await one(`SELECT user_id AS id, sum(amount)::text AS amount FROM real.commission
           WHERE day >= ${since} AND amount > 0 GROUP BY user_id, asset ORDER BY 1`)
      )
        .map(({ id, amount }) => [Number(id), amount])
        .sort(),
    );
    const days = await paidSince(reads, since);
    expect([days.length, days[0]]).toEqual([SHOWN, { day: DAYS - 1, rewards: 4, amount: 28n }]);
    expect(await poolTotals(reads)).toEqual({ interestPaid: 3n * BigInt(DAYS), writtenOff: 0n });
    const waiting = await countWaiting(reads);
    const counted = await one(`SELECT launch_id AS id, count(*)::int AS count
      FROM launch_application WHERE state = 'underReview' GROUP BY 1 ORDER BY 1`);
    expect([...waiting].sort()).toEqual(counted.map(({ id, count }) => [Number(id), count]));
  } finally {
    await client.end();
    await db.drop();
  }
  expect(touched).toHaveLength(5);
  const [sums, leaders, ...others] = touched;
  // Two assets; of three earners one got nothing. A bitmap counts the index and the table.
  expect(sums!.rows).toBeLessThanOrEqual(2 * SHOWN);
  expect(leaders!.rows).toBeLessThanOrEqual(2 * 2 * 2 * SHOWN);
  for (const { rows } of others) expect(rows).toBeLessThanOrEqual(SHOWN);
});
