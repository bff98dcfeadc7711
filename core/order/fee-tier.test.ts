import { describe, expect, it } from 'vitest';
import { FEE_TIERS, feeTier } from './fee-tier.ts';

describe('fee tiers', () => {
  it('SPOT-270 a volume at the bound of a tier reaches it, one unit less does not', () => {
    for (const tier of FEE_TIERS) {
      expect(feeTier(tier.volume)).toBe(tier);
      if (tier.tier > 0) expect(feeTier(tier.volume - 1n).tier).toBe(tier.tier - 1);
    }
  });

  it('SPOT-270 more volume never pays more', () => {
    for (const [i, tier] of FEE_TIERS.entries()) {
      const before = FEE_TIERS[i - 1];
      if (before === undefined) continue;
      expect(tier.volume).toBeGreaterThan(before.volume);
      expect(tier.makerPpm).toBeLessThanOrEqual(before.makerPpm);
      expect(tier.takerPpm).toBeLessThanOrEqual(before.takerPpm);
    }
  });
});
