import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  annualisedPpm,
  compoundedPpm,
  dayYield,
  earlyCost,
  earnedAfter,
  wholeYield,
  yearlyPpm,
} from './rules.ts';

const terms = fc
  .record({
    principal: fc.integer({ min: 1, max: Math.floor(Number.MAX_SAFE_INTEGER / 4) }),
    cycleDays: fc.integer({ min: 1, max: 366 }),
    dailyPpb: fc.integer({ min: 1, max: 10_000_000 }),
  })
  .filter(({ cycleDays, dailyPpb }) => cycleDays * dailyPpb <= 1_000_000_000);

describe('the arithmetic of earn', () => {
  it('EARN-012 known terms bring known amounts', () => {
    // 1,000 USDT at 0.05 % a day for 30 days: 0.5 a day, 15 in all.
    const order = { principal: 100_000_000_000, dailyPpb: 500_000, cycleDays: 30 };
    expect([dayYield(order, 0), wholeYield(order)]).toEqual([50_000_000, 1_500_000_000]);
    // A third of a unit a day: nothing, nothing, one.
    const small = { principal: 1_000, dailyPpb: 333_334, cycleDays: 4 };
    expect([0, 1, 2, 3].map((day) => dayYield(small, day))).toEqual([0, 0, 1, 0]);
    expect(yearlyPpm(328_767)).toBe(119_999);
  });

  it('EARN-031 seven published days are 10.95 % simple and 11.5702 % compounded', () => {
    const principal = 1_000_000_000n;
    const days = [300, 320, 280, 310, 290, 300, 300].map((ppm) => {
      return { principal, paid: (principal * BigInt(ppm)) / 1_000_000n };
    });
    expect(annualisedPpm(days)).toBe(109_500);
    expect(compoundedPpm(days)).toBe(115_702);
    // 12 % a year, compounded each day: 12.7475 %.
    const day = { principal: 365n * 10n ** 12n, paid: 12n * 10n ** 10n };
    expect(compoundedPpm([day])).toBe(127_475);
    expect([annualisedPpm([]), compoundedPpm([{ paid: 0n, principal: 0n }])]).toEqual([null, null]);
    // Days on which nothing was in custody do not count.
    expect(annualisedPpm([...days, { paid: 0n, principal: 0n }])).toBe(109_500);
  });

  it('EARN-023 no day is negative, days add up to the whole, and no cost is above what was earned', () => {
    fc.assert(
      fc.property(terms, fc.nat(366), fc.integer({ min: 0, max: 1_000_000 }), (order, day, ppm) => {
        const k = day % order.cycleDays;
        const [before, now, whole] = [earnedAfter(order, k), dayYield(order, k), wholeYield(order)];
        expect(now).toBeGreaterThanOrEqual(0);
        expect(before + now).toBe(earnedAfter(order, k + 1));
        expect(before + now).toBeLessThanOrEqual(whole);
        expect(whole).toBeLessThanOrEqual(order.principal);
        expect(earlyCost(before, ppm)).toBeLessThanOrEqual(before);
        // Never a unit more than the exact fraction, never one less.
        const exact = BigInt(order.principal) * BigInt(order.dailyPpb) * BigInt(k);
        expect(BigInt(before) * 1_000_000_000n <= exact).toBe(true);
        expect((BigInt(before) + 1n) * 1_000_000_000n > exact).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});
