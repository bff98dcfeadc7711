import type { MarketListing } from '@assay/core/order/market';

export interface ListedAsset {
  readonly symbol: string;
  readonly name: string;
}

/** Listings for tests that state numbers: they do not change with those that the product ships. */
export const testAssets: readonly ListedAsset[] = [
  { symbol: 'USDT', name: 'Tether' },
  { symbol: 'BTC', name: 'Bitcoin' },
  { symbol: 'ETH', name: 'Ether' },
  { symbol: 'DOGE', name: 'Dogecoin' },
];

/** An expensive, a medium and a cheap coin: few, some and many decimals in price and quantity. */
export const testMarkets: readonly MarketListing[] = [
  listing('BTC', '0.01', '0.00001', '1000000', '0.00001', '100'),
  listing('ETH', '0.01', '0.0001', '100000', '0.0001', '2000'),
  listing('DOGE', '0.00001', '1', '1000', '1', '9000000'),
];

/**
 * The same with filters that orders can violate one by one: no ETH below ten steps, BTC at market
 * in steps of ten and up to 9, and no ask of BTC below half the reference price.
 */
export const narrowMarkets: readonly MarketListing[] = testMarkets.map((market) => {
  if (market.symbol === 'ETHUSDT') return { ...market, minQuantity: '0.001' };
  if (market.symbol !== 'BTCUSDT') return market;
  const atMarket = {
    marketStepSize: '0.0001',
    marketMinQuantity: '0.0002',
    marketMaxQuantity: '9',
  };
  return { ...market, ...atMarket, askMultiplierDownPpm: 500_000 };
});

function listing(
  base: string,
  tickSize: string,
  stepSize: string,
  maxPrice: string,
  minQuantity: string,
  maxQuantity: string,
): MarketListing {
  return {
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    tickSize,
    stepSize,
    maxPrice,
    minQuantity,
    maxQuantity,
    minNotional: '5',
    maxNotional: '9000000',
    makerFeePpm: 1000,
    takerFeePpm: 1000,
  };
}
