import { amountsOf } from '@assay/core/option/payout';
import { expiryOf, resultOf, trimmedMean, windowOf } from '@assay/core/option/window';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { OPTION_MARKETS } from './listings.ts';

const SHIPPED = OPTION_MARKETS[0]!;
const { payoutPpm, termMs } = SHIPPED.rates[0]!;
const STEP_MS = 250;
/** The bot sees what a venue will say so much later. */
const AHEAD_MS = 500;
/** Venues are asked this often: the index is up to so old. */
const POLL_MS = 2_000;
/** A tick; the order comes just before it. */
const TICK_AT = 4_000;
const ACCEPTED_AT = TICK_AT - 20;
const EXPIRES_AT = expiryOf(ACCEPTED_AT, termMs);
const MOVE = 50;
/** The standard deviation of what a price goes between two polls. */
const SIGMA = Math.sqrt((MOVE * (MOVE + 1) * POLL_MS) / (3 * STEP_MS));
/** Not every walk has a move to bet on: 100,000 options without a least move. */
const COUNT = 101_000;

/** A walk without drift, and the index as it is made of it. */
class Walk {
  readonly #path = [1_000_000];
  readonly #phase: number;

  constructor(dice: Dice) {
    this.#phase = dice.int(0, POLL_MS / STEP_MS - 1) * STEP_MS;
    for (let at = 0; at < EXPIRES_AT; at += STEP_MS) {
      this.#path.push(this.#path.at(-1)! + dice.int(-MOVE, MOVE));
    }
  }

  venue(at: number): number {
    return this.#path[at / STEP_MS]!;
  }

  /** What the last poll has found. */
  index(at: number): number {
    return this.venue(at - ((at + this.#phase) % POLL_MS));
  }
}

/** Gain in shares of the stake with its 95 % interval, of a bot that bets only on large moves. */
function play(tickDelayMs: number, leastMove: number) {
  const dice = createDice(500);
  const { payout, cost, stake } = amountsOf(100, payoutPpm, SHIPPED.feePpm);
  const ticks = Array.from({ length: EXPIRES_AT / SHIPPED.tickMs }, (_, i) => {
    return (i + 1) * SHIPPED.tickMs;
  });
  const entryAt = ticks.find((at) => at > ACCEPTED_AT + tickDelayMs)!;
  const window = ticks.filter((at) => at > EXPIRES_AT - windowOf(termMs));
  let [count, sum, squares] = [0, 0, 0];
  for (let i = 0; i < COUNT; i += 1) {
    const walk = new Walk(dice);
    const move = walk.venue(TICK_AT + AHEAD_MS) - walk.index(TICK_AT);
    if (move === 0 || Math.abs(move) < leastMove) continue;
    const exit = trimmedMean(window.map((at) => BigInt(walk.index(at))));
    const result = resultOf(move > 0 ? 'up' : 'down', BigInt(walk.index(entryAt)), exit);
    const gain = { won: payout, lost: 0, tied: stake }[result] - cost;
    count += 1;
    sum += gain / stake;
    squares += (gain / stake) ** 2;
  }
  const mean = sum / count;
  const error = (1.96 * Math.sqrt(squares / count - mean * mean)) / Math.sqrt(count);
  return { least: mean - error, most: mean + error };
}

it.each([0, 1, 2])(
  'OPTN-043 whoever sees prices 500 ms ahead of an index that is up to 2 s old, and orders just before a tick after moves of %i sigma, earns nothing: no tick counts that was known then',
  (sigmas) => {
    const delay = SHIPPED.tickDelayMs ?? 0;
    expect(play(delay, sigmas * SIGMA).most).toBeLessThan(0);
    // Without the delay the entry would be a price that everybody can know.
    expect(play(0, sigmas * SIGMA).least).toBeGreaterThan(0);
  },
);
