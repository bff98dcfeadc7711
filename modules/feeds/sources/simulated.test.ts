import { describe, expect, it } from 'vitest';
import { decideIndex, EMPTY_INDEX_MEMORY } from '../rules/index.ts';
import { DAY, HOUR } from '../rules/interval.ts';
import { profileOf } from './profiles.ts';
import { SimulatedSource } from './simulated.ts';
import { SimulatedPath } from './simulated-path.ts';
import type { FeedIndex } from './source.ts';

const AT = 1_763_640_000_000;
const MINUTE = AT / 60_000;
const INDICES: FeedIndex[] = [
  { name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 },
  { name: 'DOGE-USDT', base: 'DOGE', quote: 'USDT', decimals: 5 },
  { name: 'NEW-USDT', base: 'NEW', quote: 'USDT', decimals: 4 },
];

async function sourceOf(seed = 'seed'): Promise<SimulatedSource> {
  const source = new SimulatedSource(seed, AT);
  await source.start(INDICES);
  return source;
}

describe('simulated prices', () => {
  it('FEED-020 are the same for the same seed, in any order, after any restart', async () => {
    const [one, two] = [await sourceOf(), await sourceOf()];
    const times = Array.from({ length: 200 }, (_, i) => AT + i * 977);
    const forward = times.map((at) => one.quotes('BTC-USDT', at));
    const backward = times.toReversed().map((at) => two.quotes('BTC-USDT', at));
    expect(backward.toReversed()).toEqual(forward);
    expect(await two.history('BTC-USDT', 1, MINUTE - 60, MINUTE)).toEqual(
      await one.history('BTC-USDT', 1, MINUTE - 60, MINUTE),
    );
    const other = await sourceOf('another');
    expect(other.quotes('BTC-USDT', AT)).not.toEqual(one.quotes('BTC-USDT', AT));
  });

  it('FEED-020 are drawn under the pair, so that an index that got a name goes on', async () => {
    const source = new SimulatedSource('seed', AT);
    await source.start([{ name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 }]);
    const path = new SimulatedPath('seed', 'BTCUSDT', profileOf('BTC'), AT);
    for (const at of [AT, AT + 3_600_000, AT + 86_400_000 * 30]) {
      const [quote] = source.quotes('BTC-USDT', at);
      expect(Number(quote?.bid) / 1e8 / path.price(at)).toBeCloseTo(1, 3);
    }
  });

  it('FEED-021 move like a random walk of the given volatility over every span', () => {
    const profile = { base: 100, dailyVolatility: 0.02, dailyVolume: 1_000 };
    const spans = { minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000 };
    for (const [name, span] of Object.entries(spans)) {
      let squares = 0;
      for (let seed = 0; seed < 10; seed += 1) {
        const path = new SimulatedPath(`seed ${seed}`, 'X', profile, AT);
        for (let i = 0; i < 500; i += 1) {
          const at = AT + i * 43_801_777;
          squares += Math.log(path.price(at + span) / path.price(at)) ** 2;
        }
      }
      const daily = Math.sqrt(squares / 5_000 / (span / 86_400_000));
      expect(daily, name).toBeGreaterThan(0.015);
      expect(daily, name).toBeLessThan(0.026);
    }
  });

  it('FEED-020 begin roughly at the real coin’s price, and leave it slowly', () => {
    const profile = { base: 100, dailyVolatility: 0.02, dailyVolume: 1_000 };
    for (let seed = 0; seed < 20; seed += 1) {
      const path = new SimulatedPath(`seed ${seed}`, 'X', profile, AT);
      expect(path.price(AT)).toBeCloseTo(100, 8);
      expect(Math.abs(path.price(AT + 3_600_000) / 100 - 1)).toBeLessThan(0.05);
    }
  });

  it('FEED-020 come from three components that agree enough for an index every second', async () => {
    const source = await sourceOf();
    for (const { name, decimals } of INDICES) {
      let memory = EMPTY_INDEX_MEMORY;
      const step = 10n ** BigInt(8 - decimals);
      let last = 0;
      for (let second = 0; second < 900; second += 1) {
        const now = AT + second * 1_000;
        const decided = decideIndex(name, source.quotes(name, now), now, memory);
        memory = decided.memory;
        expect(decided.components).toHaveLength(3);
        expect(decided.price).not.toBeNull();
        expect((decided.price as bigint) % step).toBe(0n);
        const price = Number(decided.price);
        if (last > 0) expect(Math.abs(price / last - 1)).toBeLessThan(0.005);
        last = price;
      }
    }
  });

  it('FEED-020 have bars that hold together and follow one another', async () => {
    const source = await sourceOf();
    for (const level of [1, HOUR, DAY] as const) {
      const bars = await source.history('BTC-USDT', level, MINUTE - 200 * level, MINUTE);
      expect(bars.length).toBeGreaterThanOrEqual(199);
      for (const [i, bar] of bars.entries()) {
        expect(bar.minute % level).toBe(0);
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
        expect(bar.referenceVolume).toBeGreaterThan(0n);
        const before = bars[i - 1];
        if (before) expect(Math.abs(bar.open / before.close - 1)).toBeLessThan(0.001);
      }
    }
  });

  it('FEED-020 have a volume that adds up however it is cut', async () => {
    const source = await sourceOf();
    const whole = source.volume('BTC-USDT', AT, AT + 600_000);
    let sum = 0n;
    for (let at = AT; at < AT + 600_000; at += 1_000)
      sum += source.volume('BTC-USDT', at, at + 1_000);
    expect(Number(sum - whole) / Number(whole)).toBeCloseTo(0, 3);
    const day = source.volume('BTC-USDT', AT, AT + 86_400_000);
    expect(Number(day) / 1e8).toBeGreaterThan(5_000);
    expect(Number(day) / 1e8).toBeLessThan(100_000);
  });
});
