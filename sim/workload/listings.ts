import type { MarketListing } from '@assay/core/order/market';

/** Assets of a simulated realm; the last one is listed while others already trade. */
export const ASSETS = ['USDT', 'AAA', 'BBB', 'CCC', 'DDD'] as const;

export interface SimMarket extends MarketListing {
  /** Listed while others already trade. */
  readonly late?: boolean;
  /** Index price at the beginning, in ticks. */
  readonly start: number;
  /** Lots of a usual order. */
  readonly usual: number;
}

/**
 * Coarse ticks, so that orders meet at the same price; rates that no notional divides by, so that
 * fees are rounded; a market whose quote asset is the base of another; filters of their own for
 * orders at market and for the prices of a side.
 */
export const SPOT_MARKETS: readonly SimMarket[] = [
  {
    ...market('AAA', 'USDT', '0.01', '0.01', [100, 333], 1_000, 400),
    ...{ marketMinQuantity: '0.02', marketMaxQuantity: '400' },
  },
  {
    ...market('BBB', 'USDT', '0.5', '0.001', [1_000, 1_000], 6_000, 30),
    ...{ bidMultiplierUpPpm: 2_000_000, askMultiplierDownPpm: 500_000 },
  },
  market('CCC', 'AAA', '0.0001', '1', [7, 13], 5_000, 20),
  { ...market('DDD', 'USDT', '0.001', '0.1', [0, 10_000], 2_000, 100), late: true },
];

function market(
  base: string,
  quote: string,
  tickSize: string,
  stepSize: string,
  [makerFeePpm, takerFeePpm]: [number, number],
  start: number,
  usual: number,
): SimMarket {
  return {
    symbol: `${base}${quote}`,
    base,
    quote,
    tickSize,
    stepSize,
    maxPrice: '10000',
    minQuantity: stepSize,
    maxQuantity: '50000',
    minNotional: '1',
    maxNotional: '100000',
    makerFeePpm,
    takerFeePpm,
    start,
    usual,
  };
}

/** The listing without what only the workload knows. */
export function listingOf(market: SimMarket): MarketListing {
  const { start: _start, usual: _usual, late: _late, ...listing } = market;
  return listing;
}
