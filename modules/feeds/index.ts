import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { feedsCalls } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import type { PublishedCalendars } from './published-calendars.ts';
import { calls } from './schema.ts';
import type { FeedService } from './service.ts';
import { calendarDay, referencePrice } from './store/tables.ts';

export type { TickSigner, TicksLost } from './archive/sealed-days.ts';
export type { Spend, TickLogReader } from './archive/tick-reader.ts';
export type { DayStatistics } from './candles/book.ts';
export type { TradeRecord, TradesFrom } from './candles/keeper.ts';
export type { WindowStatistics } from './candles/reader.ts';
export type { FeedSettings } from './choose-source.ts';
export type { FeedDeps, FeedStatus, PriceEngine } from './deps.ts';
export { feedHealth } from './health.ts';
export type { IndexState } from './index-states.ts';
export { FeedsMachine, type PricesListener, type ReferencePrice } from './machine.ts';
export {
  calendarApprovals,
  type Followed,
  type HoursChange,
  PublishedCalendars,
} from './published-calendars.ts';
export { type Candle, flatCandle } from './rules/candle.ts';
export {
  bucketEnd,
  bucketStart,
  candleBytes,
  DAY,
  MINUTE_MS,
  minuteOf,
  shortestMinutes,
} from './rules/interval.ts';
export { FeedService } from './service.ts';
export { Sessions } from './sessions.ts';
export type { FeedIndex, FeedMarket, SourceKind } from './sources/source.ts';
export { readMinuteClose } from './store/minute-close.ts';
export { TickEvidence } from './store/tick-evidence.ts';
export { CandleStreams } from './streams.ts';

/** Texts of this module by language. */
export const feedsMessages = { en: english };

/** The tables of this module. */
export function feedsMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'feeds', {
    shared: {
      feed_source: ['insert'],
      feed_tick: ['insert', 'delete'],
      feed_tick_pruned: ['insert', 'update'],
      feed_tick_day: ['insert'],
      feed_candle: ['insert', 'update', 'truncate'],
      feed_coverage: ['insert', 'update', 'truncate'],
      feed_renamed: [],
      calendar_day_version: ['insert'],
    },
    realm: {
      ...{ ...rightsOf(referencePrice), ...rightsOf(calendarDay) },
      trade_candle: ['insert', 'update', 'delete'],
    },
  });
}

/** The calls of this module with their handlers. */
export function createFeedsCalls(feed: FeedService, calendars: PublishedCalendars): CallSet {
  return callSet(calls, feedsCalls(feed, calendars));
}
