import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogSigner } from '@assay/platform/check/signer';
import type { CallContext } from '@assay/platform/http/context';
import type { ChannelOptions, ChannelSource, Hub } from '@assay/platform/streams/hub';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedsCalls } from './calls.ts';
import { type FeedHome, openFeedHome, START_AT } from './feed-home.suite.ts';
import { calendarOf, FIRST_PREV, verifyTicks } from './rules/index.ts';
import { type CandlesData, calls, INTERVALS } from './schema.ts';
import type { FeedService } from './service.ts';
import { readDay } from './store/day-file.ts';
import { CandleStreams } from './streams.ts';
import { sha256 } from './tick-log.ts';

/** No days are published. */
const USUAL = { of: calendarOf, views: () => [] };

let home: FeedHome;
let feed: FeedService;
beforeEach(async () => {
  home = await openFeedHome();
  feed = await home.open();
  await home.play(feed, 70_000);
});
afterEach(() => home.drop());

/** Bytes that the work for answers counted as. */
let spent = 0;
const spendBytes = (bytes: number) => {
  spent += bytes;
};
const visitor = () => ({ actor: null, now: home.clock.now(), spendBytes }) as CallContext;
const inDemo = () =>
  ({
    actor: { userId: 1000, realm: 'demo', sessionId: 's' },
    now: home.clock.now(),
    spendBytes,
  }) as CallContext;

describe('calls of the feeds', () => {
  it('FEED-100 getKline gives candles of every interval as decimal text', async () => {
    const { getKline } = feedsCalls(feed, USUAL);
    for (const interval of INTERVALS) {
      const input = calls.getKline.input.parse({ market: 'BTCUSDT', interval, limit: '50' });
      const answer = calls.getKline.output.parse(await getKline(input, visitor()));
      expect(answer.length, interval).toBeGreaterThan(0);
      expect(answer.at(-1)?.openAt).toBeLessThanOrEqual(home.clock.now());
      expect(answer.at(-1)?.close).toMatch(/^[1-9]\d*(\.\d+)?$/);
    }
  });

  it('FEED-132 staff see what is left out of an index as it happens', async () => {
    const ask = () => feedsCalls(feed, USUAL).getFeedExclusions({}, visitor() as never);
    const before = calls.getFeedExclusions.output.parse(await ask());
    const seen = before.counts.reduce((sum, { count }) => sum + count, 0);
    const quotes = feed.source.quotes.bind(feed.source);
    const spy = vi
      .spyOn(feed.source, 'quotes')
      .mockImplementation((index, at) =>
        quotes(index, at).map((quote, i) => (i === 0 ? { ...quote, at: at - 60_000 } : quote)),
      );
    await home.play(feed, 3_000);
    spy.mockRestore();
    const after = calls.getFeedExclusions.output.parse(await ask());
    const stale = after.counts.find(({ reason }) => reason === 'stale');
    expect(stale?.count).toBeGreaterThan(0);
    expect(after.counts.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(seen);
    const example = after.examples.find(({ reason }) => reason === 'stale');
    expect(example?.source).toBe(stale?.source);
    expect(example?.indexPrice).toMatch(/^[1-9]/);
  });

  it('FEED-121 candles cost what they are made of: twelve hours as much as twelve of one', async () => {
    const { getKline } = feedsCalls(feed, USUAL);
    const costOf = async (interval: string, limit: number) => {
      spent = 0;
      const input = calls.getKline.input.parse({ market: 'BTCUSDT', interval, limit });
      await getKline(input, visitor());
      return spent;
    };
    const one = await costOf('1h', 10);
    expect(one).toBeGreaterThan(0);
    expect(await costOf('12h', 10)).toBe(12 * one);
    expect(await costOf('12h', 100)).toBe(120 * one);
    expect(await costOf('1w', 10)).toBe(7 * one);
  });

  it('FEED-122 candles of the last two days come from memory alone', async () => {
    const queries = vi.spyOn(home.db.app.pool, 'query');
    const range = { limit: 500 };
    const found = await feed.reader.klines('demo', 'BTCUSDT', '1m', range, home.clock.now());
    expect(found.length).toBeGreaterThan(0);
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });

  it('FEED-100 getKline shows each realm its own trades', async () => {
    const { getKline } = feedsCalls(feed, USUAL);
    const at = home.clock.now();
    home.trade(feed, { realm: 'demo', market: 'BTCUSDT', price: '1', quantity: '2', at });
    const input = calls.getKline.input.parse({ market: 'BTCUSDT', interval: '1m', limit: 1 });
    expect(await getKline(input, inDemo())).toMatchObject([{ low: '1', volume: '2', trades: 1 }]);
    expect(await getKline(input, visitor())).toMatchObject([{ trades: 0 }]);
  });

  it('FEED-101 unknown markets, intervals and fields are errors, not empty answers', async () => {
    const { getKline, getTickLog } = feedsCalls(feed, USUAL);
    const input = calls.getKline.input.parse({ market: 'NOSUCH', interval: '1m' });
    expect(await getKline(input, visitor())).toMatchObject({ code: 'unknownMarket' });
    const log = calls.getTickLog.input.parse({ index: 'NO-SUCH' });
    expect(await getTickLog(log, visitor())).toMatchObject({ code: 'unknownIndex' });
    // A market is not an index.
    expect(calls.getTickLog.input.safeParse({ index: 'BTCUSDT' }).success).toBe(false);
    for (const bad of [
      { interval: '1s' },
      { interval: '1m', limit: 1001 },
      { interval: '1m', limit: 0 },
      { interval: '1m', from: -1 },
      { interval: '1m', from: 1.5 },
      { interval: '1m', more: 1 },
    ]) {
      const result = calls.getKline.input.safeParse({ market: 'BTCUSDT', ...bad });
      expect(result.success, JSON.stringify(bad)).toBe(false);
    }
  });

  it('FEED-102 getTickLog gives what anybody needs to check it', async () => {
    const { getTickLog } = feedsCalls(feed, USUAL);
    const input = calls.getTickLog.input.parse({ index: 'BTC-USDT', from: 1, limit: 1000 });
    const answer = calls.getTickLog.output.parse(await getTickLog(input, visitor()));
    expect(answer.ticks).toHaveLength(70);
    expect(answer).toMatchObject({ index: 'BTC-USDT', names: ['BTC-USDT'] });
    expect(await verifyTicks(answer.ticks, answer.names, FIRST_PREV, sha256)).toBeNull();
  });

  it('FEED-103 getFeedStatus reports the source, that it is simulated, and the state of each index', async () => {
    const status = calls.getFeedStatus.output.parse(
      await feedsCalls(feed, USUAL).getFeedStatus({}, visitor()),
    );
    expect(status).toMatchObject({ source: 'simulated', simulated: true, setting: 'simulated' });
    expect(status.seedHash).toBe(sha256('test'));
    expect(status.indices.map((one) => [one.index, one.status, one.n])).toEqual([
      ['BTC-USDT', 'fresh', 70],
      ['DOGE-USDT', 'fresh', 70],
    ]);
    expect(status.indices[0]?.components).toHaveLength(3);
  });
});

it('FEED-166 calls give what a tick is checked by, and refuse what is not there', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ticks-'));
  home.archive = { folder, signer: new LogSigner(generateKeyPairSync('ed25519').privateKey) };
  const other = await home.open();
  home.clock.advance(86_400_000);
  await home.play(other, 5_000);
  for (let i = 0; i < 3; i += 1) await other.seal();
  const { getTicksBetween, getTickProof, getTickDays, getTickDay } = feedsCalls(other, USUAL);
  const index = 'BTC-USDT';
  const days = calls.getTickDays.output.parse(
    await getTickDays(calls.getTickDays.input.parse({ index }), visitor()),
  );
  expect(days).toMatchObject({ newest: { day: '2025-11-21', firstN: 71, n: 75 } });
  expect(days.days).toMatchObject([{ head: { day: '2025-11-20', n: 70 } }]);
  const day = { index, day: '2025-11-20' };
  const file = calls.getTickDay.output.parse(
    await getTickDay(calls.getTickDay.input.parse(day), visitor()),
  );
  const read = await readDay(Buffer.from(file.file, 'base64'));
  expect(read.tree.root()).toBe(file.head.root);
  const before = spent;
  const proof = calls.getTickProof.output.parse(
    await getTickProof(calls.getTickProof.input.parse({ index, n: 9 }), visitor()),
  );
  expect(proof).toMatchObject({ tick: { n: 9 }, head: file.head, publicKey: days.publicKey });
  expect(spent - before).toBeGreaterThan(1_000_000);
  const span = { index, from: START_AT + 10_000, to: START_AT + 20_000 };
  const between = calls.getTicksBetween.output.parse(
    await getTicksBetween(calls.getTicksBetween.input.parse(span), visitor()),
  );
  expect(between.ticks.map(({ n }) => n)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
  expect(await getTicksBetween({ ...span, to: span.from + 600_001 }, visitor())).toMatchObject({
    code: 'spanTooLong',
  });
  expect(await getTickProof({ index, n: 76 }, visitor())).toMatchObject({ code: 'unknownTick' });
  const next = { index, day: '2025-11-21' };
  expect(await getTickDay(next, visitor())).toMatchObject({ code: 'notSealed' });
  const unknown = { ...next, index: 'NO-SUCH', from: 0, to: 1, n: 1, limit: 1 };
  for (const call of [getTicksBetween, getTickProof, getTickDays, getTickDay]) {
    expect(await call(unknown, visitor())).toMatchObject({ code: 'unknownIndex' });
  }
  expect(calls.getTickDay.input.safeParse({ index, day: '2025-13-01' }).success).toBe(false);
  await other.stop();
  await rm(folder, { recursive: true });
});

/** Records what is published for the channels that have subscribers. */
function fakeHub(read: ReadonlySet<string>) {
  const sent: [string, CandlesData][] = [];
  const sources = new Map<string, ChannelSource>();
  const waiting = new Map<string, CandlesData>();
  const hub: Pick<Hub, 'declare'> = {
    declare: (realm: string, prefix: string, _options: ChannelOptions, source: ChannelSource) => {
      sources.set(`${realm} ${prefix}`, source);
      return {
        hasReaders: (name: string) => read.has(`${realm} ${name}`),
        publish: (name: string, delta: unknown) => {
          const merge = delta as (before: CandlesData | undefined) => CandlesData;
          waiting.set(name, merge(waiting.get(name)));
          sent.push([`${realm} ${name}`, waiting.get(name) as CandlesData]);
        },
        renew: () => undefined,
      };
    },
  };
  return { hub, sent, sources, flush: () => waiting.clear() };
}

describe('streams of candles', () => {
  it('FEED-110 send the growing candle of a channel that is read, and of no other', async () => {
    const fake = fakeHub(new Set(['real candles.BTCUSDT.1m', 'demo candles.BTCUSDT.1h']));
    new CandleStreams(fake.hub, feed, () => home.clock.now());
    await home.play(feed, 2_000);
    expect(new Set(fake.sent.map(([name]) => name))).toEqual(
      new Set(['real candles.BTCUSDT.1m', 'demo candles.BTCUSDT.1h']),
    );
    const perpetual = fakeHub(new Set(['real candles.BTCUSDT-PERP.1m']));
    new CandleStreams(perpetual.hub, feed, () => home.clock.now());
    await home.play(feed, 1_000);
    expect(perpetual.sent.at(-1)?.[0]).toBe('real candles.BTCUSDT-PERP.1m');
    const before = fake.sent.length;
    const trade = { market: 'BTCUSDT', price: '5', quantity: '1', at: home.clock.now() };
    home.trade(feed, { realm: 'demo', ...trade });
    expect(fake.sent.slice(before).map(([name]) => name)).toEqual(['demo candles.BTCUSDT.1h']);
    expect(fake.sent.at(-1)?.[1].candle).toMatchObject({ low: '5', trades: 1 });
  });

  it('FEED-111 send a candle that has ended along with the next, when it was still waiting', async () => {
    const fake = fakeHub(new Set(['real candles.BTCUSDT.1m']));
    new CandleStreams(fake.hub, feed, () => home.clock.now());
    home.clock.set(START_AT + 119_000);
    await home.play(feed, 2_000);
    const last = fake.sent.at(-1)?.[1];
    expect(last?.candle?.openAt).toBe(START_AT + 120_000);
    expect(last?.closed?.openAt).toBe(START_AT + 60_000);
    fake.flush();
    await home.play(feed, 1_000);
    expect(fake.sent.at(-1)?.[1]).not.toHaveProperty('closed');
  });

  it('FEED-112 have a snapshot for every market and interval, and for nothing else', async () => {
    const fake = fakeHub(new Set());
    new CandleStreams(fake.hub, feed, () => home.clock.now());
    const source = fake.sources.get('real candles');
    const snapshot = (name: string) => source?.snapshot(name, { userId: null, realm: 'real' });
    for (const interval of ['1m', '1h', '1d']) {
      expect(snapshot(`candles.DOGEUSDT.${interval}`)).toMatchObject({ candle: { trades: 0 } });
    }
    // Longer ones need days from the database: null at first, whole soon after.
    expect(snapshot('candles.DOGEUSDT.1w')).toEqual({ candle: null });
    await expect.poll(() => (snapshot('candles.DOGEUSDT.1w') as CandlesData).candle).not.toBeNull();
    for (const name of ['candles', 'candles.BTCUSDT', 'candles.BTCUSDT.7m', 'candles.NO.1m']) {
      expect(snapshot(name), name).toBeNull();
    }
    expect(snapshot('candles.BTCUSDT.1m.x')).toBeNull();
  });
});
