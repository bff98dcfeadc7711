import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal, SCALE } from '../num/decimal.ts';
import {
  type BookRules,
  type MarketListing,
  marketRules,
  priceText,
  quantityText,
} from './market.ts';

const IDS = { id: 1, baseAsset: 2, quoteAsset: 1 };

const LISTING: MarketListing = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  maxPrice: '1000000',
  minQuantity: '0.00001',
  maxQuantity: '100',
  minNotional: '5',
  maxNotional: '9000000',
  makerFeePpm: 800,
  takerFeePpm: 1000,
};

function listed(change: Partial<MarketListing> = {}): BookRules {
  const rules = marketRules({ ...LISTING, ...change }, IDS);
  if (typeof rules === 'string') throw new Error(rules);
  return rules;
}

describe('a listing', () => {
  it('SPOT-010 becomes numbers of ticks, lots and quote units', () => {
    expect(listed()).toMatchObject({
      ...IDS,
      symbol: 'BTCUSDT',
      quotePerTick: 1_000_000,
      basePerLot: 1000,
      quotePerTickLot: 10,
      priceDecimals: 2,
      quantityDecimals: 5,
      maxTicks: 100_000_000,
      minLots: 1,
      maxLots: 10_000_000,
      minNotional: 500_000_000,
      maxNotional: 900_000_000_000_000,
      makerFeePpm: 800,
      takerFeePpm: 1000,
      marketStepLots: 1,
      marketMinLots: 1,
      marketMaxLots: 10_000_000,
      bidUpPpm: 5_000_000,
      bidDownPpm: 200_000,
      askUpPpm: 5_000_000,
      askDownPpm: 200_000,
      priceWarningPpm: 50_000,
      maxOpenOrders: 200,
      maxStopOrders: 25,
    });
    expect(listed({ tickSize: '10', stepSize: '5', minQuantity: '5' })).toMatchObject({
      priceDecimals: 0,
      quantityDecimals: 0,
      quotePerTickLot: 5_000_000_000,
    });
  });

  it('MRKT-017 belongs to spot and follows the index of its pair by default', () => {
    expect(listed()).toMatchObject({ product: 'spot', index: 'BTC-USDT' });
    const perpetual = { symbol: 'BTCUSDT-PERP', product: 'perpetual', index: 'BTC-USD' };
    expect(listed(perpetual)).toMatchObject(perpetual);
    // Where the base is not a listed asset, the rules are those that every market on a book has.
    const rules = marketRules({ ...LISTING, ...perpetual }, { id: 7, quoteAsset: 1 });
    expect(rules).toEqual({ ...listed(perpetual), id: 7, baseAsset: undefined });
    expect(rules).not.toHaveProperty('baseAsset');
  });

  it('SPOT-015 has filters of its own for orders at market and for the prices of each side', () => {
    const own = { marketStepSize: '0.001', marketMinQuantity: '0.002', marketMaxQuantity: '9' };
    const bands = { bidMultiplierUpPpm: 1_000_000, askMultiplierDownPpm: 1_000_000 };
    const wide = { bidMultiplierDownPpm: 0, askMultiplierUpPpm: 100_000_000 };
    expect(listed({ ...own, ...bands, ...wide })).toMatchObject({
      minLots: 1,
      maxLots: 10_000_000,
      ...{ marketStepLots: 100, marketMinLots: 200, marketMaxLots: 900_000 },
      ...{ bidUpPpm: 1_000_000, bidDownPpm: 0, askUpPpm: 100_000_000, askDownPpm: 1_000_000 },
    });
    // Only the step is listed: the bounds are those of all orders, moved inwards to whole steps.
    const bounds = { minQuantity: '0.00101', maxQuantity: '99.9995' };
    expect(listed({ ...bounds, marketStepSize: '0.001' })).toMatchObject({
      ...{ marketStepLots: 100, marketMinLots: 200, marketMaxLots: 9_999_900 },
    });
  });

  it.each<[string, Partial<MarketListing>]>([
    ['tickSize', { tickSize: '0' }],
    ['stepSize', { stepSize: '-1' }],
    ['tickTimesStep', { stepSize: '0.0000001' }],
    ['quotePerTick', { tickSize: '100000000', maxPrice: '100000000' }],
    ['basePerLot', { stepSize: '100000000', minQuantity: '100000000' }],
    ['maxTicks', { maxPrice: '1000000.001' }],
    ['minLots', { minQuantity: '0.000001' }],
    ['maxLots', { maxQuantity: '0' }],
    ['minNotional', { minNotional: '1e3' }],
    ['maxNotional', { maxNotional: '90071993' }],
    ['maxPrice', { maxPrice: '45035996.28' }],
    ['maxQuantity', { maxQuantity: '90071993' }],
    ['maxNotional', { maxNotional: '45035997' }],
    ['minAboveMax', { minQuantity: '100.00001' }],
    ['minAboveMax', { minNotional: '9000001' }],
    ['fee', { makerFeePpm: 10_001 }],
    ['fee', { takerFeePpm: -1 }],
    ['fee', { takerFeePpm: 0.5 }],
    ['marketStepLots', { marketStepSize: '0' }],
    ['marketStepLots', { marketStepSize: '0.000015' }],
    ['marketMinLots', { marketMinQuantity: '0.000001' }],
    ['marketMinLots', { minQuantity: '0.001', marketMinQuantity: '0.00099' }],
    ['marketMinLots', { marketStepSize: '0.001', marketMinQuantity: '0.0015' }],
    ['marketMaxLots', { marketMaxQuantity: '100.00001' }],
    ['marketMaxLots', { marketStepSize: '0.001', marketMaxQuantity: '9.0001' }],
    ['minAboveMax', { marketMaxQuantity: '0' }],
    ['minAboveMax', { marketMinQuantity: '9', marketMaxQuantity: '8' }],
    ['minAboveMax', { marketStepSize: '200' }],
    ['multiplier', { bidMultiplierUpPpm: 999_999 }],
    ['multiplier', { askMultiplierUpPpm: 100_000_001 }],
    ['multiplier', { bidMultiplierDownPpm: -1 }],
    ['multiplier', { askMultiplierDownPpm: 1_000_001 }],
    ['multiplier', { askMultiplierDownPpm: 0.5 }],
    ['priceWarning', { priceWarningPpm: 0 }],
    ['priceWarning', { priceWarningPpm: 1_000_001 }],
    ['priceWarning', { priceWarningPpm: 0.5 }],
    ['index', { index: 'BTCUSDT' }],
    ['index', { index: 'btc-usdt' }],
    ['index', { index: 'BTC-USDT-1' }],
    ['index', { base: 'BTC-' }],
  ])('SPOT-011 is refused for its %s: %o', (reason, change) => {
    expect(marketRules({ ...LISTING, ...change }, IDS)).toBe(reason);
  });

  it('SPOT-011 names the first invalid field when all are invalid', () => {
    const steps: [string, Partial<MarketListing>][] = [
      ['tickSize', { tickSize: '0.01' }],
      ['stepSize', { stepSize: '0.00001' }],
      ['maxTicks', { maxPrice: '1000000' }],
      ['minLots', { minQuantity: '0.00001' }],
      ['maxLots', { maxQuantity: '100' }],
      ['minNotional', { minNotional: '5' }],
      ['maxNotional', { maxNotional: '9000000' }],
      ['fee', { makerFeePpm: 1, takerFeePpm: 1 }],
      ['index', { base: 'BTC', quote: 'USDT' }],
    ];
    const wrong = Object.fromEntries(Object.keys(LISTING).map((key) => [key, '?']));
    let listing = { ...wrong, makerFeePpm: -1, takerFeePpm: -1 } as unknown as MarketListing;
    for (const [reason, mend] of steps) {
      expect(marketRules(listing, IDS)).toBe(reason);
      listing = { ...listing, ...mend };
    }
    expect(typeof marketRules(listing, IDS)).toBe('object');
  });

  it('SPOT-012 keeps all numbers within the safe integers, whatever is listed', () => {
    const size = fc
      .integer({ min: -8, max: 8 })
      .chain((power) => fc.constantFrom(1, 2, 5).map((digit) => spell(digit, power)));
    const most = fc.integer({ min: -2, max: 12 }).map((power) => spell(1, power));
    const listing = fc.record({
      tickSize: size,
      stepSize: size,
      maxPrice: most,
      minQuantity: size,
      maxQuantity: most,
      minNotional: size,
      maxNotional: most,
    });
    let accepted = 0;
    fc.assert(
      fc.property(listing, (numbers) => {
        const rules = marketRules({ ...LISTING, ...numbers }, IDS);
        if (typeof rules === 'string') return;
        accepted += 1;
        const largest = [
          BigInt(rules.maxTicks) * BigInt(rules.quotePerTick) * 2n,
          BigInt(rules.maxLots) * BigInt(rules.basePerLot),
          // The most expensive market order: half above the best price, and its fee.
          (BigInt(rules.maxNotional) * 3n) / 2n + BigInt(rules.maxNotional) / 100n,
        ];
        for (const value of largest) expect(value <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
        const tick = parseDecimal(numbers.tickSize, SCALE) as bigint;
        const step = parseDecimal(numbers.stepSize, SCALE) as bigint;
        expect(BigInt(rules.quotePerTickLot) * 100_000_000n).toBe(tick * step);
        expect(priceText(rules, rules.maxTicks)).toBe(numbers.maxPrice);
        expect(quantityText(rules, rules.maxLots)).toBe(numbers.maxQuantity);
      }),
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

/** digit x 10^power in the shortest spelling. */
function spell(digit: number, power: number): string {
  return power >= 0 ? `${digit}${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}${digit}`;
}
