import type { Rates } from '@assay/core/order/order';
import { expect, it } from 'vitest';
import type { ApiRealm } from '../realm.ts';
import { commissionOf } from '../trade/commission.ts';
import { listFees } from './fees.ts';

it('SPOT-272 the trading API names the lower of the rates of the market and of the tier', async () => {
  const rules = { symbol: 'ABCUSDT', makerFeePpm: 100, takerFeePpm: 1_000 };
  const realm = (own: Rates | null) =>
    ({
      ...{ rates: async () => own, orders: { realm: { rules: () => rules } } },
    }) as unknown as ApiRealm;
  const named = async (own: Rates | null) => {
    const [fees] = await listFees(realm(own), 1_000, 'ABCUSDT');
    const { standardCommission } = await commissionOf(realm(own), 1_000, rules as never);
    expect(standardCommission).toMatchObject({
      ...{ maker: fees?.makerCommission, taker: fees?.takerCommission },
    });
    return [fees?.makerCommission, fees?.takerCommission];
  };
  expect(await named({ makerPpm: 900, takerPpm: 700 })).toEqual(['0.0001', '0.0007']);
  expect(await named({ makerPpm: 50, takerPpm: 7_000 })).toEqual(['0.00005', '0.001']);
  expect(await named(null)).toEqual(['0.0001', '0.001']);
});
