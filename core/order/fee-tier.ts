import { lesser } from '../num/integer.ts';
import { MAX_FEE_PPM } from './market.ts';
import type { Rates } from './order.ts';

/**
 * A step of the public fee schedule: the more a user trades, the lower the rates. Rates are in ppm
 * of what a trade brings, by the volume of the last thirty whole UTC days, maker and taker side
 * together, in quote units (1e-8 USDT).
 */
export interface FeeTier extends Rates {
  readonly tier: number;
  readonly volume: bigint;
}

/** Steps above the first, in which everybody begins and which pays what each market says. */
export const FEE_STEPS = 4;

/** How many whole days count, up to the last midnight UTC. */
export const FEE_TIER_DAYS = 30;

/** What whoever has reached no step pays: a market never asks for more than this. */
const MARKET_RATES: Rates = { makerPpm: MAX_FEE_PPM, takerPpm: MAX_FEE_PPM };

/**
 * The schedule that published steps make. Each number of it can be changed by itself, so a later
 * step may ask for less volume than one before, or have higher rates: then the earlier one asks for
 * as little, and the later one pays as little. So more volume never pays more.
 */
export function feeSchedule(steps: readonly Omit<FeeTier, 'tier'>[]): readonly FeeTier[] {
  const first: FeeTier = { tier: 0, volume: 0n, ...MARKET_RATES };
  const tiers = [first];
  for (const [at, step] of steps.entries()) {
    const later = steps.slice(at).map(({ volume }) => volume);
    tiers.push({
      tier: at + 1,
      volume: later.reduce(lesser),
      ...lowerRates(step, tiers[at]!),
    });
  }
  return tiers;
}

/** The tier that a volume reaches; a volume equal to a tier's bound reaches it. */
export function feeTierOf(schedule: readonly FeeTier[], volume: bigint): FeeTier {
  return schedule.findLast((tier) => volume >= tier.volume) as FeeTier;
}

/** What somebody pays who has rates of a tier: a market that asks for less keeps its own. */
export function lowerRates(one: Rates, other: Rates | null | undefined): Rates {
  return {
    makerPpm: Math.min(one.makerPpm, other?.makerPpm ?? one.makerPpm),
    takerPpm: Math.min(one.takerPpm, other?.takerPpm ?? one.takerPpm),
  };
}

/**
 * The rates below which a side of a trade does not count: the lowest of the schedule. So a volume
 * has always cost what its last step costs, and what is traded for less, or for nothing, lifts
 * nobody.
 */
export function leastCounted(schedule: readonly FeeTier[]): Rates {
  return schedule.reduce<Rates>((least, tier) => lowerRates(least, tier), MARKET_RATES);
}
