import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal, parseSafe } from './decimal.ts';

const likely = fc
  .array(fc.constantFrom(...'0123456789.00019-+e ٣'), { maxLength: 24 })
  .map((characters) => characters.join(''));

describe('parseSafe', () => {
  it('LEDG-295 reads exactly what parseDecimal reads, as long as it is safe', () => {
    const check = (text: string, scale: number) => {
      const exact = parseDecimal(text, scale);
      const safe = exact !== null && exact <= BigInt(Number.MAX_SAFE_INTEGER);
      expect(parseSafe(text, scale), text).toBe(safe ? Number(exact) : -1);
    };
    fc.assert(fc.property(likely, fc.integer({ min: 0, max: 8 }), check), { numRuns: 20_000 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        fc.integer({ min: 0, max: 10 }),
        (value, cut) => {
          const digits = value.toString().padStart(cut + 1, '0');
          const text = cut === 0 ? digits : `${digits.slice(0, -cut)}.${digits.slice(-cut)}`;
          check(text, 8);
        },
      ),
      { numRuns: 20_000 },
    );
    for (const text of ['', '.', '0', '0.', '.5', '00', '01', '1.', '1..2', '0.00000001', '１']) {
      check(text, 8);
    }
  });
});
