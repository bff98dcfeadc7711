import type { Product, RulesOf } from '@assay/core/order/market';
import type { LiveMarket } from './live-market.ts';

/** All markets, of whatever product. */
export interface AllMarkets {
  market(symbol: string): LiveMarket | undefined;
  marketById(id: number): LiveMarket | undefined;
  markets(): Iterable<LiveMarket>;
  following(index: string): Iterable<LiveMarket>;
  assetSymbol(id: number): string;
}

/** The markets of one product: all that its machine and its calls know of. */
export class ProductMarkets<P extends Product> {
  readonly #all: AllMarkets;
  readonly #product: P;

  constructor(all: AllMarkets, product: P) {
    this.#all = all;
    this.#product = product;
  }

  market(symbol: string): LiveMarket<RulesOf<P>> | undefined {
    return this.#own(this.#all.market(symbol));
  }

  marketById(id: number): LiveMarket<RulesOf<P>> | undefined {
    return this.#own(this.#all.marketById(id));
  }

  /** In the order of their ids. */
  *markets(): Generator<LiveMarket<RulesOf<P>>> {
    for (const market of this.#all.markets()) if (this.#has(market)) yield market;
  }

  /** Those that follow the index, in the order of their ids. */
  *following(index: string): Generator<LiveMarket<RulesOf<P>>> {
    for (const market of this.#all.following(index)) if (this.#has(market)) yield market;
  }

  assetSymbol(id: number): string {
    return this.#all.assetSymbol(id);
  }

  #own(market: LiveMarket | undefined): LiveMarket<RulesOf<P>> | undefined {
    return market !== undefined && this.#has(market) ? market : undefined;
  }

  /** The rules of a market are those of the product under which it was listed. */
  #has(market: LiveMarket): market is LiveMarket<RulesOf<P>> {
    return market.rules.product === this.#product.name;
  }
}
