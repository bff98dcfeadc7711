// biome-ignore-all lint/style/noRestrictedGlobals: JavaScript's own calendar is the oracle here
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import {
  bucketEnd,
  bucketStart,
  DAY,
  INTERVALS,
  levelOf,
  longestOf,
  minuteOf,
} from './interval.ts';

const minute = (iso: string) => minuteOf(Date.parse(iso));
const iso = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);

describe('candle intervals', () => {
  const table: [(typeof INTERVALS)[number], string, string][] = [
    ['1m', '2026-11-20T13:37', '2026-11-20T13:38'],
    ['3m', '2026-11-20T13:36', '2026-11-20T13:39'],
    ['5m', '2026-11-20T13:35', '2026-11-20T13:40'],
    ['15m', '2026-11-20T13:30', '2026-11-20T13:45'],
    ['30m', '2026-11-20T13:30', '2026-11-20T14:00'],
    ['1h', '2026-11-20T13:00', '2026-11-20T14:00'],
    ['2h', '2026-11-20T12:00', '2026-11-20T14:00'],
    ['4h', '2026-11-20T12:00', '2026-11-20T16:00'],
    ['6h', '2026-11-20T12:00', '2026-11-20T18:00'],
    ['8h', '2026-11-20T08:00', '2026-11-20T16:00'],
    ['12h', '2026-11-20T12:00', '2026-11-21T00:00'],
    ['1d', '2026-11-20T00:00', '2026-11-21T00:00'],
    ['3d', '2026-11-18T00:00', '2026-11-21T00:00'],
    ['1w', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['1M', '2026-11-01T00:00', '2026-12-01T00:00'],
  ];
  it.each(table)('FEED-040 cuts %s at whole UTC times', (interval, start, end) => {
    const at = minute('2026-11-20T13:37:59Z');
    expect(iso(bucketStart(interval, at))).toBe(start);
    expect(iso(bucketEnd(interval, bucketStart(interval, at)))).toBe(end);
  });

  it('FEED-041 starts weeks on Monday and months on the first, leap years included', () => {
    const dice = createDice(5);
    for (let i = 0; i < 20_000; i += 1) {
      const at = dice.int(0, 140 * 366 * DAY);
      const date = new Date(at * 60_000);
      const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 60_000;
      const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 60_000;
      if (bucketStart('1M', at) !== month) expect(iso(bucketStart('1M', at))).toBe(iso(month));
      if (bucketEnd('1M', month) !== next) expect(iso(bucketEnd('1M', month))).toBe(iso(next));
      const week = new Date(bucketStart('1w', at) * 60_000);
      if (week.getUTCDay() !== 1) expect(iso(at)).toBe('on a Monday');
    }
  });

  it('FEED-113 by the clock of a zone an interval is that of UTC, moved by the offset', () => {
    const dice = createDice(7);
    for (const interval of INTERVALS) {
      for (const offset of [480, -720, 840, 345, -210]) {
        for (let i = 0; i < 200; i += 1) {
          const at = dice.int(DAY, 80 * 366 * DAY);
          const start = bucketStart(interval, at, offset);
          const ends = [start, bucketEnd(interval, start, offset)];
          const utc = bucketStart(interval, at + offset);
          expect(ends).toEqual([utc - offset, bucketEnd(interval, utc) - offset]);
          const level = levelOf(interval, offset);
          expect([start % level, longestOf(interval) % level]).toEqual([0, 0]);
        }
      }
    }
  });

  it('FEED-042 holds every minute in exactly one candle of each interval', () => {
    const dice = createDice(6);
    for (const interval of INTERVALS) {
      for (let i = 0; i < 2_000; i += 1) {
        const at = dice.int(0, 80 * 366 * DAY);
        const start = bucketStart(interval, at);
        const end = bucketEnd(interval, start);
        const inside = start <= at && at < end && end - start <= longestOf(interval);
        const meets =
          bucketStart(interval, end) === end && bucketStart(interval, end - 1) === start;
        if (!inside || !meets) expect(`${interval} ${iso(at)}`).toBe('in one candle');
      }
    }
  });

  it('FEED-043 folds each interval from a stored level that divides it', () => {
    const levels = Object.fromEntries(INTERVALS.map((interval) => [interval, levelOf(interval)]));
    expect(levels).toEqual({
      ...{ '1m': 1, '3m': 1, '5m': 1, '15m': 15, '30m': 15, '1h': 60, '2h': 60, '4h': 60 },
      ...{ '6h': 60, '8h': 60, '12h': 60, '1d': 1440, '3d': 1440, '1w': 1440, '1M': 1440 },
    });
  });
});
