/**
 * Seeded dice for tests, benches and the simulator: the same seed gives the same throws on every
 * machine, so a failure is repeated by its seed alone.
 */
export interface Dice {
  /** A number in [0, 1), in steps of 2^-32. */
  next(): number;
  /** A whole number from `low` to `high`, both included; the range spans at most 2^32 numbers. */
  int(low: number, high: number): number;
  /** One of `items`, each equally likely. Throws when there is none to pick. */
  pick<T>(items: readonly T[]): T;
}

/**
 * Dice by mulberry32: 32 bits of state, a full period, and good enough for tests. Not for secrets.
 */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  function int(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1));
  }
  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('pick: nothing to pick from');
    return items[int(0, items.length - 1)] as T;
  }
  return { next, int, pick };
}
