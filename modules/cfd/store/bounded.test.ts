import { createTestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { openingOf, type Reads, receiptAt, receiptsOf } from './reads.ts';

const USER = 1_000;
const LENGTH = 20_000;
const LIMIT = 10;

it('CFDS-122 a receipt, its opening and a page of receipts visit no more rows than they have', async () => {
  const db = await createTestDatabase(engineTables());
  const client = await db.connectOwner();
  const touched: Touched[] = [];
  try {
    // Each position opened and closed; the one that is asked for is the first.
    await client.query(
      `INSERT INTO demo.cfd_receipt
       SELECT seq, 1, CASE seq % 2 WHEN 1 THEN 'opened' ELSE 'closed' END, 'market', $1, 0, 1,
         (seq + 1) / 2, 0, 1, 1, 1, 1, 1, 1, 1, 1, '', 1, 1, 0, 0, 0, 0, 0, 1
       FROM generate_series(1, $2::int) seq`,
      [USER, LENGTH],
    );
    // Without statistics: a plan must not depend on what the planner knows.
    await client.query('VACUUM');
    const reads = explained(client, touched) as Reads;
    expect(await openingOf(reads, 'demo', USER, 1)).toMatchObject({ seq: 1, kind: 'opened' });
    expect(await openingOf(reads, 'demo', USER, LENGTH)).toBeUndefined();
    expect(await receiptAt(reads, 'demo', USER, { seq: 2, n: 1 })).toMatchObject({ id: 1 });
    expect(await receiptsOf(reads, 'demo', USER, LENGTH, LIMIT)).toHaveLength(LIMIT);
  } finally {
    await client.end();
    await db.drop();
  }
  expect(touched).toHaveLength(4);
  for (const { rows, pages } of touched) {
    expect(rows).toBeLessThanOrEqual(LIMIT + 1);
    expect(pages).toBeLessThanOrEqual(LIMIT + 1);
  }
});
