import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Product } from '@assay/core/order/market';
import type { DayStatistics, SourceKind } from '@assay/modules/feeds';
import { classOf, type IndexSession, symbolOf } from '@assay/modules/feeds/rules';
import type { Asset, LiveMarket } from './live-market.ts';
import type { MarketsMachine } from './machine.ts';
import { changeText } from './rules.ts';
import type { MarketView, TickerView } from './schema.ts';

/** Market data from outside this module; the server implements it with feeds and spot. */
export interface TickerSource {
  readonly kind: SourceKind;
  /** Figures of the last 24 hours, null when there is no price in them. */
  day(market: string): DayStatistics | null;
  /** Price and time of the last trade, undefined before the first. */
  last(market: string): { readonly price: string; readonly at: number } | undefined;
  /** Best bid and ask of the book, "" for a side that is empty. */
  best(market: string): { readonly bid: string; readonly ask: string };
  /** The session of an index now. */
  session(index: string): IndexSession;
  /** What is announced of the market's stage; null for nothing. */
  nextStage(market: string): MarketView['nextStage'];
  /** The last price of the index that the market follows, undefined before the first. */
  index(market: string): { readonly price: string; readonly at: number } | undefined;
}

/** What of a market does not move with its prices. */
export type MarketPair = Pick<
  MarketView,
  'market' | 'base' | 'quote' | 'name' | 'simulated' | 'makerFeePpm' | 'takerFeePpm'
>;

/**
 * Markets as one realm's visitors see them, put together from the engine, the feed and the book.
 */
export class MarketBoard {
  readonly #markets: () => MarketsMachine;
  readonly #source: TickerSource;
  readonly #product: Product | undefined;

  /**
   * `markets` is called each time, because an engine that loads again has new machines. With a
   * `product` the board shows the markets of that one alone.
   */
  constructor(markets: () => MarketsMachine, source: TickerSource, product?: Product) {
    this.#markets = markets;
    this.#source = source;
    this.#product = product;
  }

  /** The same with the markets of one product. */
  of(product: Product): MarketBoard {
    return new MarketBoard(this.#markets, this.#source, product);
  }

  get machine(): MarketsMachine {
    return this.#markets();
  }

  get #listed(): Pick<MarketsMachine, 'market' | 'markets'> {
    return this.#product === undefined ? this.machine : this.machine.of(this.#product);
  }

  has(symbol: string): boolean {
    return this.#listed.market(symbol) !== undefined;
  }

  /** The names of all markets; `views` and `tickers` compute their figures too. */
  symbols(): string[] {
    return Array.from(this.#listed.markets(), ({ rules }) => rules.symbol);
  }

  /** All markets, without their figures, which cost much more. */
  pairs(): MarketPair[] {
    return Array.from(this.#listed.markets(), (market) => this.#pair(market));
  }

  views(): MarketView[] {
    return Array.from(this.#listed.markets(), (market) => this.#view(market));
  }

  view(symbol: string): MarketView | undefined {
    const market = this.#listed.market(symbol);
    return market === undefined ? undefined : this.#view(market);
  }

  /** All assets, those that are not traded yet included. */
  assets(): Asset[] {
    return [...this.machine.assets()];
  }

  tickers(): TickerView[] {
    return Array.from(this.#listed.markets(), ({ rules }) => this.ticker(rules.symbol));
  }

  ticker(symbol: string): TickerView {
    return this.#ticker(symbol, this.#source.day(symbol));
  }

  #pair({ rules, listing }: LiveMarket): MarketPair {
    const pair = symbolOf(rules.index);
    return {
      market: rules.symbol,
      // What is only followed has the pair of its index: a price in yen is no price in USDT.
      base: pair?.base ?? listing.base,
      quote: pair?.quote ?? listing.quote,
      name: this.machine.asset(listing.base)?.name ?? pair?.name ?? listing.base,
      simulated: this.#source.kind === 'simulated',
      makerFeePpm: rules.makerFeePpm,
      takerFeePpm: rules.takerFeePpm,
    };
  }

  #view(market: LiveMarket): MarketView {
    const { rules, listing, status, stage } = market;
    const day = this.#source.day(rules.symbol);
    const { kind } = this.#source;
    return {
      ...this.#ticker(rules.symbol, day),
      ...this.#pair(market),
      product: rules.product,
      indexName: rules.index,
      status,
      stage,
      class: classOf(rules.index),
      session: this.#source.session(rules.index),
      nextStage: this.#source.nextStage(rules.symbol),
      tickSize: listing.tickSize,
      stepSize: listing.stepSize,
      maxPrice: listing.maxPrice,
      minQuantity: listing.minQuantity,
      maxQuantity: listing.maxQuantity,
      marketStepSize: listing.marketStepSize,
      marketMinQuantity: listing.marketMinQuantity,
      marketMaxQuantity: listing.marketMaxQuantity,
      minNotional: listing.minNotional,
      maxNotional: listing.maxNotional,
      bidMultiplierUpPpm: listing.bidMultiplierUpPpm,
      bidMultiplierDownPpm: listing.bidMultiplierDownPpm,
      askMultiplierUpPpm: listing.askMultiplierUpPpm,
      askMultiplierDownPpm: listing.askMultiplierDownPpm,
      priceWarningPpm: listing.priceWarningPpm,
      maxOpenOrders: rules.maxOpenOrders,
      maxStopOrders: rules.maxStopOrders,
      priceDecimals: rules.priceDecimals,
      quantityDecimals: rules.quantityDecimals,
      source: kind,
      spark: day === null ? [] : day.spark.map((close) => formatSafe(close, SCALE)),
    };
  }

  #ticker(market: string, day: DayStatistics | null): TickerView {
    const index = this.#source.index(market);
    const trade = this.#source.last(market);
    const last = trade?.price ?? index?.price ?? '';
    const price = (units: number | undefined) =>
      units === undefined ? '' : formatSafe(units, SCALE);
    return {
      market,
      last,
      lastAt: trade?.at ?? 0,
      open24h: price(day?.open),
      high24h: price(day?.high),
      low24h: price(day?.low),
      change24h: day === null ? '' : changeText(day.close, day.open),
      volume24h: formatDecimal(day?.volume ?? 0n, SCALE),
      quoteVolume24h: formatDecimal(day?.quoteVolume ?? 0n, SCALE),
      referenceVolume24h: formatDecimal(day?.referenceVolume ?? 0n, SCALE),
      ...this.#source.best(market),
      index: index?.price ?? '',
      indexAt: index?.at ?? 0,
    };
  }
}
