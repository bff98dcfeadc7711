import { expect, it } from 'vitest';
import { patternOf, plusMonths, readDay, unreadDayOf, writeDay } from './day.ts';
import { createFormat } from './format.ts';

const WORDS = { year: 'YYYY', month: 'MM', day: 'DD' };

it.each([
  ['en', '2026-11-28', 'YYYY-MM-DD'],
  ['de', '28.11.2026', 'DD.MM.YYYY'],
  ['fr', '28/11/2026', 'DD/MM/YYYY'],
  ['ja', '2026/11/28', 'YYYY/MM/DD'],
  ['ko', '2026. 11. 28.', 'YYYY. MM. DD.'],
  ['ar', '28/11/2026', 'DD/MM/YYYY'],
  ['th', '28/11/2026', 'DD/MM/YYYY'],
])('KIT-070 a day is written, asked for and read as %s has it', (locale, written, pattern) => {
  const format = createFormat(locale);
  expect(writeDay('2026-11-28', format)).toBe(written);
  expect(patternOf(format, WORDS)).toBe(pattern);
  expect(readDay(written, format)).toBe('2026-11-28');
  expect(readDay(written.replace(/\D/g, ''), format)).toBe('2026-11-28');
  // The year first has one meaning everywhere.
  expect(readDay('2026-4-5', format)).toBe('2026-04-05');
});

it.each([
  ['en', '05/04/2026', ['2026-04-05', '2026-05-04']],
  ['ja', '5.4.2026', ['2026-04-05', '2026-05-04']],
  // German has points: with slashes the month may be first.
  ['de', '05/04/2026', ['2026-04-05', '2026-05-04']],
  ['en', '28/11/26', []],
  ['en', '2026-02-30', []],
  ['en', '2026-13-01', []],
  ['de', '30.2.2026', []],
  ['de', '11.28.2026', []],
  ['en', 'tomorrow', []],
])('KIT-070 in %s, %s is not read', (locale, text, readings) => {
  const format = createFormat(locale);
  const read = readDay(text, format);
  expect(unreadDayOf(read, format)).toEqual(readings);
  expect(writeDay(read, format)).toBe(text);
});

it.each([
  ['en', '28/11/2026', '2026-11-28'],
  ['en', '05.05.2026', '2026-05-05'],
  ['de', '5.4.2026', '2026-04-05'],
  ['de', '5 4 2026', '2026-04-05'],
  ['ja', '2026年11月28日', '2026-11-28'],
  ['ar', '٢٨/١١/٢٠٢٦', '2026-11-28'],
  ['en', '', ''],
])('KIT-070 in %s, %s has one meaning', (locale, text, day) => {
  expect(readDay(text, createFormat(locale))).toBe(day);
});

it('KIT-071 a month later is its last day where it is shorter', () => {
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(plusMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(plusMonths('2028-02-29', 12)).toBe('2029-02-28');
});
