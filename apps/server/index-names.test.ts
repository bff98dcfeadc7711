import { createHash } from 'node:crypto';
import { OWNER } from '@assay/core/ledger/owners';
import { FeedService, FeedsMachine, type PriceEngine } from '@assay/modules/feeds';
import { type Tick, verifyTicks } from '@assay/modules/feeds/rules';
import { MarketsMachine } from '@assay/modules/markets';
import { settableClock } from '@assay/platform/clock';
import { type MigrationSet, migrate } from '@assay/platform/db/migrate';
import type { Machine, Rule } from '@assay/platform/engine/machine';
import { rowReader } from '@assay/platform/engine/store';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTables } from './migrations.ts';

/** A database of a build before indices had names of their own, migrated and then used. */

const AT = 1_763_640_000_000;
const MINUTE = AT / 60_000;
/** Midnight before it, in minutes. */
const TODAY = Math.floor(MINUTE / 1_440) * 1_440;
/** The number of the last migration that the build had; sets that are not named are as they are. */
const LAST: Readonly<Record<string, string>> = {
  'markets realm': '0002',
  'feeds shared': '0001',
  'feeds realm': '0003',
  'orders realm': '0004',
};
const FIRST_PREV = '0'.repeat(64);
const LISTED = `0.01, 0.00001, 1000000, 0.00001, 100, 5, 9000000, 1000, 1000, 'trading',
  0.00001, 0.00001, 100, 5000000, 200000, 5000000, 200000`;

let db: TestDatabase;
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** The index sets as that build had them. */
function setsBefore(): MigrationSet[] {
  return engineTables().map((set) => {
    const last = LAST[`${set.name} ${set.scope}`] ?? '9999';
    return { ...set, files: set.files.filter(({ name }) => name.slice(0, 4) <= last) };
  });
}

/** Ticks 1 to `count` as that build hashed them: under the symbol of the market. */
async function writeTicks(symbol: string, count: number, price: number): Promise<void> {
  let prev = FIRST_PREV;
  for (let n = 1; n <= count; n += 1) {
    const at = AT - 60_000 + n * 1_000;
    const index = String(price + n);
    const parts = ['a', 'b', 'c'].map((source) => `${source},${index},1,${at},used`).join(';');
    const hash = sha256(`assay-tick-1\n${symbol}\n${n}\n${at}\n${index}\n${parts}\n${prev}`);
    await db.pool.query(
      `INSERT INTO feed_tick (symbol, n, at, index_price, parts, hash)
       VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'))`,
      [symbol, n, at, index, parts, hash],
    );
    prev = hash;
  }
}

async function writeBefore(): Promise<void> {
  await db.pool.query(`
    INSERT INTO real.asset VALUES (1, 'USDT', 'Tether'), (2, 'BTC', 'Bitcoin'), (3, 'XAU', 'Gold');
    INSERT INTO real.market VALUES
      (1, 'BTCUSDT', 2, 1, ${LISTED}), (2, 'BTC2', 2, 1, ${LISTED}), (3, 'GOLD', 3, 1, ${LISTED});
    -- The virtual realm lists in another order; the ticks are those of the real one.
    INSERT INTO demo.asset SELECT * FROM real.asset;
    INSERT INTO demo.market VALUES (1, 'BTC2', 2, 1, ${LISTED}), (2, 'BTCUSDT', 2, 1, ${LISTED});
    INSERT INTO favourite VALUES (1000, 'GOLD', 1), (1000, 'BTCUSDT', 2);
    INSERT INTO feed_source (kind, seed, seed_hash, started_at)
      VALUES ('simulated', 'test', '${sha256('test')}', ${AT - 86_400_000});
    INSERT INTO feed_candle VALUES ('BTCUSDT', 1440, ${TODAY - 4_320}, 5, 9, 4, 8, 7),
      ('GOLD', 1440, ${TODAY - 4_320}, 50, 90, 40, 80, 70), ('GONE', 1, 0, 1, 1, 1, 1, 1);
    INSERT INTO feed_coverage VALUES ('BTCUSDT', '{[0,${MINUTE + 10})}'), ('BTC2', '{[7,9)}');
    INSERT INTO real.trade_candle VALUES
      ('BTCUSDT', 1440, ${TODAY - 2_880}, 6, 6, 6, 6, 1, 1, 1, 1, 0, 0)`);
  await writeTicks('BTCUSDT', 30, 96_000);
  await writeTicks('BTC2', 5, 96_500);
  await writeTicks('GOLD', 4, 2_650);
  await writeTicks('GONE', 3, 1);
  // The first ten are older than a week and deleted, except the hash to which the rest is chained.
  await db.pool.query(`INSERT INTO feed_tick_pruned
      SELECT symbol, n, hash FROM feed_tick WHERE symbol = 'BTCUSDT' AND n = 10;
    DELETE FROM feed_tick WHERE symbol = 'BTCUSDT' AND n <= 10`);
  for (const realm of ['real', 'demo']) {
    await db.pool.query(`INSERT INTO ${realm}.reference_price VALUES
      ('BTCUSDT', 96030, 30, ${AT}), ('BTC2', 96505, 5, ${AT}), ('GOLD', 2654, 4, ${AT})`);
  }
}

async function load<M extends Machine>(realm: string, machine: M): Promise<M> {
  const client = await db.connect();
  await client.query(`SET search_path TO ${realm}, public`);
  await machine.load(rowReader(client));
  await client.end();
  machine.audit();
  return machine;
}

/** The prices that are recorded in the engines. */
const given: { index: string; price: string; n: number }[][] = [];
const clock = settableClock(AT);

async function openFeed(): Promise<FeedService> {
  const real = await load('real', new MarketsMachine());
  const engine: PriceEngine = {
    realm: 'real',
    submit: async ({ body }) => {
      given.push((body as { prices: (typeof given)[number] }).prices);
      return { ok: true };
    },
  };
  const feed = new FeedService({
    db,
    settings: { feed: 'simulated', replayDir: '' },
    now: () => clock.now(),
    log: silentLog,
    indices: () => [
      { name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 },
      { name: 'XAU-USDT', base: 'XAU', quote: 'USDT', decimals: 2 },
    ],
    markets: () =>
      Array.from(real.markets(), ({ rules }) => ({ market: rules.symbol, index: rules.index })),
    engines: [engine],
    epoch: () => 0,
    trades: async () => [],
  });
  await feed.load();
  return feed;
}

describe('a database in which prices had the names of markets', () => {
  let feed: FeedService;
  beforeAll(async () => {
    db = await createTestDatabase();
    await migrate(db, setsBefore());
    await writeBefore();
    await migrate(db, engineTables());
    feed = await openFeed();
  });
  afterAll(async () => {
    await feed.stop();
    await db.drop();
  });

  const readAll = (index: string): Promise<Tick[]> => feed.ticks.read(index, 1, 1_000);

  it('MRKT-061 its markets belong to spot and follow the index of their pair', async () => {
    const real = await load('real', new MarketsMachine());
    const names = Array.from(real.markets(), ({ rules: { id, symbol, product, index } }) => [
      ...[id, symbol, product, index],
    ]);
    expect(names).toEqual([
      [1, 'BTCUSDT', 'spot', 'BTC-USDT'],
      [2, 'BTC2', 'spot', 'BTC-USDT'],
      [3, 'GOLD', 'spot', 'XAU-USDT'],
    ]);
    expect(real.market('GOLD')?.rules).toMatchObject({ baseAsset: 3, quoteAsset: 1 });
    const { rows } = await db.pool.query('SELECT market FROM favourite ORDER BY added_at');
    expect(rows.map(({ market }) => real.market(market)?.rules.id)).toEqual([3, 1]);
  });

  it('FEED-059 its tick log verifies under the names that were hashed, and continues', async () => {
    clock.advance(1_000);
    await feed.step();
    clock.advance(1_000);
    await feed.step();
    const names = await feed.ticks.names('BTC-USDT');
    expect(names).toEqual(['BTCUSDT', 'BTC-USDT']);
    const ticks = await readAll('BTC-USDT');
    expect(ticks.map(({ n }) => n)).toEqual(Array.from({ length: 22 }, (_, i) => i + 11));
    expect(ticks.map(({ index }) => index)).toEqual([
      ...Array(20).fill('BTCUSDT'),
      ...Array(2).fill('BTC-USDT'),
    ]);
    const { rows } = await db.pool.query<{ hash: string }>(
      "SELECT encode(hash, 'hex') AS hash FROM feed_tick_pruned WHERE index_name = 'BTC-USDT'",
    );
    const pruned = rows[0]?.hash ?? '';
    expect(await verifyTicks(ticks, names, pruned, sha256)).toBeNull();
    // Either name alone is not enough, nor are both in the other order.
    expect(await verifyTicks(ticks, ['BTC-USDT'], pruned, sha256)).toEqual({
      n: 11,
      fault: 'name',
    });
    expect(await verifyTicks(ticks, ['BTCUSDT'], pruned, sha256)).toEqual({ n: 31, fault: 'name' });
    expect(await verifyTicks(ticks, names.toReversed(), pruned, sha256)).not.toBeNull();
    // The symbol does not name the pair: the migration found the index in the listing.
    const gold = await readAll('XAU-USDT');
    expect(gold.map(({ index }) => index)).toEqual([
      ...['GOLD', 'GOLD', 'GOLD', 'GOLD', 'XAU-USDT', 'XAU-USDT'],
    ]);
    expect(await verifyTicks(gold, ['GOLD', 'XAU-USDT'], FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-059 a changed tick is found before and after the change of the name', async () => {
    const names = await feed.ticks.names('BTC-USDT');
    const ticks = await readAll('BTC-USDT');
    for (const [i, tick] of ticks.entries()) {
      for (const change of [
        { price: '1' },
        { at: 1 },
        { index: names[i < 20 ? 1 : 0] as string },
      ]) {
        const forged = ticks.with(i, { ...tick, ...change });
        expect(await verifyTicks(forged, names, null, sha256), `${tick.n}`).not.toBeNull();
      }
    }
  });

  it('FEED-059 a second market of the pair, and none, keep their logs under their names', async () => {
    for (const [name, count] of [
      ['BTC2', 5],
      ['GONE', 3],
    ] as const) {
      const ticks = await readAll(name);
      expect(ticks).toHaveLength(count);
      expect(await verifyTicks(ticks, [name], FIRST_PREV, sha256)).toBeNull();
    }
  });

  it('FEED-086 its candles become those of the index, and of each market that follows it', async () => {
    const days = { from: (TODAY - 5_760) * 60_000, limit: 10 };
    const opens = async (market: string) =>
      (await feed.reader.klines('real', market, '1d', days, clock.now())).map(({ open }) => open);
    expect((await opens('BTCUSDT')).slice(0, 2)).toEqual([5, 6]);
    expect((await opens('BTC2'))[0]).toBe(5);
    expect((await opens('GOLD'))[0]).toBe(50);
    const { rows } = await db.pool.query(
      'SELECT index_name, lower(covered) AS from FROM feed_coverage ORDER BY 1',
    );
    expect(rows).toEqual([
      { index_name: 'BTC-USDT', from: 0 },
      { index_name: 'BTC2', from: 7 },
    ]);
  });

  it('FEED-086 its prices become those of the index in both realms, and the next one is accepted', async () => {
    expect(given.at(-1)).toMatchObject([
      { index: 'BTC-USDT', n: 32 },
      { index: 'XAU-USDT', n: 6 },
    ]);
    for (const realm of ['real', 'demo']) {
      const machine = await load(realm, new FeedsMachine());
      const known = { price: '96030', n: 30, at: AT };
      expect(machine.lastIndex('BTC-USDT')).toMatchObject(known);
      expect(machine.lastIndex('XAU-USDT')).toMatchObject({ price: '2654', n: 4 });
      const rule = machine.rules.recordPrices as Rule;
      const turn = { seq: 1, at: clock.now(), actor: OWNER.feeds };
      expect(rule({ prices: given.at(-1) } as never, turn)).toEqual({ recorded: 2 });
    }
  });
});

it('FEED-086 a database in which nothing is listed is migrated too', async () => {
  const empty = await createTestDatabase();
  try {
    const feeds = engineTables().filter((set) => set.name === 'feeds');
    await migrate(empty, feeds);
    await migrate(empty, engineTables());
    const { rows } = await empty.pool.query('SELECT * FROM feed_renamed');
    expect(rows).toEqual([]);
  } finally {
    await empty.drop();
  }
});
