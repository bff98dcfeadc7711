import type { OrderCost } from '@assay/core/order/cost';
import { useMemo } from 'react';
import { balanceOf, useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { unitsOf } from './form.ts';
import type { Funding } from './funding.ts';

/** For a product whose orders hold balances: what is free of the asset that a side holds. */
export function useBalanceFunding(cost: OrderCost): Funding {
  const { product, market } = useDesk();
  const ready = useAccount((account) => account.ready);
  const balances = useAccount((account) => account.balances);
  return useMemo(() => {
    const free = (asset: string) =>
      unitsOf(balanceOf(balances, product.wallet, asset).available) ?? 0;
    return {
      ...cost,
      available: (side) => (ready ? free(product.heldIn(market, side)) : null),
    };
  }, [cost, ready, balances, product, market]);
}
