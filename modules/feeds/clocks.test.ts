import {
  clockChanges,
  dayNumber,
  instantsOf,
  localTime,
  offsetAt,
  yearOf,
  ZONE_NAMES,
  type ZoneName,
} from '@assay/core/session/zone';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { expect, it } from 'vitest';

/** What the database of zones says that a clock shows, as if it were UTC. */
function clockOf(zone: ZoneName) {
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: two },
    ...{ day: two, hour: two, minute: two, second: two },
  });
  return (at: number) => {
    const parts = format.formatToParts(at);
    const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    const date = [part('year'), part('month') - 1, part('day')] as const;
    return Date.UTC(...date, part('hour'), part('minute'), part('second'));
  };
}

it('SESS-010 clocks are those of the IANA database from 2007 to 2036, to the minute of changes', () => {
  for (const zone of ZONE_NAMES) {
    const clock = clockOf(zone);
    for (let year = 2007; year <= 2036; year += 1) {
      for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 13 * DAY + HOUR) {
        expect(localTime(zone, at), `${zone} ${new Date(at).toISOString()}`).toBe(clock(at));
      }
      for (const change of clockChanges(zone, year) ?? []) {
        for (const at of [change - MINUTE, change - 1, change, change + MINUTE]) {
          const whole = Math.floor(at / 1_000) * 1_000;
          expect(localTime(zone, whole), new Date(at).toISOString()).toBe(clock(whole));
        }
        expect(Math.abs(offsetAt(zone, change) - offsetAt(zone, change - 1))).toBe(HOUR);
      }
    }
  }
});

it('SESS-011 a local time that is skipped is never, one that is repeated is twice', () => {
  const local = (text: string) => Date.parse(`${text}Z`);
  const zone = 'America/New_York';
  expect(instantsOf(zone, local('2026-03-08T02:30:00'))).toEqual([]);
  const twice = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((text) => Date.parse(text));
  expect(instantsOf(zone, local('2026-11-01T01:30:00'))).toEqual(twice);
  const once = [Date.parse('2026-07-01T21:00:00Z')];
  expect(instantsOf(zone, local('2026-07-01T17:00:00'))).toEqual(once);
  expect(instantsOf('Europe/London', local('2026-03-29T01:30:00'))).toEqual([]);
});

it('SESS-012 days and years are those of the calendar', () => {
  for (let year = 1970; year <= 2400; year += 1) {
    for (const [month, day] of [
      [1, 1],
      [2, 28],
      [2, 29],
      [3, 1],
      [12, 31],
      [13, 1],
    ] as const) {
      const at = Date.UTC(year, month - 1, day);
      expect(dayNumber(year, month, day)).toBe(at / DAY);
      expect(yearOf(at)).toBe(new Date(at).getUTCFullYear());
      expect(yearOf(at - 1)).toBe(new Date(at - 1).getUTCFullYear());
    }
  }
});
