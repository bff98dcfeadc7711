import type { BookRules, WholeListing } from '@assay/core/order/market';
import type { RowOf } from '@assay/core/schema/record';
import type { MarketStage, MarketStatus } from './schema.ts';
import type { asset } from './store/tables.ts';

export type Asset = RowOf<typeof asset>;

/**
 * A market, its rules as they are now and its current status. The object lives as long as the
 * engine; its rules and its listing are other objects when they have changed.
 */
export interface LiveMarket<Rules extends BookRules = BookRules> {
  readonly rules: Rules;
  readonly listing: WholeListing;
  readonly status: MarketStatus;
  readonly stage: MarketStage;
}
