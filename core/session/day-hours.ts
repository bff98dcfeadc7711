/**
 * Hours of one day by the clock of a venue, as people read them: `01:00-13:00,18:00-24:00`; the
 * empty text is a day on which the market is closed.
 */

/** In minutes of the local day; `to` may be 1440. */
export interface DayHours {
  readonly from: number;
  readonly to: number;
}

const HOURS = /^(\d\d:\d\d-\d\d:\d\d(,\d\d:\d\d-\d\d:\d\d)*)?$/;
const MOST = 6;

/** Null: not of this form, out of order, or not apart from one another. */
export function readDayHours(text: string): readonly DayHours[] | null {
  if (typeof text !== 'string' || !HOURS.test(text)) return null;
  const spans = text === '' ? [] : text.split(',').map(readSpan);
  let end = -1;
  for (const { from, to } of spans) {
    if (!(from > end && to > from && to <= 1_440)) return null;
    end = to;
  }
  return spans.length > MOST ? null : spans;
}

export function dayHoursText(spans: readonly DayHours[]): string {
  return spans.map(({ from, to }) => `${clockText(from)}-${clockText(to)}`).join();
}

function readSpan(text: string): DayHours {
  const [from = Number.NaN, to = Number.NaN] = text.split('-').map(readClock);
  return { from, to };
}

/** NaN for a time that no clock shows. */
function readClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return minutes < 60 ? hours * 60 + minutes : Number.NaN;
}

function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
