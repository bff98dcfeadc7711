import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notional, protectionPrice } from './cost.ts';
import type { BookRules } from './market.ts';
import {
  ORDER_STATUSES,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  STATUS,
  TIMES_IN_FORCE,
  Time,
  Type,
} from './order.ts';
import { BUY, opposite, SELL } from './side.ts';

const MARKET = { quotePerTickLot: 10 } as BookRules;
const value = fc.oneof(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 2 ** 52 }));

describe('what orders cost', () => {
  it('SPOT-043 a protection price is never worse than the agreed slippage', () => {
    const share = fc.integer({ min: 1, max: 500_000 });
    fc.assert(
      fc.property(value, share, (ticks, slippage) => {
        const [up, down] = [
          protectionPrice(BUY, ticks, slippage),
          protectionPrice(SELL, ticks, slippage),
        ];
        const exact = BigInt(ticks) * BigInt(slippage);
        expect(BigInt(up - ticks) * 1_000_000n <= exact).toBe(true);
        expect(BigInt(up - ticks + 1) * 1_000_000n > exact).toBe(true);
        expect(ticks - down).toBe(up - ticks);
        expect(down).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 3000 },
    );
    expect(protectionPrice(BUY, 6_000_000, 50_000)).toBe(6_300_000);
    expect(protectionPrice(SELL, 6_000_001, 50_000)).toBe(5_700_001);
    expect(protectionPrice(SELL, 1, 500_000)).toBe(1);
  });

  it('SPOT-012 a notional is price times quantity, whole and exact', () => {
    expect(notional(MARKET, 6_000_012, 50_000)).toBe(3_000_006_000_000);
    expect(notional(MARKET, 0, 50_000)).toBe(0);
    expect([opposite(BUY), opposite(SELL)]).toEqual([SELL, BUY]);
  });

  it('SPOT-013 codes of types, times in force, self-trade modes and statuses are permanent', () => {
    expect(ORDER_TYPES).toEqual(['limit', 'market', 'stopLimit', 'stopMarket']);
    expect(TIMES_IN_FORCE).toEqual(['gtc', 'ioc', 'fok']);
    expect(SELF_TRADE_MODES).toEqual([
      'none',
      'expireTaker',
      'expireMaker',
      'expireBoth',
      'decrement',
    ]);
    expect(Object.entries(STATUS)).toEqual(ORDER_STATUSES.map((name, code) => [name, code]));
    expect(ORDER_TYPES.map((name) => Type[name])).toEqual([0, 1, 2, 3]);
    expect(TIMES_IN_FORCE.map((name) => Time[name])).toEqual([0, 1, 2]);
  });
});
