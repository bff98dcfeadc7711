import { isWithin, priceBand } from '@assay/core/order/conditions';
import { shareOf } from '@assay/core/order/cost';
import { type PlaceOrder, readOrder, refuseNotional } from '@assay/core/order/intent';
import { type BookRules, marketRules } from '@assay/core/order/market';
import { previewOrder } from '@assay/core/order/preview';
import {
  AMEND_ORDER_REFUSALS,
  PLACE_OCO_REFUSALS,
  PLACE_ORDER_REFUSALS,
  type Refused,
} from '@assay/core/order/refusals';
import { BUY, SELL } from '@assay/core/order/side';
import { walkAmount, walkLots } from '@assay/core/order/walk';
import { describe, expect, it } from 'vitest';
import { SPOT_COST } from './rules.ts';
import { MARKETS } from './testing/spot-realm.ts';

function rulesOf(symbol: string): BookRules {
  const listing = MARKETS.find((market) => market.symbol === symbol);
  if (listing === undefined) throw new Error(symbol);
  const rules = marketRules(listing, { id: 1, baseAsset: 2, quoteAsset: 1 });
  if (typeof rules === 'string') throw new Error(rules);
  return rules;
}

const DOGE = rulesOf('DOGEUSDT');

type Change = { readonly [F in keyof PlaceOrder]?: unknown };
const LIMIT = { type: 'limit', side: 'sell', quantity: '40', limitPrice: '0.2' };
const MARKET = { type: 'market', side: 'buy', quantity: '40' };
const STOP_LIMIT = { ...LIMIT, type: 'stopLimit', triggerPrice: '0.1' };
const STOP_MARKET = { type: 'stopMarket', side: 'buy', quantity: '40', triggerPrice: '0.3' };

function read(base: object, change: Change = {}) {
  return readOrder(DOGE, { market: 'DOGEUSDT', ...base, ...change } as PlaceOrder);
}

function fieldOf(base: object, change: Change): unknown {
  const refused = read(base, change);
  return refused.refusal === 'invalidOrder' ? refused.detail?.field : (refused.refusal ?? 'taken');
}

describe('reading an order', () => {
  it('SPOT-020 SPOT-022 SPOT-024 reads each type with its own fields and fills in defaults', () => {
    expect(read(LIMIT)).toEqual({
      side: 1,
      type: 0,
      timeInForce: 0,
      postOnly: false,
      selfTrade: 1,
      lots: 40,
      amount: 0,
      iceberg: 0,
      limit: 20_000,
      trigger: 0,
      trailing: 0,
      direction: -1,
      source: 0,
      slippagePpm: 50_000,
      terms: 0,
      clientOrderId: '',
    });
    expect(read(MARKET)).toMatchObject({ side: 0, type: 1, timeInForce: 1, lots: 40, limit: 0 });
    expect(read(STOP_LIMIT)).toMatchObject({ type: 2, timeInForce: 0, trigger: 10_000 });
    expect(read(STOP_MARKET)).toMatchObject({ type: 3, timeInForce: 1, trigger: 30_000 });
  });

  it.each<[string, object, Change]>([
    ['type', LIMIT, { type: 'oco' }],
    ['type', LIMIT, { type: undefined }],
    ['side', LIMIT, { side: 'BUY' }],
    ['timeInForce', LIMIT, { timeInForce: 'gtd' }],
    ['selfTrade', LIMIT, { selfTrade: 'transfer' }],
    ['limitPrice', LIMIT, { limitPrice: undefined }],
    ['limitPrice', MARKET, { limitPrice: '0.2' }],
    ['limitPrice', STOP_LIMIT, { limitPrice: undefined }],
    ['limitPrice', STOP_MARKET, { limitPrice: '0.2' }],
    ['triggerPrice', LIMIT, { triggerPrice: '0.2' }],
    ['triggerSource', LIMIT, { triggerSource: 'last' }],
    ['triggerSource', STOP_LIMIT, { triggerSource: 'bid' }],
    ['triggerPrice', MARKET, { triggerPrice: '0.2' }],
    ['triggerPrice', STOP_LIMIT, { triggerPrice: undefined }],
    ['quantity', LIMIT, { quantity: undefined }],
    ['quantity', MARKET, { quantity: undefined }],
    ['quantity', MARKET, { quoteAmount: '5' }],
  ])('SPOT-020 refuses an invalid %s: %o with %o', (field, base, change) => {
    expect(fieldOf(base, change)).toBe(field);
  });

  it.each<[string, object, Change]>([
    ['taken', MARKET, { quantity: undefined, quoteAmount: '5' }],
    ['taken', MARKET, { side: 'sell', quantity: undefined, quoteAmount: '5' }],
    ['taken', STOP_MARKET, { quantity: undefined, quoteAmount: '5' }],
    ['quoteAmount', STOP_MARKET, { side: 'sell', quantity: undefined, quoteAmount: '5' }],
    ['quoteAmount', LIMIT, { quantity: undefined, quoteAmount: '5' }],
    ['quoteAmount', STOP_LIMIT, { quantity: undefined, quoteAmount: '5' }],
  ])(
    'SPOT-021 an amount belongs to orders at market and to stops that buy: %s for %o with %o',
    (...row) => {
      expect(fieldOf(row[1], row[2])).toBe(row[0]);
    },
  );

  it('SPOT-022 SPOT-023 each type has its times in force, and post-only is for one type', () => {
    const allowed = (base: object, change: Change = {}) =>
      ['gtc', 'ioc', 'fok'].filter(
        (timeInForce) => fieldOf(base, { ...change, timeInForce }) === 'taken',
      );
    expect(allowed(LIMIT)).toEqual(['gtc', 'ioc', 'fok']);
    expect(allowed(STOP_LIMIT)).toEqual(['gtc', 'ioc']);
    expect(allowed(MARKET)).toEqual(['ioc']);
    expect(allowed(STOP_MARKET)).toEqual(['ioc']);
    expect(allowed(LIMIT, { postOnly: true })).toEqual(['gtc']);
    expect(fieldOf(LIMIT, { postOnly: true })).toBe('taken');
    for (const base of [MARKET, STOP_LIMIT, STOP_MARKET]) {
      expect(fieldOf(base, { postOnly: true })).toBe('postOnly');
      expect(fieldOf(base, { postOnly: false })).toBe('taken');
    }
  });

  it('SPOT-024 slippage is a whole share of 1 to 500,000 ppm, for orders without a price', () => {
    for (const ppm of [1, 500_000]) {
      expect(read(MARKET, { maxSlippagePpm: ppm })).toMatchObject({ slippagePpm: ppm });
      expect(fieldOf(LIMIT, { maxSlippagePpm: ppm })).toBe('maxSlippagePpm');
      expect(fieldOf(STOP_LIMIT, { maxSlippagePpm: ppm })).toBe('maxSlippagePpm');
    }
    for (const ppm of [0, -1, 500_001, 1.5, '5', Number.NaN]) {
      expect(fieldOf(STOP_MARKET, { maxSlippagePpm: ppm })).toBe('maxSlippagePpm');
    }
  });

  it.each<[string, Change]>([
    ['invalidQuantity', { quantity: '0' }],
    ['invalidQuantity', { quantity: '-5' }],
    ['invalidQuantity', { quantity: '1e2' }],
    ['invalidQuantity', { quantity: '5.000000001' }],
    ['invalidQuantity', { quantity: '٥٠' }],
    ['invalidQuantity', { quantity: '90071992.54740992' }],
    ['stepSize', { quantity: '40.5' }],
    ['stepSize', { quantity: '0.00000001' }],
    ['minQuantity', { quantity: '4' }],
    ['taken', { quantity: '5' }],
    ['taken', { quantity: '5.00000000000000' }],
    ['maxQuantity', { quantity: '200001' }],
    ['maxNotional', { quantity: '200000' }],
    ['taken', { quantity: '200000', limitPrice: '0.045' }],
  ])('SPOT-025 LOT_SIZE: %s for %o', (expected, change) => {
    expect(fieldOf(LIMIT, change)).toBe(expected);
  });

  it.each<[string, Change]>([
    ['invalidPrice', { limitPrice: '0' }],
    ['invalidPrice', { limitPrice: '.5' }],
    ['invalidPrice', { limitPrice: '99999999999' }],
    ['tickSize', { limitPrice: '0.200001' }],
    ['maxPrice', { limitPrice: '1000000.00001' }],
    ['maxNotional', { limitPrice: '1000000' }],
    ['taken', { limitPrice: '225' }],
    ['maxNotional', { limitPrice: '225.00001' }],
    ['minNotional', { limitPrice: '0.02499' }],
    ['taken', { limitPrice: '0.025' }],
  ])('SPOT-026 SPOT-027 PRICE_FILTER and NOTIONAL: %s for %o', (expected, change) => {
    expect(fieldOf(LIMIT, change)).toBe(expected);
  });

  it('SPOT-026 SPOT-027 a trigger is a price, and gives the notional of a stop without a limit price', () => {
    expect(fieldOf(STOP_MARKET, { triggerPrice: '0' })).toBe('invalidPrice');
    expect(fieldOf(STOP_MARKET, { triggerPrice: '0.000001' })).toBe('tickSize');
    expect(fieldOf(STOP_MARKET, { triggerPrice: '1000001' })).toBe('maxPrice');
    expect(fieldOf(STOP_MARKET, { triggerPrice: '0.02' })).toBe('minNotional');
    expect(fieldOf(STOP_MARKET, { triggerPrice: '300' })).toBe('maxNotional');
    expect(fieldOf(STOP_LIMIT, { triggerPrice: '300' })).toBe('taken');
    const amount = { quantity: undefined, triggerPrice: '300' };
    expect(fieldOf(STOP_MARKET, { ...amount, quoteAmount: '5' })).toBe('taken');
  });

  it.each<[string, string]>([
    ['invalidAmount', '0'],
    ['invalidAmount', '5,5'],
    ['minNotional', '0.99999999'],
    ['taken', '1'],
    ['taken', '9000'],
    ['maxNotional', '9000.00000001'],
  ])('SPOT-027 an amount is its own notional: %s for %s', (expected, quoteAmount) => {
    expect(fieldOf(MARKET, { quantity: undefined, quoteAmount })).toBe(expected);
  });

  it('SPOT-027 a product far beyond the safe integers is still above the maximum', () => {
    const wide = { ...DOGE, maxLots: 2 ** 52, maxTicks: 2 ** 52 };
    expect(refuseNotional(wide, 2 ** 52 - 1, 2 ** 52 - 1)).toEqual({ refusal: 'maxNotional' });
    expect(refuseNotional(wide, 1, wide.maxNotional / wide.quotePerTickLot)).toBeNull();
    expect(refuseNotional(wide, 1, wide.maxNotional / wide.quotePerTickLot + 1)).not.toBeNull();
    expect(refuseNotional(wide, 0, 5)).toBeNull();
  });

  it('SPOT-028 a price may be from a fifth of the reference to five times it, both included', () => {
    for (const side of [BUY, SELL] as const) {
      const within =
        (...ticks: number[]) =>
        (reference: number) =>
          ticks.map((price) => isWithin(priceBand(DOGE, side, reference), price));
      expect(within(199, 200, 5000, 5001)(1000)).toEqual([false, true, true, false]);
      // Where a fifth is no whole tick, the distance is rounded down.
      expect(within(200, 201)(1001)).toEqual([false, true]);
      expect(within(1, 5, 6)(1)).toEqual([true, true, false]);
    }
  });

  it('SPOT-028 each side has its own multipliers, down to the exact tick', () => {
    const bands = {
      bidUpPpm: 1_100_000,
      bidDownPpm: 0,
      askUpPpm: 100_000_000,
      askDownPpm: 333_333,
    };
    const own = { ...DOGE, ...bands };
    expect(priceBand(own, BUY, 1000)).toEqual({ lowest: 0, highest: 1100 });
    expect(priceBand(own, SELL, 1000)).toEqual({ lowest: 334, highest: 100_000 });
  });

  it.each<[string, object, Change, Record<string, string>?]>([
    ['stepSize', MARKET, { quantity: '40.5' }, { step: '2' }],
    ['stepSize', MARKET, { quantity: '41' }, { step: '2' }],
    ['minQuantity', MARKET, { quantity: '8' }, { min: '10' }],
    ['taken', MARKET, { quantity: '10' }],
    ['taken', MARKET, { quantity: '150000' }],
    ['maxQuantity', MARKET, { quantity: '150002' }, { max: '150000' }],
    ['minQuantity', STOP_MARKET, { quantity: '8' }, { min: '10' }],
    ['stepSize', STOP_MARKET, { quantity: '41' }, { step: '2' }],
    ['taken', LIMIT, { quantity: '41' }],
    ['taken', STOP_LIMIT, { quantity: '5' }],
  ])('SPOT-034 MARKET_LOT_SIZE: %s for %o with %o', (expected, base, change, detail) => {
    const own = { ...DOGE, marketStepLots: 2, marketMinLots: 10, marketMaxLots: 150_000 };
    const order = { market: 'DOGEUSDT', ...base, ...change } as PlaceOrder;
    const refused = readOrder(own, order) as Refused;
    expect([refused.refusal ?? 'taken', refused.detail]).toEqual([expected, detail]);
  });

  it('SPOT-034 MARKET_LOT_SIZE bounds the quantity that an amount buys or sells, but not its step', () => {
    const own = { ...DOGE, marketStepLots: 2, marketMinLots: 10, marketMaxLots: 20 };
    const refusalOf = (quoteAmount: string) =>
      previewOrder(
        own,
        { market: 'DOGEUSDT', side: 'sell', type: 'market', quoteAmount },
        { count: 1, pairs: [20_000, 1000] },
        SPOT_COST,
      ).refusal;
    expect(['1.8', '2', '2.2', '4', '4.2'].map(refusalOf)).toEqual([
      'minQuantity',
      ...[undefined, undefined, undefined],
      'maxQuantity',
    ]);
  });

  it.each<[string, string]>([
    ['taken', 'a'],
    ['taken', 'ok.1:2/3_4-5'],
    ['taken', 'x'.repeat(36)],
    ['invalidClientOrderId', 'x'.repeat(37)],
    ['invalidClientOrderId', 'a b'],
    ['invalidClientOrderId', 'é'],
    ['invalidClientOrderId', 'a\n'],
  ])('SPOT-029 client order ids: %s for %j', (expected, clientOrderId) => {
    expect(fieldOf(LIMIT, { clientOrderId })).toBe(expected);
  });

  it('SPOT-031 each list of refusals has each name once, in the published order', () => {
    for (const list of [PLACE_ORDER_REFUSALS, PLACE_OCO_REFUSALS, AMEND_ORDER_REFUSALS]) {
      expect(new Set(list).size).toBe(list.length);
    }
  });
});

describe('walking levels', () => {
  const asks = { count: 3, pairs: [100, 5, 101, 7, 105, 100] };
  const bids = { count: 3, pairs: [100, 5, 99, 7, 95, 100] };

  it.each([
    // side, limit, lots → lots, ticks x lots, worst
    [0, 105, 1, 1, 100, 100],
    [0, 105, 12, 12, 1207, 101],
    [0, 105, 13, 13, 1312, 105],
    [0, 104, 13, 12, 1207, 101],
    [0, 99, 13, 0, 0, 0],
    [1, 95, 13, 13, 1288, 95],
    [1, 96, 13, 12, 1193, 99],
    [1, 101, 13, 0, 0, 0],
  ] as const)(
    'SPOT-045 side %i to %i takes of %i lots: %i for %i, worst %i',
    (side, limit, lots, ...take) => {
      const found = walkLots(DOGE, side, side === 0 ? asks : bids, limit, lots);
      expect([found.lots, found.notional / DOGE.quotePerTickLot, found.worst]).toEqual(take);
    },
  );

  it.each([
    // side, limit, amount in ticks x lots → lots, ticks x lots, worst
    [0, 105, 99, 0, 0, 0],
    [0, 105, 500, 5, 500, 100],
    [0, 105, 600, 5, 500, 100],
    [0, 105, 601, 6, 601, 101],
    [0, 105, 1312, 13, 1312, 105],
    [0, 104, 9999, 12, 1207, 101],
    [1, 95, 599, 6, 599, 99],
    [1, 95, 1288, 13, 1288, 95],
  ] as const)(
    'SPOT-066 SPOT-067 side %i to %i takes for %i: %i lots for %i, worst %i',
    (side, limit, amount, ...take) => {
      const units = amount * DOGE.quotePerTickLot;
      const found = walkAmount(DOGE, side, side === 0 ? asks : bids, limit, units);
      expect([found.lots, found.notional / DOGE.quotePerTickLot, found.worst]).toEqual(take);
    },
  );

  it('SPOT-117 a share of the largest quantity that a balance covers is rounded down', () => {
    expect([shareOf(7, 500_000), shareOf(7, 1_000_000), shareOf(0, 5)]).toEqual([3, 7, 0]);
  });
});
