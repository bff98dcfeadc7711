import { expect, it } from 'vitest';
import { longestOf } from './limits.ts';

it('UI-1500 of what stands in the way for the same reason only what ends last is shown', () => {
  const hold = (expiresAt: number | null) => ({ kind: 'withdrawalHold', expiresAt });
  const stop = { kind: 'everybody', expiresAt: 5 };
  expect(longestOf([hold(1), stop, hold(3), hold(2)])).toEqual([hold(3), stop]);
  expect(longestOf([hold(null), hold(9)])).toEqual([hold(null)]);
  expect(longestOf([])).toEqual([]);
});
