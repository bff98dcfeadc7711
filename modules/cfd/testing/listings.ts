import type { ContractListing } from '../rules/terms.ts';

/** A contract for tests: one coin a lot, a spread of 2, 20:1. */
export function listing(change: Partial<ContractListing> = {}): ContractListing {
  return {
    ...{ symbol: 'BTCUSDT-CFD', index: 'BTC-USDT', underlying: 'crypto', contractSize: '1' },
    ...{ tickSize: '0.01', lotStep: '0.01', minLots: '0.01', maxLots: '100', maxLeverage: 20 },
    ...{ spread: '2', thinMs: 0, thinPercent: 100, calmPpm: 1_000_000 },
    ...{ premiumPpm: 1_000, guaranteedPpm: 10_000, carry: 0, carryDays: 1, adminPpm: 36_500 },
    ...{ nights: 'daily', holidays: '', maxNetLots: '1000', stressPpm: 10_000, status: 'trading' },
    ...change,
  };
}

/** Gold as houses list it. */
export const GOLD = listing({
  ...{ symbol: 'XAUUSD-CFD', index: 'XAU-USD', underlying: 'gold', contractSize: '100' },
  ...{ spread: '0.3', nights: 'spot', thinMs: 600_000, thinPercent: 300, calmPpm: 500 },
});
