import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FeedService, feedsMigrations } from '@assay/modules/feeds';
import { SYMBOLS } from '@assay/modules/feeds/rules';
import { MARKETS } from '@assay/modules/markets';
import { LogSigner } from '@assay/platform/check/signer';
import { settableClock } from '@assay/platform/clock';
import { migrate } from '@assay/platform/db/migrate';
import { engineMigrations } from '@assay/platform/engine/migrations';
import { createTestDatabase } from '@assay/platform/testing/database';

/**
 * What a second of the feed costs with the coins alone, and with metals, oil, gas and forex beside
 * them, in turns: processor time of the process, and what a tick takes on the disk as a row and in
 * the file of its day.
 */
const SECONDS = 600;
const TURNS = 5;
/** A Wednesday on which every session is open; it ends a minute and a half before midnight. */
const START_AT = Date.parse('2026-06-10T15:00:00Z');
const DAY_MS = 86_400_000;

const COINS = MARKETS.map(({ base, quote }) => {
  return { name: `${base}-${quote}`, base, quote, decimals: 4 };
});
const HOUSE = SYMBOLS.map(({ index: name, base, quote, digits: decimals }) => {
  return { name, base, quote, decimals };
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function openFeed(indices: readonly (typeof COINS)[number][]) {
  const db = await createTestDatabase();
  await migrate(db.app, [...feedsMigrations(), ...engineMigrations()]);
  const clock = settableClock(START_AT);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ticks-'));
  const feed = new FeedService({
    db: db.app,
    settings: { feed: 'simulated', replayDir: '', seed: 'bench' },
    now: () => clock.now(),
    log: quiet,
    indices: () => indices,
    markets: () => [],
    engines: [],
    epoch: () => 0,
    trades: async () => [],
    archive: { folder, signer: new LogSigner(generateKeyPairSync('ed25519').privateKey) },
  });
  await feed.load();
  const turn = async () => {
    const before = process.cpuUsage();
    for (let i = 0; i < SECONDS; i += 1) {
      await feed.step();
      clock.advance(1_000);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / SECONDS;
  };
  const rowBytes = async () => {
    const size = `SELECT pg_total_relation_size('feed_tick') AS bytes, count(*) AS n FROM feed_tick`;
    const { rows } = await db.pool.query(size);
    return Number(rows[0].bytes) / Number(rows[0].n);
  };
  const fileBytes = async () => {
    clock.advance(DAY_MS);
    for (let i = 0; i <= indices.length; i += 1) await feed.seal();
    const { rows } = await db.pool.query(
      'SELECT sum(bytes) AS bytes, sum(last_n - first_n + 1) AS n FROM feed_tick_day',
    );
    return Number(rows[0].bytes) / Number(rows[0].n);
  };
  const close = async () => {
    await feed.stop();
    await db.drop();
    fs.rmSync(folder, { recursive: true });
  };
  return { indices: indices.length, turn, rowBytes, fileBytes, close };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const one = (value: number) => Math.round(value * 10) / 10;

const feeds = [await openFeed(COINS), await openFeed([...COINS, ...HOUSE])];
const spent = feeds.map((): number[] => []);
for (const feed of feeds) await feed.turn();
for (let i = 0; i < TURNS; i += 1) {
  for (const [which, feed] of feeds.entries()) spent[which]?.push(await feed.turn());
}
for (const [which, feed] of feeds.entries()) {
  const micros = median(spent[which] ?? []);
  const [row, file] = [await feed.rowBytes(), await feed.fileBytes()];
  const perDay = (bytes: number) => one((bytes * DAY_MS) / 1_000 / 1_000_000);
  console.log(
    JSON.stringify({
      bench: 'ticks',
      indices: feed.indices,
      microsASecond: one(micros),
      microsATick: one(micros / feed.indices),
      rowBytesATick: one(row),
      fileBytesATick: one(file),
      rowMegabytesAnIndexAndDay: perDay(row),
      fileMegabytesAnIndexAndDay: perDay(file),
      load: one(os.loadavg()[0] ?? 0),
    }),
  );
  await feed.close();
}
const [coins, all] = spent.map(median);
console.log(JSON.stringify({ bench: 'ticks', ratio: one((all ?? 0) / (coins ?? 1)) }));
