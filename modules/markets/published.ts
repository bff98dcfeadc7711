import { defineApprovals } from '@assay/core/approval/policy';
import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Commands } from '@assay/core/schema/registry';
import { HOUR, SECOND } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { z } from 'zod';
import type { MarketsMachine } from './machine.ts';
import { type ListedOnIndex, type ListingView, publishListing } from './schema.ts';
import type { PublishedListing, PublishedStore } from './store/published.ts';

const LOOK_EVERY_MS = SECOND;
/** A proposal that nobody decides on ends after this time. */
const PROPOSAL_MS = 72 * HOUR;

type Wanted = z.output<typeof publishListing>;

export const approvals = defineApprovals<{ publishListing: Wanted }>({
  publishListing: {
    needs: 2,
    prepare: 'parameters.prepare',
    decide: 'parameters.approve',
    expiresMs: PROPOSAL_MS,
  },
});

/** The engine of a realm, as far as listing needs it. */
export interface ListingEngine {
  readonly realm: Realm;
  readonly machines: { readonly markets: Pick<MarketsMachine, 'asset' | 'market'> };
  submit<T extends 'listAsset' | 'listMarket'>(command: Command<T>): Promise<Reply<T>>;
}

/** Why nothing is listed: as markets refuse it, or a product its terms. */
export type ListedRefusal =
  | Commands['listAsset' | 'listMarket']['refusal']
  | 'invalidMarket'
  | 'invalidTerms';

/** What lists a product on an index, of which this module knows no more; the server does. */
export interface ListedProduct {
  /** Why one would be refused; null if it would not. */
  refuse(wanted: ListedOnIndex): {
    readonly refusal: ListedRefusal;
    readonly detail?: Readonly<Record<string, string>>;
  } | null;
  /** Lists one in a realm that has not got it, by commands with this id. */
  list(realm: Realm, wanted: ListedOnIndex, id: string): Promise<void>;
}
type OfMarkets = Extract<Wanted, { kind: 'asset' | 'market' }>;
export type ListedProducts = Readonly<Record<Exclude<Wanted, OfMarkets>['kind'], ListedProduct>>;

/**
 * Assets, markets, contracts and options that staff list, two of them together. What is published
 * is a row that nobody changes; engines take it by commands whose ids name the row. A market is
 * listed before it opens.
 */
export class PublishedListings {
  readonly #store: PublishedStore;
  readonly #markets: () => Pick<MarketsMachine, 'refuseAsset' | 'refuseMarket'>;
  readonly #products: ListedProducts;
  #listings: readonly PublishedListing[] = [];

  /** `markets`: those of the real realm, whose assets and markets every realm lists. */
  constructor(
    store: PublishedStore,
    markets: () => Pick<MarketsMachine, 'refuseAsset' | 'refuseMarket'>,
    products: ListedProducts,
  ) {
    this.#store = store;
    this.#products = products;
    this.#markets = markets;
  }

  async load(): Promise<void> {
    this.#listings = await this.#store.all();
  }

  /** How a listing is published once two people have agreed to it. */
  readonly publication = {
    read: (body: object) => publishListing.safeParse(body).data ?? null,
    prepared: async (body: object, client: PoolClient) => {
      return this.#refusalOf(publishListing.parse(body), await this.#store.all(client));
    },
    run: async (
      body: object,
      client: PoolClient,
      now: number,
      signers: readonly number[],
      reason: string,
    ) => {
      const wanted = publishListing.parse(body);
      const why = this.#refusalOf(wanted, await this.#store.locked(client));
      if (why !== null) return { refusal: why.refusal, detail: why.detail };
      const listingId = await this.#store.add(client, {
        ...{ wanted, reason, signers, publishedAt: now },
      });
      return { outcome: { listingId } };
    },
    done: () => this.load(),
  };

  /** The public log, the latest first. */
  views(): ListingView[] {
    return this.#listings
      .map(({ signers: _, wanted, ...row }) => ({ ...row, listed: wanted }))
      .toReversed();
  }

  /** Gives an engine what is published and not listed there yet, in the order of publication. */
  job(engine: ListingEngine): Job {
    return {
      name: `listings:${engine.realm}`,
      everyMs: LOOK_EVERY_MS,
      atStart: true,
      run: async (_at, signal) => {
        for (const { listingId, wanted } of this.#listings) {
          signal.throwIfAborted();
          const by = { actor: OWNER.setup, id: `published-listing-${listingId}` };
          if (!isOfMarkets(wanted)) {
            await this.#products[wanted.kind].list(engine.realm, onIndex(wanted), by.id);
            continue;
          }
          if (isListed(engine.machines.markets, wanted)) continue;
          const reply =
            wanted.kind === 'asset'
              ? await engine.submit({ ...by, type: 'listAsset', body: wanted.asset })
              : await engine.submit({
                  ...by,
                  type: 'listMarket',
                  body: { ...wanted.market, stage: 'preOpen' },
                });
          if (!reply.ok) throw new Error(`listing ${listingId} was refused: ${reply.refusal}`);
        }
      },
    };
  }

  /** As the engine refuses it; what is published and waits for an engine is listed already. */
  #refusalOf(wanted: Wanted, published: readonly PublishedListing[]) {
    const refusal = this.#refusalOfEngine(wanted);
    if (refusal !== null) {
      const { detail = {} } = refusal as { detail?: Readonly<Record<string, string>> };
      return { refusal: refusal.refusal, detail };
    }
    const isSame = (one: PublishedListing) => symbolOf(one.wanted) === symbolOf(wanted);
    return published.some(isSame) ? ({ refusal: 'alreadyListed', detail: {} } as const) : null;
  }

  #refusalOfEngine(wanted: Wanted) {
    if (!isOfMarkets(wanted)) return this.#products[wanted.kind].refuse(onIndex(wanted));
    const markets = this.#markets();
    if (wanted.kind === 'asset') return markets.refuseAsset(wanted.asset);
    return markets.refuseMarket({ ...wanted.market, stage: 'preOpen' });
  }
}

const isOfMarkets = (wanted: Wanted): wanted is OfMarkets =>
  wanted.kind === 'asset' || wanted.kind === 'market';

function onIndex(wanted: Exclude<Wanted, OfMarkets>): ListedOnIndex {
  return wanted.kind === 'contract' ? wanted.contract : wanted.option;
}

/** What has a product is a market too, whose symbol has the suffix of the product. */
function symbolOf(wanted: Wanted): string {
  if (wanted.kind === 'asset') return `asset ${wanted.asset.symbol}`;
  return `market ${isOfMarkets(wanted) ? wanted.market.symbol : onIndex(wanted).symbol}`;
}

function isListed(markets: Pick<MarketsMachine, 'asset' | 'market'>, wanted: OfMarkets): boolean {
  return wanted.kind === 'asset'
    ? markets.asset(wanted.asset.symbol) !== undefined
    : markets.market(wanted.market.symbol) !== undefined;
}
