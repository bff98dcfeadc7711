import { TERMS_MS } from '@assay/core/option/window';
import { SYMBOLS, type SymbolClass, TICK_EVERY_MS } from '@assay/modules/feeds/rules';
import { MARKETS } from '@assay/modules/markets';
import { CASH, marketOn } from './rules/terms.ts';
import type { SetOptionMarket } from './schema/commands.ts';

const UNIT = 100_000_000;

/** How far prices went in a year, about as in 2025: early sales are priced by it. */
const VOLATILITY_PPM: Readonly<Record<SymbolClass, number>> = {
  ...{ forex: 80_000, metal: 250_000, oil: 350_000, gas: 700_000, coin: 800_000 },
};
const OWN_PPM: Readonly<Record<string, number>> = { BTC: 600_000, XAU: 160_000 };

const INDICES: readonly { readonly index: string; base: string; class: SymbolClass }[] = [
  ...MARKETS.map(({ base, quote }) => ({
    index: `${base}-${quote}`,
    base,
    class: 'coin' as const,
  })),
  ...SYMBOLS,
];

/** The markets that an installation begins with; two people change their terms, and list others. */
export const OPTION_MARKETS: readonly SetOptionMarket[] = INDICES.map((of) => ({
  ...{ market: marketOn(of.index), index: of.index, asset: CASH, status: 'open' },
  ...{ tickMs: TICK_EVERY_MS, leastStake: UNIT, mostStake: 5_000 * UNIT },
  ...{ capacityExpiry: 20_000 * UNIT, capacityOpen: 500_000 * UNIT, feePpm: 0 },
  buyerSharePpm: 250_000,
  // More than the two seconds that a price may be old and the half second that a bot may lead.
  tickDelayMs: 3_000,
  ...{ volatilityPpm: OWN_PPM[of.base] ?? VOLATILITY_PPM[of.class], saleFeePpm: 30_000 },
  rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 850_000 })),
}));
