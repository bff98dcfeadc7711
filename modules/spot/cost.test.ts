import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL } from '@assay/core/order/side';
import { expect, it } from 'vitest';
import { orderHold, SPOT_COST } from './rules.ts';

it.each([
  // side, lots, amount, what it holds: goods; value; the amount
  [SELL, 3, 0, 3000],
  [SELL, 0, 500, 0],
  [BUY, 3, 0, 1000],
  [BUY, 0, 500, 500],
] as const)('SPOT-040 an order on side %d of %d lots or %d units holds %d', (...row) => {
  const [side, lots, amount, hold] = row;
  const market = { basePerLot: 1000 } as BookRules;
  expect(orderHold(market, { side, lots, amount }, 1000)).toBe(hold);
});

it('SPOT-042 an amount is spent, or received before the fee, whole', () => {
  for (const side of [BUY, SELL] as const) expect(SPOT_COST.budget(side, 500, 10_000)).toBe(500);
});
