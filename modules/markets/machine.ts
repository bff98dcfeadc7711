import { MAX_ASSET, OWNER } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import {
  type BookRules,
  MARKET_SYMBOL,
  MAX_FEE_PPM,
  type MarketListing,
  marketRules,
  type Product,
  SPOT,
  type WholeListing,
} from '@assay/core/order/market';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Fact, Machine, RowReader, Turn } from '@assay/platform/engine/machine';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { canonical, canonicalText, limitsOf, type MarketRow, rowOf } from './listing-row.ts';
import type { Asset, LiveMarket } from './live-market.ts';
import { ProductMarkets } from './product-markets.ts';
import {
  ASSET_NAME_MAX,
  type ListAsset,
  type ListMarket,
  type MarketStage,
  type MarketStatus,
  type SetMarketFees,
  type SetMarketLimits,
  type SetMarketStage,
  type SetMarketStatus,
} from './schema.ts';
import { asset, market } from './store/tables.ts';

/** The most markets of one realm, bounded by memory and far above any real number of listings. */
const MAX_MARKETS = 10_000;
const ASSET_SYMBOL = /^[A-Z0-9]{1,16}$/;
const PLAIN_SYMBOL = /^[A-Z0-9]{2,24}$/;

type ListingRules = RulesFor<
  | 'listAsset'
  | 'listMarket'
  | 'setMarketStatus'
  | 'setMarketStage'
  | 'setMarketFees'
  | 'setMarketLimits'
>;
type Refusal<T extends keyof ListingRules> = Extract<Decision<T>, { refusal: string }>;
type Decision<T extends keyof ListingRules> = ReturnType<ListingRules[T]>;

/**
 * Assets and markets in the engine. Other machines read them; only the rules of this machine change
 * them. A listed asset or market stays listed: accounts, orders and trades refer to its id.
 */
export class MarketsMachine implements Machine {
  readonly name = 'markets';
  readonly tables = [asset, market];
  /** The markets of all products by symbol, in the order of listing. */
  readonly bySymbol = new Map<string, LiveMarket>();
  readonly rules: ListingRules = {
    listAsset: (body, turn) => this.#listAsset(body, turn),
    listMarket: (body, turn) => this.#listMarket(body, turn),
    setMarketStatus: (body, turn) => this.#setMarketStatus(body, turn),
    setMarketStage: (body, turn) => this.#setMarketStage(body, turn),
    setMarketFees: (body, turn) => this.#setMarketFees(body, turn),
    setMarketLimits: (body, turn) => this.#setMarketLimits(body, turn),
  };

  readonly #assets = new ObjectTable(asset);
  readonly #markets = new ObjectTable(market);
  readonly writers = [...this.#assets.writers, ...this.#markets.writers];

  readonly #assetBySymbol = new Map<string, Asset>();
  /** Index = id - 1. */
  readonly #live: RowMarket[] = [];
  /** The markets that follow an index, in the order of their ids. */
  readonly #byIndex = new Map<string, LiveMarket[]>();
  readonly #products: ReadonlyMap<string, Product>;
  readonly #onRules: ((market: LiveMarket) => void)[] = [];
  #facts: Fact[] = [];

  /** `products`: those whose markets may be listed here. */
  constructor(products: readonly Product[] = [SPOT]) {
    this.#products = new Map(products.map((product) => [product.name, product]));
  }

  market(symbol: string): LiveMarket | undefined {
    return this.bySymbol.get(symbol);
  }

  marketById(id: number): LiveMarket | undefined {
    return this.#live[id - 1];
  }

  /** The markets of one product, with that product's rules. */
  of<P extends Product>(product: P): ProductMarkets<P> {
    return new ProductMarkets(this, product);
  }

  /** The markets that follow the index, in the order of their ids. */
  following(index: string): readonly LiveMarket[] {
    return this.#byIndex.get(index) ?? [];
  }

  /** Reports a market whose rules are others from now on, inside the command that changed them. */
  onRules(listener: (market: LiveMarket) => void): void {
    this.#onRules.push(listener);
  }

  /** All markets in the order of their ids. */
  markets(): IterableIterator<LiveMarket> {
    return this.#live.values();
  }

  asset(symbol: string): Asset | undefined {
    return this.#assetBySymbol.get(symbol);
  }

  /** All assets in the order of their ids. */
  assets(): readonly Asset[] {
    return this.#assets.rows();
  }

  assetId(symbol: string): number | undefined {
    return this.#assetBySymbol.get(symbol)?.id;
  }

  /** The symbol of an id that the engine gave out; throws BrokenInvariant for any other. */
  assetSymbol(id: number): string {
    const asset = this.assets()[id - 1];
    assert(asset !== undefined, `asset ${id} was never listed`);
    return asset.symbol;
  }

  async load(reader: RowReader): Promise<void> {
    await this.#assets.load(reader);
    await this.#markets.load(reader);
    for (const asset of this.assets()) this.#assetBySymbol.set(asset.symbol, asset);
    for (const row of this.#markets.rows()) this.#open(row);
  }

  takeFacts(): Fact[] {
    const facts = this.#facts;
    if (facts.length > 0) this.#facts = [];
    return facts;
  }

  digest(write: (line: string) => void): void {
    this.#assets.digest(write);
    this.#markets.digest(write);
  }

  audit(): void {
    this.#assets.audit();
    this.#markets.audit();
    for (const [index, asset] of this.assets().entries()) {
      assert(asset.id === index + 1, `asset ${asset.symbol} has id ${asset.id}`);
      assert(this.assetId(asset.symbol) === asset.id, `asset ${asset.symbol} is lost`);
    }
    for (const [index, row] of this.#markets.rows().entries()) {
      assert(row.id === index + 1, `market ${row.symbol} has id ${row.id}`);
      const market = this.#live[index];
      const isFound = market !== undefined && this.bySymbol.get(row.symbol) === market;
      assert(isFound, `market ${row.symbol} is lost`);
      assert(this.following(row.index).includes(market), `market ${row.symbol} follows nothing`);
      const listing = this.#listingOf(row);
      const derived = JSON.stringify([listing, this.#rulesOf(listing, row.id)]);
      const kept = JSON.stringify([market.listing, market.rules]);
      assert(derived === kept, `market ${row.symbol} differs from its row`);
    }
  }

  #listAsset({ symbol, name }: ListAsset, turn: Turn): Decision<'listAsset'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const refusal = this.refuseAsset({ symbol, name });
    if (refusal !== null) return refusal;
    const asset = this.#assets.insert({ id: this.#assets.size + 1, symbol, name });
    this.#assetBySymbol.set(symbol, asset);
    this.#facts.push({ type: 'assetListed', asset: symbol, name });
    return { id: asset.id };
  }

  /** Why an asset would be refused; null if it would not. */
  refuseAsset({ symbol, name }: ListAsset): Refusal<'listAsset'> | null {
    if (!matches(ASSET_SYMBOL, symbol)) return { refusal: 'badSymbol' };
    if (typeof name !== 'string' || name === '' || name.length > ASSET_NAME_MAX) {
      return { refusal: 'badName' };
    }
    if (this.#assetBySymbol.has(symbol)) return { refusal: 'alreadyListed' };
    return this.#assets.size >= MAX_ASSET ? { refusal: 'tooMany' } : null;
  }

  #listMarket(body: ListMarket, turn: Turn): Decision<'listMarket'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const refusal = this.refuseMarket(body);
    if (refusal !== null) return refusal;
    const id = this.#markets.size + 1;
    const rules = this.#rulesOf(body, id) as BookRules;
    const { stage = 'open' } = body;
    this.#open(this.#markets.insert(rowOf(canonical(body, rules), rules, stage)));
    this.#facts.push({ type: 'marketListed', market: body.symbol });
    return { id };
  }

  /** Why a market with this listing would be refused; null if it would not. */
  refuseMarket(body: ListMarket): Refusal<'listMarket'> | null {
    const product = this.#products.get(body.product ?? SPOT.name);
    if (product === undefined) return refuse('unknownProduct', { product: String(body.product) });
    const pattern = product.suffix === '' ? PLAIN_SYMBOL : MARKET_SYMBOL;
    if (!matches(pattern, body.symbol)) return { refusal: 'badSymbol' };
    if (!body.symbol.endsWith(product.suffix)) {
      return refuse('wrongSuffix', { suffix: product.suffix });
    }
    for (const asset of product.ownsBase ? [body.base, body.quote] : [body.quote]) {
      if (!this.#assetBySymbol.has(asset)) return refuse('unknownAsset', { asset: String(asset) });
    }
    if (this.bySymbol.has(body.symbol)) return { refusal: 'alreadyListed' };
    if (!matches(ASSET_SYMBOL, body.base)) return refuse('badListing', { field: 'base' });
    if (body.base === body.quote) return refuse('badListing', { field: 'quote' });
    const { stage } = body;
    if (stage !== undefined && stage !== 'preOpen') return refuse('badListing', { field: 'stage' });
    const read = this.#rulesOf(body, this.#markets.size + 1);
    if (typeof read === 'string') return refuse('badListing', { field: read });
    return this.#markets.size < MAX_MARKETS ? null : { refusal: 'tooMany' };
  }

  #setMarketStatus(
    { market: symbol, status }: SetMarketStatus,
    turn: Turn,
  ): Decision<'setMarketStatus'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (status !== 'trading' && status !== 'halted') return { refusal: 'badStatus' };
    const market = this.bySymbol.get(symbol);
    if (market === undefined) return refuse('unknownMarket', { market: String(symbol) });
    if (market.status !== status) {
      this.#markets.change(this.#markets.get(market.rules.id)!, { status });
      this.#facts.push({ type: 'marketStatusChanged', market: symbol, status });
    }
    return { market: symbol, status };
  }

  #setMarketStage(
    { market: symbol, stage }: SetMarketStage,
    turn: Turn,
  ): Decision<'setMarketStage'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    if (stage !== 'open' && stage !== 'delisted') return { refusal: 'badStage' };
    const market = this.bySymbol.get(symbol);
    if (market === undefined) return refuse('unknownMarket', { market: String(symbol) });
    if (market.stage === 'delisted' && stage === 'open') return { refusal: 'alreadyDelisted' };
    if (market.stage !== stage) {
      this.#markets.change(this.#markets.get(market.rules.id)!, { stage });
      this.#facts.push({ type: 'marketStageChanged', market: symbol, stage });
    }
    return { market: symbol, stage };
  }

  /** Orders keep the rates that they were placed with; the next ones have these. */
  #setMarketFees(
    { market: symbol, makerFeePpm, takerFeePpm }: SetMarketFees,
    turn: Turn,
  ): Decision<'setMarketFees'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    for (const ppm of [makerFeePpm, takerFeePpm]) {
      if (!Number.isInteger(ppm) || ppm < 0 || ppm > MAX_FEE_PPM) return { refusal: 'invalidFee' };
    }
    const market = this.bySymbol.get(symbol);
    if (market === undefined) return refuse('unknownMarket', { market: String(symbol) });
    const fees = { makerFeePpm, takerFeePpm };
    this.#change(market, fees, { ...market.rules, ...fees });
    return { market: symbol, ...fees };
  }

  /** Open orders stay as they are; the next ones, and what becomes of amended ones, meet these. */
  #setMarketLimits(body: SetMarketLimits, turn: Turn): Decision<'setMarketLimits'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const market = this.bySymbol.get(body.market);
    if (market === undefined) return refuse('unknownMarket', { market: String(body.market) });
    const { id, symbol } = market.rules;
    const { minNotional, ...shares } = limitsOf(body);
    for (const [field, ppm] of Object.entries(shares)) {
      if (!Number.isInteger(ppm)) return refuse('invalidLimit', { field });
    }
    const rules = this.#rulesOf({ ...market.listing, minNotional, ...shares }, id);
    if (typeof rules === 'string') return refuse('invalidLimit', { field: rules });
    const limits = { minNotional: canonicalText(minNotional), ...shares };
    this.#change(market, limits, rules);
    return { market: symbol, ...limits };
  }

  #change(market: LiveMarket, terms: Partial<WholeListing>, rules: BookRules): void {
    const live = this.#live[rules.id - 1]!;
    this.#markets.change(this.#markets.get(rules.id)!, terms);
    live.change({ ...market.listing, ...terms }, rules);
    for (const report of this.#onRules) report(live);
  }

  /** The rules of a listing, or the name of its first invalid field. */
  #rulesOf(listing: MarketListing, id: number): BookRules | string {
    const quoteAsset = this.assetId(listing.quote);
    if (quoteAsset === undefined) return 'quote';
    const product = this.#products.get(listing.product ?? SPOT.name);
    if (product === undefined) return 'product';
    const baseAsset = this.assetId(listing.base);
    if (product.ownsBase && baseAsset === undefined) return 'base';
    const ids = product.ownsBase ? { id, baseAsset, quoteAsset } : { id, quoteAsset };
    const rules = marketRules(listing, ids, product.features);
    return typeof rules === 'string' ? rules : (product.refuses?.(rules) ?? rules);
  }

  #listingOf({
    id: _id,
    baseAsset: _base,
    quoteAsset,
    status: _,
    stage: _stage,
    ...row
  }: MarketRow) {
    return { ...row, quote: this.assetSymbol(quoteAsset) } satisfies WholeListing;
  }

  /** Adds the market of a stored row; its rules are derived from the listing again. */
  #open(row: MarketRow): void {
    const listing = this.#listingOf(row);
    const rules = this.#rulesOf(listing, row.id);
    assert(typeof rules !== 'string', `stored market ${row.symbol} is wrong: ${rules}`);
    const market = new RowMarket(rules, listing, row);
    this.#live.push(market);
    this.bySymbol.set(row.symbol, market);
    this.#byIndex.set(row.index, [...this.following(row.index), market]);
  }
}

/** The status is the row's, where it changes. */
class RowMarket implements LiveMarket {
  rules: BookRules;
  listing: WholeListing;
  readonly #row: MarketRow;

  constructor(rules: BookRules, listing: WholeListing, row: MarketRow) {
    this.rules = rules;
    this.listing = listing;
    this.#row = row;
  }

  get status(): MarketStatus {
    return this.#row.status;
  }

  get stage(): MarketStage {
    return this.#row.stage;
  }

  change(listing: WholeListing, rules: BookRules): void {
    this.listing = listing;
    this.rules = rules;
  }
}

function refuse<R extends string>(refusal: R, detail: Readonly<Record<string, string>>) {
  return { refusal, detail };
}

function matches(pattern: RegExp, text: unknown): boolean {
  return typeof text === 'string' && pattern.test(text);
}
