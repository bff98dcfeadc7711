import { ppmCeil, ppmFloor } from '../num/integer.ts';

/**
 * What an up/down option costs and pays, in safe integers of units (reference: trading rules 2.6).
 * A right option pays `stake × (1 + rate)`, a wrong one nothing, a tie the stake.
 */
export interface OptionAmounts {
  readonly stake: number;
  /** What the house adds if the person is right: `stake × rate`, rounded down for the house. */
  readonly profit: number;
  /** The stake with the profit. */
  readonly payout: number;
  /** `stake × fee rate`, rounded up for the house. */
  readonly fee: number;
  /** What the person pays now: stake and fee. */
  readonly cost: number;
}

const PPM = 1_000_000;
const PPM_BIG = 1_000_000n;

/** The amounts of a stake; the rates are in millionths, at most one each. */
export function amountsOf(stake: number, payoutPpm: number, feePpm: number): OptionAmounts {
  const profit = ppmFloor(stake, payoutPpm);
  const fee = ppmCeil(stake, feePpm);
  return { stake, profit, payout: stake + profit, fee, cost: stake + fee };
}

/**
 * The share of options in millionths that must be right for the person to lose nothing, if none is
 * tied: cost / payout, rounded up, against the person, because it warns them.
 */
export function breakEvenPpm({ cost, payout }: Pick<OptionAmounts, 'cost' | 'payout'>): number {
  const [paid, back] = [BigInt(cost), BigInt(payout)];
  return Number((paid * PPM_BIG + back - 1n) / back);
}

/**
 * What the person gains on average if a coin decides: half the payout less the cost, rounded down.
 * Below zero, it is what the house expects to keep.
 */
export function expectedResult({ cost, payout }: Pick<OptionAmounts, 'cost' | 'payout'>): number {
  return Math.floor(payout / 2) - cost;
}

/** Whether all amounts of the largest stake are safe integers with room to add some. */
export function isStakeBound(stake: number): boolean {
  return Number.isSafeInteger(stake) && stake > 0 && stake <= Number.MAX_SAFE_INTEGER / 4;
}

export const MAX_RATE_PPM = PPM;
