import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { contractMarket, contractOn } from '@assay/modules/cfd';
import type { ContractListing } from '@assay/modules/cfd/rules';
import { symbolOf } from '@assay/modules/feeds/rules';
import type { ListedProduct, ListedProducts } from '@assay/modules/markets';
import { optionMarketOn } from '@assay/modules/options/rules';
import type { RealmEngine } from './realm.ts';

type Engine = Pick<RealmEngine, 'submit'> & {
  readonly machines: Pick<RealmEngine['machines'], 'markets' | 'cfd' | 'options'>;
};
type Engines = Readonly<Record<Realm, Engine>>;

const badListing = (field: string) => ({ refusal: 'badListing', detail: { field } }) as const;

/** How staff list what is traded on an index, by product. */
export function listedProducts(engines: Engines): ListedProducts {
  return { contract: listedContracts(engines), option: listedOptions(engines) };
}

/** Contracts are listed with their market, which opens later. */
function listedContracts(engines: Engines): ListedProduct {
  return {
    refuse: ({ symbol, index, terms }) => {
      const listing = contractOn(index, terms);
      if (typeof listing === 'string') return badListing(listing);
      if (listing.symbol !== symbol) return badListing('symbol');
      const { markets, cfd } = engines.real.machines;
      if (!isFollowed(index, engines)) return badListing('index');
      return cfd.refuseListing(listing) ?? markets.refuseMarket(marketOf(listing));
    },
    list: async (realm, { symbol, index, terms }, id) => {
      const engine = engines[realm];
      const { markets, cfd } = engine.machines;
      const body = contractOn(index, terms);
      if (typeof body === 'string') throw new Error(`${symbol} was published with a wrong ${body}`);
      const actor = OWNER.setup;
      if (markets.market(symbol) === undefined) {
        const by = { actor, id: `${id}-market` };
        must(symbol, await engine.submit({ ...by, type: 'listMarket', body: marketOf(body) }));
      }
      if (cfd.state.bySymbol.has(symbol)) return;
      must(symbol, await engine.submit({ actor, id, type: 'listCfd', body }));
    },
  };
}

/** A market of options begins closed; its state is one of its terms. */
function listedOptions(engines: Engines): ListedProduct {
  return {
    refuse: ({ symbol, index, terms }) => {
      const body = optionMarketOn(index, terms);
      if (typeof body === 'string') return badListing(body);
      if (body.market !== symbol) return badListing('symbol');
      if (!isFollowed(index, engines)) return badListing('index');
      return engines.real.machines.options.refuseListing(body);
    },
    list: async (realm, { symbol, index, terms }, id) => {
      const engine = engines[realm];
      if (engine.machines.options.markets.get(symbol) !== undefined) return;
      const body = optionMarketOn(index, terms);
      if (typeof body === 'string') throw new Error(`${symbol} was published with a wrong ${body}`);
      const actor = OWNER.setup;
      must(symbol, await engine.submit({ actor, id, type: 'listOptionMarket', body }));
    },
  };
}

/** An index of the house is there; that of a coin as soon as a market follows it. */
function isFollowed(index: string, { real }: Engines): boolean {
  return symbolOf(index) !== undefined || real.machines.markets.following(index).length > 0;
}

/** The market of a contract opens by a decision of its own. */
const marketOf = (listing: ContractListing) =>
  ({ ...contractMarket(listing), stage: 'preOpen' }) as const;

function must(symbol: string, reply: { readonly ok: boolean; readonly refusal?: string }): void {
  if (!reply.ok) throw new Error(`${symbol}, which is published, was refused: ${reply.refusal}`);
}
