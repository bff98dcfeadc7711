import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { CONVERTED, Pair, PLAIN } from './explore.suite.ts';

/** `CFD_STEPS=10000` is the long form. */
const STEPS = Number(process.env.CFD_STEPS ?? 350);

describe('machine and plain model', () => {
  const seen = new Map<string, number>();
  it.each([
    [1, 500, '2000', PLAIN],
    [2, 1, '2000', PLAIN],
    [3, 3, '4', PLAIN],
    [4, 500, '2', PLAIN],
    [5, 500, '2000', CONVERTED],
    [6, 1, '2000', CONVERTED],
    [7, 3, '4', CONVERTED],
    // A house without money, which takes some in between two slices of a tick.
    [1_003, 1, '2', PLAIN],
  ])(
    'CFDS-080 CFDS-125 CFDS-140 CFDS-142 CFDS-145 agree after every command, seed %i with slices of %i',
    (seed, slice, house, market) => {
      const dice = createDice(seed);
      const pair = new Pair(slice, house, market);
      for (let n = 0; n < STEPS; n += 1) pair.step(dice);
      for (const [what, count] of pair.outcomes) seen.set(what, (seen.get(what) ?? 0) + count);
    },
  );

  it('CFDS-080 every outcome was there', () => {
    for (const one of EXPECTED) expect(seen.get(one) ?? 0, one).toBeGreaterThan(0);
  });
});

const EXPECTED = [
  ...['closed closeOut', 'closed guaranteedStop', 'closed trailingStop', 'closed stopLoss'],
  ...['closed takeProfit', 'closed request', 'closed netting', 'ended expired', 'ended worsePrice'],
  ...['in danger by what converts alone', 'out of danger by what converts alone'],
  ...['kept another market', 'financed', 'placeCfdOrder notAvailable', 'ended insufficientBalance'],
];
