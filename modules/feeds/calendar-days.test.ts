import { OWNER } from '@assay/core/ledger/owners';
import { dateOf, dayOf } from '@assay/core/position/rollover';
import {
  dayBegins,
  hoursOn,
  isOpen,
  nextClose,
  nextOpening,
  spanAt,
} from '@assay/core/session/calendar';
import { dayHoursText, readDayHours } from '@assay/core/session/day-hours';
import { localTime } from '@assay/core/session/zone';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import type { Rule } from '@assay/platform/engine/machine';
import { expect, it } from 'vitest';
import { FeedsMachine } from './machine.ts';
import {
  CALENDAR_REFUSALS,
  DAY_NOTICE_MS,
  DAY_TAKEN_MS,
  hoursOfDate,
  refuseDays,
} from './rules/calendar-change.ts';
import { CALENDARS } from './rules/calendars.ts';
import { calendarOf, DATED_CALENDARS, PublishedDays } from './rules/index.ts';

const HOURS = ['', '00:00-24:00', '03:15-13:00', '00:00-09:30,18:00-24:00', '12:00-24:00'];
/** Clocks change in New York and in London within these weeks. */
const FIRST = dayOf('2026-10-12')!;
const DAYS = 42;
const THURSDAY = '2026-12-10';
const USUAL = '00:00-17:00,18:00-24:00';
const BEGINS = Date.parse('2026-12-10T05:00Z');

it('FEED-075 a published day has its own hours and every other day those of the week, by the minute, wherever sessions are asked for', () => {
  const dice = createDice(75);
  for (const name of DATED_CALENDARS) {
    const usual = CALENDARS[name];
    const own = new Map<number, string | null>();
    const days = new PublishedDays();
    for (let n = 0; n < 12; n += 1) {
      const day = FIRST + dice.int(2, DAYS - 10);
      const hours = dice.int(0, 5) === 0 ? null : dice.pick(HOURS);
      own.set(day, hours);
      days.set({ calendar: name, date: dateOf(day), hours });
    }
    const calendar = days.calendar(name);
    const isDue = (at: number) => {
      const local = localTime(usual.zone, at);
      const day = Math.floor(local / DAY);
      const hours = own.get(day) ?? null;
      if (hours === null) return isOpen(usual, at);
      const minute = (local - day * DAY) / MINUTE;
      return readDayHours(hours)!.some(({ from, to }) => minute >= from && minute < to);
    };
    let [at, opensAt] = [FIRST * DAY, -1];
    let was = isDue(at);
    for (; at < (FIRST + DAYS) * DAY; at += 5 * MINUTE) {
      const is = isDue(at);
      if (isOpen(calendar, at) !== is) expect.unreachable(`${name} ${new Date(at).toISOString()}`);
      if (is === was) continue;
      const next = is ? nextOpening(calendar, at - 1) : nextClose(calendar, at - 1);
      expect(next).toBe(at);
      if (!is && opensAt >= 0) {
        for (const inside of [opensAt, at - 1]) {
          expect(spanAt(calendar, inside)).toEqual({ opensAt, closesAt: at });
        }
        expect(spanAt(calendar, at)).toBeNull();
      }
      if (is) opensAt = at;
      was = is;
    }
    for (const [day, hours] of own) {
      const text = dayHoursText(hoursOn(calendar, day));
      expect(text).toBe(hours ?? dayHoursText(hoursOn(usual, day)));
      expect(localTime(usual.zone, dayBegins(calendar, day))).toBe(day * DAY);
    }
  }
});

it('FEED-075 as usual again is the calendar as it was, and no other calendar has a day of one', () => {
  const days = new PublishedDays([{ calendar: 'metals', date: THURSDAY, hours: '' }]);
  expect(days.of('XAU-USD')).not.toBe(calendarOf('XAU-USD'));
  for (const index of ['EUR-USD', 'BRENT-USD', 'WTI-USD', 'BTC-USDT']) {
    expect(days.of(index)).toBe(calendarOf(index));
  }
  days.set({ calendar: 'metals', date: THURSDAY, hours: null });
  expect(days.of('XAU-USD')).toBe(calendarOf('XAU-USD'));
  days.set({ calendar: 'always', date: THURSDAY, hours: '' });
  expect(days.of('BTC-USDT')).toBe(calendarOf('BTC-USDT'));
});

it('FEED-076 hours are refused for the first reason that applies, with their date', () => {
  const now = BEGINS - DAY_NOTICE_MS;
  const change = { date: THURSDAY, before: USUAL, after: '' };
  const later = { date: '2026-12-11', before: '00:00-17:00', after: '00:00-12:00' };
  const closed = (from: string, days: number) =>
    Array.from({ length: days }, (_, n) => {
      const date = dateOf(dayOf(from)! + n);
      return { date, before: hoursOfDate(new PublishedDays(), 'metals', date)!, after: '' };
    }).filter(({ before }) => before !== '');
  const published = [{ calendar: 'metals', date: THURSDAY, hours: '' }];
  const refused = (calendar: string, changes: (typeof change | { after: null })[], at = now) =>
    refuseDays(calendar, changes as never, [], at);
  const table: [string, ReturnType<typeof refuseDays>][] = [
    ['unknownCalendar', refused('always', [change])],
    ['unknownCalendar', refused('nasdaq', [change])],
    ['badDate', refused('metals', [{ ...change, date: '2026-02-30' }])],
    ['badDate', refused('metals', [change, { ...change, after: '01:00-02:00' }])],
    ...['25:00-26:00', '10:00-09:00', '09:00-09:00', '01:00-03:00,02:00-04:00', 'closed', '9-10']
      .concat(['01:00-02:60', '01:00-02:00,02:00-03:00', '1:00-2:00'])
      .map((after) => ['badHours', refused('metals', [{ ...change, after }])] as never),
    ['changedMeanwhile', refused('metals', [{ ...change, before: '00:00-24:00' }])],
    ['changedMeanwhile', refuseDays('metals', [change], published, now)],
    ['unchanged', refused('metals', [{ ...change, after: USUAL }])],
    ['unchanged', refused('metals', [{ ...change, after: null } as never])],
    ['noticeTooShort', refused('metals', [change], now + 1)],
    ['noticeTooShort', refused('metals', [change], BEGINS + DAY)],
    ['noticeTooShort', refused('metals', [later, change], now + 1)],
    ['tooFarAhead', refused('metals', [change], BEGINS - 401 * DAY)],
    ['closedTooLong', refused('metals', closed('2026-12-07', 8), now - 5 * DAY)],
  ];
  expect(table.map(([, found]) => found?.refusal)).toEqual(table.map(([wanted]) => wanted));
  expect(new Set(table.map(([wanted]) => wanted))).toEqual(new Set(CALENDAR_REFUSALS));
  expect(table.at(-1)?.[1]?.detail).toEqual({ field: '2026-12-07' });
  expect(refused('metals', [change, later])).toBeNull();
  expect(refused('metals', closed('2026-12-07', 6), now - 5 * DAY)).toBeNull();
  expect(refuseDays('metals', [{ ...change, before: '', after: null }], published, now)).toBeNull();
});

it('FEED-077 an engine takes a day by a command, more than a day before it begins', () => {
  const machine = new FeedsMachine();
  const rule: Rule = machine.rules.setCalendarDay;
  const day = { calendar: 'metals', date: THURSDAY, hours: '' };
  const set = (body: object, at = BEGINS - DAY_TAKEN_MS, actor: number = OWNER.setup) =>
    rule({ ...day, ...body } as never, { seq: 7, at, actor });
  const inside = BEGINS + HOUR;
  const isDue = (of: FeedsMachine) => isOpen(of.hours.of('XAU-USD'), inside);
  expect([
    set({}, undefined, OWNER.feeds),
    set({}, undefined, 1000),
    ...[{ calendar: 'always' }, { calendar: 7 }, { date: '2026-13-01' }, { date: 5 }].map((bad) =>
      set(bad),
    ),
    ...[{ hours: 'x' }, { hours: undefined }, { hours: 3 }].map((bad) => set(bad)),
    set({}, BEGINS - DAY_TAKEN_MS + 1),
    set({}, BEGINS + DAY),
  ]).toEqual([
    ...Array(2).fill({ refusal: 'notAllowed' }),
    ...Array(7).fill({ refusal: 'badDay' }),
    ...Array(2).fill({ refusal: 'tooLate' }),
  ]);
  expect(isDue(machine)).toBe(true);
  expect(set({})).toEqual({ calendar: 'metals', date: THURSDAY });
  expect(isDue(machine)).toBe(false);
  const rows = (of: FeedsMachine) => {
    const lines: string[] = [];
    of.digest((line) => lines.push(line));
    return lines;
  };
  expect(rows(machine)).toEqual([`calendar_day "metals" "${THURSDAY}" "" 7`]);
  expect(set({ hours: null })).toEqual({ calendar: 'metals', date: THURSDAY });
  expect(isDue(machine)).toBe(true);
});
