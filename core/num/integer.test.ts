import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assert,
  BrokenInvariant,
  chargePpm,
  mulDivCeil,
  mulDivFloor,
  ppmCeil,
  ppmFloor,
  wholeQuotient,
} from './integer.ts';

const PPM = 1_000_000n;
const MAX = Number.MAX_SAFE_INTEGER;

const amount = fc.oneof(fc.maxSafeNat(), fc.nat(3_000_000), fc.constantFrom(0, 1, MAX - 1, MAX));
const ppm = fc.oneof(fc.nat(1_000_000), fc.constantFrom(0, 1, 999, 1000, 10_000, 1_000_000));

const floor = (a: bigint, b: bigint) => a / b;
const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b;

describe('integers with a direction', () => {
  it('LEDG-013 rounds a share of a safe integer exactly as bigints do', () => {
    fc.assert(
      fc.property(amount, ppm, (value, rate) => {
        const product = BigInt(value) * BigInt(rate);
        expect(BigInt(ppmFloor(value, rate))).toBe(floor(product, PPM));
        expect(BigInt(ppmCeil(value, rate))).toBe(ceil(product, PPM));
      }),
      { numRuns: 10_000 },
    );
  });

  it('LEDG-013 multiplies and divides bigints of any size, down and up', () => {
    const big = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(big, big, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b, d) => {
        const down = mulDivFloor(a, b, d);
        const up = mulDivCeil(a, b, d);
        expect(down * d <= a * b && a * b < (down + 1n) * d).toBe(true);
        expect(up - down).toBe((a * b) % d === 0n ? 0n : 1n);
      }),
      { numRuns: 2000 },
    );
  });

  it('LEDG-013 divides a safe integer only where nothing is left', () => {
    const size = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.maxSafeInteger().map(Math.abs));
    const near = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(fc.maxSafeInteger().map(Math.abs), size, near, (any, size, off) => {
        if (size === 0) return;
        // Next to a multiple, where a quotient is hardest to distinguish from a whole number.
        const close = Math.min(Math.floor(any / size) * size + off, Number.MAX_SAFE_INTEGER);
        for (const amount of [any, Math.max(0, close)]) {
          const exact = BigInt(amount) % BigInt(size) === 0n;
          const expected = exact ? Number(BigInt(amount) / BigInt(size)) : -1;
          expect(wholeQuotient(amount, size)).toBe(expected);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('LEDG-014 after every step charges the exact sum rounded up and earns it rounded down', () => {
    const fill = fc.tuple(fc.oneof(fc.nat(50_000), fc.maxSafeNat()), fc.nat(10_000));
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 40 }), (fills) => {
        let exact = 0n;
        let charged = 0n;
        let earned = 0n;
        let fraction = 0;
        for (const [value, rate] of fills) {
          const step = chargePpm(value, rate, fraction);
          exact += BigInt(value) * BigInt(rate);
          charged += BigInt(step.charged);
          earned += BigInt(step.earned);
          fraction = step.fraction;
          expect(step.charged).toBeGreaterThanOrEqual(0);
          expect(charged).toBe(ceil(exact, PPM));
          expect(earned).toBe(floor(exact, PPM));
          expect(BigInt(fraction)).toBe(exact % PPM);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('LEDG-014 charges the same however one amount is split', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10 ** 11 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.nat(10_000), (pieces, rate) => {
        const whole = pieces.reduce((sum, piece) => sum + piece, 0);
        let fraction = 0;
        let charged = 0;
        for (const piece of pieces) {
          const step = chargePpm(piece, rate, fraction);
          fraction = step.fraction;
          charged += step.charged;
        }
        expect(charged).toBe(chargePpm(whole, rate, 0).charged);
        expect(charged).toBe(ppmCeil(whole, rate));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    // amount, ppm, fraction before → charged, earned, fraction after
    [1_000_000, 1000, 0, 1000, 1000, 0],
    [1, 1000, 0, 1, 0, 1000],
    [1, 1000, 1000, 0, 0, 2000],
    [999, 1000, 1000, 0, 1, 0],
    [1, 10_000, 999_999, 1, 1, 9_999],
    [0, 1000, 5, 0, 0, 5],
    [123_456_789, 0, 0, 0, 0, 0],
    [MAX, 10_000, 0, 90_071_992_547_410, 90_071_992_547_409, 910_000],
  ])('LEDG-014 charges %d at %d ppm from fraction %d', (value, rate, before, ...expected) => {
    const { charged, earned, fraction } = chargePpm(value, rate, before);
    expect([charged, earned, fraction]).toEqual(expected);
  });

  it('LEDG-015 throws on broken invariants', () => {
    expect(() => assert(false, 'two and two is four')).toThrow(BrokenInvariant);
    expect(() => assert(false, 'two and two is four')).toThrow('two and two is four');
    expect(() => assert(true, 'nothing')).not.toThrow();
  });
});
