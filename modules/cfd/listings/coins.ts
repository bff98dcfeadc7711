import type { ContractListing } from '../rules/terms.ts';

type Own = readonly [contractSize: string, tickSize: string, spread: string, maxNetLots: string];

/** A lot is worth some thousand USDT; spreads are some two to five parts in ten thousand. */
const OWN: Readonly<Record<string, Own>> = {
  BTC: ['1', '0.01', '20', '30'],
  ETH: ['10', '0.01', '1', '60'],
  BNB: ['10', '0.01', '0.3', '200'],
  SOL: ['100', '0.01', '0.08', '80'],
  XRP: ['10000', '0.0001', '0.001', '50'],
  ADA: ['10000', '0.0001', '0.0004', '100'],
  DOGE: ['100000', '0.00001', '0.00016', '30'],
  TRX: ['100000', '0.0001', '0.0002', '40'],
  LTC: ['100', '0.01', '0.05', '80'],
  DOT: ['1000', '0.001', '0.004', '120'],
  LINK: ['100', '0.01', '0.02', '300'],
  AVAX: ['100', '0.01', '0.03', '200'],
};
export const COINS = Object.keys(OWN);
/** The largest, whose prices jump least. */
const LARGE = ['BTC', 'ETH'];

/** A coin: traded at all times, and each night costs both sides the charge of the house alone. */
export function coinContract(coin: string): ContractListing {
  const own = OWN[coin];
  if (own === undefined) throw new Error(`${coin} has no terms`);
  const [contractSize, tickSize, spread, maxNetLots] = own;
  const isLarge = LARGE.includes(coin);
  return {
    ...{ symbol: `${coin}USDT-CFD`, index: `${coin}-USDT`, underlying: 'crypto', contractSize },
    ...{ tickSize, spread, lotStep: '0.01', minLots: '0.01', maxLots: '20', maxNetLots },
    ...{ maxLeverage: isLarge ? 100 : 25, thinMs: 0, thinPercent: 100 },
    ...{ calmPpm: isLarge ? 1_500 : 2_500, premiumPpm: 3_000, guaranteedPpm: 30_000 },
    // A hundredth of a percent each eight hours: what perpetuals on coins charge as interest.
    ...{ carry: 0, carryDays: 1, adminPpm: 109_500, nights: 'daily', holidays: '' },
    ...{ stressPpm: isLarge ? 100_000 : 150_000, status: 'trading' },
  };
}
