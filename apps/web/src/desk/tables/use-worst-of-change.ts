import type { OrderView } from '../../lib/api/wire.ts';
import { markOf } from '../../lib/data/headline.ts';
import { tickerOf, useMarket } from '../../lib/data/markets.ts';
import { worstOfChange } from '../amend.ts';
import { rulesOf } from '../market-rules.ts';
import type { OrderChange } from '../orders.ts';
import { unitsOf } from '../ticket/form.ts';
import type { WorstCase } from '../ticket/worst-case.ts';

/** Whether a change would let an order of any market trade far from its mark price, and how far. */
export function useWorstOfChange(
  order: OrderView,
): (change: Partial<OrderChange>) => WorstCase | null {
  const market = useMarket(order.market);
  return (change) => {
    const rules = market === undefined ? null : rulesOf(market);
    if (market === undefined || rules === null) return null;
    const mark = markOf(tickerOf(order.market) ?? market);
    return worstOfChange(
      rules,
      order,
      change,
      Math.round((unitsOf(mark) ?? 0) / rules.quotePerTick),
    );
  };
}
