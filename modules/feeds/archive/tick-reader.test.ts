import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createDice } from '@assay/core/testing/dice';
import { LogSigner } from '@assay/platform/check/signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FeedHome, openFeedHome } from '../feed-home.suite.ts';
import type { Tick } from '../rules/index.ts';
import type { FeedService } from '../service.ts';
import { dayFile } from '../store/day-file.ts';

const INDEX = 'BTC-USDT';
const MIDNIGHT = Date.parse('2026-06-11T00:00:00Z');
const DAY_MS = 86_400_000;
/** Ticks of the first day: two chunks of its tree and a part. */
const FIRST_DAY = 2_300;
const COUNT = 3_000;

let home: FeedHome;
let folder: string;
let feed: FeedService;
/** The log as it was while all of it was rows. */
let log: readonly Tick[];
let spent = 0;
const spend = (bytes: number) => {
  spent += bytes;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ticks-'));
  home = await openFeedHome(MIDNIGHT - FIRST_DAY * 1_000);
  home.archive = { folder, signer: new LogSigner(generateKeyPairSync('ed25519').privateKey) };
  home.indices.splice(1);
  feed = await home.open();
  await home.play(feed, COUNT * 1_000, 1_000, 1e12);
  log = await feed.ticks.read(INDEX, 1, COUNT);
  home.clock.advance(3 * DAY_MS);
  await home.play(feed, 20_000, 1_000, 1e12);
  for (let i = 0; i < 3; i += 1) await feed.seal();
  await feed.prune();
  log = [...log, ...(await feed.ticks.read(INDEX, COUNT + 1, 100))];
});
afterAll(async () => {
  await feed.stop();
  await home.drop();
  await rm(folder, { recursive: true });
});

const file = (day: string) => dayFile(folder, INDEX, day);
const FIRST = '2026-06-10';
const placesOf = (day: string) => file(day).replace('.ticks.', '.places.');

it('FEED-167 ticks whose rows are gone are read from their days as they were, by number and by time', async () => {
  expect((await feed.ticks.oldest(INDEX))?.n).toBe(COUNT + 1);
  expect(await feed.allTicks.read(INDEX, undefined, 5)).toEqual(log.slice(-5));
  spent = 0;
  expect(await feed.allTicks.read(INDEX, COUNT + 1, 5, spend)).toEqual(log.slice(COUNT, COUNT + 5));
  expect(await feed.allTicks.read(INDEX, COUNT + 21, 5, spend)).toEqual([]);
  expect(spent).toBe(0);
  const dice = createDice(167);
  const edges = [1, 1_024, 1_025, 2_048, 2_049, FIRST_DAY, FIRST_DAY + 1, COUNT];
  for (let i = 0; i < 24; i += 1) {
    const from = edges[i] ?? dice.int(1, COUNT);
    const limit = dice.pick([1, 2, 70, 1_000, 1_030]);
    const read = await feed.allTicks.read(INDEX, from, limit, spend);
    expect(read, `${limit} from ${from}`).toEqual(log.slice(from - 1, from - 1 + limit));
    const at = log[from - 1]!.at + dice.pick([-500, 0, 1]);
    const to = at + dice.pick([0, 1_000, 600_000]);
    const between = log.filter((tick) => tick.at >= at && tick.at <= to).slice(0, 700);
    expect(await feed.allTicks.between(INDEX, at, to, 700, spend), `at ${at}`).toEqual(between);
  }
  expect(spent).toBeGreaterThan(24_000_000);
  const silent = { from: MIDNIGHT + 2 * DAY_MS, to: MIDNIGHT + 2 * DAY_MS + 600_000 };
  expect(await feed.allTicks.between(INDEX, silent.from, silent.to, 700)).toEqual([]);
});

it('FEED-168 what is kept to find ticks by is believed by nobody, and made again from the day', async () => {
  const places = fs.readFileSync(placesOf(FIRST));
  const other = fs.readFileSync(placesOf('2026-06-11'));
  const moved = JSON.parse(gunzipSync(places).toString());
  moved.places[1][1] += 40;
  const changed = gzipSync(JSON.stringify(moved));
  for (const forged of [null, changed, other, Buffer.from('nothing'), places.subarray(0, 99)]) {
    if (forged === null) fs.rmSync(placesOf(FIRST));
    else fs.writeFileSync(placesOf(FIRST), forged);
    expect(await feed.allTicks.read(INDEX, 1_500, 3)).toEqual(log.slice(1_499, 1_502));
    expect(fs.readFileSync(placesOf(FIRST))).toEqual(places);
  }
});

it('FEED-169 a day that is missing, was changed or does not lead to its signed head is said to be so', async () => {
  const packed = fs.readFileSync(file(FIRST));
  const read = (from = 1_500) => feed.allTicks.read(INDEX, from, 1_000);
  const lines = gunzipSync(packed).toString().split('\n');
  const changed = lines.map((line, i) => (i === 2_000 ? line.replace('|1000|', '|1001|') : line));
  expect(changed).not.toEqual(lines);
  const forgeries = [changed, lines.toSpliced(2_000, 1), ['assay-ticks-1', 'nothing']];
  for (const forged of [...forgeries.map((one) => gzipSync(one.join('\n'))), packed.subarray(9)]) {
    fs.writeFileSync(file(FIRST), forged);
    expect(await read()).toBe('ticksBroken');
    // What is in no changed chunk may still be proved, and is then what it was.
    const other = await read(FIRST_DAY);
    if (typeof other !== 'string') expect(other).toEqual(log.slice(FIRST_DAY - 1, FIRST_DAY + 999));
    expect(await read(FIRST_DAY + 1)).toEqual(log.slice(FIRST_DAY));
  }
  fs.rmSync(file(FIRST));
  expect(await read()).toBe('ticksMissing');
  const at = log[1_499]!.at;
  expect(await feed.allTicks.between(INDEX, at, at + 1_000, 700)).toBe('ticksMissing');
  fs.writeFileSync(file(FIRST), packed);
  expect(await read()).toHaveLength(1_000);
  const head = (column: string) =>
    home.db.pool.query(
      `UPDATE feed_tick_day SET ${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1)
       WHERE day = $1::date - DATE '1970-01-01'`,
      [FIRST],
    );
  for (const column of ['signature', 'root', 'hash']) {
    await head(column);
    expect(await read(), column).toBe('ticksBroken');
    await head(column);
  }
  expect(await read()).toHaveLength(1_000);
  await home.db.pool.query('DELETE FROM feed_tick_day WHERE first_n = 1');
  expect(await read()).toBe('ticksMissing');
  expect(await feed.allTicks.between(INDEX, at, at + 1_000, 700)).toBe('ticksMissing');
});
