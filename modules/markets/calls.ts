import type { Realm } from '@assay/core/ledger/realm';
import { refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import type { MarketBoard } from './board.ts';
import type { PublishedListings } from './published.ts';
import { aboutKeyOf } from './rules.ts';
import type { calls } from './schema.ts';
import { FAVOURITES_MAX, type FavouriteStore } from './store/favourites.ts';

export interface MarketsCallsOptions {
  readonly boards: Readonly<Record<Realm, MarketBoard>>;
  readonly favourites: FavouriteStore;
  readonly listings: Pick<PublishedListings, 'views'>;
}

/** What the figures of a market cost beyond their bytes, which are about half as many. */
const WORK_OF_MARKET = 2_000;

/** Handlers of this module's calls. Visitors see the real realm. */
export function marketsCalls(options: MarketsCallsOptions): Handlers<typeof calls> {
  const { boards, favourites, listings } = options;
  const boardOf = ({ actor }: CallContext) => boards[actor?.realm ?? 'real'];
  return {
    getListings: () => ({ listings: listings.views() }),
    getmarketList(_input, context) {
      const markets = boardOf(context).views();
      context.spendBytes(markets.length * WORK_OF_MARKET);
      return { markets };
    },
    getCurrencyAll(_input, context) {
      const { machine } = boardOf(context);
      const listings = Array.from(machine.markets(), (market) => market.listing);
      const assets = Array.from(machine.assets(), ({ symbol: asset, name }) => {
        const traded = listings.filter(({ base, quote }) => base === asset || quote === asset);
        return { asset, name, markets: traded.map((listing) => listing.symbol) };
      });
      return { assets };
    },
    getCurrencyMessage({ market }, context) {
      const view = boardOf(context).view(market);
      if (view === undefined) return refuse('unknownMarket', { market });
      const { base: asset, name } = view;
      return { ...view, profile: { asset, name, aboutKey: aboutKeyOf(asset) } };
    },
    async addCollectCurrenct({ market, on }, context) {
      const { actor, now } = context;
      if (!boardOf(context).has(market)) return refuse('unknownMarket', { market });
      if (on !== true) {
        const removed = await favourites.remove(actor.userId, market);
        if (removed || on === false) return { market, on: false };
      }
      if (await favourites.add(actor.userId, market, now)) return { market, on: true };
      return refuse('tooManyFavourites', { limit: String(FAVOURITES_MAX) });
    },
    async getFavourites(_input, { actor }) {
      return { markets: await favourites.read(actor.userId) };
    },
  };
}
