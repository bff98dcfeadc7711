import { HOUR, MINUTE } from '@assay/core/time';
import type { Clock } from '../clock.ts';
import { EngineUnavailable } from './status.ts';

/** What the clock may gain on the time that has passed: corrections, and seasons set by hand. */
const BOUND_MS = HOUR;
/** A clock that has moved by less is not looked at. */
const LOOK_MS = MINUTE;

const AHEAD = 'the clock is far ahead of what it was; set it right, or restart to accept it';

/**
 * The time of an engine, which it keeps for good once something is decided at it. A clock that is
 * set far ahead while the server runs is not believed: there is no time until it is right again, or
 * until an operator restarts the server.
 */
export class SteadyTime {
  readonly #clock: Clock;
  /** The latest that the clock was, by itself; and where it was looked at. */
  #known: { readonly at: number; readonly up: number };
  #lookedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#known = { at: clock.now(), up: clock.upMs?.() ?? 0 };
    this.#lookedAt = this.#known.at;
  }

  /** @throws EngineUnavailable while the clock is too far ahead */
  now(): number {
    const at = this.#clock.now();
    if (this.#isAhead(at)) throw new EngineUnavailable(AHEAD);
    return at;
  }

  /** What keeps the engine from deciding, for people; '' for nothing. */
  get trouble(): string {
    return this.#isAhead(this.#clock.now()) ? AHEAD : '';
  }

  #isAhead(at: number): boolean {
    if (this.#clock.upMs === undefined || Math.abs(at - this.#lookedAt) < LOOK_MS) return false;
    const up = this.#clock.upMs();
    const expected = this.#known.at + up - this.#known.up;
    if (at > expected + BOUND_MS) return true;
    // A clock that was set back may come back to where it would have been.
    if (at > expected) this.#known = { at, up };
    this.#lookedAt = at;
    return false;
  }
}
