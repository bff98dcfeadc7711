import type { SetEarnProduct } from './schema/commands.ts';
import type { ListEarnStrategy } from './schema/strategy-commands.ts';

const UNIT = 100_000_000;
const [PPM, PPB] = [1_000_000, 1_000_000_000];

/** Percent a year as a daily rate in billionths, rounded down. */
const yearly = (percent: number) => Math.floor((percent * PPB) / (100 * 365));

/** The products of a trial: terms in days, percent a year; longer ones bring more. */
export const EARN_PRODUCTS: readonly SetEarnProduct[] = [
  [7, 4, 2_000_000],
  [30, 5, 1_000_000],
  [90, 6, 1_000_000],
  [180, 7, 500_000],
  [365, 8, 250_000],
].map(([cycleDays = 0, percent = 0, quota = 0]) => ({
  ...{ product: `USDT-${cycleDays}`, asset: 'USDT', status: 'open', cycleDays },
  ...{ dailyPpb: yearly(percent), payout: cycleDays < 90 ? 'daily' : 'end', costPpm: PPM / 2 },
  ...{ least: 10 * UNIT, most: 50_000 * UNIT, mostPerson: 100_000 * UNIT, quota: quota * UNIT },
}));

const STRATEGY_TERMS: Omit<ListEarnStrategy, 'product' | 'strategy'> = {
  ...{ asset: 'USDT', status: 'open', least: 10 * UNIT, most: 20_000 * UNIT },
  ...{ mostPerson: 50_000 * UNIT, quota: 500_000 * UNIT, seed: 20_000 * UNIT },
};

/** The strategy products of a trial, with what the house puts in, so that they trade at once. */
export const STRATEGY_PRODUCT: ListEarnStrategy = {
  ...{ product: 'USDT-BOOK-INDEX', strategy: 'bookIndex', ...STRATEGY_TERMS },
};
export const CONTRACT_PRODUCT: ListEarnStrategy = {
  ...{ product: 'USDT-SPOT-CONTRACT', strategy: 'spotContract', ...STRATEGY_TERMS },
};
export const STRATEGY_PRODUCTS = [STRATEGY_PRODUCT, CONTRACT_PRODUCT];
