import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { contractMarket, contractOn } from '@assay/modules/cfd';
import type { ContractListing } from '@assay/modules/cfd/rules';
import { symbolOf } from '@assay/modules/feeds/rules';
import type { ListedContracts } from '@assay/modules/markets';
import type { RealmEngine } from './realm.ts';

type Engine = Pick<RealmEngine, 'submit'> & {
  readonly machines: Pick<RealmEngine['machines'], 'markets' | 'cfd'>;
};

const badListing = (field: string) => ({ refusal: 'badListing', detail: { field } });

/** How contracts that staff have published are listed: with their market, which opens later. */
export function listedContracts(engines: Readonly<Record<Realm, Engine>>): ListedContracts {
  return {
    refuse: ({ symbol, index, terms }) => {
      const { markets, cfd } = engines.real.machines;
      const listing = contractOn(index, terms);
      if (typeof listing === 'string') return badListing(listing);
      if (listing.symbol !== symbol) return badListing('symbol');
      // The index of a coin is there as soon as a market follows it.
      const isFollowed = symbolOf(index) !== undefined || markets.following(index).length > 0;
      if (!isFollowed) return badListing('index');
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

/** Its market opens by a decision of its own. */
const marketOf = (listing: ContractListing) =>
  ({ ...contractMarket(listing), stage: 'preOpen' }) as const;

function must(symbol: string, reply: { readonly ok: boolean; readonly refusal?: string }): void {
  if (!reply.ok) throw new Error(`the published contract ${symbol} was refused: ${reply.refusal}`);
}
