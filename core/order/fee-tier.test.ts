import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEE_STEPS, feeSchedule, feeTierOf, leastCounted, lowerRates } from './fee-tier.ts';
import { MAX_FEE_PPM } from './market.ts';

const rate = fc.integer({ min: 10, max: MAX_FEE_PPM });
const step = fc.record({
  volume: fc.bigInt({ min: 10n ** 13n, max: 10n ** 19n }),
  makerPpm: rate,
  takerPpm: rate,
});
/** Whatever is published, in whatever order. */
const steps = fc.array(step, { minLength: FEE_STEPS, maxLength: FEE_STEPS });

describe('fee tiers', () => {
  it('SPOT-270 whatever is published, more volume never pays more, a bound reaches its tier, and one unit less does not', () => {
    fc.assert(
      fc.property(steps, (published) => {
        const schedule = feeSchedule(published);
        expect(schedule.map(({ tier }) => tier)).toEqual([0, 1, 2, 3, 4]);
        for (const [at, tier] of schedule.entries()) {
          if (at === 0) continue;
          const before = schedule[at - 1]!;
          expect(tier.volume >= before.volume).toBe(true);
          expect(tier.makerPpm).toBeLessThanOrEqual(before.makerPpm);
          expect(tier.takerPpm).toBeLessThanOrEqual(before.takerPpm);
          // Nobody pays more, or needs more, than was published for the step.
          const said = published[at - 1]!;
          expect(tier.volume <= said.volume).toBe(true);
          expect(lowerRates(said, tier)).toEqual({
            makerPpm: tier.makerPpm,
            takerPpm: tier.takerPpm,
          });
          expect(feeTierOf(schedule, tier.volume).tier).toBeGreaterThanOrEqual(tier.tier);
          expect(feeTierOf(schedule, tier.volume - 1n).tier).toBeLessThan(tier.tier);
        }
        expect(feeTierOf(schedule, 0n).tier).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('SPOT-272 SPOT-273 a market that asks for less keeps its rates, and no step pays less than what counts', () => {
    fc.assert(
      fc.property(steps, rate, rate, (published, makerPpm, takerPpm) => {
        const schedule = feeSchedule(published);
        const least = leastCounted(schedule);
        for (const tier of schedule) {
          const paid = lowerRates({ makerPpm, takerPpm }, tier);
          expect(paid.makerPpm).toBeLessThanOrEqual(makerPpm);
          expect(paid.takerPpm).toBeLessThanOrEqual(takerPpm);
          expect(tier.makerPpm).toBeGreaterThanOrEqual(least.makerPpm);
          expect(tier.takerPpm).toBeGreaterThanOrEqual(least.takerPpm);
        }
        // In the first tier everybody pays what the market says.
        expect(lowerRates({ makerPpm, takerPpm }, schedule[0])).toEqual({ makerPpm, takerPpm });
        expect(least.makerPpm).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});
