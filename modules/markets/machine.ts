import { MAX_ASSET, OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import {
  type BookRules,
  MARKET_SYMBOL,
  type MarketListing,
  marketRules,
  type Product,
  quantityText,
  SPOT,
  type WholeListing,
} from '@assay/core/order/market';
import type {
  Fact,
  Machine,
  Outcome,
  Refusal,
  RowReader,
  RowWriter,
  Rule,
  Turn,
} from '@assay/platform/engine/machine';
import type { Asset, LiveMarket } from './live-market.ts';
import { ProductMarkets } from './product-markets.ts';
import type { ListingRefusal, MarketStatus } from './schema.ts';
import { assetWriter, LOAD_ASSETS, LOAD_MARKETS, marketWriter } from './store/listing-rows.ts';

/** Room for what a single engine holds in memory, far above what a listing committee ever does. */
const MAX_MARKETS = 10_000;
const ASSET_SYMBOL = /^[A-Z0-9]{1,16}$/;
const PLAIN_SYMBOL = /^[A-Z0-9]{2,24}$/;
const NAME_LENGTH_MAX = 60;
/** The decimals of a listing, kept in canonical spelling so that rows load as what was digested. */
const DECIMAL_FIELDS = [
  'tickSize',
  'stepSize',
  'maxPrice',
  'minQuantity',
  'maxQuantity',
  'minNotional',
  'maxNotional',
  'marketStepSize',
  'marketMinQuantity',
  'marketMaxQuantity',
] as const;
const PPM_FIELDS = [
  'makerFeePpm',
  'takerFeePpm',
  'bidMultiplierUpPpm',
  'bidMultiplierDownPpm',
  'askMultiplierUpPpm',
  'askMultiplierDownPpm',
] as const;

interface ListAsset {
  readonly symbol: string;
  readonly name: string;
}

interface SetMarketStatus {
  readonly market: string;
  readonly status: MarketStatus;
}

type MarketRow = WholeListing & { readonly id: number; readonly status: MarketStatus };

/**
 * Assets and markets as the engine knows them. Other machines read it; nobody but its own rules
 * changes it. What is listed is never taken off: accounts, orders and trades point at the ids.
 */
export class MarketsMachine implements Machine {
  readonly name = 'markets';
  /** Every market by its symbol, in the order of listing, of whatever product. */
  readonly bySymbol = new Map<string, LiveMarket>();
  readonly rules: Readonly<Record<string, Rule>> = {
    listAsset: (body: ListAsset, turn) => this.#listAsset(body, turn),
    listMarket: (body: MarketListing, turn) => this.#listMarket(body, turn),
    setMarketStatus: (body: SetMarketStatus, turn) => this.#setMarketStatus(body, turn),
  };
  readonly writers: readonly RowWriter[];

  /** Index = id - 1. */
  readonly #assets: Asset[] = [];
  readonly #markets: LiveMarket[] = [];
  readonly #assetBySymbol = new Map<string, Asset>();
  /** The markets that follow an index, in the order of their ids. */
  readonly #byIndex = new Map<string, LiveMarket[]>();
  readonly #products: ReadonlyMap<string, Product>;
  readonly #newAssets: Asset[] = [];
  readonly #changedMarkets = new Set<LiveMarket>();
  #facts: Fact[] = [];

  /** `products`: all whose markets may be listed here. */
  constructor(products: readonly Product[] = [SPOT]) {
    this.#products = new Map(products.map((product) => [product.name, product]));
    this.writers = [assetWriter(this.#newAssets), marketWriter(this.#changedMarkets)];
  }

  market(symbol: string): LiveMarket | undefined {
    return this.bySymbol.get(symbol);
  }

  marketById(id: number): LiveMarket | undefined {
    return this.#markets[id - 1];
  }

  /** The markets of one product, as that product reads them. */
  of<P extends Product>(product: P): ProductMarkets<P> {
    return new ProductMarkets(this, product);
  }

  /** The markets that follow the index, in the order of their ids. */
  following(index: string): readonly LiveMarket[] {
    return this.#byIndex.get(index) ?? [];
  }

  /** All markets in the order of their ids. */
  markets(): IterableIterator<LiveMarket> {
    return this.#markets.values();
  }

  asset(symbol: string): Asset | undefined {
    return this.#assetBySymbol.get(symbol);
  }

  /** All assets in the order of their ids. */
  assets(): IterableIterator<Asset> {
    return this.#assets.values();
  }

  assetId(symbol: string): number | undefined {
    return this.#assetBySymbol.get(symbol)?.id;
  }

  /** The symbol of an id that the engine gave out; throws BrokenInvariant for any other. */
  assetSymbol(id: number): string {
    const asset = this.#assets[id - 1];
    assert(asset !== undefined, `asset ${id} was never listed`);
    return asset.symbol;
  }

  async load(reader: RowReader): Promise<void> {
    for (const asset of await reader.rows<Asset>(LOAD_ASSETS)) this.#keepAsset(asset);
    for (const { id, status, ...listing } of await reader.rows<MarketRow>(LOAD_MARKETS)) {
      const rules = this.#rulesOf(listing, id);
      assert(typeof rules !== 'string', `stored market ${listing.symbol} is wrong: ${rules}`);
      this.#keepMarket({ rules, listing, status });
    }
  }

  takeFacts(): Fact[] {
    const facts = this.#facts;
    if (facts.length > 0) this.#facts = [];
    return facts;
  }

  digest(write: (line: string) => void): void {
    for (const { id, symbol, name } of this.#assets)
      write(`asset ${id} ${symbol} ${JSON.stringify(name)}`);
    for (const { rules, listing, status } of this.#markets) {
      const numbers = DECIMAL_FIELDS.map((field) => listing[field]).join(' ');
      const shares = PPM_FIELDS.map((field) => listing[field]).join(' ');
      const names = `${listing.symbol} ${listing.product} ${listing.index}`;
      const pair = `${listing.base} ${listing.quote}`;
      write(`market ${rules.id} ${names} ${pair} ${numbers} ${shares} ${status}`);
    }
  }

  audit(): void {
    for (const [index, asset] of this.#assets.entries()) {
      assert(asset.id === index + 1, `asset ${asset.symbol} has id ${asset.id}`);
      assert(this.assetId(asset.symbol) === asset.id, `asset ${asset.symbol} is lost`);
    }
    for (const [index, market] of this.#markets.entries()) {
      const { rules, listing } = market;
      assert(rules.id === index + 1, `market ${listing.symbol} has id ${rules.id}`);
      assert(this.bySymbol.get(listing.symbol) === market, `market ${listing.symbol} is lost`);
      const followers = this.following(rules.index);
      assert(followers.includes(market), `market ${listing.symbol} follows nothing`);
      const derived = JSON.stringify(this.#rulesOf(listing, rules.id));
      assert(derived === JSON.stringify(rules), `market ${listing.symbol} left its listing`);
    }
  }

  #listAsset({ symbol, name }: ListAsset, turn: Turn): Outcome {
    if (turn.actor !== OWNER.setup) return refuse('notAllowed');
    if (!matches(ASSET_SYMBOL, symbol)) return refuse('badSymbol');
    if (typeof name !== 'string' || name === '' || name.length > NAME_LENGTH_MAX) {
      return refuse('badName');
    }
    if (this.#assetBySymbol.has(symbol)) return refuse('alreadyListed');
    if (this.#assets.length >= MAX_ASSET) return refuse('tooMany');
    const asset: Asset = { id: this.#assets.length + 1, symbol, name };
    this.#keepAsset(asset);
    this.#newAssets.push(asset);
    this.#facts.push({ type: 'assetListed', asset: symbol, name });
    return { id: asset.id };
  }

  #listMarket(body: MarketListing, turn: Turn): Outcome {
    if (turn.actor !== OWNER.setup) return refuse('notAllowed');
    const product = this.#products.get(body.product ?? SPOT.name);
    if (product === undefined) return refuse('unknownProduct', { product: String(body.product) });
    const pattern = product.suffix === '' ? PLAIN_SYMBOL : MARKET_SYMBOL;
    if (!matches(pattern, body.symbol)) return refuse('badSymbol');
    if (!body.symbol.endsWith(product.suffix)) {
      return refuse('wrongSuffix', { suffix: product.suffix });
    }
    for (const asset of product.ownsBase ? [body.base, body.quote] : [body.quote]) {
      if (!this.#assetBySymbol.has(asset)) return refuse('unknownAsset', { asset: String(asset) });
    }
    if (this.bySymbol.has(body.symbol)) return refuse('alreadyListed');
    if (!matches(ASSET_SYMBOL, body.base)) return refuse('badListing', { field: 'base' });
    if (body.base === body.quote) return refuse('badListing', { field: 'quote' });
    const id = this.#markets.length + 1;
    const read = this.#rulesOf(body, id);
    if (typeof read === 'string') return refuse('badListing', { field: read });
    if (id > MAX_MARKETS) return refuse('tooMany');
    const listing = canonical(body, read);
    const rules = this.#rulesOf(listing, id);
    assert(typeof rules !== 'string', `listing ${body.symbol} lost its meaning when rewritten`);
    const market: LiveMarket = { rules, listing, status: 'trading' };
    this.#keepMarket(market);
    this.#changedMarkets.add(market);
    this.#facts.push({ type: 'marketListed', market: listing.symbol });
    return { id };
  }

  #setMarketStatus({ market: symbol, status }: SetMarketStatus, turn: Turn): Outcome {
    if (turn.actor !== OWNER.setup) return refuse('notAllowed');
    if (status !== 'trading' && status !== 'halted') return refuse('badStatus');
    const market = this.bySymbol.get(symbol);
    if (market === undefined) return refuse('unknownMarket', { market: String(symbol) });
    if (market.status !== status) {
      market.status = status;
      this.#changedMarkets.add(market);
      this.#facts.push({ type: 'marketStatusChanged', market: symbol, status });
    }
    return { market: symbol, status };
  }

  /** The rules of a listing whose product is known, or what is wrong with it. */
  #rulesOf(listing: MarketListing, id: number): BookRules | string {
    const quoteAsset = this.assetId(listing.quote);
    if (quoteAsset === undefined) return 'quote';
    const product = this.#products.get(listing.product ?? SPOT.name);
    if (product === undefined) return 'product';
    const baseAsset = this.assetId(listing.base);
    if (product.ownsBase && baseAsset === undefined) return 'base';
    const ids = product.ownsBase ? { id, baseAsset, quoteAsset } : { id, quoteAsset };
    const rules = marketRules(listing, ids);
    return typeof rules === 'string' ? rules : (product.refuses?.(rules) ?? rules);
  }

  #keepAsset(asset: Asset): void {
    this.#assets.push(asset);
    this.#assetBySymbol.set(asset.symbol, asset);
  }

  #keepMarket(market: LiveMarket): void {
    this.#markets.push(market);
    this.bySymbol.set(market.listing.symbol, market);
    const { index } = market.rules;
    this.#byIndex.set(index, [...this.following(index), market]);
  }
}

function refuse(refusal: ListingRefusal, detail?: Record<string, string>): Refusal {
  return detail === undefined ? { refusal } : { refusal, detail };
}

/**
 * The listing with nothing but its own fields, all of them, and each number in its one spelling.
 */
function canonical(body: MarketListing, rules: BookRules): WholeListing {
  return {
    symbol: body.symbol,
    product: rules.product,
    index: rules.index,
    base: body.base,
    quote: body.quote,
    tickSize: spell(body.tickSize),
    stepSize: spell(body.stepSize),
    maxPrice: spell(body.maxPrice),
    minQuantity: spell(body.minQuantity),
    maxQuantity: spell(body.maxQuantity),
    minNotional: spell(body.minNotional),
    maxNotional: spell(body.maxNotional),
    makerFeePpm: rules.makerFeePpm,
    takerFeePpm: rules.takerFeePpm,
    marketStepSize: quantityText(rules, rules.marketStepLots),
    marketMinQuantity: quantityText(rules, rules.marketMinLots),
    marketMaxQuantity: quantityText(rules, rules.marketMaxLots),
    bidMultiplierUpPpm: rules.bidUpPpm,
    bidMultiplierDownPpm: rules.bidDownPpm,
    askMultiplierUpPpm: rules.askUpPpm,
    askMultiplierDownPpm: rules.askDownPpm,
  };
}

function spell(text: string): string {
  const units = parseDecimal(text, SCALE);
  assert(units !== null, `${text} is not a decimal`);
  return formatDecimal(units, SCALE);
}

function matches(pattern: RegExp, text: unknown): boolean {
  return typeof text === 'string' && pattern.test(text);
}
