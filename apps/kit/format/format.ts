/**
 * Numbers and times for display. There is one cached formatter per shape, because `toLocaleString`
 * builds one per call (36 times slower). Digits are always Latin and the calendar Gregorian: prices
 * must look the same in every language, and Thai would otherwise print the year 2568.
 *
 * Amounts are passed as the decimal text of the wire and never converted to a float.
 */

import { LEAST_DECIMALS, shortened } from './amount.ts';

/** A decimal number as text, or a count. */
export type Numeric = string | number;

export interface Format {
  /** Exactly `decimals` digits after the point, thousands grouped: a price, a quantity. */
  fixed(value: Numeric, decimals: number): string;
  /** Up to `most` digits after the point, without trailing zeros. */
  plain(value: Numeric, most?: number): string;
  /**
   * An amount with the digits with which its asset is read; small ones keep those that matter. As a
   * part of a sum it has the digits of `digitsOfSum`.
   */
  amount(value: string, asset: string, digits?: number): string;
  /** 1,234,567 → 1.23M, for volumes. */
  compact(value: Numeric): string;
  /** A percentage with two decimals and always with its sign: "-1.25" → -1.25%. */
  change(value: Numeric): string;
  /** Parts per million as a percentage: 1000 → 0.1%. */
  ppm(value: number): string;
  /** A part of a whole, from 0 to 1, with two decimals: 0.951951 → 95.20%. */
  share(value: number): string;
  integer(value: number): string;
  /** Writes the number that a text begins with, with its digits as they are: an axis' "12.30%". */
  label(text: Numeric): string;
  /** Its locale, with the calendar and the digits in which it writes. */
  readonly tag: string;
  /** Separates the fraction of a number. */
  readonly decimalMark: string;
  date(at: number): string;
  /** The date in pieces: without the year's, it is the day of a year. */
  dateParts(at: number): readonly DatePart[];
  time(at: number): string;
  dateTime(at: number): string;
  /** "5 min. ago", in the largest unit that is not below one. */
  ago(minutes: number): string;
}

export interface DatePart {
  readonly text: string;
  /** The year, and what separates it from the day. */
  readonly ofYear: boolean;
}

/** Shown where there is no number. */
export const NO_VALUE = '—';

/** In minutes. */
const HOUR = 60;
const DAY_MINUTES = 24 * HOUR;

const STAMP = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** `numbers` is the locale whose marks separate groups and fraction, when it is another one. */
export function createFormat(locale: string, numbers = locale): Format {
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const numberTag = `${numbers}-u-nu-latn`;
  const cache = new Map<string, Intl.NumberFormat>();
  const number = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    let made = cache.get(key);
    if (!made) {
      made = new Intl.NumberFormat(numberTag, { useGrouping: 'always', ...options });
      cache.set(key, made);
    }
    return made;
  };
  const write = (made: Intl.NumberFormat, value: Numeric): string =>
    isNumeric(value) ? made.format(value as Intl.StringNumericLiteral) : NO_VALUE;
  const marks = lazily(() => marksOf(numberTag));
  // Arabic spells out "million", which does not fit into a left-to-right column of figures.
  const compact = lazily(() => new Intl.NumberFormat(locale === 'ar' ? 'en' : tag, COMPACT));
  const fixed = (value: Numeric, decimals: number): string =>
    write(
      number(`f${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
      value,
    );
  // English has readers everywhere, and 04/05 is April to some and May to others: write the year
  // first, then month and day.
  const dated = locale === 'en' ? tag.replace('en', 'en-CA') : tag;
  const date = lazily(() => new Intl.DateTimeFormat(dated, DAY));
  const time = lazily(() => new Intl.DateTimeFormat(tag, STAMP));
  const relative = lazily(() => new Intl.RelativeTimeFormat(tag, { style: 'narrow' }));
  const dateTime = lazily(() => new Intl.DateTimeFormat(dated, { ...DAY, ...STAMP }));
  return {
    tag,
    fixed,
    plain: (value, most = 8) => write(number(`p${most}`, { maximumFractionDigits: most }), value),
    amount(value, asset, digits) {
      if (digits !== undefined) return fixed(value, digits);
      return write(number('a', AMOUNT), shortened(value, asset));
    },
    compact: (value) =>
      isNumeric(value)
        ? compact()
            .formatToParts(value as Intl.StringNumericLiteral)
            .map((part) => marks()[part.type] ?? part.value)
            .join('')
        : NO_VALUE,
    change: (value) => write(number('s', SIGNED_PERCENT), percentText(value)),
    ppm: (value) => write(number('r', { style: 'percent', maximumFractionDigits: 4 }), value / 1e6),
    share: (value) => write(number('w', PERCENT), value),
    integer: (value) => write(number('i', { maximumFractionDigits: 0 }), value),
    label: (text) =>
      String(text).replace(/^-?\d+(?:\.(\d+))?/, (found, fraction = '') =>
        fixed(found, fraction.length),
      ),
    get decimalMark() {
      return marks().decimal ?? '.';
    },
    date: (at) => unmarked(date().format(at)),
    dateParts(at) {
      const parts = date().formatToParts(at);
      const year = parts.findIndex(({ type }) => type === 'year');
      const separator = year === parts.length - 1 ? year - 1 : year + 1;
      return parts.map(({ value }, i) => ({
        text: unmarked(value),
        ofYear: i === year || i === separator,
      }));
    },
    time: (at) => unmarked(time().format(at)),
    dateTime: (at) => unmarked(dateTime().format(at)),
    ago(minutes) {
      if (minutes < HOUR) return relative().format(-minutes, 'minute');
      if (minutes < DAY_MINUTES) return relative().format(-Math.floor(minutes / HOUR), 'hour');
      return relative().format(-Math.floor(minutes / DAY_MINUTES), 'day');
    },
  };
}

/**
 * What is made when it is asked for first. A browser takes up to a tenth of a second for the first
 * formatter of a kind, and a screen begins with few of them.
 */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The marks of a locale's numbers, by the part that they are. */
function marksOf(tag: string): Partial<Record<Intl.NumberFormatPartTypes, string>> {
  const parts = new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(1234.5);
  const marks = parts.filter(({ type }) => type === 'group' || type === 'decimal');
  return Object.fromEntries(marks.map(({ type, value }) => [type, value]));
}

/** Arabic dates contain direction marks that reorder their parts in left-to-right text. */
function unmarked(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '');
}

const AMOUNT = { minimumFractionDigits: LEAST_DECIMALS, maximumFractionDigits: 8 } as const;

const COMPACT = {
  notation: 'compact',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
} as const;

const PERCENT = {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
} as const;

const SIGNED_PERCENT = { ...PERCENT, signDisplay: 'exceptZero' } as const;

/** Intl multiplies percentages by a hundred; the suffix "e-2" undoes that without a float. */
function percentText(value: Numeric): string {
  return `${value}` === '' ? '' : `${value}e-2`;
}

function isNumeric(value: Numeric): boolean {
  return value !== '' && Number.isFinite(Number(value));
}
