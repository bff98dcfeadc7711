import type { Realm } from '@assay/core/ledger/realm';
import type { Rates } from '@assay/core/order/order';
import type { Mode } from '@assay/core/schema/mode';
import type { FeedService } from '@assay/modules/feeds';
import type { Prices } from '@assay/modules/ledger';
import type { MarketBoard } from '@assay/modules/markets';
import type { RealmOrders } from '@assay/modules/orders';
import type { Database } from '@assay/platform/db/database';
import type { ApiMoney, ApiMoves } from './wallet/money.ts';

/** What the API needs of one realm; `apps/server` provides it. */
export interface ApiRealm {
  readonly realm: Realm;
  /** What the installation is; exchangeInfo says it. */
  readonly mode: Mode;
  readonly board: Pick<MarketBoard, 'assets' | 'pairs' | 'symbols' | 'view' | 'views'>;
  readonly feed: Pick<FeedService, 'reader'>;
  readonly orders: Pick<RealmOrders, 'realm' | 'entry' | 'history' | 'streams'>;
  /** A user's own fee rates on spot; null for a user who pays the market's. */
  rates(userId: number): Promise<Rates | null>;
  /** What assets are worth now; for reading, never for deciding. */
  readonly prices: Prices;
  /** Money in and out; null in the virtual realm. */
  readonly money: ApiMoney | null;
  /** What there is in both realms. */
  readonly moves: ApiMoves;
  readonly db: Pick<Database, 'pool'>;
}
