import { expect, it } from 'vitest';
import { path } from './paths.ts';

/** `npx tsx sim/house-pays.ts` plays 10,000. */
const PATHS = 200;

it(`SIMU-050 the house pays at once in ${PATHS} paths with gaps and crowds on one side`, () => {
  const sums = { options: 0, contracts: 0, refused: 0, owed: 0 };
  for (let seed = 1; seed <= PATHS; seed += 1) {
    const { short, options, contracts, refused, owed } = path(seed);
    expect(short, `path ${seed}`).toEqual([]);
    sums.options += options;
    sums.contracts += contracts;
    sums.refused += refused;
    sums.owed += owed;
  }
  // Much was sold, much was refused because the house could not have paid, and what goes beyond
  // the published move is owed and nothing else.
  expect(Math.min(sums.options, sums.contracts, sums.refused, sums.owed)).toBeGreaterThan(
    PATHS / 10,
  );
}, 300_000);
