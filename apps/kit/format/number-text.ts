/**
 * Numbers as people type and paste them. Inside the app a number is decimal text of the wire
 * ("95000.5"); in a field it is written with the reader's decimal mark and without groups, and read
 * in whatever format has only one meaning.
 */

/** Stands before text that could not be read, so that no rule takes it for a number. */
export const UNREAD = '?';

/** Digits of every script but our own. */
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Direction marks, which come along with text that is copied from a right-to-left page. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
/** What separates groups in some format: point, comma, space, apostrophe, the Arabic mark. */
const GROUP_MARKS = [',', '.', ' ', "'", '٬'] as const;
/** What separates the fraction in some format. */
const DECIMAL_MARKS = [',', '.', '٫'] as const;

/** Thousands, or as in India hundreds above the first thousand. */
const GROUPED = {
  thousands: /^[1-9]\d{0,2}(?:_\d{3})+$/,
  indian: /^[1-9]\d?(?:_\d{2})*_\d{3}$/,
};

/**
 * Decimal text of what a person typed or pasted. Text that is a number in several formats
 * ("96.204") is read as one only if its mark is the decimal mark of the reader's own format. Empty
 * text stays empty; what cannot be read is returned as unread text, for `unreadOf`.
 */
export function readNumber(text: string, decimalMark: string): string {
  const plain = plainOf(text);
  if (plain === '') return '';
  const own = withDecimal(plain, decimalMark);
  if (own !== null) return own;
  const [only, ...others] = readingsOf(plain);
  return only === undefined || others.length > 0 ? `${UNREAD}${text}` : only;
}

/** Decimal text as a field shows it. */
export function writeNumber(value: string, decimalMark: string): string {
  return value.startsWith(UNREAD) ? value.slice(UNREAD.length) : value.replace('.', decimalMark);
}

/**
 * What may have been meant by text that `readNumber` did not read: several numbers as decimal text,
 * or none. Null for a number and for empty text.
 */
export function unreadOf(value: string): readonly string[] | null {
  return value.startsWith(UNREAD) ? readingsOf(plainOf(value.slice(UNREAD.length))) : null;
}

/** Latin digits, and each mark in its usual form. */
export function plainOf(text: string): string {
  return text
    .replace(DIRECTION_MARKS, '')
    .trim()
    .replace(OTHER_DIGITS, (digit) => String(digitOf(digit)))
    .replace(/[．。]/g, '.')
    .replace(/[，،]/g, ',')
    .replace(/[’‘`]/g, "'")
    .replace(/−/g, '-')
    .replace(/\s/g, ' ');
}

/** Unicode has the ten digits of a script next to each other, from zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Every number that the text is in some format, each once. */
function readingsOf(plain: string): string[] {
  const readings = [...DECIMAL_MARKS.map((mark) => withDecimal(plain, mark)), grouped(plain)];
  return [...new Set(readings)].filter((reading) => reading !== null);
}

/** Reads the text with a decimal mark, which must occur in it, or else without any mark. */
function withDecimal(plain: string, mark: string): string | null {
  const [whole = '', fraction, ...rest] = plain.split(mark);
  if (rest.length > 0) return null;
  if (fraction === undefined) return /^-?\d+$/.test(plain) ? canonical(plain, '') : null;
  if (!/^\d*$/.test(fraction) || !/\d/.test(plain)) return null;
  if (/^-?\d*$/.test(whole)) return canonical(whole, fraction);
  const digits = grouped(whole, mark);
  return digits === null ? null : canonical(digits, fraction);
}

/** The digits of a whole number in groups, which are all separated by the same mark. */
function grouped(text: string, decimalMark = ''): string | null {
  const sign = text.startsWith('-') ? '-' : '';
  const unsigned = text.slice(sign.length);
  const mark = GROUP_MARKS.find((each) => each !== decimalMark && unsigned.includes(each));
  if (mark === undefined) return null;
  const groups = unsigned.replaceAll(mark, '_');
  const fits = GROUPED.thousands.test(groups) || GROUPED.indian.test(groups);
  return fits ? sign + groups.replaceAll('_', '') : null;
}

/** As the wire writes it: one zero before the fraction, no others. */
function canonical(whole: string, fraction: string): string {
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length).replace(/^0+(?=\d)/, '') || '0';
  return `${sign}${digits}${fraction === '' ? '' : `.${fraction}`}`;
}
