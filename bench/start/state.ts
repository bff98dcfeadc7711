import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { createDice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { ID_BYTES } from '@assay/platform/engine/command-memory';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine } from '../../apps/server/realm.ts';
import { testAssets, testMarkets } from '../../apps/server/testing/test-listings.ts';

/** The size of the state to load. */
export interface Size {
  /** The number of balances of users. */
  readonly accounts: number;
  /** The number of orders that rest in one book, half of them buys; an even number. */
  readonly orders: number;
  /** The number of past commands with an id; whole thousands. */
  readonly ids: number;
}

/** BTCUSDT in the test listings: units per tick x lot, units per lot, maker fee in ppm. */
const PER_TICK_LOT = 10;
const PER_LOT = 1_000;
const MAKER_PPM = 1_000;
const MIDDLE_TICKS = 9_000_000;
const LEVELS = 5_000;
const GRANT = 1_000_000_000_000n;
const IDS_IN_BATCH = 1_000;
const BATCHES_IN_INSERT = 50;
/** Sequence numbers reserved for the listings, before the first invented command. */
const FIRST_SEQ = 1_000;
const VIRTUAL = accountId(OWNER.outsideVirtual, WALLET.currency, 0);
const FIRST_ACCOUNT = accountId(FIRST_USER, WALLET.currency, 0);

/**
 * Fills an empty database with a state that a realm could have reached: users with funds from the
 * outside, orders that hold what they must, the journal, and the ids of past commands. The state is
 * written directly into the tables; the engine's audit proves that it is valid.
 */
export async function fillState(db: Database, size: Size): Promise<void> {
  await migrate(db, engineTables());
  await list(db);
  const client = await db.connect();
  const sellers = size.orders / 2;
  try {
    await client.query('SET search_path TO demo');
    await client.query(ORDERS, [size.orders]);
    await client.query(CASH, [size.accounts - sellers]);
    await client.query(COINS, [sellers]);
    await client.query(OUTSIDE);
    await client.query(POSTINGS);
    for (let batch = 0; batch < size.ids / IDS_IN_BATCH; batch += BATCHES_IN_INSERT) {
      await client.query(BATCHES, [idBatches(batch, size.ids / IDS_IN_BATCH), batch]);
    }
    const lastSeq = FIRST_SEQ + Math.max(size.ids, size.orders);
    await client.query('UPDATE engine SET last_seq = $1', [lastSeq]);
    await client.query('VACUUM (ANALYZE) balance, open_order, engine_batch');
  } finally {
    await client.end();
  }
}

async function list(db: Database): Promise<void> {
  const engine = createEngine({ realm: 'demo', db, clock: settableClock(1), log: silentLog });
  await engine.start();
  const must = async (type: string, body: object) => {
    const reply = await engine.submitAny({ type, actor: OWNER.setup, body });
    if (!reply.ok) throw new Error(`${type}: ${reply.refusal}`);
  };
  for (const asset of testAssets) await must('listAsset', asset);
  for (const market of testMarkets) await must('listMarket', market);
  await engine.stop();
}

/** The ids of batches from `first` on, each as hex: random keys as doubles, with their indexes. */
function idBatches(first: number, count: number): string[] {
  const dice = createDice(first + 1);
  const batches: string[] = [];
  for (let batch = first; batch < Math.min(count, first + BATCHES_IN_INSERT); batch += 1) {
    const bytes = Buffer.alloc(IDS_IN_BATCH * ID_BYTES);
    for (let index = 0; index < IDS_IN_BATCH; index += 1) {
      const key = dice.int(0, 2 ** 21 - 1) * 2 ** 32 + dice.int(0, 2 ** 32 - 1);
      bytes.writeDoubleLE(key, index * ID_BYTES);
      bytes.writeUInt32LE(index, index * ID_BYTES + 8);
    }
    batches.push(`\\x${bytes.toString('hex')}`);
  }
  return batches;
}

/** Order i belongs to user FIRST_USER + i: even ones buy below the middle, odd ones sell above. */
const ORDERS = `
  INSERT INTO open_order (id, priority, user_id, market, side, type, time_in_force, post_only,
    self_trade, amount, trigger_ticks, rises, slippage_ppm, maker_ppm, taker_ppm, client_order_id,
    created_at, limit_ticks, lots, filled, filled_quote, fee, fee_fraction, held, status,
    updated_at, seq)
  SELECT (${FIRST_SEQ} + i) * 65536, (${FIRST_SEQ} + i) * 65536, ${FIRST_USER} + i, 1, i % 2, 0, 0,
    false, 1, 0, 0, false, 50000, ${MAKER_PPM}, ${MAKER_PPM}, '', 1, ticks, lots, 0, 0, 0, 0,
    CASE i % 2 WHEN 0 THEN value + ceil(value * ${MAKER_PPM} / 1000000.0)::bigint
      ELSE lots * ${PER_LOT} END,
    1, 1, ${FIRST_SEQ} + i
  FROM generate_series(0::bigint, $1::bigint - 1) AS i
  CROSS JOIN LATERAL (SELECT 10 + i % 91 AS lots,
    ${MIDDLE_TICKS} + (i % 2 * 2 - 1) * (1 + (i / 2) % ${LEVELS}) AS ticks) AS chosen
  CROSS JOIN LATERAL (SELECT ticks * lots * ${PER_TICK_LOT} AS value) AS priced`;

const funds = (asset: number, owner: string, side: number) => `
  INSERT INTO balance (account, available, held)
  SELECT ${FIRST_ACCOUNT + asset} + u * 16384, ${GRANT} - coalesce(held, 0), coalesce(held, 0)
  FROM (SELECT ${owner} AS u FROM generate_series(0::bigint, $1::bigint - 1) AS i) AS users
  LEFT JOIN open_order ON user_id = ${FIRST_USER} + u AND side = ${side}`;

/** Funds in the first asset for the first $1 users, in the second for the first $1 sellers. */
const CASH = funds(1, 'i', 0);
const COINS = funds(2, '2 * i + 1', 1);

const OUTSIDE = `
  INSERT INTO balance (account, available, held)
  SELECT ${VIRTUAL} + account % 2048, -sum(available + held), 0
  FROM balance GROUP BY account % 2048`;

const POSTINGS = `
  INSERT INTO posting (seq, from_account, to_account, amount, purpose)
  SELECT 90, ${VIRTUAL} + account % 2048, account, available + held, ${PURPOSE.virtualGrant}
  FROM balance WHERE account >= ${FIRST_ACCOUNT}`;

const BATCHES = `
  INSERT INTO engine_batch (first_seq, last_seq, epoch, at, head, ids, log)
  SELECT ${FIRST_SEQ} + b * ${IDS_IN_BATCH}, ${FIRST_SEQ - 1} + (b + 1) * ${IDS_IN_BATCH}, 1, 1, '',
    ids::bytea, ''
  FROM (SELECT ids, $2::bigint + n - 1 AS b FROM unnest($1::text[]) WITH ORDINALITY AS r (ids, n)) x`;
