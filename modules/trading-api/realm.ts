import type { Realm } from '@assay/core/ledger/realm';
import type { FeedService } from '@assay/modules/feeds';
import type { MarketBoard } from '@assay/modules/markets';
import type { SpotDesk, SpotRealm, SpotRecords, SpotStreams } from '@assay/modules/spot';
import type { Database } from '@assay/platform/db/database';

/** What the API needs of one realm; `apps/server` fills it. */
export interface ApiRealm {
  readonly realm: Realm;
  readonly board: Pick<MarketBoard, 'view' | 'views' | 'assets'>;
  readonly feed: Pick<FeedService, 'reader'>;
  readonly spot: SpotRealm;
  readonly desk: SpotDesk;
  readonly records: SpotRecords;
  readonly streams: Pick<SpotStreams, 'depth' | 'best' | 'lastTrade'>;
  readonly db: Pick<Database, 'pool'>;
}
