/**
 * Integer arithmetic with a named direction. Every division of money states how it rounds and in
 * whose favour; no function returns a fraction.
 */

const PPM = 1_000_000;

/**
 * Thrown when an invariant is broken: a programmer's error or a corrupted state. The engine stops.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws BrokenInvariant when `holds` is false, also in production: halting beats being wrong. */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new BrokenInvariant(what);
}

/** The smaller of two, for bigints, which Math.min does not take. */
export function lesser(one: bigint, other: bigint): bigint {
  if (other < one) return other;
  return one;
}

/** The larger of two. */
export function larger(one: bigint, other: bigint): bigint {
  if (other > one) return other;
  return one;
}

/** a*b/d rounded down, exact for bigints of any size; d > 0, a*b >= 0. */
export function mulDivFloor(a: bigint, b: bigint, d: bigint): bigint {
  return (a * b) / d;
}

/** a*b/d rounded up, exact for bigints of any size; d > 0, a*b >= 0. */
export function mulDivCeil(a: bigint, b: bigint, d: bigint): bigint {
  return (a * b + d - 1n) / d;
}

/**
 * amount / size if that is whole, else -1; safe integers, amount >= 0, size > 0. A quotient that is
 * not whole is at least 1/size away from every whole number, and rounding to a double moves it by
 * less, so it never becomes whole. (The remainder of two doubles takes ten times as long.)
 */
export function wholeQuotient(amount: number, size: number): number {
  const quotient = amount / size;
  return Math.floor(quotient) === quotient ? quotient : -1;
}

/**
 * Safe-integer amount x ppm, rounded up, without leaving the safe range: amount <= 2^53-1, ppm <=
 * 10^6.
 */
export function ppmCeil(amount: number, ppm: number): number {
  const whole = Math.floor(amount / PPM);
  return whole * ppm + Math.ceil(((amount - whole * PPM) * ppm) / PPM);
}

/** Safe-integer amount x ppm, rounded down; the same bounds as ppmCeil. */
export function ppmFloor(amount: number, ppm: number): number {
  const whole = Math.floor(amount / PPM);
  return whole * ppm + Math.floor(((amount - whole * PPM) * ppm) / PPM);
}

/**
 * A running sum of amount x ppm, charged in whole units: after each charge the total charged is the
 * exact sum rounded up and the total earned is the exact sum rounded down, so that splitting an
 * order into many fills changes its fee by at most one unit.
 * `fraction` is the part of the exact sum below one unit, in millionths (0 <= fraction < 10^6).
 */
export interface PpmCharge {
  readonly charged: number;
  readonly earned: number;
  readonly fraction: number;
}

/**
 * Adds amount x ppm to a running sum with the given `fraction`; returns what this step charges and
 * earns.
 */
export function chargePpm(amount: number, ppm: number, fraction: number): PpmCharge {
  const whole = Math.floor(amount / PPM);
  const rest = (amount - whole * PPM) * ppm + fraction;
  const carried = Math.floor(rest / PPM);
  const after = rest - carried * PPM;
  const earned = whole * ppm + carried;
  return {
    charged: earned + (after > 0 ? 1 : 0) - (fraction > 0 ? 1 : 0),
    earned,
    fraction: after,
  };
}
