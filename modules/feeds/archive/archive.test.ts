import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { rootOfPath } from '@assay/core/receipt/head';
import { type SignedTickHead, tickHeadText } from '@assay/core/receipt/tick-head';
import { settleWindow } from '@assay/core/settlement/window';
import { LogSigner } from '@assay/platform/check/signer';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FeedHome, openFeedHome } from '../feed-home.suite.ts';
import {
  partsText,
  TICK_EVERY_MS,
  type Tick,
  tickText,
  VERDICTS,
  verifyTicks,
  windowTicks,
} from '../rules/index.ts';
import { BadTickDay, DayWriter, dayHeader, readTickDay } from '../rules/tick-day.ts';
import type { FeedService } from '../service.ts';
import { dayFile, readDay } from '../store/day-file.ts';
import { sha256 } from '../tick-log.ts';

const MIDNIGHT = Date.parse('2026-06-11T00:00:00Z');
const DAY_MS = 86_400_000;
const signer = new LogSigner(generateKeyPairSync('ed25519').privateKey);

let home: FeedHome;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ticks-'));
  home = await openFeedHome(MIDNIGHT - 60_000);
  home.archive = { folder, signer };
});
afterEach(async () => {
  await home.drop();
  await rm(folder, { recursive: true });
});

const bytesOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

function isSigned({ signature, ...head }: SignedTickHead): boolean {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const key = Buffer.concat([prefix, Buffer.from(signer.publicKey, 'hex')]);
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  const text = Buffer.from(tickHeadText(head));
  return verify(null, text, publicKey, Buffer.from(signature, 'hex'));
}

/** Whether the tick is in the log under a head that was signed: as a browser finds out. */
async function isProved(feed: FeedService, n: number): Promise<boolean> {
  const proof = await feed.archive!.prove('BTC-USDT', n);
  if (proof === null) return false;
  const { tick, head, path: way } = proof;
  if (tick.n !== n || sha256(tickText(tick)) !== tick.hash || !isSigned(head)) return false;
  const place = { seq: n - head.firstN + 1, hash: tick.hash };
  return (await rootOfPath(place, head.n - head.firstN + 1, way, bytesOf)) === head.root;
}

it('FEED-160 any ticks come back from their lines as they were', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const component = fc.record({
    source: fc.constantFrom('pyth', 'binance', 'simulated-1'),
    price: fc.option(units, { nil: null }),
    weight: fc.nat(9),
    at: fc.nat(10 ** 12),
    verdict: fc.constantFrom(...VERDICTS),
  });
  const tick = fc.record({
    index: fc.constantFrom('BTC-USDT', 'BTCUSDT'),
    step: fc.nat(10 ** 9),
    price: fc.option(units, { nil: null }),
    components: fc.array(component, { maxLength: 4 }),
  });
  const property = (drawn: readonly (typeof tick extends fc.Arbitrary<infer T> ? T : never)[]) => {
    let at = MIDNIGHT;
    const ticks = drawn.map(({ index, step, price, components }, i) => {
      at += step;
      const text = price === null ? '' : String(Number(price) / 1e8);
      const exact = price === null ? '' : partsText([{ ...BLANK, price }]).split(',')[1]!;
      expect(Number(exact || 0)).toBeCloseTo(Number(text || 0), 0);
      return { index, n: 7 + i, at, price: exact, parts: partsText(components) };
    });
    const writer = new DayWriter('BTC-USDT');
    const text =
      dayHeader('BTC-USDT', '2026-06-11', 7, 'ab'.repeat(32)) +
      ticks.map((one) => writer.line(one)).join('');
    expect([...readTickDay(text).ticks]).toEqual(ticks);
  };
  fc.assert(fc.property(fc.array(tick, { maxLength: 30 }), property), { numRuns: 500 });
});

const BLANK = { source: 'a', price: null, weight: 1, at: 0, verdict: 'used' } as const;

it('FEED-161 a day that is over is sealed once, with a head that follows from its file', async () => {
  const feed = await home.open();
  await home.play(feed, 60_000);
  await feed.seal();
  await home.play(feed, 59_000);
  await feed.seal();
  expect(await feed.archive!.days.before('BTC-USDT', 1e6, 9)).toEqual([]);
  home.clock.advance(2_000);
  for (let i = 0; i < 5; i += 1) await feed.seal();
  for (const index of ['BTC-USDT', 'DOGE-USDT']) {
    const days = await feed.archive!.days.before(index, 1e6, 9);
    expect(days).toHaveLength(1);
    const [{ head, fileHash, bytes }] = days as [(typeof days)[0]];
    expect(head).toMatchObject({ index, day: '2026-06-10', firstN: 1, n: 60 });
    expect(isSigned(head)).toBe(true);
    const packed = fs.readFileSync(dayFile(folder, index, head.day));
    expect(packed.length).toBe(bytes);
    const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(packed));
    expect(Buffer.from(digest).toString('hex')).toBe(fileHash);
    // A reader with nothing but the file and the head.
    const ticks: Tick[] = [];
    const read = await readDay(packed, (tick) => ticks.push(tick));
    expect(await verifyTicks(ticks, [index], null, sha256)).toBeNull();
    expect([read.last.hash, read.tree.root()]).toEqual([head.hash, head.root]);
    expect(ticks).toEqual(await feed.ticks.read(index, 1, 60));
  }
  await feed.stop();
});

it('FEED-162 every tick of the growing day and of a sealed one has a path to a signed head', async () => {
  const feed = await home.open();
  await home.play(feed, 60_000 + 1_100_000, 1_000, 1e9);
  const first = 61;
  // In whole chunks of the tree, in the one that grows, at both of their ends, and as it grows.
  for (const n of [first, 700, first + 1_023, first + 1_024, 1_160]) {
    expect(await isProved(feed, n), String(n)).toBe(true);
  }
  expect(await isProved(feed, 60)).toBe(true);
  expect(await isProved(feed, 1_161)).toBe(false);
  await home.play(feed, 1_000);
  expect(await isProved(feed, 1_161)).toBe(true);
  for (let i = 0; i < 4; i += 1) await feed.seal();
  expect((await feed.archive!.prove('BTC-USDT', 33))?.head.day).toBe('2026-06-10');
  expect(await isProved(feed, 33)).toBe(true);
  await feed.stop();
});

it('FEED-163 rows go when they are old and their day is sealed; proofs go on for ever', async () => {
  const feed = await home.open();
  await home.play(feed, 61_000);
  home.clock.advance(5 * DAY_MS);
  await home.play(feed, 2_000);
  await feed.prune();
  expect(await feed.ticks.read('BTC-USDT', 1, 100)).toHaveLength(63);
  for (let i = 0; i < 6; i += 1) await feed.seal();
  await feed.prune();
  const left = await feed.ticks.read('BTC-USDT', 1, 100);
  expect(left[0]?.n).toBe(62);
  expect(await verifyTicks(left, ['BTC-USDT'], left[0]!.prev, sha256)).toBeNull();
  expect(await isProved(feed, 5)).toBe(true);
  expect(await isProved(feed, 61)).toBe(true);
  await feed.stop();
  // Another server goes on where this one was.
  const next = await home.open();
  expect(await isProved(next, 5)).toBe(true);
  await next.seal();
  expect(await next.archive!.days.before('BTC-USDT', 1e6, 9)).toHaveLength(2);
  await next.stop();
});

it('FEED-164 a file that was changed proves nothing', async () => {
  const feed = await home.open();
  await home.play(feed, 60_000);
  home.clock.advance(DAY_MS);
  await home.play(feed, 1_000);
  for (let i = 0; i < 4; i += 1) await feed.seal();
  const file = dayFile(folder, 'BTC-USDT', '2026-06-10');
  const packed = fs.readFileSync(file);
  const text = gunzipSync(packed).toString();
  const lines = text.split('\n');
  const changed = lines.map((line, i) => (i === 20 ? line.replace(/\|1000\|/, '|1001|') : line));
  const dropped = lines.filter((_, i) => i !== 30);
  for (const forged of [changed, dropped, lines.toSpliced(25, 0, lines[25]!)]) {
    fs.writeFileSync(file, gzipSync(forged.join('\n')));
    expect(forged.join('\n')).not.toBe(text);
    expect(await isProved(feed, 5)).toBe(false);
  }
  fs.writeFileSync(file, gzipSync('assay-ticks-1\nnothing'));
  await expect(feed.archive!.prove('BTC-USDT', 5)).rejects.toThrow(BadTickDay);
  fs.writeFileSync(file, packed);
  expect(await isProved(feed, 5)).toBe(true);
  await feed.stop();
});

it('FEED-165 ticks of a span of time are those that a walk over the log finds', async () => {
  const feed = await home.open();
  await home.play(feed, 90_000);
  home.clock.advance(500_000);
  await home.play(feed, 10_000);
  const all = await feed.ticks.read('BTC-USDT', 1, 1_000);
  const spans = [0, 1, 999, 30_000, 89_000, 95_000, 590_000, 599_000, 700_000];
  for (const from of spans.map((ms) => MIDNIGHT - 60_000 + ms)) {
    for (const length of [0, 1_000, 10_000, 600_000]) {
      const within = all.filter(({ at }) => at >= from && at <= from + length);
      expect(await feed.ticks.between('BTC-USDT', from, from + length, 700)).toEqual(within);
    }
    const within = all.filter(({ at }) => at > from - 10_000 && at <= from);
    const span = { end: from, windowMs: 10_000, tickMs: TICK_EVERY_MS };
    const settled = settleWindow(windowTicks(all), span);
    expect(settled).toMatchObject({ found: within.length, isVoid: within.length < 8 });
    const first = all.find(({ at }) => at >= from)?.n ?? all.length + 1;
    expect(await feed.archive!.days.firstFrom('BTC-USDT', from)).toBe(first);
  }
  await feed.stop();
});
