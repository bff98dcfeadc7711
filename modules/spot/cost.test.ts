import { chargePpm, ppmCeil } from '@assay/core/num/integer';
import { notionalWithin } from '@assay/core/order/cost';
import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyHold, orderHold, restingBuyHold } from './rules.ts';

const ppm = fc.integer({ min: 0, max: 10_000 });
const value = fc.oneof(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 2 ** 52 }));

describe('what spot orders cost', () => {
  it.each([
    // notional, maker ppm, taker ppm, hold
    [600_000_000_000, 800, 1000, 600_600_000_000],
    [600_000_000_000, 1000, 800, 600_600_000_000],
    [1, 1000, 1000, 2],
    [999, 1000, 1000, 1000],
    [1000, 1000, 1000, 1001],
    [1001, 1000, 1000, 1003],
    [500, 0, 0, 500],
  ])('SPOT-040 a buy of %d at %d/%d ppm holds %d', (units, maker, taker, hold) => {
    expect(buyHold(units, maker, taker)).toBe(hold);
  });

  it.each([
    // side, lots, amount, what it holds: goods; value and fee; the amount, fee included
    [SELL, 3, 0, 3000],
    [SELL, 0, 500, 0],
    [BUY, 3, 0, 1001],
    [BUY, 0, 500, 500],
  ] as const)('SPOT-040 an order on side %d of %d lots or %d units holds %d', (...row) => {
    const [side, lots, amount, hold] = row;
    const market = { basePerLot: 1000 } as BookRules;
    expect(orderHold(market, { side, lots, amount }, 1000, 800, 1000)).toBe(hold);
  });

  it('SPOT-040 SPOT-041 a hold covers every way in which an order can be filled and then rest', () => {
    const part = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 20 }),
        ppm,
        ppm,
        (parts, maker, taker) => {
          const whole = parts.reduce((sum, [units]) => sum + units, 0);
          let held = buyHold(whole, maker, taker);
          let left = whole;
          let fraction = 0;
          for (const [units, takes] of parts) {
            const fee = chargePpm(units, takes ? taker : maker, fraction);
            fraction = fee.fraction;
            left -= units;
            held -= units + fee.charged;
            expect(held).toBeGreaterThanOrEqual(restingBuyHold(left, maker, fraction));
          }
          expect(held).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('SPOT-041 a resting hold is used up exactly by the fills of a maker', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, ppm, fc.integer({ min: 0, max: 999_999 }), (pieces, maker, before) => {
        let left = pieces.reduce((sum, units) => sum + units, 0);
        let fraction = before;
        let held = restingBuyHold(left, maker, fraction);
        for (const units of pieces) {
          const fee = chargePpm(units, maker, fraction);
          fraction = fee.fraction;
          left -= units;
          held -= units + fee.charged;
          expect(held).toBe(left === 0 ? 0 : restingBuyHold(left, maker, fraction));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('SPOT-042 an amount pays for the largest notional that fits with its fee', () => {
    fc.assert(
      fc.property(value, ppm, (amount, fee) => {
        const most = notionalWithin(amount, fee);
        expect(most + ppmCeil(most, fee)).toBeLessThanOrEqual(amount);
        expect(most + 1 + ppmCeil(most + 1, fee)).toBeGreaterThan(amount);
      }),
      { numRuns: 5000 },
    );
  });
});
