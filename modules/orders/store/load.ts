import type { MarketState } from '@assay/core/order/life/market-state';
import type { TradingState } from '@assay/core/order/life/state';
import { openOrder } from '@assay/core/order/life/tables';
import type { Order } from '@assay/core/order/life/view';
import type { RowReader } from '@assay/platform/engine/machine';
import { loadRecords } from '@assay/platform/engine/tables/load';
import type { NamedQuery } from '@assay/platform/engine/tables/statement';

const LAST_TRADES: NamedQuery = {
  name: 'trade.last',
  text: `SELECT m.id AS market, t.id::text, t.ticks::text, t.at::text FROM market m
     CROSS JOIN LATERAL (SELECT id, ticks, at FROM trade WHERE market = m.id
                         ORDER BY id DESC LIMIT 1) t`,
};

/**
 * Visits every open order in the order of priority, so that resting the orders again rebuilds the
 * same queues. The records are complete, but the orders are not entered yet.
 */
export function readOpenOrders(
  reader: RowReader,
  state: TradingState,
  visit: (order: Order) => void,
): Promise<void> {
  return loadRecords(
    reader,
    openOrder,
    state.orders,
    (ref) => {
      const order = state.orderAt(ref);
      order.trader = state.traders.of(order.userId);
      order.paired = order.oco > 0;
      order.fired = order.workingTime > 0;
      order.rare =
        order.fired ||
        order.triggerSource > 0 ||
        order.terms > 0 ||
        order.iceberg > 0 ||
        order.trailing > 0;
      order.stored = true;
      visit(order);
    },
    'priority',
  );
}

/** Sets each market's last price and when it was made, and its last trade id. */
export async function readLastTrades(
  reader: RowReader,
  marketOf: (id: number) => MarketState,
): Promise<void> {
  type Row = { readonly market: number; readonly id: string; readonly ticks: string; at: string };
  for (const row of await reader.rows<Row>(LAST_TRADES)) {
    const market = marketOf(row.market);
    market.lastTradeId = Number(row.id);
    market.lastTicks = Number(row.ticks);
    market.lastAt = Number(row.at);
  }
}
