import { TERMS_MS } from '@assay/core/option/window';
import type { SetOptionMarket } from './schema/commands.ts';

const UNIT = 100_000_000;

/** The markets that an installation begins with; two people change their terms. */
export const OPTION_MARKETS: readonly SetOptionMarket[] = ['BTC', 'ETH'].map((coin) => ({
  ...{ market: `${coin}USDT-OPT`, index: `${coin}-USDT`, asset: 'USDT', status: 'open' },
  // The published rate of the feeds: a tick a second.
  ...{ tickMs: 1_000, leastStake: UNIT, mostStake: 5_000 * UNIT },
  ...{ capacityExpiry: 20_000 * UNIT, capacityOpen: 500_000 * UNIT },
  ...{ feePpm: 0, volatilityPpm: coin === 'BTC' ? 600_000 : 800_000, saleFeePpm: 30_000 },
  rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 850_000 })),
}));
