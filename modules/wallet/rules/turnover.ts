import { larger, lesser, mulDivFloor } from '@assay/core/num/integer';
import { PPM, type Terms } from './document.ts';

/** A deposit by its value in USDT, in units of 1e-8; what of it has left, and to where. */
export interface Lot {
  /** The number of the command that credited it: deposits count in this order. */
  readonly id: number;
  readonly amount: bigint;
  /** What withdrawals have taken of it. */
  readonly taken: bigint;
  /** What went back to its source. */
  readonly returned: bigint;
  /** Where it came from, as the caller names it; null where that is not known. */
  readonly source: string | null;
  readonly terms: Terms;
}

export const leftOf = ({ amount, taken, returned }: Lot): bigint => amount - taken - returned;

/** What is to be turned over for a deposit; rounded in favour of the person. */
export function requiredOf({ amount, returned, terms }: Lot): bigint {
  if (terms.turnoverMode === OFF) return 0n;
  return mulDivFloor(amount - returned, BigInt(terms.turnover), BigInt(PPM));
}

const OFF = 0;

export interface Turnover {
  readonly required: bigint;
  readonly done: bigint;
  readonly remaining: bigint;
  /** Deposits for which it is done. What was done counts for the oldest first. */
  readonly met: ReadonlySet<number>;
}

/**
 * How far the turnover is. A later deposit never takes from what an earlier one has: each needs
 * what it and those before it require together.
 */
export function turnoverOf(lots: readonly Lot[], done: bigint): Turnover {
  let required = 0n;
  const met = new Set<number>();
  for (const lot of inOrder(lots)) {
    const own = requiredOf(lot);
    required += own;
    if (own === 0n || done >= required) met.add(lot.id);
  }
  return { required, done, remaining: done >= required ? 0n : required - done, met };
}

/**
 * What can go back to a source now: deposits that were not turned over, of what is left of those
 * that came from there. Whatever else holds, it can.
 */
export function unusedOf(
  lots: readonly Lot[],
  source: string,
  done: bigint,
  available: bigint,
): bigint {
  const inside = lots.reduce((sum, { amount, returned }) => sum + amount - returned, 0n);
  const own = lots.filter((lot) => lot.source === source);
  const left = own.reduce((sum, lot) => sum + leftOf(lot), 0n);
  return larger(0n, [inside - done, left, available].reduce(lesser));
}

export const inOrder = (lots: readonly Lot[]): Lot[] => lots.toSorted((a, b) => a.id - b.id);
