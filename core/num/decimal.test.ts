import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice, type Dice } from '../testing/dice.ts';
import { formatDecimal, formatSafe, parseDecimal, SCALE } from './decimal.ts';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A second implementation of the grammar, character by character, to compare the parser with.
 * At most 30 digits before the dot and 30 after it.
 */
function referenceParse(text: string, scale: number): bigint | null {
  let digits = 0n;
  let whole = 0;
  let fraction = -1;
  let significant = 0;
  for (const [at, unit] of [...text].entries()) {
    if (unit === '.') {
      if (fraction >= 0 || whole === 0) return null;
      fraction = 0;
      continue;
    }
    const value = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].indexOf(unit);
    if (value < 0) return null;
    if (fraction < 0) {
      if (at === 1 && text[0] === '0') return null;
      whole += 1;
    } else {
      fraction += 1;
      if (value > 0) significant = fraction;
    }
    digits = digits * 10n + BigInt(value);
  }
  if (whole === 0 || whole > 30 || fraction === 0 || fraction > 30) return null;
  if (significant > scale) return null;
  const behind = Math.max(0, fraction);
  return behind > scale
    ? digits / 10n ** BigInt(behind - scale)
    : digits * 10n ** BigInt(scale - behind);
}

const PIECES = ['0', '1', '9', '00', '12345678', '.', '.0', '000000', '99999999', '5'];
const ODD = [
  '-',
  '+',
  'e',
  'E5',
  ',',
  ' ',
  '\n',
  '\0',
  'x',
  '٣',
  '１',
  '᠐',
  '𝟘',
  'n',
  '_',
  '∞',
  '½',
];

/** Text close to the border between valid and invalid numbers. */
function fuzzText(dice: Dice): string {
  let text = '';
  const pieces = dice.int(0, 6);
  for (let i = 0; i < pieces; i += 1)
    text += dice.int(0, 24) === 0 ? dice.pick(ODD) : dice.pick(PIECES);
  if (dice.int(0, 400) === 0) text = text.repeat(dice.int(2, 9));
  return text;
}

describe('decimal text', () => {
  it('LEDG-010 LEDG-011 agrees with a reference parser on a million strings', () => {
    const dice = createDice(20_251_120);
    let taken = 0;
    let unequal = '';
    for (let i = 0; i < 1_000_000 && unequal === ''; i += 1) {
      const text = fuzzText(dice);
      const scale = i % 3 === 0 ? SCALE : dice.int(0, 18);
      const expected = referenceParse(text, scale);
      if (expected !== null) taken += 1;
      if (parseDecimal(text, scale) !== expected) unequal = `${JSON.stringify(text)} at ${scale}`;
    }
    expect(unequal).toBe('');
    expect(taken).toBeGreaterThan(100_000);
    expect(taken).toBeLessThan(900_000);
  });

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '00',
    '01',
    '-1',
    '+1',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '1_000',
    '1,000',
    ' 1',
    '1 ',
    '1\n',
    '1\0',
    'NaN',
    'Infinity',
    '١',
    '１',
    '1.2.3',
    '1..2',
    '--1',
    '1n',
    '½',
    '1'.repeat(31),
    `0.${'1'.repeat(31)}`,
    '0.000000001',
    '1.0000000000000000001',
    'null',
    '𝟙',
  ])('LEDG-010 LEDG-011 refuses %j', (text) => {
    expect(parseDecimal(text, SCALE)).toBeNull();
  });

  it('LEDG-010 refuses values that are not text', () => {
    for (const value of [1, 1n, null, undefined, true, ['1'], { toString: () => '1' }]) {
      expect(parseDecimal(value as string, SCALE)).toBeNull();
    }
  });

  it('LEDG-011 LEDG-012 accepts trailing zeros beyond the scale and writes each amount one way', () => {
    expect(parseDecimal('1.500000000000', SCALE)).toBe(150_000_000n);
    expect(parseDecimal(`0.${'0'.repeat(30)}`, 0)).toBe(0n);
    expect(formatDecimal(150_000_000n, SCALE)).toBe('1.5');
    expect(formatDecimal(0n, SCALE)).toBe('0');
    expect(formatDecimal(-1n, SCALE)).toBe('-0.00000001');
    expect(formatDecimal(-150n, 2)).toBe('-1.5');
    expect(formatDecimal(1200n, 0)).toBe('1200');
    expect(formatSafe(-0, SCALE)).toBe('0');
  });

  it('LEDG-012 reads back what it wrote, for every amount and scale', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 28n });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 18 }), (value, scale) => {
        const text = formatDecimal(value, scale);
        expect(parseDecimal(text, scale)).toBe(value);
        expect(formatDecimal(-value, scale)).toBe(value === 0n ? '0' : `-${text}`);
        if (scale > 0) expect(text).not.toMatch(/\.\d*0$/);
      }),
      { numRuns: 3000 },
    );
  });

  it('LEDG-012 writes a safe integer as it writes the same bigint', () => {
    const value = fc.maxSafeInteger();
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 16 }), (amount, scale) => {
        expect(formatSafe(amount, scale)).toBe(formatDecimal(BigInt(amount), scale));
      }),
      { numRuns: 3000 },
    );
    expect(formatSafe(Number.MAX_SAFE_INTEGER, SCALE)).toBe(formatDecimal(MAX_SAFE, SCALE));
  });
});
