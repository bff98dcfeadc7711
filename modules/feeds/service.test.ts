import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Realm } from '@assay/core/ledger/realm';
import { Engine } from '@assay/platform/engine/engine';
import { silentLog } from '@assay/platform/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FeedHome, openFeedHome, START_AT } from './feed-home.suite.ts';
import { FeedsMachine } from './machine.ts';
import { FIRST_PREV, verifyTicks } from './rules/index.ts';
import { sha256 } from './tick-log.ts';

let home: FeedHome;
beforeEach(async () => {
  home = await openFeedHome();
});
afterEach(() => home.drop());

describe('the feed, second by second', () => {
  it('FEED-050 logs each tick before any engine is given its price', async () => {
    const feed = await home.open();
    await home.play(feed, 20_000);
    const ticks = await feed.ticks.read('BTC-USDT', 1, 1_000);
    expect(ticks.map((tick) => tick.n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await verifyTicks(ticks, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
    for (const realm of ['real', 'demo']) {
      const given = home.recorded
        .filter((one) => one.realm === realm)
        .flatMap(({ prices }) => prices.filter(({ index }) => index === 'BTC-USDT'));
      expect(given).toEqual(ticks.map(({ index, price, n, at }) => ({ index, price, n, at })));
    }
    expect(feed.state('BTC-USDT')).toMatchObject({ status: 'fresh', tick: ticks.at(-1) });
  });

  it('FEED-051 gives no price that could not be logged, and goes on without a gap', async () => {
    const feed = await home.open();
    await home.play(feed, 3_000);
    const before = home.recorded.length;
    await home.db.pool.query('ALTER TABLE feed_tick RENAME TO away');
    await expect(feed.step()).rejects.toThrow();
    expect(home.recorded).toHaveLength(before);
    await home.db.pool.query('ALTER TABLE away RENAME TO feed_tick');
    await home.play(feed, 3_000);
    const ticks = await feed.ticks.read('BTC-USDT', 1, 100);
    expect(ticks).toHaveLength(6);
    expect(await verifyTicks(ticks, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-051 goes on after a tick of which it is not known whether it was stored', async () => {
    const feed = await home.open();
    await home.play(feed, 3_000);
    const { ticks } = feed;
    const append = ticks.append.bind(ticks);
    ticks.append = async (rows) => {
      await append(rows, 0);
      throw new Error('the connection broke');
    };
    await expect(feed.step()).rejects.toThrow('broke');
    ticks.append = append;
    home.clock.advance(1_000);
    await home.play(feed, 3_000);
    const log = await ticks.read('BTC-USDT', 1, 100);
    expect(log).toHaveLength(7);
    expect(await verifyTicks(log, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-120 writes nothing once another server has the realm, and goes on when it is back', async () => {
    const feed = await home.open();
    await home.play(feed, 60_000);
    const { pool } = home.db;
    const rows = async () => (await pool.query('SELECT * FROM feed_candle ORDER BY 1, 2, 3')).rows;
    const [before, given] = [await rows(), home.recorded.length];
    await pool.query('UPDATE real.engine SET epoch = epoch + 1');
    await expect(feed.step()).rejects.toThrow('another server has the realm');
    await feed.flush();
    home.clock.advance(8 * 86_400_000);
    await feed.prune();
    expect(await rows()).toEqual(before);
    expect(await feed.ticks.read('BTC-USDT', 1, 1_000)).toHaveLength(60);
    expect(home.recorded).toHaveLength(given);
    await pool.query('UPDATE real.engine SET epoch = epoch - 1');
    await home.play(feed, 3_000);
    expect(await feed.ticks.read('BTC-USDT', 1, 1_000)).toHaveLength(63);
  });

  it('FEED-052 carries on the log and the prices after a restart', async () => {
    const first = await home.open();
    await home.play(first, 5_000);
    await first.stop();
    const before = Number(home.recorded.at(-1)?.prices[0]?.price);
    const second = await home.open();
    await home.play(second, 5_000);
    const after = Number(home.recorded.at(-1)?.prices[0]?.price);
    expect(Math.abs(after / before - 1)).toBeLessThan(0.01);
    const ticks = await second.ticks.read('BTC-USDT', 1, 100);
    expect(ticks).toHaveLength(10);
    expect(await verifyTicks(ticks, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-053 meets a market that is listed while it runs', async () => {
    const feed = await home.open();
    await home.play(feed, 2_000);
    home.indices.push({ name: 'SOL-USDT', base: 'SOL', quote: 'USDT', decimals: 2 });
    await home.play(feed, 2_000);
    expect(feed.state('SOL-USDT')).toMatchObject({ status: 'fresh' });
    expect((await feed.ticks.read('SOL-USDT', 1, 10)).map((tick) => tick.n)).toEqual([1, 2]);
    await feed.stop();
  });

  it('FEED-068 several markets follow one index: their candles are of it but for their own trades', async () => {
    const feed = await home.open();
    await home.play(feed, 120_000);
    const at = home.clock.now();
    const klines = async (market: string, from = START_AT) =>
      (await feed.reader.klines('demo', market, '1m', { from, limit: 10 }, at)).map(
        ({ minute: _minute, ...candle }) => candle,
      );
    expect(await klines('BTCUSDT-PERP')).toEqual(await klines('BTCUSDT'));
    const trade = { realm: 'demo', price: '5', quantity: '1' } as const;
    home.trade(feed, { ...trade, market: 'BTCUSDT-PERP', at: at - 60_000 });
    home.trade(feed, { ...trade, market: 'BTCUSDT-PERP', at: at - 59_000, price: '6' });
    const [first, second] = await klines('BTCUSDT');
    expect((await klines('BTCUSDT-PERP')).slice(0, 2)).toMatchObject([first, { trades: 2 }]);
    expect(second).toMatchObject({ trades: 0 });
    expect(feed.day('demo', 'BTCUSDT-PERP')).toMatchObject({ low: 5e8, volume: 200_000_000n });
    expect(feed.day('demo', 'BTCUSDT')).toMatchObject({ volume: 0n });
    // One that is listed later has the index's past at once, and nothing is filled in for it.
    home.markets.push({ market: 'BTCUSDT-CFD', index: 'BTC-USDT' });
    expect(feed.has('BTCUSDT-CFD')).toBe(false);
    await feed.step();
    expect(feed.has('BTCUSDT-CFD')).toBe(true);
    expect(await klines('BTCUSDT-CFD')).toEqual(await klines('BTCUSDT'));
    expect(feed.indexOf('BTCUSDT-CFD')).toBe(feed.state('BTC-USDT'));
    await feed.stop();
    // What is written is each market's own.
    const again = await home.open();
    expect((await klines('BTCUSDT-PERP')).slice(0, 2)).toMatchObject([first, { trades: 2 }]);
    const { rows } = await home.db.pool.query('SELECT DISTINCT market FROM demo.trade_candle');
    expect(rows).toEqual([{ market: 'BTCUSDT-PERP' }]);
    await again.stop();
  });

  it('FEED-054 runs by itself, a tick a second, and stops with everything written', async () => {
    const feed = await home.open();
    // The loops sleep by the clock that stands still: from 12:00:00.950 on every 50 ms.
    home.clock.set(START_AT + 950);
    feed.run();
    await expect.poll(() => feed.state('BTC-USDT')?.tick?.n ?? 0).toBeGreaterThanOrEqual(3);
    await feed.stop();
    const { rows } = await home.db.pool.query('SELECT max(n) AS n FROM feed_tick');
    expect(rows[0].n).toBeGreaterThanOrEqual(3);
    const candles = await home.db.pool.query(
      `SELECT count(*)::int AS count FROM feed_candle
       WHERE index_name = 'BTC-USDT' AND level = 1 AND minute = $1`,
      [START_AT / 60_000],
    );
    expect(candles.rows[0].count).toBe(1);
  });
});

describe('the feed and the engines', () => {
  it('FEED-067 gives both realms the prices, which are there after a restart', async () => {
    const open = async (realm: Realm) => {
      const engine = new Engine({
        realm,
        machines: () => ({ feeds: new FeedsMachine() }),
        connect: async () => {
          const client = await home.db.connect();
          await client.query(`SET search_path TO ${realm}, public`);
          return client;
        },
        now: () => home.clock.now(),
        holder: 'test',
        log: silentLog,
      });
      await engine.start();
      return engine;
    };
    const engines = [await open('real'), await open('demo')];
    home.epoch = engines[0]!.status.epoch;
    const feed = await home.open({}, false, engines);
    for (let second = 0; second < 10; second += 1) {
      await home.play(feed, 1_000);
      await feed.settled();
    }
    const last = feed.state('BTC-USDT')?.tick;
    for (const engine of engines) {
      await engine.stop();
      const again = await open(engine.realm);
      const machine = again.machines.feeds;
      expect(machine.lastIndex('BTC-USDT')).toMatchObject({ price: last?.price, n: 10 });
      machine.audit();
      await again.stop();
    }
  });
});

describe('the stored tick log', () => {
  const changes = [
    `index_price = index_price + 1`,
    `at = at + 1`,
    `parts = replace(parts, 'used', 'stale')`,
    `hash = decode(repeat('00', 32), 'hex')`,
    `n = n + 100`,
  ];
  it.each(changes)('FEED-032 shows that somebody changed a row: %s', async (change) => {
    const feed = await home.open();
    await home.play(feed, 12_000);
    for (const n of [1, 6, 11]) {
      const client = await home.db.pool.connect();
      await client.query('BEGIN');
      await client.query(
        `UPDATE feed_tick SET ${change} WHERE index_name = 'BTC-USDT' AND n = $1`,
        [n],
      );
      const { rows } = await client.query(
        `SELECT index_name AS index, n, at, coalesce(index_price::text, '') AS price, parts,
           encode(hash, 'hex') AS hash,
           coalesce(encode(lag(hash) OVER (ORDER BY n), 'hex'), '${FIRST_PREV}') AS prev
         FROM feed_tick WHERE index_name = 'BTC-USDT' ORDER BY n`,
      );
      await client.query('ROLLBACK');
      client.release();
      expect(await verifyTicks(rows, ['BTC-USDT'], FIRST_PREV, sha256), `tick ${n}`).not.toBeNull();
    }
    const whole = await feed.ticks.read('BTC-USDT', 1, 100);
    expect(await verifyTicks(whole, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-055 gives any stretch with the hash before it, the last ones by default', async () => {
    const feed = await home.open();
    await home.play(feed, 20_000);
    const all = await feed.ticks.read('BTC-USDT', 1, 100);
    expect(await feed.ticks.read('BTC-USDT', 8, 5)).toEqual(all.slice(7, 12));
    expect(await feed.ticks.read('BTC-USDT', undefined, 3)).toEqual(all.slice(-3));
    expect(await feed.ticks.read('BTC-USDT', 21, 3)).toEqual([]);
    expect(await feed.ticks.read('NOSUCH', undefined, 3)).toEqual([]);
  });

  it('FEED-056 forgets rows of ticks after two days; the rest can still be checked', async () => {
    const feed = await home.open();
    await home.play(feed, 10_000);
    const all = await feed.ticks.read('BTC-USDT', 1, 100);
    home.clock.set(START_AT + 2 * 86_400_000 + 6_000);
    await feed.prune();
    const left = await feed.ticks.read('BTC-USDT', 1, 100);
    expect(left).toEqual(all.slice(6));
    expect(await verifyTicks(left, ['BTC-USDT'], all[5]?.hash ?? '', sha256)).toBeNull();
    home.clock.advance(30 * 86_400_000);
    await feed.prune();
    expect((await feed.ticks.read('BTC-USDT', 1, 100)).map((tick) => tick.n)).toEqual([10]);
    await home.play(feed, 2_000);
    const again = await feed.ticks.read('BTC-USDT', 1, 100);
    expect(again.map((tick) => tick.n)).toEqual([10, 11, 12]);
    expect(await verifyTicks(again, ['BTC-USDT'], null, sha256)).toBeNull();
  });
});

describe('a stale feed', () => {
  let folder = '';
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('FEED-057 gives no price, notes the gap once, and comes back by itself', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bars-'));
    const lines = Array.from({ length: 600 }, (_, i) => {
      const time = new Date(Date.UTC(2025, 10, 1) + i * 60_000).toISOString().slice(0, 16);
      return `${time},100,101,99,100,1`;
    });
    // Minutes 2 and 3 after the one that is played at the start are missing.
    const text = [...lines.slice(0, 302), ...lines.slice(304)].join('\n');
    await writeFile(path.join(folder, 'BTCUSDT_1m.csv'), text);
    const feed = await home.open({ feed: 'replay', replayDir: folder });
    const start = await feed.reader.klines('real', 'BTCUSDT', '1m', { limit: 1_000 }, START_AT);
    expect(start.at(-1)).toMatchObject({ minute: START_AT / 60_000 - 1, close: 100e8 });
    await home.play(feed, 118_000, 1_000);
    expect(feed.state('BTC-USDT')).toMatchObject({ status: 'fresh' });
    const before = home.recorded.length;
    await home.play(feed, 60_000, 1_000);
    await home.play(feed, 60_000, 1_000);
    expect(home.recorded.length - before).toBeLessThan(12);
    await home.play(feed, 10_000, 1_000);
    expect(feed.state('BTC-USDT')).toMatchObject({ status: 'fresh' });
    const ticks = await feed.ticks.read('BTC-USDT', 1, 1_000);
    expect(ticks.filter((tick) => tick.price === '')).toHaveLength(1);
    expect(await verifyTicks(ticks, ['BTC-USDT'], FIRST_PREV, sha256)).toBeNull();
    expect(feed.state('DOGE-USDT')).toMatchObject({ status: 'stale', tick: null });
  });
});

describe('which source', () => {
  async function kinds(): Promise<string[]> {
    const { rows } = await home.db.pool.query('SELECT kind FROM feed_source ORDER BY id');
    return rows.map((row) => row.kind);
  }

  it('FEED-070 auto takes live prices where they can be had, else simulated ones', async () => {
    const offline = await home.open({ feed: 'auto' }, false);
    expect(offline.status()).toMatchObject({ source: 'simulated', simulated: true });
    const other = await openFeedHome();
    const online = await other.open({ feed: 'auto' }, true);
    expect(online.status()).toMatchObject({ source: 'live', simulated: false });
    await online.stop();
    await other.drop();
  });

  it('FEED-071 auto never changes what a market was started with', async () => {
    const first = await home.open({ feed: 'auto' }, false);
    await home.play(first, 2_000);
    await first.stop();
    const second = await home.open({ feed: 'auto' }, true);
    expect(second.sourceKind).toBe('simulated');
    await second.stop();
    expect(await kinds()).toEqual(['simulated']);
  });

  it('FEED-071 auto with live prices once is stale without a network, not made up', async () => {
    const first = await home.open({ feed: 'auto' }, true);
    await first.stop();
    const second = await home.open({ feed: 'auto' }, false);
    expect(second.sourceKind).toBe('live');
    await second.step();
    expect(second.state('BTC-USDT')).toMatchObject({ status: 'stale' });
    expect(home.recorded).toEqual([]);
    await second.stop();
  });

  it('FEED-072 changes when the operator names another, and its candles start over', async () => {
    const first = await home.open({ feed: 'simulated' });
    await home.play(first, 10_000);
    await first.stop();
    const count = async () =>
      (await home.db.pool.query('SELECT count(*)::int AS n FROM feed_candle')).rows[0].n;
    expect(await count()).toBeGreaterThan(0);
    const second = await home.open({ feed: 'live' });
    expect(await count()).toBe(0);
    expect(await kinds()).toEqual(['simulated', 'live']);
    await second.stop();
  });

  it('FEED-073 publishes the hash of the seed, and keeps the seed over restarts', async () => {
    const { rows: none } = await home.db.pool.query('SELECT * FROM feed_source');
    expect(none).toEqual([]);
    const drawn = await openFeedHome();
    const settings = { feed: 'simulated', replayDir: '' } as const;
    const first = await drawn.open({ ...settings, seed: 'known beforehand' });
    expect(first.status().seedHash).toBe(sha256('known beforehand'));
    const again = await drawn.open({ ...settings, seed: 'known beforehand' });
    expect(again.status()).toMatchObject({
      startedAt: START_AT,
      seedHash: first.status().seedHash,
    });
    const { rows } = await drawn.db.pool.query('SELECT count(*)::int AS n FROM feed_source');
    expect(rows[0].n).toBe(1);
    await drawn.drop();
  });
});
