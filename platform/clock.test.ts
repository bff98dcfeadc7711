import { expect, test } from 'vitest';
import { settableClock, systemClock } from './clock.ts';

test('OPSX-041 a settable clock stands still until it is set', () => {
  const clock = settableClock(1000);
  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.advance(5);
  expect(clock.now()).toBe(1005);
  clock.set(7);
  expect(clock.now()).toBe(7);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
});
