import type { RowReader } from '@assay/platform/engine/machine';
import { type Order, orderAt } from '../machine/order.ts';
import type { LiveBook, SpotState } from '../machine/state.ts';

type OrderRow = Record<string, string | number | boolean>;

/**
 * Every open order in the order of its place, so that resting them anew rebuilds the same queues.
 * The place is not turned into text: ORDER BY would sort by that, and 10 comes before 9.
 */
const OPEN_ORDERS = `SELECT id::text, user_id::text, market, side, type, time_in_force, post_only,
  self_trade, amount::text, trigger_ticks::text, rises, slippage_ppm, maker_ppm, taker_ppm,
  client_order_id, created_at::text, limit_ticks::text, lots::text, filled::text,
  filled_quote::text, fee::text, fee_fraction, held::text, status, place, updated_at::text,
  seq::text, oco::text FROM spot_order ORDER BY place`;

/** Visits every open order, filled in but known to nobody yet, and its sender's name for it. */
export async function readOpenOrders(
  reader: RowReader,
  state: SpotState,
  visit: (order: Order, name: string) => void,
): Promise<void> {
  await reader.each<OrderRow>(OPEN_ORDERS, (row) =>
    visit(orderOf(row, state), row.client_order_id as string),
  );
}

function orderOf(row: OrderRow, state: SpotState): Order {
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
  order.place = Number(row.place);
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
  liveOf: (market: number) => LiveBook,
): Promise<void> {
  const rows = await reader.rows<{ market: number; id: string; ticks: string }>(
    `SELECT m.id AS market, t.id::text, t.ticks::text FROM market m
     CROSS JOIN LATERAL (SELECT id, ticks FROM spot_trade WHERE market = m.id
                         ORDER BY id DESC LIMIT 1) t`,
  );
  for (const row of rows) {
    const live = liveOf(row.market);
    live.lastTradeId = Number(row.id);
    live.lastTicks = Number(row.ticks);
  }
}

/** Sets the fee rates of users who have their own. */
export async function readFeeTiers(reader: RowReader, state: SpotState): Promise<void> {
  const rows = await reader.rows<{ user_id: string; maker_ppm: number; taker_ppm: number }>(
    'SELECT user_id::text, maker_ppm, taker_ppm FROM spot_fee_tier',
  );
  for (const row of rows) {
    const trader = state.traders.of(Number(row.user_id));
    state.setRates(trader, { makerPpm: row.maker_ppm, takerPpm: row.taker_ppm });
  }
}
