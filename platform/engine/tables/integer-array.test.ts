import { BrokenInvariant } from '@assay/core/num/integer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsAt, integerArray, integerRows, integersAt, integersOfRows } from './integer-array.ts';

const edges = [0, -0, 1, 9, 10, 99, 100, 1e8 - 1, 1e8, 1e8 + 1, 2 ** 31, 2 ** 53 - 1];
const INT64 = 2n ** 63n - 1n;

const literal = (values: readonly (number | bigint | boolean)[]) =>
  integerArray(values, (value) => value);

describe('an array of integers', () => {
  it('ENGN-072 is written as each of its numbers is', () => {
    const numbers = fc.oneof(
      fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
      fc.integer({ min: 0, max: 300 }),
      fc.maxSafeInteger(),
      fc.bigInt({ min: -INT64, max: INT64 }),
    );
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 40 }), (values) => {
        expect(literal(values)).toBe(`{${values.join(',')}}`);
      }),
      { numRuns: 5_000 },
    );
    expect(literal([true, false, true])).toBe('{t,f,t}');
    const long = Array.from({ length: 10_000 }, (_, i) => -INT64 + BigInt(i));
    expect(literal(long)).toBe(`{${long.join(',')}}`);
  });

  it('ENGN-072 LEDG-015 throws on a number that is not a safe integer', () => {
    for (const wrong of [Number.NaN, 0.5, -0.5, 1e8 + 0.5, 2 ** 53, -(2 ** 53), Infinity]) {
      expect(() => literal([1, wrong]), String(wrong)).toThrow(BrokenInvariant);
    }
    expect(literal([1, 2])).toBe('{1,2}');
  });

  it('ENGN-072 can be read from numbered rows', () => {
    const numbers = [3, -1, 2 ** 53 - 1];
    expect(integerRows(3, (row) => numbers[row] as number)).toBe(literal(numbers));
    expect(integerRows(0, () => 1)).toBe('{}');
    expect(() => integerRows(4, (row) => numbers[row] as number)).toThrow(BrokenInvariant);
  });

  it('ENGN-072 of records and rows in typed arrays is that of the field read one by one', () => {
    const numbers = Float64Array.from({ length: 64 }, (_, i) => (i % 2 ? -1 : 1) * i * 1e13);
    const ints = Int32Array.from({ length: 64 }, (_, i) => i * 33_554_431);
    const starts = [16, 48, 0];
    expect(integersAt(numbers, starts, 5)).toBe(integerArray(starts, (at) => numbers[at + 5]!));
    expect(integersAt(ints, starts, 15)).toBe(integerArray(starts, (at) => ints[at + 15]!));
    const isSet = (at: number) => (ints[at + 3]! & 4) !== 0;
    expect(bitsAt(ints, starts, 3, 4)).toBe(integerArray(starts, isSet));
    expect(integersOfRows(numbers, 4, 16, 2)).toBe(integerRows(4, (row) => numbers[row * 16 + 2]!));
    const none = [
      integersAt(ints, [], 0),
      bitsAt(ints, [], 0, 1),
      integersOfRows(numbers, 0, 1, 0),
    ];
    expect(none).toEqual(['{}', '{}', '{}']);
    numbers[5] = 0.5;
    expect(() => integersAt(numbers, starts, 5)).toThrow(BrokenInvariant);
    expect(() => integersOfRows(numbers, 1, 16, 5)).toThrow(BrokenInvariant);
  });
});
