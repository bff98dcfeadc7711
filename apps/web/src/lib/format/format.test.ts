import { isShortened } from '@assay/kit/format/amount.ts';
import { compareDecimals, signOf } from '@assay/kit/format/compare.ts';
import { createFormat, NO_VALUE } from '@assay/kit/format/format.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';

const en = createFormat('en');
/** Arabic sets invisible direction marks around signs. */
const visible = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '');

describe('numbers on the screen', () => {
  it('UI-015 shows amounts exactly, far beyond what a float can hold', () => {
    expect(en.plain('12345678901234567890.12345678')).toBe('12,345,678,901,234,567,890.12345678');
    expect(en.fixed('0.1', 8)).toBe('0.10000000');
    expect(en.fixed('97321.5', 2)).toBe('97,321.50');
  });

  it('UI-954 shows amounts with the digits that matter, never more than there is', () => {
    const shown = [
      '84714.84550029',
      '0.999',
      '0.0959',
      '0.00000123',
      '0.00402',
      '0',
      '5',
      '-1.239',
    ];
    expect(shown.map((value) => en.amount(value, 'USDT'))).toEqual([
      '84,714.84',
      '0.99',
      '0.095',
      '0.0000012',
      '0.004',
      '0.00',
      '5.00',
      '-1.23',
    ]);
    expect(en.amount('0.00012853', 'BTC')).toBe('0.00012853');
    expect(en.amount('', 'USDT')).toBe(NO_VALUE);
    const cut = (value: string, asset = 'USDT') => isShortened(value, asset);
    expect(shown.map((value) => cut(value))).toEqual([
      ...[true, true, true, true, true, false, false, true],
    ]);
    expect([cut('1.50000000'), cut('0.00000000'), cut('1.23456789', 'BTC')]).toEqual([
      ...[false, false, false],
    ]);
  });

  it('UI-016 gives every change its sign', () => {
    expect(en.change('-1.25')).toBe('-1.25%');
    expect(en.change('0.3')).toBe('+0.30%');
    expect(en.change('0')).toBe('0.00%');
    expect([signOf('-1'), signOf('0.00'), signOf('2'), signOf('')]).toEqual([-1, 0, 1, 0]);
  });

  it('UI-014 writes Latin digits and Gregorian years in every language', () => {
    for (const { locale } of LANGUAGES) {
      const format = createFormat(locale);
      const at = Date.UTC(2026, 10, 20, 12);
      expect(format.date(at), locale).toContain('2026');
      const all = [format.fixed('1234.5', 2), format.dateTime(at), format.change('-1.2')].join('');
      expect(visible(all).replace(/[^\p{Nd}]/gu, ''), locale).toMatch(/^[0-9]+$/);
      expect(visible(format.compact('48211904')), locale).toMatch(/[0-9]/);
    }
  });

  it('UI-014 writes English dates year first, so that day and month cannot be confused', () => {
    expect(en.date(new Date(2026, 3, 5, 12).getTime())).toBe('2026-04-05');
    expect(en.dateTime(new Date(2026, 3, 5, 9, 3, 4).getTime())).toBe('2026-04-05, 09:03:04');
  });

  it('UI-1063 the day of a year is the date without its year and the mark beside it', () => {
    const at = new Date(2026, 3, 5, 9, 3, 4).getTime();
    for (const locale of ['en', 'de', 'fr', 'ja', 'ko', 'ar', 'hu']) {
      const format = createFormat(locale);
      const parts = format.dateParts(at);
      expect(parts.map(({ text }) => text).join('')).toBe(format.date(at));
      const day = parts.filter(({ ofYear }) => !ofYear).map(({ text }) => text);
      expect(day.join(''), locale).toMatch(/^ ?0\d\D+0\d\D?$/);
    }
  });

  it('UI-942 writes the words of the language and the marks of the number format', () => {
    const german = createFormat('en', 'de');
    expect(german.fixed('97321.5', 2)).toBe('97.321,50');
    expect(german.compact('48211904.22')).toBe('48,21M');
    expect(['12345.60', '-12.5%', '0.00000120', 1234].map(german.label)).toEqual([
      '12.345,60',
      '-12,5%',
      '0,00000120',
      '1.234',
    ]);
    expect(createFormat('es').plain('1234.5')).toBe('1.234,5');
  });

  it('UI-015 writes a dash where there is no number', () => {
    expect(en.fixed('', 2)).toBe(NO_VALUE);
    expect(en.change('')).toBe(NO_VALUE);
    expect(en.plain('abc')).toBe(NO_VALUE);
  });

  it('writes volumes, fees and counts in the usual short forms', () => {
    expect(en.compact('48211904.22')).toBe('48.21M');
    expect(en.ppm(1000)).toBe('0.1%');
    expect(en.integer(128394)).toBe('128,394');
  });
});

it('UI-091 compares decimal texts as numbers and puts anything else last', () => {
  expect(['10', '9', '', '0.5'].sort(compareDecimals)).toEqual(['0.5', '9', '10', '']);
});
