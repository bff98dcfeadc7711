import {
  amendment,
  endedOrder,
  openOrder,
  reachedPrice,
  trade,
  trailReached,
  trailRow,
} from '@assay/core/order/life/tables';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type OrderHandlersOptions, orderHandlers } from './calls/handlers.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema/index.ts';

export { ordersPart } from './account-part.ts';
export { type AccountFills, listStrategyFills } from './calls/account-fills.ts';
export { storedView } from './calls/lists.ts';
export type { OpenOrder } from './calls/open-order.ts';
export { type OrderDone, OrderEntry, type OrderTraded } from './calls/order-entry.ts';
export {
  type ListedOrder,
  OrderHistory,
  type StoredFill,
  type StoredOrder,
} from './calls/order-history.ts';
export type { OrdersRealm, Sender } from './calls/realm.ts';
export { bookTotals } from './machine/book-totals.ts';
export { allLevels } from './machine/levels.ts';
export { OrdersMachine } from './machine/orders-machine.ts';
export { type OrdersEngine, RealmOrders } from './realm-orders.ts';
export { readPlacedCount, readTradedSums } from './store/daily.ts';
export {
  type FillsPart,
  type HistoryPart,
  type OcoLeg,
  readOpenOcos,
} from './store/history.ts';
export { type OwnFillRow, readFillsSince } from './store/own-fills.ts';
export { type Reads, readOpenOrders, readTradesFrom } from './store/reads.ts';
export {
  firstTradeSince,
  readTapeBefore,
  readTapeFrom,
  readTapeSeconds,
  type TapeRow,
  type TapeSecond,
} from './store/tape.ts';
export { BookStreams } from './streams.ts';
export { tradeView } from './views.ts';

/** Texts of this module by language. */
export const ordersMessages = { en: english };

/** The tables of this module. */
export function ordersMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'orders', {
    // The history of orders is only ever added to.
    realm: {
      ...rightsOf(openOrder, amendment, trade, reachedPrice, trailRow, trailReached),
      [endedOrder.table]: ['insert'],
    },
  });
}

/** The calls of this module with their handlers. */
export function createOrderCalls(options: OrderHandlersOptions): CallSet {
  return callSet(calls, orderHandlers(options));
}
