import { FIRST_USER } from '@assay/core/ledger/owners';
import { IDS_PER_COMMAND } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import type { Client } from '@assay/platform/db/database';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { explained, type Touched } from '@assay/platform/testing/explained';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { startTestRealm } from '../../../apps/server/testing/test-realm.ts';
import { fillHistory } from '../testing/long-history.ts';
import {
  type FillsPart,
  type HistoryPart,
  readFillsFrom,
  readLatestOrder,
  readOcos,
  readOpenOcos,
  readOrders,
} from './history.ts';
import { type FillFilter, type HistoryFilter, readEndedOrders, readFills } from './reads.ts';

/** Long enough that a read of a user's whole history stands out, in rows and in pages. */
const LENGTH = 20_000;
const LIMIT = 10;
/** What the largest of all queries may visit: some rows for each market and status. */
const ROWS_MAX = 400;
const PAGES_MAX = 600;

const [USED, EMPTY] = [1, 2];
const FIRST_SEQ = 1_000;
const FIRST_AT = 1_763_640_000_000;
const FOREVER = Number.MAX_SAFE_INTEGER;
const orderId = (n: number) => (FIRST_SEQ + n) * IDS_PER_COMMAND;
const HALF = LENGTH / 2;
/** Between two commands in the middle. */
const GAP = { from: FIRST_AT + HALF * 1000 + 1, to: FIRST_AT + HALF * 1000 + 999 };

let db: TestDatabase;
let client: Client;
const touched: Touched[] = [];
beforeAll(async () => {
  db = await createTestDatabase(engineTables());
  const realm = await startTestRealm({ db });
  await realm.stop();
  client = await db.connectOwner();
  const about = { realm: 'demo', userId: FIRST_USER, market: USED } as const;
  await fillHistory(client, { ...about, length: LENGTH, firstSeq: FIRST_SEQ, firstAt: FIRST_AT });
  await client.query(`UPDATE demo.engine SET last_seq = ${FIRST_SEQ + LENGTH - 1}`);
  // Without statistics: a plan must not depend on what the planner knows.
  await client.query('VACUUM');
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

/** Runs a read; the rows that it returned, having visited a bounded number of rows and pages. */
async function bounded<T>(read: (reads: ReturnType<typeof explained>) => Promise<T>): Promise<T> {
  touched.length = 0;
  const answer = await read(explained(client, touched));
  expect(touched.length).toBeGreaterThan(0);
  for (const one of touched) {
    expect(one.rows, JSON.stringify(one)).toBeLessThanOrEqual(ROWS_MAX);
    expect(one.pages, JSON.stringify(one)).toBeLessThanOrEqual(PAGES_MAX);
  }
  return answer;
}

const anyOrder = { markets: null, statuses: null, from: 0, to: FOREVER, before: FOREVER };
it.each<[string, Partial<HistoryFilter>, number]>([
  ['all', {}, LIMIT],
  ['from the middle on', { before: orderId(HALF) }, LIMIT],
  ['of a market', { markets: [USED] }, LIMIT],
  ['of a market without any', { markets: [EMPTY] }, 0],
  ['of a status', { statuses: [STATUS.canceled] }, LIMIT],
  ['of a status without any', { statuses: [STATUS.filled] }, 0],
  ['of two', { statuses: [STATUS.expired, STATUS.expiredInMatch] }, 0],
  ['of a status and a market without any', { markets: [USED], statuses: [STATUS.filled] }, 0],
  ['of a time without any', GAP, 0],
  ['of a time and a market', { ...GAP, to: GAP.to + 3_000, markets: [USED] }, 3],
  ['of a time, a market and a status', { ...GAP, markets: [USED], statuses: [STATUS.filled] }, 0],
])('ORDR-140 ended orders %s', async (_, filter, found) => {
  const asked = { ...anyOrder, ...filter, limit: LIMIT };
  const rows = await bounded((reads) => readEndedOrders(reads, 'demo', FIRST_USER, asked));
  expect(rows).toHaveLength(found);
});

const newest = { seq: FOREVER, market: 32_767, id: FOREVER, taker: 2 };
const anyFill = { markets: null, orderId: 0, from: 0, to: FOREVER, before: newest };
const middle = { seq: FIRST_SEQ + HALF, market: USED, id: HALF + 1, taker: 1 };
it.each<[string, Partial<FillFilter>, number]>([
  ['all', {}, LIMIT],
  ['from the middle on', { before: middle }, LIMIT],
  ['of a market without any', { markets: [EMPTY] }, 0],
  ['of an order that took', { orderId: orderId(HALF) }, 1],
  ['of an order that rested all the time', { orderId: orderId(0) }, LIMIT],
  ['of an order without any', { orderId: orderId(HALF) + 1 }, 0],
  ['of a time without any', GAP, 0],
  ['of a time and an order', { ...GAP, orderId: orderId(0) }, 0],
  ['of a time and a market without any', { ...GAP, markets: [EMPTY] }, 0],
])('ORDR-141 fills %s', async (_, filter, found) => {
  const asked = { ...anyFill, ...filter, limit: LIMIT };
  const rows = await bounded((reads) => readFills(reads, 'demo', FIRST_USER, asked));
  expect(rows).toHaveLength(found);
});

const part = { market: USED, limit: LIMIT };
it.each<[string, HistoryPart, number]>([
  ['the last ones', part, LIMIT],
  ['from an id on', { ...part, fromId: orderId(HALF) }, LIMIT],
  ['from a time on', { ...part, from: GAP.from }, LIMIT],
  ['until a time', { ...part, to: GAP.to }, LIMIT],
  ['of a time without any', { ...part, ...GAP }, 0],
  ['of a market without any', { ...part, market: EMPTY }, 0],
  ['of a market without any, from an id on', { ...part, market: EMPTY, fromId: 0 }, 0],
])('ORDR-142 orders that programs ask for: %s', async (_, asked, found) => {
  const rows = await bounded((reads) => readOrders(reads, 'demo', FIRST_USER, asked));
  expect(rows).toHaveLength(found);
  const { market, ...ofLists } = asked;
  if (market === EMPTY) return;
  const legs = await bounded((reads) =>
    readOcos(reads, 'demo', FIRST_USER, { ...part, ...ofLists }),
  );
  // Each of these lists has one order.
  expect(legs.length).toBe(found === 0 ? 0 : LIMIT);
});

it.each<[string, FillsPart, number]>([
  ['the last ones', part, LIMIT],
  ['from a trade on', { ...part, fromId: HALF }, LIMIT],
  ['from a time on', { ...part, from: GAP.from }, LIMIT],
  ['of a time without any', { ...part, ...GAP }, 0],
  ['of a market without any', { ...part, market: EMPTY, fromId: 0 }, 0],
  ['of an order', { ...part, orderId: orderId(HALF) }, 1],
  ['of an order that rested all the time', { ...part, orderId: orderId(0), fromId: 0 }, LIMIT],
  ['of an order without any', { ...part, orderId: orderId(HALF) + 1 }, 0],
])('ORDR-143 fills that programs ask for: %s', async (_, asked, found) => {
  const rows = await bounded((reads) => readFillsFrom(reads, 'demo', FIRST_USER, asked));
  // A page does not end between the two sides of a trade, nor between two trades of one id.
  expect(rows.length).toBeGreaterThanOrEqual(found);
  expect(rows.length).toBeLessThanOrEqual(found === 0 ? 0 : found + 1);
});

it('ORDR-144 an order by a name that none has, and the lists that are open', async () => {
  const name = { clientOrderId: 'none' };
  expect(await bounded((reads) => readLatestOrder(reads, 'demo', FIRST_USER, name))).toBeNull();
  expect(await bounded((reads) => readOpenOcos(reads, 'demo', FIRST_USER))).toEqual([]);
});
