import { SCALE } from '@assay/core/num/decimal';

/** More than tokens have; it keeps the numbers small. */
const MOST_DECIMALS = 36;

/** What a chain counts, in units of 1e-8, and what is less than a unit. */
export interface Units {
  readonly units: bigint;
  /** In the token's smallest parts; it stays where it is and belongs to nobody's balance. */
  readonly rest: bigint;
}

/**
 * What came in, in units. A token of at most 8 decimals is kept exactly. Of one with more the part
 * below a unit is cut off, never rounded up: nobody is owed what did not come.
 */
export function unitsOf(amount: bigint, decimals: number): Units {
  if (amount < 0n) throw new RangeError('An amount on a chain is not below zero.');
  const { finer, factor } = ratioOf(decimals);
  return finer
    ? { units: amount / factor, rest: amount % factor }
    : { units: amount * factor, rest: 0n };
}

/** What is to go out, as the chain counts it; null when the token has too few decimals for it. */
export function amountOf(units: bigint, decimals: number): bigint | null {
  if (units < 0n) throw new RangeError('An amount on a chain is not below zero.');
  const { finer, factor } = ratioOf(decimals);
  if (finer) return units * factor;
  return units % factor === 0n ? units / factor : null;
}

/** Whether the token counts finer than we do, and how many of the one are one of the other. */
function ratioOf(decimals: number): { finer: boolean; factor: bigint } {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS) {
    throw new RangeError(`A token has 0 to ${MOST_DECIMALS} decimals, not ${decimals}.`);
  }
  const finer = decimals > SCALE;
  return { finer, factor: 10n ** BigInt(Math.abs(decimals - SCALE)) };
}
