import { readDayHours } from '@assay/core/session/day-hours';

const LINE = /^(\d{4}-\d{2}-\d{2})\s+(\S.*)$/;

/**
 * What staff type, a line a day: `2026-12-24 01:00-13:00`, or one of the words for a day on which
 * the market is closed, or is open as usual. Null: not of this form, or nothing.
 */
export function readDays(
  text: string,
  words: { readonly closed: string; readonly usual: string },
): readonly { readonly date: string; readonly after: string | null }[] | null {
  const is = (said: string, word: string) => said.toLowerCase() === word.toLowerCase();
  const lines = text.split('\n').map((line) => line.trim());
  const read = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, date = '', said = ''] = LINE.exec(line) ?? [];
      if (is(said, words.usual)) return { date, after: null };
      const after = is(said, words.closed) ? '' : said.replaceAll(/\s/g, '');
      const isRead = after === '' ? is(said, words.closed) : readDayHours(after) !== null;
      return isRead ? { date, after } : null;
    });
  if (read.length === 0 || read.includes(null)) return null;
  return read as { date: string; after: string | null }[];
}
