import { expect, it } from 'vitest';
import { alarmsOf, crowdMilliSigma, isAlarming } from './statistics.ts';

const day = (crowdRight: number, crowdWrong: number) => ({
  ...{ market: 'BTCUSDT-OPT', day: 20_000, won: 1, crowdRight, crowdWrong },
});

it('OPTN-088 four standard deviations of the windows of a day are an alarm, whichever side was right, and less is none', () => {
  // Of 400 windows the deviation is 20: 240 to 160 is four of them.
  expect([240, 239, 160, 161].map((n) => isAlarming(day(n, 400 - n)))).toEqual([
    ...[true, false, true, false],
  ]);
  expect([240, 160].map((n) => crowdMilliSigma(day(n, 400 - n)))).toEqual([4_000, -4_000]);
  // Fifteen windows cannot be four deviations apart, sixteen of one side are.
  expect([15, 16].map((n) => isAlarming(day(n, 0)))).toEqual([false, true]);
  expect(isAlarming(day(0, 0))).toBe(false);
});

it('OPTN-088 staff read which days of which markets raise one', () => {
  expect(alarmsOf([day(200, 200), day(0, 16), day(260, 140)])).toEqual([
    { market: 'BTCUSDT-OPT', day: 20_000, milliSigma: -4_000 },
    { market: 'BTCUSDT-OPT', day: 20_000, milliSigma: 6_000 },
  ]);
});
