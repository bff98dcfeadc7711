import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { amountsOf, breakEvenPpm, expectedResult } from './payout.ts';
import { normalPpm, saleValue, squareRoot } from './sale.ts';
import { expiryOf, neededTicks, resultOf, TERMS_MS, trimmedMean, windowOf } from './window.ts';

const UNIT = 1e8;

it.each([
  [700_000, 588_236, 15],
  [750_000, 571_429, 12.5],
  [800_000, 555_556, 10],
  [850_000, 540_541, 7.5],
  [900_000, 526_316, 5],
  [950_000, 512_821, 2.5],
])('OPTN-001 a rate of %i ppm breaks even at %i ppm and costs %d of 100', (rate, even, costs) => {
  const amounts = amountsOf(100 * UNIT, rate, 0);
  expect(breakEvenPpm(amounts)).toBe(even);
  expect(expectedResult(amounts)).toBe(-costs * UNIT);
});

it('OPTN-001 a profit is rounded down, a fee up, and both are exact for every stake', () => {
  const dice = createDice(15);
  for (let i = 0; i < 2_000; i += 1) {
    const stake = dice.int(1, 2 ** 30) * dice.int(1, 2 ** 20);
    const [rate, feeRate] = [dice.int(0, 1_000_000), dice.int(0, 50_000)];
    const { profit, payout, fee, cost } = amountsOf(stake, rate, feeRate);
    expect(BigInt(profit)).toBe((BigInt(stake) * BigInt(rate)) / 1_000_000n);
    expect(BigInt(fee)).toBe((BigInt(stake) * BigInt(feeRate) + 999_999n) / 1_000_000n);
    expect([payout, cost]).toEqual([stake + profit, stake + fee]);
    const even = BigInt(breakEvenPpm({ cost, payout }));
    expect(even * BigInt(payout) >= BigInt(cost) * 1_000_000n).toBe(true);
    expect((even - 1n) * BigInt(payout) < BigInt(cost) * 1_000_000n).toBe(true);
  }
});

it('OPTN-002 windows, needed ticks and expiries of all terms', () => {
  const windows = TERMS_MS.map((term) => windowOf(term) / 1_000);
  expect(windows).toEqual([6, 10, 10, 10, 10, 10, 60, 60, 60]);
  expect(windows.map((seconds) => neededTicks(seconds * 1_000, 1_000))).toEqual([
    5, 8, 8, 8, 8, 8, 48, 48, 48,
  ]);
  expect(neededTicks(60_000, 30_000)).toBe(5);
  expect(neededTicks(6_000, 200)).toBe(24);
  expect(expiryOf(1_000_001, 30_000)).toBe(1_031_000);
  expect(expiryOf(1_000_000, 30_000)).toBe(1_030_000);
});

it('OPTN-003 the mean leaves out 30 % at each end and is rounded down', () => {
  expect(trimmedMean([5n])).toBe(5n);
  expect(trimmedMean([1n, 2n, 4n, 9n, 1_000n])).toBe(5n);
  expect(trimmedMean([1_000n, 10n, 11n, 12n, 14n, 1n])).toBe(11n);
  expect(trimmedMean([0n, 0n, 0n, 4n, 5n, 6n, 7n, 99n, 99n, 99n])).toBe(5n);
  expect([resultOf('up', 5n, 6n), resultOf('up', 5n, 4n)]).toEqual(['won', 'lost']);
  expect([resultOf('down', 5n, 4n), resultOf('down', 5n, 6n)]).toEqual(['won', 'lost']);
  expect([resultOf('up', 5n, 5n), resultOf('down', 5n, 5n)]).toEqual(['tied', 'tied']);
});

/**
 * What an option of 1 pays on average to whoever holds or sells it as is best at each step, when
 * prices are a random walk of `times` the published volatility: by stepping back from the end.
 */
function bestOf(times: number): number {
  const terms = { volatilityPpm: 600_000, saleFeePpm: 30_000 };
  const [entry, payout, windowMs, termMs] = [9_000_000_000_000n, 185_000_000, 10_000, 300_000];
  const stepMs = 1_000;
  const option = { direction: 'up', payout, entry, expiresAt: termMs, windowMs } as const;
  const deviation = (ms: number) => 0.6 * times * Math.sqrt(ms / (365 * 86_400_000));
  const step = Number(entry) * deviation(stepMs);
  const steps = (termMs - windowMs) / stepMs;
  // The mean of a window goes a third as far as its end.
  const held = (away: number) => {
    const d = away / Number(entry) / deviation(windowMs / 3);
    return (payout * Number(normalPpm(BigInt(Math.round(d * 1e6))))) / 1e6;
  };
  const sold = (away: number, at: number) =>
    saleValue(option, { at, price: entry + BigInt(Math.round(away)) }, terms) ?? 0;
  let worth = Array.from({ length: steps + 1 }, (_, i) => held((2 * i - steps) * step));
  for (let k = steps - 1; k >= 0; k -= 1) {
    worth = Array.from({ length: k + 1 }, (_, i) => {
      const goesOn = (worth[i]! + worth[i + 1]!) / 2;
      // At once it is sold for what it costs, less the fee: that is no test of the formula.
      return k === 0 ? goesOn : Math.max(goesOn, sold((2 * i - k) * step, k * stepMs));
    });
  }
  return worth[0]! / UNIT;
}

it('OPTN-005 who sells at the best moments gains nothing, in calm hours and in wild ones', () => {
  for (const times of [0.4, 0.7, 1, 1.6, 2.5]) {
    expect(bestOf(times), `${times}`).toBeLessThan(1);
    expect(bestOf(times), `${times}`).toBeGreaterThan(0.9);
  }
  // What is published is meant: far beyond it there is a gain, as there was within it before.
  expect(bestOf(6)).toBeGreaterThan(1);
});

it('OPTN-004 an early sale: N(d) of the payout, the two directions together less than it', () => {
  expect(normalPpm(0n)).toBe(500_000n);
  expect(normalPpm(1_000_000n)).toBe(841_345n);
  expect(normalPpm(-1_000_000n)).toBe(158_655n);
  expect(normalPpm(99_000_000n)).toBe(999_968n);
  expect([0n, 1n, 24n, 25n, 10n ** 30n].map(squareRoot)).toEqual([0n, 1n, 4n, 5n, 10n ** 15n]);
  const terms = { volatilityPpm: 600_000, saleFeePpm: 30_000 };
  const option = { payout: 180 * UNIT, entry: 90_000n, expiresAt: 300_000, windowMs: 10_000 };
  const at = (price: bigint, left: number) => {
    const tick = { at: option.expiresAt - left, price };
    const value = (direction: 'up' | 'down') => saleValue({ ...option, direction }, tick, terms);
    return [value('up'), value('down')] as const;
  };
  // Half of the payout less 3 %; no price from five seconds before the window on.
  expect(at(90_000n, 200_000)).toEqual([87.3 * UNIT, 87.3 * UNIT]);
  expect(at(90_000n, 14_999)).toEqual([null, null]);
  for (const price of [89_000n, 89_950n, 90_007n, 90_400n]) {
    const [up, down] = at(price, 60_000);
    expect((up ?? 0) + (down ?? 0)).toBeLessThanOrEqual(174.6 * UNIT);
    expect((up ?? 0) > (down ?? 0)).toBe(price > 90_000n);
  }
});
