import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { rowReader } from '@assay/platform/engine/store';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { type EndState, ordered } from './fixture.ts';
import { rulesOf, standingState } from './state.ts';
import { type OrderNumbers, orderWords, type TradeNumbers, tradeWords } from './words.ts';

const ENDED_ORDERS = `
  SELECT id, user_id AS "userId", market, side, type, time_in_force AS "timeInForce",
    post_only AS "postOnly", self_trade AS "selfTrade", amount, trigger_ticks AS trigger, rises,
    slippage_ppm AS "slippagePpm", maker_ppm AS "makerPpm", taker_ppm AS "takerPpm",
    client_order_id AS "clientOrderId", created_at AS "createdAt", limit_ticks AS "limit", lots,
    filled, filled_quote AS "filledQuote", fee, fee_in_base AS "feeInBase",
    fee_fraction AS "feeFraction", held, status, priority, updated_at AS "updatedAt", seq, oco
  FROM ended_order`;

const TRADES = `
  SELECT market, id, seq, at, ticks, lots, taker_side AS "takerSide", taker_order AS "takerOrder",
    maker_order AS "makerOrder", taker_user AS "takerUser", maker_user AS "makerUser",
    taker_fee AS "takerFee", maker_fee AS "makerFee", buyer_fee_in_base AS "buyerFeeInBase"
  FROM trade`;

/** What an engine would load from the database, and the history that lies in the tables. */
export async function storedState(db: Pick<Database, 'connect'>, realm: Realm): Promise<EndState> {
  const client = await db.connect();
  try {
    await client.query(`SET search_path TO ${realm}, public`);
    const sequencer = new Sequencer(createRealmMachines(realm));
    const reader = rowReader(client);
    await sequencer.load(reader);
    sequencer.audit();
    const { machines } = sequencer;
    const orders = await reader.rows<OrderNumbers>(ENDED_ORDERS);
    const trades = await reader.rows<TradeNumbers>(TRADES);
    return ordered({
      ...standingState(machines),
      endedOrders: orders.map((order) => orderWords(rulesOf(machines, order.market), order)),
      trades: trades.map((trade) => tradeWords(rulesOf(machines, trade.market), trade)),
    });
  } finally {
    await client.end();
  }
}
