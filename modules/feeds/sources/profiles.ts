import { createHash } from 'node:crypto';
import type { Profile } from './simulated-path.ts';

/**
 * Where simulated prices start from: the order of magnitude, the volatility and the turnover of the
 * real thing, nothing more. A simulated market is no statement about the real one.
 */
const PROFILES: Readonly<Record<string, Profile>> = {
  BTC: { base: 96_000, dailyVolatility: 0.022, dailyVolume: 24_000 },
  ETH: { base: 3_300, dailyVolatility: 0.028, dailyVolume: 380_000 },
  BNB: { base: 650, dailyVolatility: 0.024, dailyVolume: 420_000 },
  SOL: { base: 185, dailyVolatility: 0.036, dailyVolume: 3_600_000 },
  XRP: { base: 2.2, dailyVolatility: 0.035, dailyVolume: 260_000_000 },
  ADA: { base: 0.85, dailyVolatility: 0.038, dailyVolume: 190_000_000 },
  DOGE: { base: 0.32, dailyVolatility: 0.04, dailyVolume: 1_100_000_000 },
  TRX: { base: 0.25, dailyVolatility: 0.02, dailyVolume: 420_000_000 },
  LTC: { base: 105, dailyVolatility: 0.032, dailyVolume: 620_000 },
  DOT: { base: 7.1, dailyVolatility: 0.035, dailyVolume: 11_000_000 },
  LINK: { base: 22, dailyVolatility: 0.036, dailyVolume: 5_400_000 },
  AVAX: { base: 38, dailyVolatility: 0.037, dailyVolume: 3_100_000 },
  XAU: { base: 4_080, dailyVolatility: 0.011, dailyVolume: 21_000_000 },
  XAG: { base: 50, dailyVolatility: 0.02, dailyVolume: 420_000_000 },
  XPT: { base: 1_540, dailyVolatility: 0.018, dailyVolume: 2_300_000 },
  XPD: { base: 1_390, dailyVolatility: 0.022, dailyVolume: 900_000 },
  BRENT: { base: 63, dailyVolatility: 0.02, dailyVolume: 900_000_000 },
  WTI: { base: 59, dailyVolatility: 0.021, dailyVolume: 1_000_000_000 },
  NGAS: { base: 4.4, dailyVolatility: 0.035, dailyVolume: 4_000_000_000 },
};

/** Currencies in dollars: what forex pairs are made of. */
export const CURRENCY_PROFILES: Readonly<Record<string, Profile>> = {
  EUR: { base: 1.155, dailyVolatility: 0.0045, dailyVolume: 500_000_000_000 },
  GBP: { base: 1.31, dailyVolatility: 0.005, dailyVolume: 230_000_000_000 },
  AUD: { base: 0.65, dailyVolatility: 0.006, dailyVolume: 120_000_000_000 },
  NZD: { base: 0.565, dailyVolatility: 0.006, dailyVolume: 40_000_000_000 },
  JPY: { base: 0.00641, dailyVolatility: 0.006, dailyVolume: 60_000_000_000_000 },
  CHF: { base: 1.24, dailyVolatility: 0.005, dailyVolume: 90_000_000_000 },
  CAD: { base: 0.712, dailyVolatility: 0.004, dailyVolume: 110_000_000_000 },
  SGD: { base: 0.768, dailyVolatility: 0.003, dailyVolume: 40_000_000_000 },
};

/** The profile of a base asset; one that is not known gets its own from its name. */
export function profileOf(base: string): Profile {
  const known = PROFILES[base];
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(base).digest().readUInt32LE(0);
  const price = 0.5 * 400 ** (hash / 2 ** 32);
  return { base: price, dailyVolatility: 0.04, dailyVolume: 50_000_000 / price };
}
