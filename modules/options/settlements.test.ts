import { expect, it } from 'vitest';
import { compare } from './testing/settlements.ts';

/** Random rounds of options; `RULE_RUNS=10000` for its long form. */
const RUNS = Number(process.env.RULE_RUNS ?? 1_000);

it(
  'OPTN-093 what is in escrow covers every claim, and each option ends once, at its second, as its ticks counted by hand say',
  () => {
    for (let done = 0; done < RUNS; done += 100) {
      expect([done, compare(done + 1, Math.min(100, RUNS - done))]).toEqual([done, null]);
    }
  },
  60_000 + RUNS * 60,
);
