import {
  closureAt,
  easter,
  isOpen,
  nextClose,
  nextOpening,
  openTime,
  type SessionCalendar,
  spanAt,
} from '@assay/core/session/calendar';
import { expect, it } from 'vitest';
import { CALENDARS, type CalendarName } from './rules/calendars.ts';
import {
  COMMODITY_CODES,
  calendarOf,
  classOf,
  displaySymbol,
  isIndexOpen,
  nextIndexClose,
  nextIndexOpening,
  SYMBOL_CLASSES,
  SYMBOLS,
  symbolOf,
} from './rules/symbols.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (text: string) => Date.parse(text);

/** A date, a weekday and a minute of the day as a clock of the venue shows them. */
interface Shown {
  readonly date: string;
  readonly weekday: string;
  readonly minute: number;
}

function clockOf(zone: string): (instant: number) => Shown {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short', year: 'numeric', month: '2-digit' },
    ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
    return {
      date: `${part('year')}-${part('month')}-${part('day')}`,
      weekday: part('weekday'),
      minute: Number(part('hour')) * 60 + Number(part('minute')),
    };
  };
}

// Written down from the venues' lists, date by date: nothing here knows a rule of holidays.
const SHORT_UNTIL_1430 = new Set([
  ...['2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07'],
  ...['2026-11-26', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05'],
  ...['2027-09-06', '2027-11-25'],
]);
const SHORT_UNTIL_1345 = new Set(['2026-11-27', '2026-12-24', '2027-11-26']);
/** No trading until 18:00, and none after 17:00 on the evening before. */
const NONE = new Set(['2026-01-01', '2026-12-25', '2027-01-01', '2027-12-24']);
const EVE = new Set(['2025-12-31', '2026-12-24', '2026-12-31', '2027-12-23', '2027-12-31']);
const GOOD_FRIDAY = new Set(['2026-04-03', '2027-03-26']);
const MAUNDY_THURSDAY = new Set(['2026-04-02', '2027-03-25']);

const [H1345, H1430, H17, H18] = [13 * 60 + 45, 14 * 60 + 30, 17 * 60, 18 * 60];

function american({ date, weekday, minute }: Shown): boolean {
  if (weekday === 'Sat') return false;
  if (weekday === 'Sun') return minute >= H18;
  if (GOOD_FRIDAY.has(date)) return false;
  if (NONE.has(date)) return minute >= H18 && weekday !== 'Fri';
  if (EVE.has(date) || MAUNDY_THURSDAY.has(date)) {
    return minute < (SHORT_UNTIL_1345.has(date) ? H1345 : H17);
  }
  if (SHORT_UNTIL_1430.has(date)) return minute < H1430 || (minute >= H18 && weekday !== 'Fri');
  if (SHORT_UNTIL_1345.has(date)) return minute < H1345;
  if (weekday === 'Fri') return minute < H17;
  return minute < H17 || minute >= H18;
}

const FOREX_EVE = new Set(['2025-12-31', '2026-12-24', '2026-12-31', '2027-12-24', '2027-12-31']);
const FOREX_NONE = new Set(['2026-01-01', '2026-12-25', '2027-01-01', '2027-12-25']);

function forex({ date, weekday, minute }: Shown): boolean {
  if (weekday === 'Sat') return false;
  if (weekday === 'Sun') return minute >= H17;
  if (weekday === 'Fri' && minute >= H17) return false;
  if (FOREX_NONE.has(date)) return minute >= H17;
  return !(FOREX_EVE.has(date) && minute >= H17);
}

const BRENT_NONE = new Set([
  ...['2026-01-01', '2026-04-03', '2026-12-25', '2027-01-01', '2027-03-26', '2027-12-25'],
]);
const BRENT_SHORT = new Set(['2026-11-26', '2026-12-24', '2027-11-25', '2027-12-24']);

function brent({ date, weekday, minute }: Shown): boolean {
  if (weekday === 'Sat' || weekday === 'Sun' || BRENT_NONE.has(date)) return false;
  const until = BRENT_SHORT.has(date) ? 18 * 60 + 30 : 23 * 60;
  return minute >= 60 && minute < until;
}

const NAIVE: Readonly<Record<CalendarName, (shown: Shown) => boolean>> = {
  always: () => true,
  forex,
  metals: american,
  energy: american,
  brent,
};

const FIRST = at('2026-01-01T00:00:00Z');
const END = at('2028-01-01T00:00:00Z');
const CHANGES = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2027-03-14'];
const CHANGE_DAYS = new Set([...CHANGES, '2027-03-28', '2027-10-31', '2027-11-07']);

it('SESS-020 sessions are those of a naive reading of two years, by the minute where clocks change', () => {
  for (const [name, calendar] of Object.entries(CALENDARS)) {
    const clock = clockOf(calendar.zone);
    const naive = NAIVE[name as CalendarName];
    for (let hour = FIRST; hour < END; hour += HOUR) {
      const day = new Date(hour).toISOString().slice(0, 10);
      const isChange = CHANGE_DAYS.has(day);
      const shown = clock(hour);
      for (let minute = 0; minute < 60; minute += isChange ? 1 : 15) {
        const instant = hour + minute * MINUTE;
        const read = isChange ? clock(instant) : { ...shown, minute: shown.minute + minute };
        if (isOpen(calendar, instant) === naive(read)) continue;
        expect.unreachable(`${name} ${new Date(instant).toISOString()}`);
      }
    }
  }
});

/** The next change by looking at every minute. */
function walk(calendar: SessionCalendar, from: number, toOpen: boolean): number {
  const first = Math.floor(from / MINUTE) * MINUTE + MINUTE;
  for (let instant = first; ; instant += MINUTE) {
    if (isOpen(calendar, instant) === toOpen && isOpen(calendar, instant - MINUTE) !== toOpen) {
      return instant;
    }
  }
}

it('SESS-021 the next opening and close are the first that a walk by the minute finds', () => {
  for (const [name, calendar] of Object.entries(CALENDARS)) {
    if (name === 'always') continue;
    for (let instant = FIRST; instant < END; instant += 31 * 24 * HOUR + 5 * HOUR + 7 * MINUTE) {
      const text = `${name} ${new Date(instant).toISOString()}`;
      expect(nextOpening(calendar, instant), text).toBe(walk(calendar, instant, true));
      expect(nextClose(calendar, instant), text).toBe(walk(calendar, instant, false));
    }
    for (const change of CHANGE_DAYS) {
      const instant = at(`${change}T00:30:00Z`);
      expect(nextOpening(calendar, instant), change).toBe(walk(calendar, instant, true));
      expect(nextClose(calendar, instant), change).toBe(walk(calendar, instant, false));
    }
  }
  expect(spanAt(CALENDARS.always, FIRST)).toEqual({ opensAt: 0, closesAt: null });
  expect(nextOpening(CALENDARS.always, FIRST)).toBeNull();
  expect(nextClose(CALENDARS.always, FIRST)).toBeNull();
});

it('SESS-024 the session of an instant begins at the last opening, and ends at the next close', () => {
  for (const calendar of Object.values(CALENDARS)) {
    if (calendar.name === 'always') continue;
    let [opensAt, closesAt] = [nextOpening(calendar, FIRST)!, 0];
    for (let n = 0; n < 600; n += 1) {
      closesAt = nextClose(calendar, opensAt)!;
      const next = nextOpening(calendar, opensAt)!;
      const [middle, last] = [Math.floor((opensAt + closesAt) / 2), closesAt - 1];
      // Not only one after the other, so that what is remembered is not what is asked for.
      for (const instant of [opensAt, last, middle, FIRST, middle]) {
        if (instant === FIRST) spanAt(calendar, FIRST);
        else expect(spanAt(calendar, instant)).toEqual({ opensAt, closesAt });
      }
      for (const instant of [closesAt, next - 1]) expect(spanAt(calendar, instant)).toBeNull();
      opensAt = next;
    }
  }
});

it('SESS-022 known moments: weekend, break, holiday, early close, both kinds of summer time', () => {
  const { forex: fx, metals, brent: oil } = CALENDARS;
  const opening = (calendar: SessionCalendar, text: string) =>
    new Date(nextOpening(calendar, at(text)) ?? 0).toISOString();
  // In March New York has summer time three weeks before London.
  expect(opening(fx, '2026-03-14T12:00:00Z')).toBe('2026-03-15T21:00:00.000Z');
  expect(opening(fx, '2026-03-07T12:00:00Z')).toBe('2026-03-08T21:00:00.000Z');
  expect(opening(fx, '2026-02-28T12:00:00Z')).toBe('2026-03-01T22:00:00.000Z');
  expect(opening(oil, '2026-03-14T12:00:00Z')).toBe('2026-03-16T01:00:00.000Z');
  expect(opening(oil, '2026-04-04T12:00:00Z')).toBe('2026-04-06T00:00:00.000Z');
  expect(opening(metals, '2026-06-10T21:30:00Z')).toBe('2026-06-10T22:00:00.000Z');
  // From the evening before Good Friday to Sunday evening.
  expect(isOpen(metals, at('2026-04-02T20:59:59.999Z'))).toBe(true);
  expect(isOpen(metals, at('2026-04-02T21:00:00Z'))).toBe(false);
  expect(opening(metals, '2026-04-02T21:00:00Z')).toBe('2026-04-05T22:00:00.000Z');
  expect(closureAt(metals, at('2026-04-03T15:00:00Z'))).toBe('goodFriday');
  expect(closureAt(metals, at('2026-04-08T15:00:00Z'))).toBeNull();
  // Thanksgiving ends at 14:30 and goes on at 18:00.
  expect(isOpen(metals, at('2026-11-26T19:29:00Z'))).toBe(true);
  expect(isOpen(metals, at('2026-11-26T19:30:00Z'))).toBe(false);
  expect(opening(metals, '2026-11-26T19:30:00Z')).toBe('2026-11-26T23:00:00.000Z');
  const easters = [2024, 2025, 2026, 2027, 2038].map((year) => new Date(easter(year) * 864e5));
  expect(easters.map((day) => day.toISOString().slice(0, 10))).toEqual([
    ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'],
  ]);
});

it('SESS-023 a week of each calendar is open as long as its hours', () => {
  const week = (calendar: SessionCalendar) =>
    openTime(calendar, at('2026-05-03T00:00:00Z'), at('2026-05-10T00:00:00Z')) / HOUR;
  const weeks = Object.values(CALENDARS).map((calendar) => week(calendar));
  expect(weeks).toEqual([168, 120, 115, 115, 110]);
});

it('SESS-001 every symbol has a class, digits and a calendar, and its own index', () => {
  expect(new Set(SYMBOLS.map(({ index }) => index)).size).toBe(SYMBOLS.length);
  for (const { index, base, quote, class: kind, digits, calendar, pyth } of SYMBOLS) {
    expect(index).toBe(`${base}-${quote}`);
    expect(SYMBOL_CLASSES).toContain(kind);
    expect(digits).toBeGreaterThanOrEqual(2);
    expect(calendarOf(index)).toBe(CALENDARS[calendar]);
    expect(pyth).toMatch(/^(Metal|FX|Commodities)\./);
  }
  const friday = at('2026-06-12T20:59:00Z');
  expect(isIndexOpen('XAU-USD', friday)).toBe(true);
  expect(nextIndexClose('XAU-USD', friday)).toBe(friday + MINUTE);
  expect(nextIndexOpening('XAU-USD', friday)).toBe(at('2026-06-14T22:00:00Z'));
  expect(isIndexOpen('XAU-USD', friday + MINUTE)).toBe(false);
  expect(classOf('BTC-USDT')).toBe('coin');
  expect(calendarOf('BTC-USDT').name).toBe('always');
  const majors = ['EUR-USD', 'GBP-USD', 'AUD-USD', 'NZD-USD', 'USD-JPY', 'USD-CHF', 'USD-CAD'];
  for (const index of [...majors, 'XAU-USD', 'WTI-USD']) expect(symbolOf(index)).toBeDefined();
});

it('SESS-002 codes of commodities lead to what is shown', () => {
  for (const index of Object.values(COMMODITY_CODES)) expect(symbolOf(index)).toBeDefined();
  const shown = ['XAU', 'SI', 'OIL', 'CL', 'NYMEX', 'NG', 'XPD', 'PL'].map(displaySymbol);
  const expected = ['XAU/USD', 'XAG/USD', 'BRENT/USD', 'WTI/USD', 'WTI/USD', 'NGAS/USD'];
  expect(shown).toEqual([...expected, 'XPD/USD', 'XPT/USD']);
  expect(displaySymbol('toString')).toBeUndefined();
});
