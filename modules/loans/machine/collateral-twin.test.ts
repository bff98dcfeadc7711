import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { CollateralPair } from './collateral.suite.ts';
import { COLLATERAL_BOUNDS } from './collateral-ticks.ts';

/** `COLLATERAL_STEPS=20000` is the long form. */
const STEPS = Number(process.env.COLLATERAL_STEPS ?? 700);

describe('machine and plain model of loans against collateral', () => {
  const seen = new Map<string, number>();
  it.each([
    [1, COLLATERAL_BOUNDS],
    [2, { looked: 1, changed: 1 }],
    [3, { looked: 2, changed: 3 }],
    [8, { looked: 5, changed: 2 }],
  ])('LOAN-074 LOAN-079 agree after every command, seed %i with bounds %o', (seed, bounds) => {
    const dice = createDice(seed);
    const pair = new CollateralPair(bounds);
    for (let n = 0; n < STEPS; n += 1) pair.step(dice);
    for (const [what, count] of pair.outcomes) seen.set(what, (seen.get(what) ?? 0) + count);
  });

  it('LOAN-079 every outcome was there', () => {
    for (const one of EXPECTED) expect(seen.get(one) ?? 0, one).toBeGreaterThan(0);
  });
});

const OPENED = [
  ...['', 'collateralClosed', 'loanTermsMoved', 'invalidAmount', 'noCollateralPrice'],
  ...['ltvTooHigh', 'insufficientCollateral', 'collateralSoldOut'],
];
const EXPECTED = [
  ...OPENED.map((refusal) => `openCollateralLoan ${refusal}`.trim()),
  ...['addCollateral', 'addCollateral insufficientCollateral', 'addCollateral unknownLoan'],
  ...['releaseCollateral', 'releaseCollateral ltvTooHigh', 'releaseCollateral noCollateralPrice'],
  ...['repayCollateralLoan', 'repayCollateralLoan insufficientToRepay'],
  ...['taken', 'short', 'more'],
];
