import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { describe, expect, it, vi } from 'vitest';
import { at, NOON, rules, shown } from '../testing/situations.ts';
import { SHIPPED, termsOf, type Window } from './document.ts';
import { closesAt, countOfDay, isOpen, opensAt, slotAt } from './window.ts';
import { localTime, moveBetween, nextDay, offsetOf } from './zone.ts';

const HONG_KONG = 'Asia/Hong_Kong';
const { windows } = termsOf([SHIPPED]);

describe('the window of withdrawals', () => {
  it.each([
    ['2026-11-24T00:00:00.000', false],
    ['2026-11-24T11:59:59.999', false],
    ['2026-11-24T12:00:00.000', true],
    ['2026-11-24T23:59:59.999', true],
    ['2026-11-25T00:00:00.000', false],
    ['2024-02-29T12:00:00.000', true],
    ['2026-12-31T23:59:59.999', true],
    ['2027-01-01T00:00:00.000', false],
  ])('WDRL-033 at %s in Hong Kong it is open: %s', (local, isOpenThen) => {
    expect(isOpen(windows, at(`${local}+08:00`))).toBe(isOpenThen);
  });

  it('WDRL-033 opens at noon, closes at midnight, and says both ahead', () => {
    expect(at('2026-11-24T12:00:00+08:00')).toBe(NOON);
    const midnight = NOON + 12 * HOUR;
    expect([opensAt(windows, NOON - 1), opensAt(windows, NOON)]).toEqual([NOON, NOON]);
    expect(opensAt(windows, midnight)).toBe(NOON + DAY);
    expect([closesAt(windows, NOON), closesAt(windows, midnight - 1)]).toEqual([
      ...[midnight, midnight],
    ]);
    expect(closesAt(windows, midnight)).toBe(midnight);
  });

  it('WDRL-033 a window of all hours is always open, and one of two zones while one of them is', () => {
    const all = termsOf([rules({ windowFrom: 0, windowUntil: 1440 })]).windows;
    expect([opensAt(all, NOON - 1), closesAt(all, NOON)]).toEqual([NOON - 1, null]);
    const two = termsOf([SHIPPED, rules({ zone: 'UTC' })]).windows;
    const open = Array.from({ length: 24 }, (_, hour) => isOpen(two, NOON + hour * HOUR));
    expect(open.filter(Boolean)).toHaveLength(20);
    expect(closesAt(two, NOON)).toBe(at('2026-11-25T00:00:00Z'));
    expect(opensAt(two, at('2026-11-25T00:00:00Z'))).toBe(NOON + DAY);
  });
});

/** Days on which clocks are moved: by an hour, by half of one, at midnight, over a whole day. */
const MOVES: readonly (readonly [zone: string, from: string])[] = [
  ['Europe/Berlin', '2026-03-28T00:00Z'],
  ['Europe/Berlin', '2026-10-24T00:00Z'],
  ['America/New_York', '2026-03-07T00:00Z'],
  ['America/New_York', '2026-10-31T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-02T00:00Z'],
  ['Africa/Cairo', '2026-04-22T00:00Z'],
  ['Africa/Cairo', '2026-10-28T00:00Z'],
  ['America/Sao_Paulo', '2018-11-03T00:00Z'],
  ['America/Sao_Paulo', '2019-02-16T00:00Z'],
  ['Asia/Beirut', '2022-03-26T00:00Z'],
  ['Pacific/Apia', '2011-12-29T00:00Z'],
  ['Asia/Pyongyang', '2015-08-14T00:00Z'],
  ['Asia/Kathmandu', '2026-05-05T00:00Z'],
  [HONG_KONG, '1979-05-12T00:00Z'],
];

describe('clocks of any zone', () => {
  it('WDRL-034 show what a calendar shows, over a hundred and thirty years', () => {
    const dice = createDice(14);
    for (let round = 0; round < 500; round += 1) {
      const [zone] = dice.pick(MOVES);
      const instant = dice.int(0, 4_000_000) * MINUTE + dice.int(0, 59_999);
      const { day, ofDay } = localTime(zone, instant);
      expect(`${day} ${shown('UTC', ofDay).slice(11)}`).toBe(shown(zone, instant));
      expect(shown(zone, instant)).toBe(shown('UTC', instant + offsetOf(zone, instant)));
    }
  });

  it.each(MOVES)('WDRL-034 in %s from %s on windows open and close as by a watch', (zone, from) => {
    const dice = createDice(from.length + zone.length);
    const start = at(from);
    const ofDay = Array.from({ length: 5 * 1440 }, (_, n) => {
      return localTime(zone, start + n * MINUTE).ofDay;
    });
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [dice.int(0, 47) * 30, dice.int(1, 48) * 30];
      const window: Window = { from: Math.min(a, b), until: Math.max(a + 30, b), zone };
      const minutes = ofDay.map((ms) => ms >= window.from * MINUTE && ms < window.until * MINUTE);
      for (let n = 0; n < 2 * 1440; n += dice.int(1, 200)) {
        const instant = start + n * MINUTE;
        expect(isOpen([window], instant)).toBe(minutes[n]);
        const opens = minutes.indexOf(true, n);
        expect(opensAt([window], instant)).toBe(start + opens * MINUTE);
        const closes = minutes.indexOf(false, n);
        const whole = window.from === 0 && window.until === 1440;
        expect(closesAt([window], instant)).toBe(whole ? null : start + closes * MINUTE);
      }
    }
  });

  it.each(MOVES)(
    'WDRL-034 in %s from %s on the next day begins where its date does',
    (zone, from) => {
      const start = at(from);
      const days = Array.from(
        { length: 5 * 1440 },
        (_, n) => localTime(zone, start + n * MINUTE).day,
      );
      for (let n = 0; n < 2 * 1440; n += 47) {
        const today = days[n] ?? '';
        const next = days.findIndex((day, index) => index > n && day > today);
        expect(nextDay(zone, start + n * MINUTE)).toBe(start + next * MINUTE);
      }
    },
  );

  it('WDRL-034 a move is found to the millisecond, and where there is none none', () => {
    const moved = at('2026-03-29T01:00:00Z');
    expect(moveBetween('Europe/Berlin', moved - 1, moved)).toBe(moved);
    expect(moveBetween('Europe/Berlin', moved - DAY, moved + HOUR)).toBe(moved);
    expect(moveBetween('Europe/Berlin', moved, moved + DAY)).toBeNull();
    expect(moveBetween('Europe/Berlin', moved - DAY, moved - 1)).toBeNull();
    expect(() => localTime('Mars/Olympus', NOON)).toThrow(RangeError);
  });
});

describe('so many a day', () => {
  const terms = termsOf([SHIPPED]);

  it('WDRL-035 counts by the days of the zone of the rules', () => {
    const last = at('2026-11-24T23:59:59.999+08:00');
    const first = at('2026-11-25T00:00:00+08:00');
    expect(countOfDay(HONG_KONG, [NOON, last, first], NOON)).toEqual({
      ...{ count: 2, resetsAt: first },
    });
    expect(countOfDay(HONG_KONG, [NOON, last, first], first).count).toBe(1);
  });

  it('WDRL-035 the third of a day has the next day’s first place, and so on', () => {
    expect(slotAt(terms, [], NOON)).toBe(NOON);
    expect(slotAt(terms, [NOON], NOON + 5)).toBe(NOON + 5);
    expect(slotAt(terms, [NOON, NOON + 1], NOON + 5)).toBe(NOON + DAY);
    const tomorrow = NOON + DAY;
    expect(slotAt(terms, [NOON, NOON + 1, tomorrow, tomorrow], NOON + 5)).toBe(NOON + 2 * DAY);
  });

  it('WDRL-035 a clock that is put back gives nobody two more', () => {
    const accepted = [NOON + DAY, NOON + DAY + 1];
    expect(slotAt(terms, accepted, NOON)).toBe(NOON + 2 * DAY);
    expect(slotAt(terms, [NOON - DAY, NOON - DAY], NOON)).toBe(NOON);
  });

  it('WDRL-035 where the zone was changed, the days of either may have room', () => {
    const both = termsOf([SHIPPED, rules({ zone: 'America/New_York', windowFrom: 0 })]);
    const early = at('2026-11-24T12:30:00+08:00');
    const accepted = [early, early + 1];
    const later = at('2026-11-24T14:00:00+08:00');
    expect(slotAt(both, accepted, later)).toBe(later);
    expect(localTime('America/New_York', later).day).toBe('2026-11-24');
  });
});

it('WDRL-045 a day with room is found without walking the days before it', () => {
  const far = at('2099-06-01T05:00:00Z');
  const terms = termsOf([SHIPPED, rules({ zone: 'Europe/Berlin', perDay: 1 })]);
  const looks = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  try {
    const slot = slotAt(terms, [far, far + 1, NOON], NOON);
    expect(looks.mock.calls.length).toBeLessThan(200);
    // Midnight in Hong Kong, when Berlin's window is open.
    expect(slot).toBe(at('2099-06-01T16:00:00Z'));
    expect(slotAt(terms, [far, NOON], NOON)).toBe(NOON + 12 * HOUR);
  } finally {
    looks.mockRestore();
  }
});

it('WDRL-045 the day that is found is the one to which a walk comes', () => {
  const dice = createDice(45);
  const zones = [HONG_KONG, 'Europe/Berlin', 'America/Sao_Paulo', 'UTC'];
  const hasRoomAt = (terms: ReturnType<typeof termsOf>, all: readonly number[], then: number) =>
    slotAt(terms, all, then) === then;
  for (let round = 0; round < 200; round += 1) {
    const terms = termsOf([
      ...[0, 1].map(() => rules({ zone: dice.pick(zones), perDay: dice.int(1, 3) })),
    ]);
    const all = Array.from({ length: dice.int(0, 8) }, () => NOON + dice.int(-48, 240) * HOUR);
    let walked = opensAt(terms.windows, NOON);
    while (!hasRoomAt(terms, all, walked)) {
      const days = terms.windows.map(({ zone }) => nextDay(zone, walked));
      walked = opensAt(terms.windows, Math.min(...days));
    }
    expect(slotAt(terms, all, NOON)).toBe(walked);
  }
});
