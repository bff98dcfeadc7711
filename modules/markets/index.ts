import type { Realm } from '@assay/core/ledger/realm';
import type { PersonalRecords } from '@assay/core/personal-records';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { MarketBoard } from './board.ts';
import { marketsCalls } from './calls.ts';
import type { MarketsMachine } from './machine.ts';
import english from './messages/en.json' with { type: 'json' };
import { type ListedProducts, PublishedListings } from './published.ts';
import { calls } from './schema.ts';
import { FavouriteStore } from './store/favourites.ts';
import { PublishedStore } from './store/published.ts';
import { asset, market } from './store/tables.ts';

export { MarketBoard, type MarketPair, type TickerSource } from './board.ts';
export { type DayCloses, readDayCloses } from './day-closes.ts';
export { SILENT_INDEX_MS, silentMarketsJob } from './jobs.ts';
export { ASSETS, MARKETS, seedMarkets } from './listings.ts';
export type { Asset, LiveMarket } from './live-market.ts';
export { MarketsMachine } from './machine.ts';
export { ProductMarkets } from './product-markets.ts';
export {
  approvals as listingApprovals,
  type ListedProduct,
  type ListedProducts,
  type PublishedListings,
} from './published.ts';
export type { MarketStatus } from './schema.ts';
export { TickerStreams } from './streams.ts';
export { type LoggedCommand, PriceUpcaster } from './upcast.ts';

/** Texts of this module by language. */
export const marketsMessages = { en: english };

/** The tables of this module. */
export function marketsMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'markets', {
    shared: { favourite: ['insert', 'delete'], published_listing: ['insert'] },
    realm: rightsOf(asset, market),
  });
}

/** The calls of this module with their handlers. */
export function createMarketsCalls(
  db: Pick<Database, 'pool'>,
  boards: Readonly<Record<Realm, MarketBoard>>,
  listings: Pick<PublishedListings, 'views'>,
): CallSet {
  return callSet(calls, marketsCalls({ boards, favourites: new FavouriteStore(db), listings }));
}

/** The favourites of a person, for the download of their data; gone with the account. */
export function favouriteRecords(db: Pick<Database, 'pool'>): PersonalRecords {
  const store = new FavouriteStore(db);
  return { read: (userId) => store.all(userId), close: (userId) => store.removeAll(userId) };
}

/** What staff have listed, read from the database. `markets`: those of the real realm. */
export async function createListings(
  db: Pick<Database, 'pool'>,
  markets: () => MarketsMachine,
  products: ListedProducts,
): Promise<PublishedListings> {
  const listings = new PublishedListings(new PublishedStore(db), markets, products);
  await listings.load();
  return listings;
}
