import { ORDER_REFUSALS } from '@assay/core/order/refusals';
import { describe, expect, it } from 'vitest';
import { en } from '../app/locales/en.ts';
import type { MarketView } from '../lib/api/wire.ts';
import { depthOf, stepAt } from './depth/depth-curve.ts';
import { findMarkets, recentFirst } from './header/find-markets.ts';
import { STALE_AFTER_MS, secondsOver } from './header/use-stale.ts';
import { BOUNDS, bounded } from './layout/bounds.ts';
import { isOrderProblem } from './refusals.ts';

const level = (ticks: number, lots: number) => ({ ticks, lots, house: 0 });
const market = (base: string, name: string) =>
  ({ market: `${base}USDT`, base, quote: 'USDT', name }) as MarketView;
const markets = [
  market('BTC', 'Bitcoin'),
  market('ETH', 'Ethereum'),
  market('ETC', 'Ethereum Classic'),
  market('USDC', 'USD Coin'),
];
const found = (text: string) => findMarkets(markets, text).map(({ base }) => base);

describe('the page around the ticket', () => {
  it('UI-427 the depth curve sums each side outwards, and a point of it sums all before it', () => {
    const depth = depthOf([level(99, 2), level(98, 3)], [level(101, 1), level(104, 5)])!;
    expect(depth.bids).toEqual([
      { ticks: 99, sumLots: 2 },
      { ticks: 98, sumLots: 5 },
    ]);
    expect(depth.mostLots).toBe(5);
    expect([depth.fromTicks, depth.toTicks]).toEqual([97, 103]);
    expect(stepAt(depth, 98.5)).toMatchObject({ side: 'bid', sumLots: 2 });
    expect(stepAt(depth, 97)).toMatchObject({ side: 'bid', sumLots: 5 });
    expect(stepAt(depth, 102)).toMatchObject({ side: 'ask', sumLots: 1 });
    expect(stepAt(depth, 100)).toBeNull();
    expect(depthOf([], [level(1, 1)])).toBeNull();
  });

  it('UI-439 every reason for a refusal has its words', () => {
    for (const refusal of ORDER_REFUSALS) {
      expect(en.desk.refusals[refusal], refusal).toBeTruthy();
      expect(isOrderProblem(refusal)).toBe(true);
    }
    expect(isOrderProblem('rateLimit')).toBe(false);
  });

  it('UI-444 a market is found by symbol or name, beginnings first', () => {
    expect(found('eth')).toEqual(['ETH', 'ETC']);
    expect(found('etc')).toEqual(['ETC']);
    expect(found('btc/usdt')).toEqual(['BTC']);
    expect(found('coin')).toEqual(['BTC', 'USDC']);
    expect(found('usd')).toEqual(['USDC', 'BTC', 'ETH', 'ETC']);
    expect(found('')).toEqual(['BTC', 'ETH', 'ETC', 'USDC']);
    expect(found('xyz')).toEqual([]);
    expect(recentFirst(markets, ['ETCUSDT', 'BTCUSDT']).map(({ base }) => base)).toEqual([
      ...['ETC', 'BTC', 'ETH', 'USDC'],
    ]);
  });

  it('UI-445 a price is stale after five seconds, and its age is given in whole seconds', () => {
    expect(secondsOver(STALE_AFTER_MS)).toBe(0);
    expect(secondsOver(STALE_AFTER_MS + 1)).toBe(5);
    expect(secondsOver(61_999)).toBe(61);
    expect(secondsOver(-3000)).toBe(0);
  });

  it('UI-451 no panel can be drawn smaller than it can be read, or larger than the chart allows', () => {
    for (const [size, [least, most]] of Object.entries(BOUNDS)) {
      expect(bounded(size as keyof typeof BOUNDS, 0)).toBe(least);
      expect(bounded(size as keyof typeof BOUNDS, 1e6)).toBe(most);
    }
    expect(bounded('bookWidth', 300.4)).toBe(300);
  });
});
