import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { Pair } from './explore.suite.ts';

/** `LOAN_STEPS=10000` is the long form. */
const STEPS = Number(process.env.LOAN_STEPS ?? 600);

describe('machine and plain model', () => {
  const seen = new Map<string, number>();
  it.each([
    [1, 500],
    [2, 1],
    [3, 7],
  ])('LOAN-020 agree after every command, seed %i with slices of %i', (seed, slice) => {
    const dice = createDice(seed);
    const pair = new Pair(slice);
    for (let n = 0; n < STEPS; n += 1) pair.step(dice);
    for (const [what, count] of pair.outcomes) seen.set(what, (seen.get(what) ?? 0) + count);
  });

  it('LOAN-020 every outcome was there', () => {
    for (const one of EXPECTED) expect(seen.get(one) ?? 0, one).toBeGreaterThan(0);
  });
});

const EXPECTED = [
  ...[
    'offerLoan',
    'offerLoan lendingPoolShort',
    'offerLoan tooManyLoans',
    'offerLoan invalidAmount',
  ],
  ...['signLoan', 'signLoan loanOfferOver', 'signLoan wrongLoanState', 'endLoanOffer'],
  ...[
    'endLoanOffer tooEarly',
    'repayLoan',
    'repayLoan insufficientToRepay',
    'repayLoan unknownLoan',
  ],
  ...['creditRepayment', 'writeOffLoan', 'writeOffLoan loanNotOverdue', 'repayLoan invalidAmount'],
];
