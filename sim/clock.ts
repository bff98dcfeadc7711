import type { Dice } from '@assay/core/testing/dice';
import { type Clock, settableClock } from '@assay/platform/clock';
import type { Loop } from './loop.ts';

const DAY_MS = 86_400_000;
const START_AT = 1_763_640_000_000;
/** Where ticks are followed, schedules begin a little before what is special about sessions. */
const STARTS = [
  '2025-11-19T21:59:20Z', // a night of three
  ...['2025-11-21T21:59:00Z', '2025-11-23T22:58:30Z'], // a close and an opening
  ...['2025-11-02T20:59:00Z', '2026-03-08T20:58:00Z'], // New York has just changed its clocks
  ...['2025-10-31T20:30:00Z', '2026-03-06T21:58:00Z'], // the Fridays before
  ...['2025-12-24T18:44:00Z', '2026-02-10T12:00:00Z'], // an early close, and nothing at all
].map(Date.parse);
/** How the clock leaps there: work that takes its time, pauses of people, days of downtime. */
const SHORT_MS = [200, 900, 1_000, 1_000, 1_000, 2_500, 6_000, 12_000, 31_000, 61_000];
const LONG_MS = [3_600_000, 5 * 3_600_000, DAY_MS, 2 * DAY_MS + 3_600_000];

/** The wall clock of the simulated machines: it goes with virtual time, and jumps. */
export class WallClock implements Clock {
  readonly #loop: Loop;
  readonly #start: Clock;
  #skewMs = 0;
  /** The latest that it has shown. */
  #latest = 0;

  /** `follows`: parts of the schedule live by ticks. */
  constructor(loop: Loop, seed: number, follows: boolean) {
    this.#loop = loop;
    this.#start = settableClock(follows ? STARTS[seed % STARTS.length]! : START_AT);
  }

  now(): number {
    const now = this.#start.now() + Math.floor(this.#loop.now) + this.#skewMs;
    this.#latest = Math.max(this.#latest, now);
    return now;
  }

  /** Somebody has set it. */
  jump(dice: Dice): void {
    this.#skewMs += dice.pick([-1_000, -3 * DAY_MS, 3 * DAY_MS, -1, 7_000]);
  }

  /** Time has passed of which nothing is simulated. */
  leap(dice: Dice): void {
    this.#skewMs += dice.pick(dice.int(0, 11) === 0 ? LONG_MS : SHORT_MS);
  }

  advance(ms: number): void {
    this.#skewMs += ms;
  }

  /** A day after all that it has ever shown. */
  outlast(): void {
    this.advance(this.#latest - this.now() + DAY_MS);
  }
}
