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

/** Pairs of currencies and what converts them, which comes first; a lot is 100 of the base. */
export const PAIRS: readonly ContractListing[] = [
  pair('USD-JPY', { conversionIndex: 'USD-JPY', conversionWay: 'over', spread: '0.02' }),
  pair('EUR-JPY', { conversionIndex: 'USD-JPY', conversionWay: 'over', spread: '0.02' }),
  pair('GBP-USD', { spread: '0.0002' }),
  pair('EUR-GBP', { conversionIndex: 'GBP-USD', conversionWay: 'times', spread: '0.0002' }),
];

function pair(index: string, change: Partial<ContractListing>): ContractListing {
  const named = { symbol: `${index.replace('-', '')}-CFD`, index, underlying: 'majorFx' } as const;
  return listing({ ...named, contractSize: '100', tickSize: '0.00001', ...change });
}

/** Gold as houses list it. */
export const GOLD = listing({
  ...{ symbol: 'XAUUSD-CFD', index: 'XAU-USD', underlying: 'gold', contractSize: '100' },
  ...{ spread: '0.3', nights: 'spot', thinMs: 600_000, thinPercent: 300, calmPpm: 500 },
});
