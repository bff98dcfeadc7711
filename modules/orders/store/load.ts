import type { MarketState } from '@assay/core/order/life/market-state';
import type { TradingState } from '@assay/core/order/life/state';
import { type Order, orderAt } from '@assay/core/order/life/view';
import type { RowReader } from '@assay/platform/engine/machine';

type OrderRow = Record<string, string | number | boolean>;

/**
 * Every open order in the order of priority, so that resting them anew rebuilds the same queues.
 * The priority is not turned into text: ORDER BY would sort by that, and 10 comes before 9.
 */
const OPEN_ORDERS = `SELECT id::text, user_id::text, market, side, type, time_in_force, post_only,
  self_trade, amount::text, trigger_ticks::text, rises, slippage_ppm, maker_ppm, taker_ppm,
  client_order_id, created_at::text, limit_ticks::text, lots::text, filled::text,
  filled_quote::text, fee::text, fee_fraction, held::text, status, priority, updated_at::text,
  seq::text, oco::text FROM open_order ORDER BY priority`;

/** Visits every open order, filled in but known to nobody yet, and its sender's name for it. */
export async function readOpenOrders(
  reader: RowReader,
  state: TradingState,
  visit: (order: Order, name: string) => void,
): Promise<void> {
  await reader.each<OrderRow>(OPEN_ORDERS, (row) =>
    visit(orderOf(row, state), row.client_order_id as string),
  );
}

function orderOf(row: OrderRow, state: TradingState): Order {
  const order = orderAt(state.orders, state.orders.take());
  order.marks = 0;
  order.slot = 0;
  order.id = Number(row.id);
  order.userId = Number(row.user_id);
  order.trader = state.traders.of(order.userId);
  order.market = row.market as number;
  order.side = row.side as number;
  order.type = row.type as number;
  order.timeInForce = row.time_in_force as number;
  order.postOnly = row.post_only as boolean;
  order.selfTrade = row.self_trade as number;
  order.amount = Number(row.amount);
  order.trigger = Number(row.trigger_ticks);
  order.rises = row.rises as boolean;
  order.slippagePpm = row.slippage_ppm as number;
  order.makerPpm = row.maker_ppm as number;
  order.takerPpm = row.taker_ppm as number;
  order.createdAt = Number(row.created_at);
  order.limit = Number(row.limit_ticks);
  order.lots = Number(row.lots);
  order.filled = Number(row.filled);
  order.filledQuote = Number(row.filled_quote);
  order.fee = Number(row.fee);
  order.feeFraction = row.fee_fraction as number;
  order.held = Number(row.held);
  order.status = row.status as number;
  order.priority = Number(row.priority);
  order.updatedAt = Number(row.updated_at);
  order.seq = Number(row.seq);
  order.oco = Number(row.oco);
  order.paired = order.oco > 0;
  order.other = 0;
  order.stored = true;
  return order;
}

/** Sets each market's last price and last trade id. */
export async function readLastTrades(
  reader: RowReader,
  marketOf: (market: number) => MarketState,
): Promise<void> {
  const rows = await reader.rows<{ market: number; id: string; ticks: string }>(
    `SELECT m.id AS market, t.id::text, t.ticks::text FROM market m
     CROSS JOIN LATERAL (SELECT id, ticks FROM trade WHERE market = m.id
                         ORDER BY id DESC LIMIT 1) t`,
  );
  for (const row of rows) {
    const market = marketOf(row.market);
    market.lastTradeId = Number(row.id);
    market.lastTicks = Number(row.ticks);
  }
}
