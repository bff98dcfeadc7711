import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, unitsOf } from './amounts.ts';

describe('CHAN-004 amounts', () => {
  it('of six decimals are exact in units', () => {
    expect(unitsOf(1n, 6)).toEqual({ units: 100n, rest: 0n });
    expect(unitsOf(123_456_789n, 6)).toEqual({ units: 12_345_678_900n, rest: 0n });
  });

  it('of eighteen are cut off below a unit, and the rest is delivered', () => {
    expect(unitsOf(10n ** 18n, 18)).toEqual({ units: 10n ** 8n, rest: 0n });
    expect(unitsOf(19_999_999_999n, 18)).toEqual({ units: 1n, rest: 9_999_999_999n });
  });

  it('that a token cannot express are refused', () => {
    expect(amountOf(12_345_678_900n, 6)).toBe(123_456_789n);
    expect(amountOf(12_345_678_901n, 6)).toBeNull();
    expect(amountOf(1n, 18)).toBe(10n ** 10n);
    expect(amountOf(0n, 0)).toBe(0n);
  });

  it('come back as they went, and nothing is lost or made on the way', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 40n });
    const decimals = fc.integer({ min: 0, max: 36 });
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        const { units, rest } = unitsOf(amount, places);
        expect(amountOf(units, places)! + rest).toBe(amount);
        expect(rest < 10n ** BigInt(Math.max(0, places - 8))).toBe(true);
      }),
    );
  });

  it('of nonsense are errors', () => {
    expect(() => unitsOf(-1n, 6)).toThrow(RangeError);
    expect(() => amountOf(-1n, 6)).toThrow(RangeError);
    for (const decimals of [-1, 37, 1.5]) expect(() => unitsOf(1n, decimals)).toThrow(RangeError);
  });
});
