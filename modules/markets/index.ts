import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { MarketBoard } from './board.ts';
import { marketsCalls } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls, stopCalls } from './schema.ts';
import { MarketStops, type MarketStopsOptions } from './stops.ts';
import { FavouriteStore } from './store/favourites.ts';
import { StopStore } from './store/stops.ts';
import { asset, market } from './store/tables.ts';

export { MarketBoard, type TickerSource } from './board.ts';
export { SILENT_INDEX_MS, silentMarketsJob } from './jobs.ts';
export { ASSETS, MARKETS, seedMarkets } from './listings.ts';
export type { Asset, LiveMarket } from './live-market.ts';
export { MarketsMachine } from './machine.ts';
export { ProductMarkets } from './product-markets.ts';
export type { MarketStatus } from './schema.ts';
export { type MarketStops, stopApprovals } from './stops.ts';
export { TickerStreams } from './streams.ts';
export { type LoggedCommand, PriceUpcaster } from './upcast.ts';

/** Texts of this module by language. */
export const marketsMessages = { en: english };

/** The tables of this module. */
export function marketsMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'markets', {
    shared: { favourite: ['insert', 'delete'], market_stop: ['insert', 'update'] },
    realm: rightsOf(asset, market),
  });
}

/** The calls of this module with their handlers. */
export function createMarketsCalls(
  db: Pick<Database, 'pool'>,
  boards: Readonly<Record<Realm, MarketBoard>>,
): CallSet {
  return callSet(calls, marketsCalls({ boards, favourites: new FavouriteStore(db) }));
}

/** Halts that staff order, and their calls. */
export function createMarketStops(
  db: Pick<Database, 'pool'>,
  options: Omit<MarketStopsOptions, 'store'>,
): { readonly stops: MarketStops; readonly calls: CallSet } {
  const stops = new MarketStops({ ...options, store: new StopStore(db) });
  return { stops, calls: callSet(stopCalls, stops.calls()) };
}
