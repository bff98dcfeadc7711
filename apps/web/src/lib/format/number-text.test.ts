import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createFormat } from '@assay/kit/format/format.ts';
import { NUMBER_STYLES, numberLocale } from '@assay/kit/format/number-style.ts';
import { readNumber, unreadOf, writeNumber } from '@assay/kit/format/number-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sources } from '../../testing/sources.ts';
import { LANGUAGES } from '../languages.ts';

const inGermany = (text: string) => readNumber(text, ',');
const inEngland = (text: string) => readNumber(text, '.');

describe('typed and pasted numbers', () => {
  it('UI-432 groups and fraction are read by where they stand, in every format', () => {
    const texts = [
      '96.204,29',
      '96,204.29',
      '96 204,29',
      '96\u202f204.29',
      '96’204.29',
      '٩٦٬٢٠٤٫٢٩',
    ];
    for (const text of texts) {
      expect([inGermany(text), inEngland(text)], text).toEqual(['96204.29', '96204.29']);
    }
    expect(inGermany('95.000,50')).toBe('95000.50');
    expect(['1.234.567', '12.34.567', '１２３４５６７', '1 234 567'].map(inEngland)).toEqual(
      Array(4).fill('1234567'),
    );
    expect(['0,5', '0.5', ',5', '0,123', '0.123', '1,', '-1,5', '007,5'].map(inGermany)).toEqual([
      '0.5',
      '0.5',
      '0.5',
      '0.123',
      '0.123',
      '1',
      '-1.5',
      '7.5',
    ]);
  });

  it('UI-432 the decimal mark of the reader decides; a foreign one with two meanings is refused', () => {
    expect([inEngland('96.204'), inGermany('96,204'), inGermany('1,125')]).toEqual([
      '96.204',
      '96.204',
      '1.125',
    ]);
    for (const unread of [inGermany('96.204'), inEngland('96,204'), inGermany(' 96.204 ')]) {
      expect(unreadOf(unread)).toEqual(['96.204', '96204']);
      expect(parseDecimal(unread, SCALE)).toBeNull();
    }
    expect(writeNumber(inGermany(' 96.204 '), ',')).toBe(' 96.204 ');
  });

  it('UI-432 what is no number in any format is kept as it is, and no rule takes it for one', () => {
    const texts = [
      '1e5',
      'abc',
      '12 BTC',
      '1.2.3',
      '96,20,4',
      '1 23',
      '1,2345.6',
      '-',
      '.',
      '10²',
      '1.234 567',
    ];
    for (const text of texts) {
      expect(unreadOf(inEngland(text)), text).toEqual([]);
      expect(parseDecimal(inEngland(text), SCALE), text).toBeNull();
      expect(writeNumber(inEngland(text), '.')).toBe(text);
    }
    expect(['', '  '].map(inEngland)).toEqual(['', '']);
    expect(unreadOf('5')).toBeNull();
  });
});

describe('one parser for every field', () => {
  it('UI-940 no other component reads numbers', () => {
    const readers = [...sources('web', '.tsx'), ...sources('kit', '.tsx')].filter(([, text]) =>
      /inputMode=|type="number"/.test(text),
    );
    const names = readers.map(([path]) => path.split('/').at(-1));
    // A code, a PIN and a sequence number are names, a day has a reader of its own; the share of
    // the balance is a NumberInput.
    const known = [
      'code-field.tsx',
      'day-field.tsx',
      'number-input.tsx',
      'percent-slider.tsx',
      'pin-field.tsx',
      'verify-screen.tsx',
    ];
    expect(names.sort()).toEqual(known);
  });

  it('UI-941 what the app writes in any format is read back, or refused, but never misread', () => {
    const locales = LANGUAGES.flatMap(({ locale }) =>
      NUMBER_STYLES.map((style) => numberLocale(style, locale)),
    );
    const formats = [...new Set(locales)].map((locale) => createFormat(locale));
    const units = fc.bigInt({ min: 0n, max: 10n ** 18n });
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: SCALE }), (amount, decimals) => {
        const coarse = amount - (amount % 10n ** BigInt(SCALE - decimals));
        const value = formatDecimal(coarse, SCALE);
        for (const format of formats) {
          const read = (text: string) => readNumber(text, format.decimalMark);
          expect(read(writeNumber(value, format.decimalMark))).toBe(value);
          expect(parseDecimal(read(format.fixed(value, decimals)), SCALE)).toBe(coarse);
          const shown = read(format.plain(value));
          expect(unreadOf(shown) ?? [shown]).toContain(value);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('UI-941 only a whole number with one group is refused, and other digits are read alike', () => {
    const arabic = new Intl.NumberFormat('ar-EG-u-nu-arab', { maximumFractionDigits: 8 });
    const thai = new Intl.NumberFormat('th-u-nu-thai', { maximumFractionDigits: 8 });
    for (const { locale } of LANGUAGES) {
      const format = createFormat(locale);
      const read = (text: string) => readNumber(text, format.decimalMark);
      const texts = ['999', '1234567', '1234.5', '0.00000001'];
      expect(
        texts.map((text) => read(format.plain(text))),
        locale,
      ).toEqual(texts);
      expect(
        texts.map((text) => read(arabic.format(Number(text)))),
        locale,
      ).toEqual(texts);
      expect(read(thai.format(1234.5)), locale).toBe('1234.5');
      for (const digits of ['१२३४', '১২৩৪', '௧௨௩௪', '１２３４', '𝟏𝟐𝟑𝟒']) {
        expect([digits, read(digits)], locale).toEqual([digits, '1234']);
      }
    }
  });
});
