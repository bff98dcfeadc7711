/** The wire types under the names that the screens use; each module defines its own. */
export type { KeyView } from '@assay/modules/api-keys/schema';
export type { CandlesData, CandleView } from '@assay/modules/feeds/schema';
export type { BalanceView } from '@assay/modules/ledger/schema';
export type { MarketView, TickersData, TickerView } from '@assay/modules/markets/schema';
export type {
  BookDelta,
  BookLevel,
  BookSnapshot,
  DepthView,
  FillView,
  OrderView,
  TradesData,
  TradeView,
} from '@assay/modules/orders/schema';

export type Side = 'buy' | 'sell';
