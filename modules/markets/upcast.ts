import { indexName, SPOT } from '@assay/core/order/market';

/** The part of a logged command that matters here. */
export interface LoggedCommand {
  readonly type: string;
  readonly body: object;
  readonly outcome: object;
}

interface FormerPrice {
  readonly symbol: string;
  readonly index: string;
  readonly n: number;
}

/** Symbols of markets as they were before products had suffixes. */
const FORMER_SYMBOL = /^[A-Z0-9]{2,24}$/;
const FORMER_NAME_MAX = 16;

/**
 * Reads `recordPrices` of logs in which a price was keyed by the market that followed it (`{symbol:
 * 'BTCUSDT', index: '96000', n}`) as it is written now (`{index: 'BTC-USDT', price: '96000', n}`),
 * so that such a log can be decided again. Entries of other kinds, and prices that have the new
 * form already, are returned unchanged.
 *
 * Of two markets with one pair the first that was listed gives its prices to the index, as the
 * tables were migrated; prices of the second, or of no market, are kept under a name that nothing
 * follows, so that the command still records as many.
 */
export class PriceUpcaster {
  /** Names of indices by the symbols that gave them their prices. */
  readonly #indexOf = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * Learns a listing. `upcast` learns from each of its entries; if prices may precede the listing
   * of their market, the whole log is learned first.
   */
  learn({ type, body, outcome }: LoggedCommand): void {
    if (type !== 'listMarket' || 'refusal' in outcome) return;
    const { symbol, base, quote, index, product } = body as Readonly<Record<string, string>>;
    if (symbol === undefined || base === undefined || quote === undefined) return;
    const name = index ?? indexName(base, quote);
    if ((product ?? SPOT.name) !== SPOT.name || this.#taken.has(name)) return;
    this.#taken.add(name);
    this.#indexOf.set(symbol, name);
  }

  upcast<Entry extends LoggedCommand>(entry: Entry): Entry {
    this.learn(entry);
    if (entry.type !== 'recordPrices') return entry;
    const { prices, ...rest } = entry.body as { readonly prices?: unknown };
    if (!Array.isArray(prices)) return entry;
    return { ...entry, body: { ...rest, prices: prices.map((price) => this.#upcastPrice(price)) } };
  }

  /** What was no valid price then stays unchanged, and is none now. */
  #upcastPrice(price: unknown): unknown {
    if (!isFormer(price)) return price;
    const { symbol, index, ...rest } = price;
    const name = this.#indexOf.get(symbol) ?? nameOf(symbol);
    return { index: name, price: index, ...rest };
  }
}

function isFormer(price: unknown): price is FormerPrice {
  if (typeof price !== 'object' || price === null) return false;
  const { symbol } = price as Partial<FormerPrice>;
  return typeof symbol === 'string' && FORMER_SYMBOL.test(symbol);
}

/** A name for prices that belong to no market's index. */
function nameOf(symbol: string): string {
  return indexName(symbol.slice(0, FORMER_NAME_MAX), symbol.slice(FORMER_NAME_MAX) || '0');
}
