import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type { Client } from '@assay/platform/db/database';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { accountsOf } from '../realm.ts';
import { readPostings, type StatementFilter } from './reads.ts';

/** Long enough that a read of a whole statement stands out, in rows and in pages. */
const LENGTH = 20_000;
const LIMIT = 10;
/** Some rows for each account, direction and purpose: a few for each purpose that there is. */
const COUNT = Object.keys(PURPOSE).length;
const ROWS_MAX = 14 * COUNT;
const PAGES_MAX = 52 * COUNT;
const ASSETS = 12;

let db: TestDatabase;
let client: Client;
const account = (owner: number, asset: number) => accountId(owner, WALLET.currency, asset);
beforeAll(async () => {
  db = await createTestDatabase(engineTables());
  client = await db.connectOwner();
  await client.query(
    `INSERT INTO demo.balance SELECT $1::bigint + n, 1, 0 FROM generate_series(1, $2::int) n`,
    [account(FIRST_USER, 0), ASSETS],
  );
  // A posting in each direction by every command, all of one asset and for one purpose.
  await client.query(
    `INSERT INTO demo.posting SELECT n, one, other, 1, $4
     FROM generate_series(1, $1::int) n, (VALUES ($2::bigint, $3::bigint), ($3, $2)) v (one, other)`,
    [LENGTH, account(FIRST_USER, 1), account(OWNER.marketMaker, 1), PURPOSE.spotQuote],
  );
  await client.query(
    `INSERT INTO demo.engine_batch (first_seq, last_seq, epoch, at, head, ids, log)
     SELECT n, n, 1, n, '', '', '' FROM generate_series(1, $1::int) n`,
    [LENGTH],
  );
  // Without statistics: a plan must not depend on what the planner knows.
  await client.query('VACUUM');
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const whole = { asset: 0, purpose: 0, fromSeq: 0, toSeq: Number.MAX_SAFE_INTEGER, limit: LIMIT };
it.each<[string, Partial<StatementFilter>, number]>([
  ['whole', {}, LIMIT],
  ['from the middle on', { toSeq: LENGTH / 2 }, LIMIT],
  ['of one command', { fromSeq: LENGTH / 2, toSeq: LENGTH / 2 }, 2],
  ['of a purpose', { purpose: PURPOSE.spotQuote }, LIMIT],
  ['of a purpose without any line', { purpose: PURPOSE.spotFee }, 0],
  ['of an asset without any line', { asset: 2 }, 0],
  ['of both', { asset: 1, purpose: PURPOSE.spotBase }, 0],
])('LEDG-080 a statement %s visits a bounded number of rows', async (_, filter, found) => {
  const touched: Touched[] = [];
  const reads = explained(client, touched);
  const rows = await readPostings(reads, 'demo', ...accountsOf(FIRST_USER), {
    ...whole,
    ...filter,
  });
  expect(rows).toHaveLength(found);
  expect(touched).toHaveLength(1);
  for (const one of touched) {
    expect(one.rows, JSON.stringify(one)).toBeLessThanOrEqual(ROWS_MAX);
    expect(one.pages, JSON.stringify(one)).toBeLessThanOrEqual(PAGES_MAX);
  }
});
