import type { Fees } from '@assay/platform/chain/shapes';

/** What a transaction offers for a unit of gas. */
export interface Offer {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** Nodes ask for ten percent more before they replace; an eighth is more, and exact. */
const BUMP = 8n;
/** How much gas beyond the estimate, in percent: state changes until it is mined. */
const GAS_RESERVE = 25;

/**
 * Twice the base fee lasts for six full blocks. Null when the next block alone asks for more than
 * the ceiling: then nothing is signed, and no nonce is taken.
 */
export function firstOffer({ base, priority }: Fees, ceiling: bigint): Offer | null {
  if (base + priority > ceiling) return null;
  const maxFee = least(base * 2n + priority, ceiling);
  return { maxFee: maxFee === 0n ? 1n : maxFee, priorityFee: priority };
}

/** Enough for nodes to replace the last one; null when that would be above the ceiling. */
export function nextOffer(last: Offer, fees: Fees, ceiling: bigint): Offer | null {
  const fresh = firstOffer(fees, ceiling);
  const maxFee = most(bumped(last.maxFee), fresh?.maxFee ?? 0n);
  const priorityFee = most(bumped(last.priorityFee), fresh?.priorityFee ?? 0n);
  if (maxFee > ceiling) return null;
  return { maxFee, priorityFee: least(priorityFee, maxFee) };
}

export const gasLimit = (estimate: number): number =>
  Math.ceil((estimate * (100 + GAS_RESERVE)) / 100);

const bumped = (fee: bigint) => fee + (fee + BUMP - 1n) / BUMP + 1n;
const least = (one: bigint, other: bigint) => (one < other ? one : other);
const most = (one: bigint, other: bigint) => (one > other ? one : other);
