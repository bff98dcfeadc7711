/**
 * The public fee schedule: the more a user trades, the lower the rates. Rates are in ppm of the
 * notional, by the volume of the last thirty whole UTC days, maker and taker side together, in
 * quote units (1e-8 USDT). Shape and steps are like those that large exchanges publish; the first
 * tier has the rates of a listing.
 */
export interface FeeTier {
  readonly tier: number;
  readonly volume: bigint;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

const MILLION = 1_000_000n * 10n ** 8n;

export const FEE_TIERS: readonly FeeTier[] = [
  { tier: 0, volume: 0n, makerPpm: 1_000, takerPpm: 1_000 },
  { tier: 1, volume: MILLION, makerPpm: 900, takerPpm: 1_000 },
  { tier: 2, volume: 5n * MILLION, makerPpm: 800, takerPpm: 900 },
  { tier: 3, volume: 25n * MILLION, makerPpm: 500, takerPpm: 700 },
  { tier: 4, volume: 125n * MILLION, makerPpm: 200, takerPpm: 500 },
];

/** How many whole days count, up to the last midnight UTC. */
export const FEE_TIER_DAYS = 30;

/** The tier that a volume reaches; a volume equal to a tier's bound reaches it. */
export function feeTier(volume: bigint): FeeTier {
  return FEE_TIERS.findLast((tier) => volume >= tier.volume) as FeeTier;
}
