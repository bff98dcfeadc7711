import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical-text.ts';

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

describe('the canonical text', () => {
  it('APPR-010 writes equal values as the same text, whatever the order of their members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalText(value);
        expect(canonicalText(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonicalText({ b: [1, null, 'é"'], a: { d: -0, c: true }, e: undefined })).toBe(
      '{"a":{"c":true,"d":0},"b":[1,null,"é\\""]}',
    );
  });

  it('APPR-010 writes values that look alike differently', () => {
    const alike = [['1', '2'], ['1,2'], '1,2', { 1: '2' }, [1, 2], [[1, 2]], ['1', ['2']], '["1"]'];
    expect(new Set(alike.map(canonicalText)).size).toBe(alike.length);
  });

  it('APPR-011 throws on a value that plain JSON cannot represent', () => {
    const strange = [undefined, 1n, () => 1, Number.NaN, Infinity, new Map(), Symbol('a')];
    for (const value of strange) {
      if (value !== undefined) expect(() => canonicalText({ value })).toThrow(TypeError);
      expect(() => canonicalText([value])).toThrow(TypeError);
      expect(() => canonicalText(value)).toThrow(TypeError);
    }
  });
});
