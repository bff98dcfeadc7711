import os from 'node:os';

/** Milliseconds since 1970-01-01T00:00:00Z. Wall time is data and never controls the program. */
export interface Clock {
  now(): number;
  /**
   * Milliseconds since the machine started, asleep or not, which nobody sets: to tell time that has
   * passed from a clock that was set. Without it nothing is known of that.
   */
  upMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), upMs: () => os.uptime() * 1000 };

export interface SettableClock extends Clock {
  set(at: number): void;
  advance(ms: number): void;
}

/** A clock that only moves when it is set: for tests and the simulator. */
export function settableClock(startAt: number): SettableClock {
  let at = startAt;
  return {
    now: () => at,
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
