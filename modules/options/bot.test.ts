import { amountsOf } from '@assay/core/option/payout';
import { resultOf, trimmedMean, windowOf } from '@assay/core/option/window';
import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';

/** Half a second each: a tick of the log is every second one. */
const AHEAD = 1;
const TERM_MS = 30_000;
const COUNT = 100_000;

it('OPTN-043 whoever sees prices 500 ms ahead earns nothing: the entry is the next tick', () => {
  const dice = createDice(500);
  const { payout, cost, stake } = amountsOf(100, 850_000, 0);
  const steps = TERM_MS / 500;
  const inWindow = windowOf(TERM_MS) / 500;
  let [sum, squares, naive] = [0, 0, 0];
  for (let i = 0; i < COUNT; i += 1) {
    // A walk without drift; where it begins between two ticks is the bot's choice.
    const path = [1_000_000n];
    for (let step = 0; step < steps + 2; step += 1) {
      path.push(path[step]! + BigInt(dice.int(-50, 50)));
    }
    const direction = path[AHEAD]! > path[0]! ? 'up' : 'down';
    const entry = path[1 + (i % 2)]!;
    const window = path.filter((_, at) => at > steps - inWindow && at <= steps && at % 2 === 0);
    const exit = trimmedMean(window);
    const paid = { won: payout, lost: 0, tied: stake }[resultOf(direction, entry, exit)];
    const gain = paid - cost;
    sum += gain;
    squares += gain * gain;
    naive += { won: payout, lost: 0, tied: stake }[resultOf(direction, path[0]!, exit)] - cost;
  }
  const mean = sum / COUNT;
  const error = Math.sqrt(squares / COUNT - mean * mean) / Math.sqrt(COUNT);
  expect(mean + 1.96 * error).toBeLessThan(0);
  // Had the entry been the price that everybody sees, the same bot would do better.
  expect(naive / COUNT).toBeGreaterThan(mean + 1.96 * error);
});
