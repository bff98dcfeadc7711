import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonWriter } from './json-writer.ts';

/** The bytes of a writer that has written other values before. */
const writer = new JsonWriter();

function encoded(value: unknown): string {
  writer.end = 0;
  writer.value(value);
  return writer.bytes.toString('utf8', 0, writer.end);
}

function expectSame(value: unknown): void {
  expect(encoded(value)).toBe(JSON.stringify(value));
}

describe('values as bytes', () => {
  it('ENGN-040 outcomes of rules are written as JSON.stringify writes them', () => {
    const integer = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -20, max: 20_000 }));
    const leaf = fc.oneof(integer, fc.string(), fc.boolean(), fc.constant(null));
    const key = fc.oneof(fc.string(), fc.constantFrom('0', '10', '9'));
    const value = fc.object({ key, values: [leaf], maxDepth: 3, maxKeys: 8 });
    fc.assert(fc.property(value, expectSame), { numRuns: 1_000 });
  });

  it('ENGN-040 whatever else an object may hold is written so too', () => {
    const options = {
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('toJSON', '__proto__', '1')),
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    };
    fc.assert(fc.property(fc.object(options), expectSame), { numRuns: 1_000 });
    class Named {
      readonly own = 1;
      get inherited(): number {
        return 2;
      }
      toJSON(): string {
        return 'named';
      }
    }
    const list = Object.assign([1], { toJSON: () => 'list' });
    const hidden = Object.defineProperty({ a: 1 }, 'b', { value: 2 });
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
    const odd = [
      new Named(),
      list,
      hidden,
      deep,
      { toJSON: () => 7 },
      { toJSON: 7 },
      Object.create({ a: 1 }),
    ];
    for (const value of [...odd, [undefined], { a: undefined, b: 1 }, [() => 1], [Symbol('s')]]) {
      expectSame(value);
      expectSame({ before: 1, value, after: [value] });
    }
  });

  it('ENGN-040 extreme numbers and characters are written so too, and the buffer grows', () => {
    const edges = [
      0,
      -0,
      1e8 - 1,
      1e8,
      2 ** 31,
      2 ** 53 - 1,
      -(2 ** 53) + 1,
      2 ** 53,
      0.5,
      NaN,
      1e300,
    ];
    for (const edge of edges) expectSame([edge, -edge]);
    for (let code = 0; code < 0x300; code += 1) expectSame({ [String.fromCharCode(code)]: code });
    for (const text of ['\ud800', '\udc00x', '\u2028', '💶', '"', '\\', '\n']) expectSame([text]);
    for (const size of [4_000, 5_000, 100_000]) {
      expectSame('x'.repeat(size));
      expectSame('ä"💶'.repeat(size));
      expectSame(Array.from({ length: size }, (_, i) => -i));
    }
  });

  it('ENGN-040 a value that JSON cannot represent throws, and the writer goes on', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => encoded(circle)).toThrow(TypeError);
    expect(() => encoded({ amount: 1n })).toThrow(TypeError);
    expectSame({ a: 1 });
  });
});
