import { isWaiting } from '@assay/core/order/order';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { useMemo } from 'react';
import { useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { ticksOf } from '../ticket/form.ts';

export interface OwnTick {
  readonly side: Side;
  readonly ticks: number;
}

/** Where one's own resting orders stand in the book of this market. */
export function useOwnTicks(): readonly OwnTick[] {
  const { market, rules } = useDesk();
  const orders = useAccount((account) => account.orders);
  return useMemo(
    () =>
      orders.flatMap((order) => {
        if (order.market !== market.market || isWaiting(order)) return [];
        const ticks = ticksOf(rules, order.limitPrice);
        if (ticks === null) return [];
        return [{ side: order.side === 'buy' ? BUY : SELL, ticks }];
      }),
    [orders, market.market, rules],
  );
}
