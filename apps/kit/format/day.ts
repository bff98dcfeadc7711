/**
 * Days as people type them. Inside the app a day is the text of the wire (`2026-11-28`); in a field
 * it is written in the reader's format, and read in whatever format has only one meaning.
 */

import type { Format } from './format.ts';
import { plainOf, UNREAD } from './number-text.ts';

type Part = 'year' | 'month' | 'day';

const DAY_MS = 86_400_000;
/** Three numbers, and what stands between and after them in some format. */
const TYPED = /^(\d{1,4})([\s./,年月-]+)(\d{1,2})[\s./,年月-]+(\d{1,4})[\s./,日]*$/;
/** A day whose parts can be distinguished by their digits. */
const SAMPLE = { day: '2033-11-22', 2033: 'year', 11: 'month', 22: 'day' } as const;
const YEAR_FIRST = ['year', 'month', 'day'] as const;
const YEAR_LAST = [
  ['day', 'month', 'year'],
  ['month', 'day', 'year'],
] as const;

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && dayAt(at) === text;
}

/** The UTC day of an instant. */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day so many days later. */
export const plusDays = (day: string, days: number): string =>
  dayAt(Date.parse(day) + days * DAY_MS);

/** The same day so many months later, or the last one where that month is shorter. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** An instant that is on this day where the reader is. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

/** A day as a field shows it. */
export function writeDay(value: string, { date }: Format): string {
  return isDay(value) ? date(noonOf(value)) : value.replace(UNREAD, '');
}

/** How the reader writes days, with other words for the parts of a day. */
export function patternOf(format: Format, words: Readonly<Record<Part, string>>): string {
  return sampleOf(format).replace(/\d+/g, (digits) => words[partOf(digits)]);
}

/**
 * The day of what a person typed or pasted. Text that is a day in several formats (05/04/2026) is
 * read as one only if it is written as in the reader's own. Empty text stays empty; what cannot be
 * read is returned as unread text, for `unreadDayOf`.
 */
export function readDay(text: string, format: Format): string {
  const plain = plainOf(text);
  if (plain === '') return '';
  const [only, ...others] = readingsOf(plain, format);
  return only === undefined || others.length > 0 ? `${UNREAD}${text}` : only;
}

/**
 * What may have been meant by text that `readDay` did not read: two days, or none. Null for a day
 * and for empty text.
 */
export function unreadDayOf(value: string, format: Format): readonly string[] | null {
  if (!value.startsWith(UNREAD)) return null;
  return readingsOf(plainOf(value.slice(UNREAD.length)), format);
}

/** Every day that the text is in some format, each once. */
function readingsOf(plain: string, format: Format): string[] {
  const own = (sampleOf(format).match(/\d+/g) ?? []).map(partOf);
  if (/^\d{8}$/.test(plain)) return [inOrder(digitsOf(plain, own), own)].filter(isDay);
  const [, first = '', mark = '', second = '', third = ''] = TYPED.exec(plain) ?? [];
  const orders = ordersOf(first, mark.trim(), third, own, format);
  const readings = orders.map((order) => inOrder([first, second, third], order));
  return [...new Set(readings)].filter(isDay);
}

/** In which orders three numbers may be a day. A year has four digits: 28 may be a day, too. */
function ordersOf(
  first: string,
  mark: string,
  third: string,
  own: readonly Part[],
  format: Format,
): readonly (readonly Part[])[] {
  if (first.length === 4) return third.length <= 2 ? [YEAR_FIRST] : [];
  if (first.length > 2 || third.length !== 4) return [];
  const ownMark = /^\d+\s*(\D)/.exec(sampleOf(format))?.[1];
  return own[2] === 'year' && (mark === ownMark || mark === '') ? [own] : YEAR_LAST;
}

/** The numbers of a day that is typed without marks. */
function digitsOf(plain: string, own: readonly Part[]): string[] {
  let rest = plain;
  return own.map((part) => {
    const digits = rest.slice(0, part === 'year' ? 4 : 2);
    rest = rest.slice(digits.length);
    return digits;
  });
}

function inOrder(digits: readonly string[], order: readonly Part[]): string {
  return YEAR_FIRST.map((part) => (digits[order.indexOf(part)] ?? '').padStart(2, '0')).join('-');
}

const sampleOf = ({ date }: Format): string => date(noonOf(SAMPLE.day));
const partOf = (digits: string): Part => SAMPLE[digits as '11'];
