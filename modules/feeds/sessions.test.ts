import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FeedHome, openFeedHome } from './feed-home.suite.ts';
import { SYMBOLS } from './rules/index.ts';
import { DAY, HOUR, MINUTE_MS } from './rules/interval.ts';
import { SimulatedSource } from './sources/simulated.ts';

/** A second before the Friday's close of metals and forex, in New York's summer time. */
const CLOSE = Date.parse('2026-06-12T21:00:00Z');
const OPENING = Date.parse('2026-06-14T22:00:00Z');

const GOLD = { name: 'XAU-USD', base: 'XAU', quote: 'USD', decimals: 2 };
const EURO = { name: 'EUR-USD', base: 'EUR', quote: 'USD', decimals: 5 };

let home: FeedHome;
beforeEach(async () => {
  home = await openFeedHome(CLOSE - 3_000);
  home.indices.push(GOLD, EURO);
  home.markets.push({ market: 'XAUUSDT-CFD', index: 'XAU-USD' });
});
afterEach(() => home.drop());

it('FEED-140 FEED-141 closed is not stale: no tick is due, the price stands, the next session begins with a tick', async () => {
  const feed = await home.open();
  await home.play(feed, 6_000);
  expect((await feed.ticks.read('XAU-USD', 1, 99)).map(({ at }) => at - CLOSE)).toEqual([
    ...[-3_000, -2_000, -1_000],
  ]);
  expect(await feed.ticks.read('BTC-USDT', 1, 99)).toHaveLength(6);
  const closed = feed.state('XAU-USD');
  expect(closed).toMatchObject({ status: 'closed', price: null, tick: { n: 3 } });
  await feed.stop();
  home.clock.set(CLOSE + 20 * 3_600_000);
  const second = await home.open();
  expect(second.state('XAU-USD')?.tick).toEqual(closed?.tick);
  // Forex opens an hour before metals.
  home.clock.set(OPENING - 2_000);
  await home.play(second, 5_000);
  expect(second.state('XAU-USD')).toMatchObject({ status: 'fresh' });
  const ticks = await second.ticks.read('XAU-USD', 1, 99);
  expect(ticks.map(({ n, at }) => [n, at - OPENING]).slice(3)).toEqual([
    ...[
      [4, 0],
      [5, 1_000],
      [6, 2_000],
    ],
  ]);
  expect(ticks.every(({ price, parts }) => price !== '' && !parts.includes('jump'))).toBe(true);
  expect(await second.ticks.read('EUR-USD', 1, 99)).toHaveLength(8);
  const gap = Math.abs(Number(ticks[3]!.price) / Number(ticks[2]!.price) - 1);
  expect(gap).toBeGreaterThan(0);
  const given = home.recorded.filter(({ realm }) => realm === 'real');
  const gold = given.flatMap(({ prices }) => prices.filter(({ index }) => index === 'XAU-USD'));
  expect(gold.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  await second.stop();
});

it('FEED-142 FEED-143 candles are of open minutes, and the past comes when somebody looks', async () => {
  home.clock.set(OPENING + 90_000);
  const feed = await home.open();
  await home.play(feed, 30_000);
  const now = home.clock.now();
  const week = { from: OPENING - 7 * DAY * MINUTE_MS, limit: 1_000 };
  const rows = async (index: string) => {
    const counted =
      'SELECT count(*)::int AS n FROM feed_candle WHERE index_name = $1 AND level = 1440';
    return (await home.db.pool.query(counted, [index])).rows[0].n as number;
  };
  // The growing day may have been written.
  expect(await rows('XAU-USD')).toBeLessThan(2);
  // Whoever looks first gets what has come in a moment; then all of it is there.
  await feed.reader.klines('real', 'XAUUSDT-CFD', '1h', week, now);
  await feed.settled();
  const candles = await feed.reader.klines('real', 'XAUUSDT-CFD', '1h', week, now);
  // Friday's last hour, and Sunday's first.
  const hours = candles.map(({ minute }) => minute * MINUTE_MS);
  expect(hours.filter((at) => at >= CLOSE - HOUR * MINUTE_MS)).toEqual([
    CLOSE - HOUR * MINUTE_MS,
    OPENING,
  ]);
  expect(hours.every((at) => new Date(at).getUTCHours() !== 21)).toBe(true);
  expect(await rows('XAU-USD')).toBeGreaterThan(200);
  // Nobody follows it, so it has ticks and no candles.
  expect(await rows('EUR-USD')).toBe(0);
  expect(feed.followed().map(({ index }) => index)).not.toContain('EUR-USD');
  await feed.stop();
});

it('FEED-154 made-up prices are plausible, fit together, and stop with their sessions', async () => {
  const at = Date.parse('2026-06-10T12:00:00Z');
  const source = new SimulatedSource('seed', at);
  const indices = SYMBOLS.map(({ index: name, base, quote, digits }) => {
    return { name, base, quote, decimals: digits };
  });
  await source.start(indices);
  const mid = (name: string, moment = at) => {
    const [quote] = source.quotes(name, moment);
    return quote === undefined ? null : Number((quote.bid ?? 0n) + (quote.ask ?? 0n)) / 2e8;
  };
  expect(mid('XAU-USD')).toBeGreaterThan(1_000);
  expect(mid('EUR-USD')! / 1.155).toBeCloseTo(1, 3);
  expect(mid('USD-JPY')).toBeGreaterThan(100);
  for (const moment of [at, at + 3 * 3_600_000, at + 20 * DAY * MINUTE_MS]) {
    const cross = mid('EUR-USD', moment)! / mid('GBP-USD', moment)!;
    expect(mid('EUR-GBP', moment)! / cross).toBeCloseTo(1, 3);
    expect(
      (mid('GBP-USD', moment)! * mid('USD-JPY', moment)!) / mid('GBP-JPY', moment)!,
    ).toBeCloseTo(1, 3);
  }
  for (const { name } of indices) expect(mid(name, OPENING - 3_601_000), name).toBeNull();
  const saturday = Math.floor(Date.parse('2026-06-13T00:00:00Z') / MINUTE_MS);
  for (const level of [1, 15, HOUR, DAY] as const) {
    expect(await source.history('XAU-USD', level, saturday, saturday + DAY)).toEqual([]);
  }
  const sunday = await source.history('XAU-USD', DAY, saturday + DAY, saturday + 2 * DAY);
  const [first] = await source.history('XAU-USD', 1, OPENING / MINUTE_MS, OPENING / MINUTE_MS + 1);
  expect(sunday).toHaveLength(1);
  expect(sunday[0]?.open).toBe(first?.open);
});
